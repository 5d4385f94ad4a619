import Barcodes
import Bits
import Geometry
import Imaging
import Testing

@Suite("DX Film Edge")
struct DXFilmEdgeTests {
  private func rows(_ matrix: BitMatrix) -> [String] {
    [0, matrix.height - 1].map { y in (0..<matrix.width).map { matrix[$0, y] ? "1" : "0" }.joined() }
  }

  @Test(
    "Both tracks, as another writer draws them",
    arguments: [
      ("79-7", "11111010101010101010111", "10101010011110011100101"),
      ("1-0", "11111010101010101010111", "10101000000010000010101"),
      ("79-7/1", "1111101010101010101010101010111", "1010101001111001110000010010101"),
      ("79-7/1A", "1111101010101010101010101010111", "1010101001111001110000011000101"),
      ("127-15/63A", "1111101010101010101010101010111", "1010101111111011111111111000101"),
    ])
  func tracks(text: String, clock: String, data: String) throws {
    #expect(try rows(DXFilmEdgeWriter().write(text)) == [clock, data])
    #expect(DXFilmEdge(data: data.map { $0 == "1" })?.text == text)
  }

  @Test("The four digits of a list and the six of a cartridge are the same film")
  func extract() throws {
    let film = try DXFilmEdgeWriter().write("79-7")
    for text in ["1271", "012710", "112712", "079-07"] { #expect(try DXFilmEdgeWriter().write(text) == film) }
    #expect(DXFilmEdge(product: 79, generation: 7).symbol.details["dxExtract"] == .string("1271"))
  }

  @Test("Every film and frame comes back from its bits")
  func everyCode() {
    for product in 1...127 {
      for generation in 0...15 {
        let frame = DXFilmEdge.Frame(number: (product + generation) % 64, isHalf: product.isMultiple(of: 2))
        for code in [
          DXFilmEdge(product: product, generation: generation),
          DXFilmEdge(product: product, generation: generation, frame: frame),
        ] {
          #expect(DXFilmEdge(data: code.data) == code)
        }
      }
    }
  }

  @Test("One wrong module is refused", arguments: [false, true])
  func parity(hasFrame: Bool) {
    let code = DXFilmEdge(
      product: 79, generation: 7, frame: hasFrame ? DXFilmEdge.Frame(number: 23, isHalf: true) : nil)
    for place in code.data.indices {
      var data = code.data
      data[place].toggle()
      #expect(DXFilmEdge(data: data) == nil, "module \(place)")
    }
  }

  @Test(
    "What cannot be written says why",
    arguments: [
      "", "-12", "12-", "128-0/24", "127-16", "79-2/64", "79-2/A", "79-2/", "12-12A", "15", "01234/00A", "7-7-7",
    ])
  func refused(text: String) { #expect(throws: WriteFailure.self) { try DXFilmEdgeWriter().write(text) } }

  @Test("In a picture, turned by little and by much", arguments: [0.0, 2, 90, 180, 183])
  func pictures(angle: Double) throws {
    for text in ["79-7", "115-10/11A"] {
      let picture = LinearPicture(modulePixels: 5, angle: angle)
      let seen = picture.read(try DXFilmEdgeWriter().write(text), linearSymbologies)
      #expect(seen.map { $0.symbol.text } == [text])
      #expect(seen.map(\.isMirrored) == [false])
      #expect(
        seen.map { $0.corners.contains(picture.draw(try! DXFilmEdgeWriter().write(text)).corners.center) } == [true])
    }
  }

  @Test("Film seen from its other side is mirrored")
  func mirrored() throws {
    let matrix = try DXFilmEdgeWriter().write("115-10/11")
    var other = matrix
    for y in 0..<matrix.height { for x in 0..<matrix.width { other[x, y] = matrix[matrix.width - 1 - x, y] } }
    let seen = LinearPicture(modulePixels: 5).read(other, linearSymbologies)
    #expect(seen.map { $0.symbol.text } == ["115-10/11"])
    #expect(seen.map(\.isMirrored) == [true])
  }

  @Test("Without its clock a data track says nothing, nor a clock by itself")
  func alone() throws {
    let matrix = try DXFilmEdgeWriter().write("115-10/11")
    for row in [0, matrix.height - 1] {
      var one = BitMatrix(width: matrix.width, height: 1)
      for x in 0..<matrix.width { one[x, 0] = matrix[x, row] }
      #expect(LinearPicture(modulePixels: 5).read(one, linearSymbologies).isEmpty)
    }
  }
}
