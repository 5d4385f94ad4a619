import Barcodes
import Bits
import Geometry
import Imaging
import Testing

@Suite("Stacked DataBar, written and read. ISO/IEC 24724")
struct StackedDataBarTests {
  static let long = "(01)09521234543213(10)ABC123DEF456(21)XYZ"
  static let longSaid = "010952123454321310ABC123DEF456\u{1D}21XYZ"

  /// A pixel height a module is all that a stacked symbol's rows have.
  private func picture(_ modules: BitMatrix, angle: Double = 0, noise: Double = 0) -> LinearPicture {
    LinearPicture(heightPixels: 3 * Double(modules.height), angle: angle, noise: noise)
  }

  @Test(
    "Omnidirectional in two rows", arguments: ["09521234543213", "00000000000000", "10614141000415", "24012345678905"])
  func omnidirectional(gtin: String) throws {
    let modules = try DataBarWriter(style: .stackedOmnidirectional).write(gtin)
    #expect(modules.width == 50 && modules.height == 69)
    for angle in [0.0, 40, 90, 200] {
      let found = picture(modules, angle: angle, noise: 20).read(modules, linearSymbologies)
      #expect(found.map { $0.symbol.text } == ["01" + gtin], "at \(angle)°")
      #expect(found.first?.symbol.symbology == .gs1DataBar)
    }
  }

  @Test(
    "Stacked at its true height of 13 modules, of which no block is striped through", arguments: [0.0, 17, 73, 197])
  func low(angle: Double) throws {
    let modules = try DataBarWriter(style: .stacked).write("09521234543213")
    #expect(modules.height == 13)
    let found = picture(modules, angle: angle, noise: 10).read(modules, linearSymbologies)
    #expect(found.map { $0.symbol.text } == ["0109521234543213"])
  }

  @Test("No bar of a row goes on in the separator, but for the finders' single modules. §5.3.2.2")
  func separators() throws {
    let modules = try DataBarWriter(style: .stackedOmnidirectional).write("09521234543213")
    for x in 4..<46 {
      #expect(!(modules[x, 32] && modules[x, 33]))
      #expect(!(modules[x, 36] && modules[x, 35]))
      #expect(modules[x, 34] == !x.isMultiple(of: 2))
    }
    for y in 33...35 { #expect((0..<4).allSatisfy { !modules[$0, y] && !modules[49 - $0, y] }) }
  }

  @Test("Expanded in rows of any number of pairs", arguments: 1...6)
  func expanded(pairs: Int) throws {
    let modules = try DataBarExpandedWriter(pairsPerRow: pairs).write(Self.long)
    #expect(modules.width <= 4 + 49 * pairs + 1)
    for angle in [0.0, 17, 90, 180] {
      let found = picture(modules, angle: angle, noise: 20).read(modules, linearSymbologies)
      #expect(found.map { $0.symbol.text } == [Self.longSaid], "at \(angle)°")
    }
  }

  @Test("No row has a single character: the message is padded by one. §7.2.8", arguments: 1...20)
  func lastRows(length: Int) throws {
    let text = "(10)" + String("ABCDEFGHIJKLMNOPQRST".prefix(length))
    for pairs in 1...3 {
      let modules = try DataBarExpandedWriter(pairsPerRow: pairs).write(text)
      let said = picture(modules).read(modules, [.gs1DataBarExpanded]).map { $0.symbol.text }
      #expect(said == ["10" + text.dropFirst(4)], "\(pairs) pairs a row")
    }
  }

  @Test("A last digit of an odd number, wherever its symbol ends. §7.2.5.5.1", arguments: 1...24)
  func lastDigits(length: Int) throws {
    let digits = String("314159265358979323846264".prefix(length))
    for pairs in [nil, 1, 2, 3] {
      let modules = try DataBarExpandedWriter(pairsPerRow: pairs).write("(91)" + digits)
      let said = picture(modules).read(modules, [.gs1DataBarExpanded]).map { $0.symbol.text }
      #expect(said == ["91" + digits], "\(pairs ?? 0) pairs a row")
    }
  }

  @Test("Rows torn down to a third of their height, and a corner gone")
  func torn() throws {
    let modules = try DataBarExpandedWriter(pairsPerRow: 2).write(Self.long)
    var picture = picture(modules, noise: 10)
    picture.isTorn = { x, y in y.truncatingRemainder(dividingBy: 37) > 12 && x > 30 }
    #expect(picture.read(modules, linearSymbologies).map { $0.symbol.text } == [Self.longSaid])
  }

  @Test("One row where all pairs fit")
  func oneRow() throws {
    let row = try DataBarExpandedWriter().write("(10)AB")
    #expect(row.height == 1)
    #expect(try DataBarExpandedWriter(pairsPerRow: 10).write("(10)AB").height == 1)
  }
}
