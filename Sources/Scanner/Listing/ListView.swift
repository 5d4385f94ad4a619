public import Geometry
import Presentation

/// What a person does with the list beside the picture.
public struct ListView: Hashable, Sendable {
  public var list: ScanList
  /// Among its entries; nil is the newest.
  public var chosen: Int?
  /// A note that is being typed.
  public var draft: String?
  /// Whether it is asked where the list is to go.
  public var asksForm = false

  public init(list: ScanList = ScanList()) { self.list = list }

  /// The chosen entry's place, nil where there is none.
  public var place: Int? {
    list.entries.isEmpty ? nil : min(chosen ?? list.entries.count - 1, list.entries.count - 1)
  }

  /// Picture and list share a window: side by side, in one that is higher than wide one below the other.
  ///
  /// - Parameter isMirrored: the list stands at the left, for scripts that run from the right.
  public static func split(
    _ window: Size<ScreenPixels>, isMirrored: Bool = false
  ) -> (picture: Rect<ScreenPixels>, list: Rect<ScreenPixels>) {
    if window.width >= window.height {
      let width = (0.42 * window.width).rounded()
      let picture = Rect<ScreenPixels>(x: 0, y: 0, width: window.width - width, height: window.height)
      let list = Rect<ScreenPixels>(x: picture.width, y: 0, width: width, height: window.height)
      return isMirrored ? (picture.mirrored(in: window.width), list.mirrored(in: window.width)) : (picture, list)
    }
    let height = (0.45 * window.height).rounded()
    return (
      Rect(x: 0, y: 0, width: window.width, height: window.height - height),
      Rect(x: 0, y: window.height - height, width: window.width, height: height)
    )
  }
}
