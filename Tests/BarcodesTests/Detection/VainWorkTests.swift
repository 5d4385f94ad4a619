import Barcodes
import Bits
import Imaging
import Scanner
import Testing

/// Where work of one kind reads nothing time after time.
@Suite("Work in vain")
struct VainWorkTests {
  private static let (width, height) = (960, 960)

  /// Strips of bars that say nothing, above one another, and what stands below them.
  ///
  /// - Parameter module: in pixels.
  private func strips(_ count: Int, module: Int = 4, above code: BitMatrix? = nil) throws -> Frame {
    var generator = SeededRandom(seed: 31)
    var bytes = [UInt8](repeating: 230, count: Self.width * Self.height)
    func fill(_ x: Int, _ y: Int, width: Int, height: Int) {
      for row in y..<y + height {
        for column in x..<min(x + width, Self.width) { bytes[row * Self.width + column] = 25 }
      }
    }
    for strip in 0..<count {
      let (left, top) = (24 + strip % 3 * 320, 16 + strip / 3 * 84)
      var x = left
      while x < left + 250 {
        let bar = module * Int.random(in: 1...3, using: &generator)
        fill(x, top, width: bar, height: 40)
        // Wider than any symbology's spaces beside such bars.
        x += bar + module * Int.random(in: 1...5, using: &generator)
      }
    }
    if let code {
      let top = Self.height - 60
      for module in 0..<code.width where code[module, 0] { fill(400 + 2 * module, top, width: 2, height: 30) }
    }
    return try Frame(format: .grey, width: Self.width, height: Self.height, bytes: bytes)
  }

  private func detect(_ frame: Frame, effort: DetectionEffort = .normal) -> (texts: [String?], log: WorkLog) {
    let log = WorkLog()
    let options = DetectionOptions(symbologies: Catalog.available, effort: effort)
    return (Detector(options).detect(in: frame, trace: log).map(\.symbol.text), log)
  }

  @Test("A small code among many strips of bars is read behind the finer work of others")
  func rest() throws {
    let code = try EANWriter(.ean13).write("4006381333931")
    let found = detect(try strips(30, above: code))
    #expect(found.texts == ["4006381333931"])
    #expect(found.log.readBy == .linearRest)
    #expect(found.log.work.count { $0 == .linearPlain } == 4)
    #expect(found.log.work.count { $0 == .linearUnlikely } == 12)
  }

  @Test("Few strips are scanned before anything finer")
  func few() throws {
    let code = try EANWriter(.ean13).write("4006381333931")
    let found = detect(try strips(8, above: code))
    #expect(found.texts == ["4006381333931"])
    #expect(found.log.readBy == .linearUnlikely)
  }

  @Test("The largest strips come before the first look for Data Matrix, the others behind it")
  func largest() throws {
    let log = detect(try strips(20)).log
    let before = log.work.prefix { $0 != .dataMatrixSmaller }
    #expect(before.count { $0 == .linearPlain } == 4)
    #expect(!before.contains(.linearUnlikely))
    #expect(log.work.count { $0 == .linearUnlikely } == 12)
  }

  @Test("Light on dark is asked for behind the lines as they are and what others see plainly")
  func otherwise() throws {
    let code = try EANWriter(.ean13).write("4006381333931")
    let frame = try strips(0, above: code)
    let negative = try Frame(
      format: .grey, width: Self.width, height: Self.height, bytes: frame.bytes.map { 255 - $0 })
    #expect(detect(frame).log.readBy == .linearPlain)
    let found = detect(negative)
    #expect(found.texts == ["4006381333931"])
    #expect(found.log.readBy == .linearOtherwise)
    let before = found.log.work.prefix { $0 != .linearOtherwise }
    #expect(before.contains(.linearPlain) && before.contains(.qrPlain))
  }

  @Test("Many lines are laid over the likeliest strips alone, but for thorough effort")
  func fine() throws {
    let frame = try strips(30)
    #expect(detect(frame).log.work.count { $0 == .linearFine } == 2)
    #expect(detect(frame, effort: .thorough).log.work.count { $0 == .linearFine } > 2)
  }

  @Test("Beside what was read fewer strips are scanned, and fewer asked otherwise")
  func beside() throws {
    let strips = try strips(30)
    var bytes = strips.bytes
    let code = try QRWriter().write("READ FIRST")
    for y in 0..<4 * code.height {
      for x in 0..<4 * code.width {
        bytes[(Self.height - 4 * code.height - 12 + y) * Self.width + 400 + x] = code[x / 4, y / 4] ? 25 : 230
      }
    }
    let found = detect(try Frame(format: .grey, width: Self.width, height: Self.height, bytes: bytes))
    #expect(found.texts == ["READ FIRST"])
    #expect(found.log.readBy == .qrPlain)
    #expect(found.log.work.count { $0 == .linearUnlikely } == 6)
    #expect(found.log.work.count { $0 == .linearOtherwise } == 4)
    let alone = detect(strips).log
    #expect(alone.work.count { $0 == .linearUnlikely } > 6)
    #expect(alone.work.count { $0 == .linearOtherwise } > 4)
  }

  @Test("A picture is swept behind all that the lines of a label in it may say")
  func sweep() throws {
    let (width, height) = (240, 80)
    let strips = try strips(1, module: 2)
    let bytes = (0..<width * height).map { place -> UInt8 in
      let (x, y) = (place % width, place / width)
      return 30..<190 ~= x ? strips.bytes[min(y, 54) * Self.width + x] : 230
    }
    let work = detect(try Frame(format: .grey, width: width, height: height, bytes: bytes)).log.work
    let (fine, sweep) = (work.firstIndex(of: .linearFine), work.firstIndex(of: .linearSweep))
    #expect(try #require(fine) < #require(sweep))
  }

  @Test("Of many squares within squares those with the evenest rings are taken for a bull's eye first")
  func eyes() throws {
    var bytes = [UInt8](repeating: 230, count: Self.width * Self.height)
    func fill(_ x: Int, _ y: Int, half: Int, _ grey: UInt8) {
      for row in y - half..<y + half {
        for column in x - half..<x + half { bytes[row * Self.width + column] = grey }
      }
    }
    for number in 0..<60 {
      // Rings of four pixels end with an even number of them.
      for (half, grey) in [(19, 25), (15, 230), (11, 25), (7, 230), (2, 25)] as [(Int, UInt8)] {
        fill(40 + number % 10 * 90, 40 + number / 10 * 70, half: half, grey)
      }
    }
    let code = try AztecWriter().write("BEHIND THEM")
    for y in 0..<4 * code.height {
      for x in 0..<4 * code.width where code[x / 4, y / 4] { bytes[(760 + y) * Self.width + 400 + x] = 25 }
    }
    let frame = try Frame(format: .grey, width: Self.width, height: Self.height, bytes: bytes)
    let found = detect(frame)
    #expect(found.texts == ["BEHIND THEM"])
    #expect(found.log.readBy == .aztecPlain)
  }
}
