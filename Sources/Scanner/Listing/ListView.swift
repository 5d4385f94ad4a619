public import Geometry

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
  public static func split(_ window: Size<ScreenPixels>) -> (picture: Size<ScreenPixels>, list: Rect<ScreenPixels>) {
    if window.width >= window.height {
      let width = (0.42 * window.width).rounded()
      return (
        Size(window.width - width, window.height),
        Rect(x: window.width - width, y: 0, width: width, height: window.height)
      )
    }
    let height = (0.45 * window.height).rounded()
    return (
      Size(window.width, window.height - height),
      Rect(x: 0, y: window.height - height, width: window.width, height: height)
    )
  }
}
