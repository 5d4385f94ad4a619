import Bits
public import Presentation

/// Where a logo lies in a symbol, in modules of it without quiet zone: a square in the middle.
public struct CodeHole: Hashable, Sendable {
  /// Of its left and top.
  public let begin: Int
  public let side: Int

  func contains(_ x: Int, _ y: Int) -> Bool { begin..<begin + side ~= x && begin..<begin + side ~= y }
}

extension MadeCode {
  /// The modules that a logo takes the place of; nil without one.
  ///
  /// A quarter of the symbol's width is a sixteenth of its modules, less than half of what level H restores (30 % of the
  /// codewords, ISO/IEC 18004 §7.5.1): the rest is for a camera. Whether it suffices is not believed but tried, by
  /// `CodeProof`.
  public var hole: CodeHole? {
    guard logo != nil else { return nil }
    var side = max(3, modules.width / 4)
    if (modules.width - side) % 2 != 0 { side -= 1 }
    return CodeHole(begin: (modules.width - side) / 2, side: side)
  }

  /// Where the logo's picture lies in the drawing, in modules with quiet zone: half a module inside its hole, as wide or as
  /// high as that allows.
  public func logoPlace(_ appearance: CodeAppearance) -> (x: Double, y: Double, width: Double, height: Double)? {
    guard let hole, let logo else { return nil }
    let side = Double(hole.side) - 1
    let scale = side / Double(max(logo.width, logo.height))
    let (width, height) = (Double(logo.width) * scale, Double(logo.height) * scale)
    let middle = Double(quietZone(appearance) + hole.begin) + Double(hole.side) / 2
    return (middle - width / 2, middle - height / 2, width, height)
  }
}

/// A line below a code, and the room that it takes.
public struct CodeCaption: Hashable, Sendable {
  public let text: String

  /// Characters that can still be read below a code, whose width they share.
  public static let limit = 60

  public init(_ text: String) throws(MakeFailure) {
    guard text.count <= Self.limit else {
      throw .decoration(
        "the caption has \(text.count) characters: \(Self.limit) are the most that can be read below a code")
    }
    // Without what has no picture or would turn the direction of reading.
    self.text =
      String(
        String.UnicodeScalarView(text.unicodeScalars.map { HarmlessText.isHarmful($0) ? " " : $0 })
      ).trimmed
  }

  /// Height of its letters in modules, below a code of so many columns. A letter is some 0.6 of that wide.
  public func letterHeight(columns: Int) -> Double {
    let width = 0.92 * Double(columns)
    return min(width / 9, width / (0.6 * Double(max(1, text.count))))
  }

  /// Rows that it takes below the code, in modules: its letters with as much again above and below.
  public func rows(columns: Int) -> Int { max(2, Int((1.9 * letterHeight(columns: columns)).rounded(.up))) }
}

extension Bitmap {
  /// The mean color of some of its pixels, those that are seen more counting for more; nil where nothing is seen.
  func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> CodeColor? {
    var sums = (red: 0, green: 0, blue: 0, alpha: 0)
    for y in rows {
      for x in columns {
        let at = 4 * (y * width + x)
        let alpha = Int(pixels[at + 3])
        sums.red += Int(pixels[at]) * alpha
        sums.green += Int(pixels[at + 1]) * alpha
        sums.blue += Int(pixels[at + 2]) * alpha
        sums.alpha += alpha
      }
    }
    guard sums.alpha > 0 else { return nil }
    return CodeColor(
      red: UInt8(sums.red / sums.alpha), green: UInt8(sums.green / sums.alpha), blue: UInt8(sums.blue / sums.alpha),
      alpha: UInt8(sums.alpha / (rows.count * columns.count)))
  }

  /// The same with sides of at most so many pixels: more than a logo's place on paper can show makes files large.
  public func reduced(to side: Int) -> Bitmap {
    let factor = (max(width, height) + side - 1) / side
    guard factor > 1 else { return self }
    let (columns, rows) = (max(1, width / factor), max(1, height / factor))
    var reduced: [UInt8] = []
    reduced.reserveCapacity(4 * columns * rows)
    for y in 0..<rows {
      for x in 0..<columns {
        let color = mean(
          x * factor..<min(width, (x + 1) * factor), y * factor..<min(height, (y + 1) * factor))
        reduced += color.map { [$0.red, $0.green, $0.blue, $0.alpha] } ?? [0, 0, 0, 0]
      }
    }
    return Bitmap(width: columns, height: rows, pixels: reduced)
  }
}
