import Barcodes
import Bits

extension SampledGrid {
  /// Bits by which the better of both copies of QR's format information differs from the nearest valid one; nil for a
  /// grid that no QR symbol has. The code repairs 3 (ISO/IEC 18004:2015, 7.9 and annex C).
  var formatDistance: Int? {
    let side = modules.width
    guard side == modules.height, side >= 21, (side - 17) % 4 == 0 else { return nil }
    var (first, second) = (0, 0)
    for bit in 0..<15 {
      let (x, y) = bit < 6 ? (8, bit) : bit == 6 ? (8, 7) : bit == 7 ? (8, 8) : bit == 8 ? (7, 8) : (14 - bit, 8)
      if modules[x, y] { first |= 1 << bit }
      if bit < 8 ? modules[side - 1 - bit, 8] : modules[8, side - 15 + bit] { second |= 1 << bit }
    }
    return Self.formats.map { min(($0 ^ first).nonzeroBitCount, ($0 ^ second).nonzeroBitCount) }.min()
  }

  /// The 32 words of BCH (15, 5) with the generator 10100110111, masked.
  private static let formats: [Int] = (0..<32).map { data in
    var rest = data << 10
    for bit in stride(from: 14, through: 10, by: -1) where rest >> bit & 1 == 1 { rest ^= 0x537 << (bit - 10) }
    return (data << 10 | rest) ^ 0x5412
  }
}

extension Symbology {
  /// Rows of bars one upon the other.
  var isStacked: Bool { self == .pdf417 || self == .microPDF417 }
}
