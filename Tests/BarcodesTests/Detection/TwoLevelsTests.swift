import Barcodes
import Imaging
import Scanner
import Testing

@Suite("Two levels of grey")
struct TwoLevelsTests {
  private static let side = 256

  private func picture(_ grey: (_ x: Int, _ y: Int) -> Double) -> LuminanceImage {
    let pixels = (0..<Self.side * Self.side).map { UInt8(min(max(grey($0 % Self.side, $0 / Self.side), 0), 255)) }
    return LuminanceImage(width: Self.side, height: Self.side, pixels: pixels)
  }

  /// A bell around the mean, alike over squares of three pixels.
  private func texture() -> LuminanceImage {
    var generator = SeededRandom(seed: 5)
    let columns = Self.side / 3 + 1
    let greys = (0..<columns * columns).map { _ in
      (0..<12).reduce(0) { sum, _ in sum + Double.random(in: 0...21, using: &generator) }
    }
    return picture { x, y in greys[y / 3 * columns + x / 3] }
  }

  /// Squares in no order, of eight pixels with soft edges.
  private func print() -> LuminanceImage {
    var generator = SeededRandom(seed: 5)
    let columns = Self.side / 8 + 1
    let isDark = (0..<columns * columns).map { _ in Bool.random(using: &generator) }
    func grey(_ x: Int, _ y: Int) -> Double { isDark[y / 8 * columns + x / 8] ? 50 : 200 }
    return picture { x, y in (grey(x, y) + grey(x + 2, y) + grey(x, y + 2) + grey(x + 2, y + 2)) / 4 }
  }

  @Test func printHasThemAndTextureHasNot() {
    // By themselves, as a failure would print all pixels.
    let (ofPrint, ofTexture) = (print().showsTwoLevels, texture().showsTwoLevels)
    #expect(ofPrint)
    #expect(!ofTexture)
  }

  @Test("Print is told where it is a small part of what stands out")
  func partlyPrint() {
    let (print, texture) = (print(), texture())
    let both = picture { x, y in
      let image = 64..<160 ~= x && 64..<160 ~= y ? print : texture
      return Double(image.pixels[y * Self.side + x])
    }
    #expect(both.showsTwoLevels)
  }

  @Test("Some blocks of a large picture tell it as all of them do")
  func large() {
    let (print, texture) = (print(), texture())
    func tiled(_ image: LuminanceImage) -> LuminanceImage {
      let side = 5 * Self.side
      let pixels = (0..<side * side).map { at in
        image.pixels[at / side % Self.side * Self.side + at % side % Self.side]
      }
      return LuminanceImage(width: side, height: side, pixels: pixels)
    }
    let (ofPrint, ofTexture) = (tiled(print).clarityOfPrint, tiled(texture).clarityOfPrint)
    #expect(ofPrint == 1)
    #expect(ofTexture == 0)
  }

  @Test("What has no edges, or is smaller than a block, may hold anything")
  func untold() {
    #expect(picture { _, _ in 90 }.showsTwoLevels)
    #expect(LuminanceImage(width: 9, height: 40, pixels: [UInt8](repeating: 7, count: 360)).showsTwoLevels)
  }

  @Test("Print is clear as it was taken, texture is not, and what has no edges may hold anything")
  func clarity() {
    let (ofPrint, ofTexture) = (print().clarityOfPrint, texture().clarityOfPrint)
    #expect(ofPrint == 1)
    #expect(ofTexture == 0)
    #expect(picture { _, _ in 90 }.clarityOfPrint == 1)
  }

  @Test("Texture is searched beyond what is plain by a part of the work that print is")
  func texturesLimit() throws {
    func steps(_ image: LuminanceImage, _ effort: DetectionEffort) throws -> Int {
      let log = WorkLog()
      let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
      _ = Detector(DetectionOptions(symbologies: Catalog.available, effort: effort)).detect(in: frame, trace: log)
      return log.steps.filter { $0.key.rung > .plain }.values.reduce(0, +)
    }
    #expect(try steps(texture(), .normal) == steps(texture(), .quick))
    #expect(try steps(texture(), .thorough) > steps(texture(), .quick))
    #expect(try steps(print(), .normal) > steps(print(), .quick))
  }

  @Test("Texture that seems to have moved is not searched for symbols")
  func movedTexture() throws {
    let still = texture()
    let frame = try moved(
      Frame(format: .grey, width: still.width, height: still.height, bytes: still.pixels), length: 9, direction: 0)
    let log = WorkLog()
    let options = DetectionOptions(symbologies: Catalog.available, effort: .thorough)
    let found = Detector(options).detect(in: frame, trace: log)
    #expect(found.isEmpty)
    #expect(log.restored > 0)
    // A step for each part that seems to have moved; a search takes one for each row.
    let steps = try #require(log.steps[.aztecSteadied])
    #expect(steps <= 8)
  }
}
