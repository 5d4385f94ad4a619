/// How a picture fills an area of another shape. Names and behavior are AVLayerVideoGravity's.
public enum VideoGravity: String, CaseIterable, Hashable, Sendable {
  /// Fills the area and keeps the shape; what sticks out on two sides is cut, equally on both.
  case resizeAspectFill
  /// Shows all and keeps the shape; two bars are left, equal on both sides.
  case resizeAspect
  /// Shows all and fills the area; the shape is not kept.
  case resize

  /// Where each point of the content comes to lie in the area.
  ///
  /// - Precondition: both sizes have a positive area.
  /// - Parameters:
  ///   - content: the picture's size.
  ///   - area: what it is to fill or to fit into.
  ///   - mirrored: true if left and right change places about the area's middle.
  public func mapping<From, To>(
    content: Size<From>, area: Size<To>, mirrored: Bool = false
  ) -> Mapping<From, To> {
    precondition(content.area > 0 && area.area > 0, "a picture and its area are not empty")
    let fitX = area.width / content.width
    let fitY = area.height / content.height
    let (scaleX, scaleY) =
      switch self {
      case .resizeAspectFill: (max(fitX, fitY), max(fitX, fitY))
      case .resizeAspect: (min(fitX, fitY), min(fitX, fitY))
      case .resize: (fitX, fitY)
      }
    let signedScaleX = mirrored ? -scaleX : scaleX
    return Mapping(
      scaleX: signedScaleX, scaleY: scaleY,
      shiftX: (area.width - content.width * signedScaleX) / 2,
      shiftY: (area.height - content.height * scaleY) / 2)
  }
}
