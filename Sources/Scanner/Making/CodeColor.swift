import Foundation

/// A color of a made code, 8 bits a part in sRGB, as picture files and hexadecimal notation have it.
public struct CodeColor: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  /// 255 is opaque; not premultiplied.
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  public static let black = CodeColor(red: 0, green: 0, blue: 0)
  public static let white = CodeColor(red: 255, green: 255, blue: 255)
  public static let transparent = CodeColor(red: 255, green: 255, blue: 255, alpha: 0)
}

extension CodeColor {
  /// Reads `#RGB`, `#RRGGBB`, `#RRGGBBAA` (the sign may be left out), or one of `CodeColor.names`.
  ///
  /// - Throws: `MakeFailure.unknownColor` where it is none of these.
  public init(_ text: String) throws(MakeFailure) {
    let wanted = text.lowercased()
    if let known = Self.names.first(where: { $0.name == wanted })?.color {
      self = known
      return
    }
    let digits = (wanted.hasPrefix("#") ? wanted.dropFirst() : wanted[...]).compactMap(\.hexDigitValue)
    let signs = wanted.hasPrefix("#") ? wanted.count - 1 : wanted.count
    guard digits.count == signs else { throw .unknownColor(text) }
    let parts: [Int]
    switch digits.count {
    case 3: parts = digits.map { 17 * $0 }
    case 6, 8: parts = stride(from: 0, to: digits.count, by: 2).map { 16 * digits[$0] + digits[$0 + 1] }
    default: throw .unknownColor(text)
    }
    let bytes = parts.map { UInt8($0) }
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count == 4 ? bytes[3] : 255)
  }

  /// The sixteen color names of HTML 4 (W3C HTML 4.01 §6.5), orange, and no color at all.
  public static let names: [(name: String, color: CodeColor)] = [
    ("black", .black), ("silver", CodeColor(red: 192, green: 192, blue: 192)),
    ("gray", CodeColor(red: 128, green: 128, blue: 128)), ("white", .white),
    ("maroon", CodeColor(red: 128, green: 0, blue: 0)), ("red", CodeColor(red: 255, green: 0, blue: 0)),
    ("purple", CodeColor(red: 128, green: 0, blue: 128)), ("fuchsia", CodeColor(red: 255, green: 0, blue: 255)),
    ("green", CodeColor(red: 0, green: 128, blue: 0)), ("lime", CodeColor(red: 0, green: 255, blue: 0)),
    ("olive", CodeColor(red: 128, green: 128, blue: 0)), ("yellow", CodeColor(red: 255, green: 255, blue: 0)),
    ("navy", CodeColor(red: 0, green: 0, blue: 128)), ("blue", CodeColor(red: 0, green: 0, blue: 255)),
    ("teal", CodeColor(red: 0, green: 128, blue: 128)), ("aqua", CodeColor(red: 0, green: 255, blue: 255)),
    ("orange", CodeColor(red: 255, green: 165, blue: 0)), ("transparent", .transparent),
  ]
}

extension CodeColor: CustomStringConvertible {
  /// `#rrggbb`, with two digits more where it is not opaque.
  public var description: String {
    let parts: [UInt8] = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return parts.reduce(into: "#") { text, part in
      text += HarmlessText.hex(UInt32(part), digits: 2).lowercased()
    }
  }
}

extension CodeColor: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    try self.init(text)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension CodeColor {
  /// The color that is seen where this one lies on another, opaque one.
  public func over(_ ground: CodeColor) -> CodeColor {
    func mixed(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
      let (share, rest) = (Int(alpha), 255 - Int(alpha))
      let sum: Int = Int(top) * share + Int(bottom) * rest
      return UInt8((sum + 127) / 255)
    }
    return CodeColor(
      red: mixed(red, ground.red), green: mixed(green, ground.green), blue: mixed(blue, ground.blue))
  }

  /// Grey as a camera sees it, 0…255. ITU-R BT.601-7 §2.5.1.
  public var luma: Double {
    let weighted: [Double] = [0.299 * Double(red), 0.587 * Double(green), 0.114 * Double(blue)]
    return weighted[0] + weighted[1] + weighted[2]
  }

  /// Relative luminance, 0…1. WCAG 2.2, "relative luminance".
  public var relativeLuminance: Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let (red, green, blue) = (linear(red), linear(green), linear(blue))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  /// 1 for equal colors, 21 for black and white; both are taken as opaque. WCAG 2.2, "contrast ratio".
  public func contrast(with other: CodeColor) -> Double {
    let lights = [relativeLuminance, other.relativeLuminance]
    return (max(lights[0], lights[1]) + 0.05) / (min(lights[0], lights[1]) + 0.05)
  }
}
