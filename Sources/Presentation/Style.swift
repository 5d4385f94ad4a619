/// A color in sRGB; each part in 0…1, alpha not premultiplied.
public struct Color: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// From a number as designers write it: 0xRRGGBB.
  public init(_ hex: UInt32, alpha: Double = 1) {
    self.init(
      red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255,
      alpha: alpha)
  }

  public func opacity(_ alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }

  public static let white = Color(0xFFFFFF)
  public static let black = Color(0x000000)
}

/// How a line is drawn: width and dashes in screen pixels.
public struct Stroke: Hashable, Sendable {
  public var color: Color
  public var width: Double
  /// Lengths of dash and gap, or nil for a solid line.
  public var dash: Dash?

  public struct Dash: Hashable, Sendable {
    public var on: Double
    public var off: Double

    public init(on: Double, off: Double) {
      self.on = on
      self.off = off
    }
  }

  public init(_ color: Color, width: Double, dash: Dash? = nil) {
    self.color = color
    self.width = width
    self.dash = dash
  }
}

/// Text with all that decides how large it is. Never markup: every character is shown as itself.
public struct Text: Hashable, Sendable {
  public enum Face: Hashable, Sendable {
    case sans
    case monospaced
  }

  public enum Weight: Hashable, Sendable {
    case regular
    case medium
    case bold
  }

  public enum Alignment: Hashable, Sendable {
    case leading
    case center
  }

  public var string: String
  public var face: Face
  public var weight: Weight
  /// Height of the font's em square in screen pixels.
  public var pixels: Double
  public var color: Color
  public var alignment: Alignment
  /// Lines are broken to fit, in screen pixels; nil leaves one line.
  public var maxWidth: Double?
  /// What does not fit this many lines ends in an ellipsis.
  public var maxLines: Int

  public init(
    _ string: String, face: Face = .sans, weight: Weight = .regular, pixels: Double, color: Color = .white,
    alignment: Alignment = .leading, maxWidth: Double? = nil, maxLines: Int = 1
  ) {
    self.string = string
    self.face = face
    self.weight = weight
    self.pixels = pixels
    self.color = color
    self.alignment = alignment
    self.maxWidth = maxWidth
    self.maxLines = maxLines
  }
}
