import Barcodes
import Bits
import Geometry
import Imaging
import Scanner
import Testing

/// Clean symbols, each of a kind that only a finer pass once read.
@Suite("What is clean is read by the plain pass")
struct PlainReadTests {
  private func read(_ frame: Frame) -> (texts: [String?], by: SearchWork?) {
    let log = WorkLog()
    let found = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: frame, trace: log)
    return (found.map(\.symbol.text), log.readBy)
  }

  @Test("DataBar Limited in a picture that ends where its own light does. ISO/IEC 24724 §6.1", arguments: [2, 3])
  func limitedAtTheBorder(module: Int) throws {
    let row = try DataBarWriter(.gs1DataBarLimited).write("00000000000000")
    // A module of light before the symbol and five behind it are the symbol's own.
    let (width, height) = ((row.width + 6) * module, 24)
    let bytes = (0..<width * height).map { at -> UInt8 in
      let x = at % width / module - 1
      return x >= 0 && x < row.width && row[x, 0] ? 0 : 255
    }
    let found = read(try Frame(format: .grey, width: width, height: height, bytes: bytes))
    #expect(found.texts == ["0100000000000000"])
    #expect(found.by == .linearPlain)
  }

  @Test("Stacked DataBar whose wide elements part its stripes", arguments: [0.0, 5, 176])
  func parted(angle: Double) throws {
    let modules = try DataBarWriter(style: .stackedOmnidirectional).write("00012345678905")
    let picture = LinearPicture(modulePixels: 6, heightPixels: 150, angle: angle, blurPixels: 1, noise: 6)
    let found = read(picture.draw(modules).frame)
    #expect(found.texts == ["0100012345678905"])
    #expect(found.by == .linearPlain)
  }

  /// A symbol drawn without any blur, its modules of so many pixels.
  ///
  /// - Parameter besides: pixels by which the picture is wider, with a dot in the middle of them.
  private func drawn(
    _ modules: BitMatrix, module: Int, height: Int? = nil, quiet: Int, besides: Int = 0
  ) throws -> Frame {
    let (columns, rows) = (modules.width * module, height ?? modules.height * module)
    let (width, all) = (columns + 2 * quiet + besides, rows + 2 * quiet)
    var bytes = [UInt8](repeating: 255, count: width * all)
    for y in 0..<rows {
      for x in 0..<columns where modules[x / module, y * modules.height / rows] {
        bytes[(y + quiet) * width + x + quiet] = 0
      }
    }
    if besides > 0 { bytes[width * (all / 2 + 1) - besides / 2] = 0 }
    return try Frame(format: .grey, width: width, height: all, bytes: bytes)
  }

  @Test("A linear code of large modules")
  func largeModules() throws {
    let found = read(try drawn(Code128Writer().write("CLEAN"), module: 14, height: 600, quiet: 140))
    #expect(found.texts == ["CLEAN"])
    #expect(found.by == .linearPlain)
  }

  @Test("Data Matrix in a picture that is cut a pixel beside it", arguments: [2, 3, 5], [8, 40, 120])
  func cutOut(module: Int, length: Int) throws {
    let text = String(repeating: "Ab3-", count: length / 4)
    let frame = try drawn(DataMatrixWriter().write(text), module: module, quiet: 1, besides: 12)
    let found = read(frame)
    #expect(found.texts == [text])
    #expect(found.by == .dataMatrixPlain || found.by == .dataMatrixSmaller)
  }

  /// Scratches by which one of the plain pass' lines tells the text and the others do not: most others leave several or none.
  @Test("Scratched bars of which one part in ten is whole: what a line tells makes many be asked", arguments: [2, 11])
  func scratched(seed: UInt64) throws {
    let row = try Code39Writer().write("VF 2026")
    var random = SeededRandom(seed: seed)
    var modules = BitMatrix(width: row.width, height: 30)
    for y in 0..<modules.height {
      for x in 0..<row.width { modules[x, y] = row[x, 0] }
      guard y % 10 != 1 else { continue }
      for _ in 0..<10 { modules[Int.random(in: 0..<row.width, using: &random), y].toggle() }
    }
    let picture = LinearPicture(modulePixels: 3, heightPixels: 150, blurPixels: 1)
    let found = read(picture.draw(modules).frame)
    #expect(found.texts == ["VF 2026"])
    #expect(found.by == .linearTold)
  }
}
