import Barcodes
import Imaging
import Scanner
import Testing

/// Counts looks at a clock that stands still for some of them and says then that all time is over.
private final class Looks {
  var count = 0
  let still: Int

  init(still: Int = .max) { self.still = still }

  func now() -> Duration {
    count += 1
    return count > still ? .seconds(100) : .zero
  }

  /// How often the clock is looked at while a frame is searched.
  static func at(_ frame: Frame, _ symbologies: Set<Symbology>, still: Int = .max) -> Int {
    let looks = Looks(still: still)
    _ = Detector(.camera(symbologies)) { looks.now() }.detect(in: frame)
    return looks.count
  }
}

/// Things that families spend their time on without there being a symbol.
private enum Distraction: String, CaseIterable, CustomTestStringConvertible {
  /// Twelve finders of QR Code in a row: any two may be one symbol's.
  case finders
  /// Squares of a floor.
  case checks
  /// Noise.
  case noise

  var testDescription: String { rawValue }

  var frame: Frame {
    get throws {
      var generator = SeededRandom(seed: 18004)
      let bytes = (0..<640 * 320).map { i -> UInt8 in
        let (x, y) = (i % 640, i / 640)
        switch self {
        case .finders:
          // Modules of three pixels.
          let away = max(abs(x % 53 - 26), abs(y - 160))
          return x < 636 && (away <= 4 || 8...10 ~= away) ? 40 : 210
        case .checks: return (x / 6 + y / 6) % 2 == 0 ? 40 : 200
        case .noise: return UInt8.random(in: 0...255, using: &generator)
        }
      }
      return try Frame(format: .grey, width: 640, height: 320, bytes: bytes)
    }
  }
}

@Test("Whatever is in view, the search ends when its time is over", arguments: Distraction.allCases)
private func searchesEnd(distraction: Distraction) throws {
  let frame = try distraction.frame
  for family in [[.qr], [.microQR, .rMQR], [.aztec], [.dataMatrix], [.pdf417, .microPDF417]] as [Set<Symbology>] {
    let all = Looks.at(frame, family)
    for part in 1...3 {
      let still = all * part / 4
      // Those at work and those above them ask once more each, and stop.
      #expect(Looks.at(frame, family, still: still) <= still + 24, "\(family.map(\.name)), part \(part)")
    }
  }
}

@Test("Each place where two finders may have their third is a moment to stop at")
func pairsLookAtTheClock() throws {
  #expect(Looks.at(try Distraction.finders.frame, [.qr]) > 150)
}

@Test(
  "Lines are scanned with an eye on the clock",
  arguments: [[Symbology.dataMatrix], [.pdf417, .microPDF417], [.aztec]] as [Set<Symbology>])
func scansLookAtTheClock(family: Set<Symbology>) throws {
  let frame = try Frame(format: .grey, width: 1280, height: 720, bytes: [UInt8](repeating: 128, count: 1280 * 720))
  #expect(Looks.at(frame, family) >= 12)
}

@Test(
  "Between two looks at the clock lie so many pixels, however long a line is, but for one line",
  arguments: [(1, 16), (4096, 16), (8192, 16), (16384, 8), (131_072, 1), (1_000_000, 1)])
func longLinesAreFewerAtOnce(width: Int, lines: Int) { #expect(WorkMeter.linesAtOnce(width: width) == lines) }
