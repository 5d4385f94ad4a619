import Barcodes
import Bits
import Geometry
import Imaging
import Scanner
import Testing

@Suite("What linear symbols are looked for by")
struct LinearEvidenceTests {
  private func search(_ frame: Frame) -> (texts: [String], work: Set<SearchWork>) {
    let log = WorkLog()
    let detector = Detector(DetectionOptions(symbologies: linearSymbologies), now: { .zero })
    let found = detector.detect(in: frame, trace: log)
    return (found.compactMap(\.symbol.text), Set(log.work))
  }

  /// A row of grey, over a picture of so many rows or, turned, of so many columns.
  private func frame(_ row: [UInt8], by count: Int, isTurned: Bool = false) throws -> Frame {
    guard isTurned else {
      let pixels = (0..<count).flatMap { _ in row }
      return try Frame(format: .grey, width: row.count, height: count, bytes: pixels)
    }
    return try Frame(
      format: .grey, width: count, height: row.count, bytes: row.flatMap { [UInt8](repeating: $0, count: count) })
  }

  /// The modules of a symbol with light around it, sharp; where a pixel is of two modules it is of the first.
  private func row(_ matrix: BitMatrix, module: Double, quiet: Int) -> [UInt8] {
    let light = [UInt8](repeating: 255, count: quiet)
    let bars = (0..<Int(Double(matrix.width) * module)).map { x -> UInt8 in matrix[Int(Double(x) / module), 0] ? 0 : 255
    }
    return light + bars + light
  }

  @Test("A symbol in a strip of a few pixels, lying or standing", arguments: [false, true], [6, 8, 11])
  func strip(isTurned: Bool, across: Int) throws {
    let row = row(try ITFWriter().write("0000091897"), module: 3, quiet: 45)
    #expect(search(try frame(row, by: across, isTurned: isTurned)).texts == ["0000091897"])
  }

  @Test("Five digits behind an EAN-13 are not searched for another symbol")
  func addOn() throws {
    let picture = LinearPicture(modulePixels: 4, heightPixels: 160, blurPixels: 1)
    let (texts, work) = search(picture.draw(try EANWriter(.ean13).write("9780441014989+52499")).frame)
    #expect(texts == ["978044101498952499"])
    #expect(work.isDisjoint(with: [.linearClose, .linearCompare]))
  }

  @Test(
    "A symbol that leans in a picture too low for lines square to its bars is plain", arguments: [-24.0, -18, 18, 24])
  func leaning(angle: Double) throws {
    let whole = LinearPicture(heightPixels: 200, angle: angle).draw(try Code128Writer().write("LEANING 1")).frame
    guard let image = LuminanceImage(whole) else { throw FrameError.empty }
    let rows = (image.height / 2 - 35..<image.height / 2 + 35)
    let low = image.pixels[rows.lowerBound * image.width..<rows.upperBound * image.width]
    let (texts, work) = search(
      try Frame(format: .grey, width: image.width, height: rows.count, bytes: Array(low)))
    #expect(texts == ["LEANING 1"])
    #expect(work.isDisjoint(with: [.linearFine, .linearSweep]))
  }

  @Test("A print with gaps, each in one row of one module, is plain", arguments: [2.0, 3], [15, 30])
  func gaps(module: Double, percent: Int) throws {
    let picture = LinearPicture(
      modulePixels: module, heightPixels: 60,
      isTorn: { x, y in
        let place = UInt32(x) &* 73_856_093 ^ UInt32(y * module) &* 19_349_663
        return (place &* 2_654_435_761) >> 16 % 100 < percent
      })
    let (texts, work) = search(picture.draw(try Code128Writer().write("GAPS 123456")).frame)
    #expect(texts == ["GAPS 123456"])
    #expect(work.isDisjoint(with: [.linearFine, .linearClose]))
  }

  @Test(
    "Bars that change from row to row are compared with digits where they are long alone", arguments: [false, true])
  func changing(isLong: Bool) throws {
    let (width, height) = (320, 160)
    let (left, right) = isLong ? (60, 260) : (110, 210)
    var generator = SeededRandom(seed: 8)
    let bars = (0..<80).map { _ in Int.random(in: isLong ? 4...6 : 2...3, using: &generator) }
    var pixels = [UInt8](repeating: 200, count: width * height)
    for top in stride(from: 60, to: 100, by: 4) {
      var x = left
      for (number, bar) in bars.enumerated() where x + bar <= right {
        // Most of a bar's darkness is that of its four rows.
        let dark = (number.isMultiple(of: 2) ? 60 : 0) + Int.random(in: 0...140, using: &generator)
        for y in top..<top + 4 { for x in x..<x + bar { pixels[y * width + x] = UInt8(200 - dark) } }
        x += bar
      }
    }
    let (texts, work) = search(try Frame(format: .grey, width: width, height: height, bytes: pixels))
    #expect(texts.isEmpty)
    #expect(work.contains(.linearFine))
    #expect(work.contains(.linearCompare) == isLong)
  }

  @Test("What blur has nearly levelled is read by few lines", arguments: [1.8, 1.95])
  func levelled(blur: Double) throws {
    let picture = LinearPicture(modulePixels: 3, heightPixels: 80, blurPixels: blur)
    let (texts, work) = search(picture.draw(try Code128Writer().write("LEVELLED 123456")).frame)
    #expect(texts == ["LEVELLED 123456"])
    #expect(work.contains(.linearOtherwise) && work.isDisjoint(with: [.linearFine, .linearTold, .linearFocused]))
  }

  @Test("Bars that say nothing are not looked at closely beside a symbol")
  func bars() throws {
    let symbol = LinearPicture(heightPixels: 60).draw(try EANWriter(.ean13).write("9780441014989")).frame
    guard let image = LuminanceImage(symbol) else { throw FrameError.empty }
    let widths = (0..<80).map { 2 + $0 * $0 % 5 }
    var row = [UInt8](repeating: 220, count: 40)
    for (place, width) in widths.enumerated() {
      row += [UInt8](repeating: place.isMultiple(of: 2) ? 30 : 220, count: width)
    }
    row = Array(row.prefix(image.width - 40)) + [UInt8](repeating: 220, count: image.width)
    let fence = (0..<60).flatMap { _ in row.prefix(image.width) }
    let ground = [UInt8](repeating: 220, count: 40 * image.width)
    let (texts, work) = search(
      try Frame(
        format: .grey, width: image.width, height: image.height + 140, bytes: image.pixels + ground + fence + ground))
    #expect(texts == ["9780441014989"])
    #expect(work.contains(.linearFine) && work.isDisjoint(with: [.linearClose, .linearCompare]))
  }

  @Test("Stripes that do not go on are not refined; those of a blurred symbol are")
  func texture() throws {
    let (width, height) = (320, 240)
    var state: UInt64 = 5
    func random() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 60)
    }
    // Twelve rows of bars, then others.
    var pixels: [UInt8] = []
    for _ in 0..<height / 12 {
      var row: [UInt8] = []
      while row.count < width { row += [UInt8](repeating: row.last == 60 ? 200 : 60, count: 2 + random() / 3) }
      for _ in 0..<12 { pixels += row.prefix(width) }
    }
    let stripes = search(try Frame(format: .grey, width: width, height: height, bytes: pixels))
    #expect(stripes.texts.isEmpty)
    #expect(stripes.work.contains(.linearFine) && stripes.work.isDisjoint(with: [.linearClose, .linearCompare]))
    let blurred = LinearPicture(modulePixels: 2, heightPixels: 80, blurPixels: 1.8)
    let symbol = search(blurred.draw(try EANWriter(.ean13).write("9780441014989")).frame)
    #expect(symbol.work.contains(.linearCompare))
  }
}
