import Barcodes
import Bits
import Geometry
import Imaging
import Scanner
import Testing

@Suite("Which halves of DataBar are one symbol. ISO/IEC 24724 §5")
struct DataBarAgreementTests {
  private func row(_ gtin: String) throws -> [Bool] {
    let matrix = try DataBarWriter().write(gtin)
    return (0..<matrix.width).map { matrix[$0, 0] }
  }

  private func collect(_ lines: [[Bool]]) -> [String?] {
    var collector = DataBarCollector(wanted: [.gs1DataBar])
    for (number, row) in lines.enumerated() {
      // The right half is read from its outer end, as the left one.
      let forward = BarSequence(modules: row)
      for bars in [forward, forward.reversed] {
        collector.collect(bars, line: number) { Point(Double(abs($0)), Double(4 * number)) }
      }
    }
    return collector.symbols(least: 2).map { $0.symbol.text }
  }

  @Test("Lines that say another number at the same place are outvoted")
  func rivals() throws {
    let (right, ghost) = (try row("09521234543213"), try row("24012345678905"))
    #expect(collect([right, right, right, right]) == ["0109521234543213"])
    #expect(collect([right, ghost, right, ghost, right, right]) == ["0109521234543213"])
    #expect(collect([ghost, right, ghost, ghost, right, ghost]) == ["0124012345678905"])
  }

  @Test("Halves on one line touch each other")
  func apart() throws {
    let row = try row("09521234543213")
    // From the guard's bar on a half has 1 + 16 + 15 + 15 modules.
    let middle = try #require(row.firstIndex(of: true)) + 47
    let apart = [Bool](repeating: row[middle], count: 12) + [Bool](repeating: row[middle - 1], count: 12)
    let torn = Array(row[..<middle]) + apart + row[middle...]
    #expect(collect([row, row, row]) == ["0109521234543213"])
    #expect(collect([torn, torn, torn]) == [])
  }

  @Test("The more couples lines leave to choose from, the better a couple must fit")
  func choice() throws {
    var numbers = SeededRandom(seed: 3)
    // Each edge is up to a fifth of a module off: four characters misfit by about 0.9 together.
    let lines = try ["09521234543213", "24012345678905", "36512345678905", "78012345678906"].map { gtin in
      let bars = BarSequence(modules: try row(gtin))
      let edges = bars.edges.map { $0 + Float.random(in: -0.2...0.2, using: &numbers) }
      return BarSequence(edges: edges, leading: bars.leading, trailing: bars.trailing)
    }
    func read(_ lines: [BarSequence]) -> [String?] {
      var collector = DataBarCollector(wanted: [.gs1DataBar])
      for (number, line) in lines.enumerated() {
        for bars in [line, line.reversed] {
          collector.collect(bars, line: number) { Point(Double(abs($0)), Double(4 * number)) }
        }
      }
      return collector.symbols(least: 2).map { $0.symbol.text }
    }
    #expect(read([lines[0], lines[0]]) == ["0109521234543213"])
    #expect(read(lines + lines) == [])
  }

  @Test("Light on dark the halves change sides, and are not taken for others", arguments: [[3.0, 0], [8, 12]])
  func inverted(look: [Double]) throws {
    var picture = LinearPicture()
    (picture.quiet, picture.noise, picture.isInverted) = (look[0], look[1], true)
    let detector = Detector(DetectionOptions(symbologies: [.gs1DataBar]))
    // Four of these were read as other numbers, whose check was right by chance.
    for number in 0..<200 {
      let gtin = String(10_000_000_000_000 + (number * 7_919_177_541) % 9_000_000_000_000).suffix(13)
      let written = try DataBarWriter().write(String(gtin))
      let seen = detector.detect(in: picture.draw(written).frame)
      #expect(seen.map { $0.symbol.text?.dropFirst(2).prefix(13) } == [gtin])
    }
  }
}
