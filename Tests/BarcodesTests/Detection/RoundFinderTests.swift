import Barcodes
import Bits
import Foundation
import Geometry
import Imaging
import Testing

/// QR Codes as designers draw them: finder patterns of circles, which tell neither how they are turned nor where their corners
/// are, and modules as dots.
@Suite("Round finder patterns")
struct RoundFinderTests {
  /// Parts that a module's side is drawn of.
  private static let parts = 8

  /// A symbol with its finder patterns as rings around discs, and its other modules as dots.
  private func decorated(_ modules: BitMatrix, dots: Double) -> BitMatrix {
    let (side, parts) = (modules.width, Double(Self.parts))
    let far = Double(side) - 3.5
    let finders = [Point<Modules>(3.5, 3.5), Point(far, 3.5), Point(3.5, far)]
    let wide = side * Self.parts
    return BitMatrix(
      width: wide, height: wide,
      modules: (0..<wide * wide).map { place in
        let at = Point<Modules>((Double(place % wide) + 0.5) / parts, (Double(place / wide) + 0.5) / parts)
        if let finder = finders.first(where: { max(abs(at.x - $0.x), abs(at.y - $0.y)) < 4 }) {
          let radius = at.distance(to: finder)
          return radius < 1.5 || 2.5..<3.5 ~= radius
        }
        let middle = Point<Modules>(at.x.rounded(.down) + 0.5, at.y.rounded(.down) + 0.5)
        return modules[Int(at.x), Int(at.y)] && at.distance(to: middle) < dots / 2
      })
  }

  private func read(_ symbol: RenderedSymbol) -> [Observation] {
    Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: symbol.frame)
  }

  private func look(dark: Double = 20, light: Double = 235, blur: Int = 0) -> RenderedSymbol.Look {
    RenderedSymbol.Look(dark: dark, light: light, quietZone: Double(4 * Self.parts), blur: blur, noise: 4)
  }

  @Test("At any turn", arguments: [1, 2, 7], [0.0, 20, 45, 100, 301])
  func turned(version: Int, degrees: Double) throws {
    let modules = try QRWriter(versions: version...version, level: .low).write("ROUND")
    let side = 5.5 * Double(modules.width)
    let corners = placed(side: side, degrees: degrees)
    let seen = read(try RenderedSymbol(decorated(modules, dots: 0.9), at: corners, look: look()))
    #expect(seen.map(\.symbol.text) == ["ROUND"])
    let observation = try #require(seen.first)
    for (found, drawn) in zip(observation.corners.points, corners.points) {
      #expect(found.distance(to: drawn) < 5.5, "a module")
    }
  }

  @Test("Seen aslant, small, blurred, and light on dark", arguments: [0.0, 33, 70])
  func hardship(degrees: Double) throws {
    let modules = try QRWriter(versions: 2...2, level: .medium).write("ROUND")
    let symbol = decorated(modules, dots: 1)
    let aslant = tilted(side: 260, by: 35, toward: 20, degrees: degrees, distance: 3)
    #expect(read(try RenderedSymbol(symbol, at: aslant, look: look())).map(\.symbol.text) == ["ROUND"], "aslant")
    let small = placed(side: 3.2 * 25, degrees: degrees)
    #expect(read(try RenderedSymbol(symbol, at: small, look: look())).map(\.symbol.text) == ["ROUND"], "small")
    let blurred = placed(side: 6 * 25, degrees: degrees)
    #expect(
      read(try RenderedSymbol(symbol, at: blurred, look: look(blur: 1))).map(\.symbol.text) == ["ROUND"], "blurred")
    let light = placed(side: 5 * 25, degrees: degrees)
    let inverted = look(dark: 235, light: 20)
    #expect(
      read(try RenderedSymbol(symbol, at: light, look: inverted)).map(\.symbol.text) == ["ROUND"], "light on dark")
  }

  @Test("Two beside each other, as close as one is wide")
  func neighbours() throws {
    let modules = try QRWriter(versions: 1...1, level: .low).write("ROUND")
    let symbol = decorated(modules, dots: 0.8)
    var bytes = [UInt8](repeating: 235, count: 480 * 480)
    for left in [60.0, 260] {
      let corners = placed(side: 160, around: Point(left + 80, 240))
      let frame = try RenderedSymbol(symbol, at: corners, look: look()).frame
      for place in bytes.indices { bytes[place] = min(bytes[place], frame.bytes[place]) }
    }
    let frame = try Frame(format: .grey, width: 480, height: 480, bytes: bytes)
    let seen = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: frame)
    #expect(seen.map(\.symbol.text) == ["ROUND", "ROUND"])
  }
}
