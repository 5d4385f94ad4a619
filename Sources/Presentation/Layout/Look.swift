public import Geometry

/// Colors, and the sizes of type and space, multiplied by the display's scale.
///
/// All text stands on a card: white on `cardColor` over a white picture, the worst there is, has a contrast of 16:1,
/// `quiet` 8:1 (WCAG 2.2 §1.4.3 asks for 4.5:1).
public struct Look: Hashable, Sendable {
  /// Screen pixels per point of the design.
  public let scale: Double
  /// What is said, in a person's language.
  public let words: Words

  /// - Precondition: `scale` is positive.
  public init(scale: Double, words: Words = .english) {
    precondition(scale > 0, "a scale is positive")
    self.scale = scale
    self.words = words
  }

  /// The smallest window that screens are laid out for, in points. A desktop that lays windows out itself may make
  /// smaller ones.
  public static let leastWindow = Size<ScreenPixels>(320, 240)

  /// The look in a window, at the display's scale: all is smaller in one of fewer points than `leastWindow`.
  ///
  /// - Precondition: the window has an area, and `scale` is positive.
  public init(scale: Double, in window: Size<ScreenPixels>, words: Words = .english) {
    self.init(
      scale: min(scale, window.width / Self.leastWindow.width, window.height / Self.leastWindow.height), words: words)
  }

  /// The same look at another size.
  public func scaled(by factor: Double) -> Look { Look(scale: scale * factor, words: words) }

  /// The one color that says that something was read.
  public static let accent = Color(0x3DDC97)
  public static let warning = Color(0xFFC24B)
  /// Lets the picture be felt, but no border of the viewfinder or of a code run through the lines of text.
  public static let cardColor = Color(0x0D1015, alpha: 0.94)
  /// The hairline that tells a card from a dark picture.
  public static let cardEdge = Color(0xFFFFFF, alpha: 0.14)
  public static let text = Color(0xFFFFFF)
  public static let quiet = Color(0xB4BDC9)
  /// Over the picture outside the viewfinder, which stays at about 45 %.
  public static let dimming = Color(0x06080B, alpha: 0.55)
  /// Beside the viewfinder's line: on white it leaves a grey of 20 %, on which the accent has a contrast of 7:1 (WCAG 2.2
  /// §1.4.11 asks for 3:1).
  public static let hairline = Color(0x000000, alpha: 0.8)
  public static let shadow = Color(0x000000, alpha: 0.55)

  /// A length of the design in screen pixels.
  public func points(_ points: Double) -> Double { points * scale }

  /// The one large sentence of a screen.
  public func title(_ string: String, maxWidth: Double? = nil) -> Text {
    Text(string, weight: .bold, pixels: points(20), color: Self.text, maxWidth: maxWidth, maxLines: 2)
  }

  public func body(_ string: String, maxWidth: Double? = nil, maxLines: Int = 1) -> Text {
    Text(string, pixels: points(15), color: Self.text, maxWidth: maxWidth, maxLines: maxLines)
  }

  /// What a symbol says, or other text in which each character counts.
  public func payload(_ string: String, maxWidth: Double? = nil, maxLines: Int = 1) -> Text {
    Text(string, face: .monospaced, pixels: points(17), color: Self.text, maxWidth: maxWidth, maxLines: maxLines)
  }

  /// Labels and hints.
  public func caption(_ string: String, maxWidth: Double? = nil, maxLines: Int = 1) -> Text {
    Text(string, weight: .medium, pixels: points(13), color: Self.quiet, maxWidth: maxWidth, maxLines: maxLines)
  }
}
