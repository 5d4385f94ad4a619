package import Bits

/// Writes DX Film Edge: `79-7`, or `79-7/23A` with the frame; the four digits of the DX number may stand for the first two
/// parts, and the six on a cartridge as well.
package struct DXFilmEdgeWriter: SymbolWriter {
  package let symbology = Symbology.dxFilmEdge

  /// Modules that each track is high, as measured on films.
  static let trackHeight = 3

  package init() {}

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    let code = try Self.code(of: text)
    let clock = Self.row(DXFilmEdge.clock(hasFrame: code.frame != nil))
    let data = code.data
    var matrix = BitMatrix(width: data.count, height: 2 * Self.trackHeight)
    for y in 0..<matrix.height {
      for x in 0..<matrix.width { matrix[x, y] = y < Self.trackHeight ? clock[x] : data[x] }
    }
    return matrix
  }

  private static func row(_ widths: [Int]) -> [Bool] {
    var row = ModuleRow()
    row.append(widths)
    return row.modules
  }

  /// What a text as it is written means.
  package static func code(of text: String) throws(WriteFailure) -> DXFilmEdge {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, text.utf8.count <= 10 else { throw .invalid(form) }
    let (product, generation) = try film(parts[0])
    return DXFilmEdge(product: product, generation: generation, frame: parts.count == 2 ? try frame(parts[1]) : nil)
  }

  private static let form = "DX Film Edge is written in digits as 79-7, or with the frame as 79-7/23 or 79-7/23A"

  private static func film(_ text: Substring) throws(WriteFailure) -> (product: Int, generation: Int) {
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false)
    if numbers.count == 2, let product = number(numbers[0]), let generation = number(numbers[1]) {
      guard 1...127 ~= product else { throw .invalid("the first part of a DX number is 1 to 127") }
      guard 0...15 ~= generation else { throw .invalid("the second part of a DX number is 0 to 15") }
      return (product, generation)
    }
    guard let digits = number(text), text.utf8.count <= 4 || text.utf8.count == 6 else { throw .invalid(form) }
    let extract = text.utf8.count == 6 ? digits / 10 % 10_000 : digits
    guard 16...2047 ~= extract else { throw .invalid("the four digits of a DX number are 0016 to 2047") }
    return (extract / 16, extract % 16)
  }

  private static func frame(_ text: Substring) throws(WriteFailure) -> DXFilmEdge.Frame {
    let isHalf = text.last == "A" || text.last == "a"
    guard let number = number(isHalf ? text.dropLast() : text), 0...63 ~= number else {
      throw .invalid("the frame of a DX Film Edge is 0 to 63, and A behind it for the half")
    }
    return DXFilmEdge.Frame(number: number, isHalf: isHalf)
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { 48...57 ~= $0 } ? Int(text) : nil
  }
}
