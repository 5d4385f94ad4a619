import Barcodes
import Bits
import Testing

/// ISO/IEC 18004:2024 Annex I: 01234567 in version 1-M with mask 2.
private let annexI = """
  #######..#.##.#######
  #.....#..####.#.....#
  #.###.#.#.....#.###.#
  #.###.#.##....#.###.#
  #.###.#.#.###.#.###.#
  #.....#.#...#.#.....#
  #######.#.#.#.#######
  ........#..##........
  #.#####..#..#.#####..
  ...#.#.##.#.#..#.##..
  ..#...##.#.#.#..#####
  ....#....#.....####..
  ...######..#.#..#....
  ........#.#####..##..
  #######..##.#.##.....
  #.....#.#.#####...#.#
  #.###.#.#...#..#.##..
  #.###.#.##..#..#.....
  #.###.#.#.##.#..#.#..
  #.....#........##.##.
  #######.####.#..#.#..
  """

@Test("ISO/IEC 18004:2024 Annex I: the symbol of 01234567")
func annexISymbol() throws {
  let symbol = try QRDecoder.decode(try #require(BitMatrix(picture: annexI)))
  #expect(symbol.text == "01234567")
  #expect(symbol.symbologyIdentifier == "]Q1")
  #expect(symbol.details["version"] == .integer(1))
  #expect(symbol.details["errorCorrectionLevel"] == .string("M"))
  #expect(symbol.details["mask"] == .integer(2))
  #expect(symbol.details["correctedCodewords"] == .integer(0))
  let writer = QRWriter(versions: 1...1, level: .medium, boostsLevel: false, mask: QRMask(2))
  #expect(try writer.write("01234567").picture == annexI)
}

@Test(
  "ISO/IEC 18004:2024 Table 1: side and codewords",
  arguments: [
    (1, 21, 26), (2, 25, 44), (6, 41, 172), (7, 45, 196), (14, 73, 581), (21, 101, 1156),
    (32, 145, 2465),
    (40, 177, 3706),
  ])
func versionSizes(number: Int, side: Int, codewords: Int) {
  let version = QRVersion(number)
  #expect(version.side == side)
  #expect(version.codewords == codewords)
  #expect(QRVersion(side: side) == version)
  #expect(QRLayout(version).path.count == version.dataModules)
}

@Test(
  "ISO/IEC 18004:2024 Annex E: alignment patterns",
  arguments: [
    (1, []), (2, [6, 18]), (7, [6, 22, 38]), (15, [6, 26, 48, 70]), (16, [6, 26, 50, 74]),
    (32, [6, 34, 60, 86, 112, 138]),
    (36, [6, 24, 50, 76, 102, 128, 154]), (39, [6, 26, 54, 82, 110, 138, 166]),
    (40, [6, 30, 58, 86, 114, 142, 170]),
  ])
func alignment(number: Int, centers: [Int]) {
  #expect(QRVersion(number).alignmentCenters == centers)
}

@Test("A side that no version has is refused", arguments: [20, 22, 19, 181])
func otherSides(side: Int) {
  #expect(throws: DecodeFailure.dimension(modules: side)) {
    try QRDecoder.decode(BitMatrix(side: side))
  }
}
