import Barcodes
import Foundation
import Geometry
import Imaging
import Presentation
import SDLScreen
import Scanner
import Station
import Testing

extension SDLTests {
  /// A station's screens as SDL draws them, in three sizes and both orientations, and what is left of them from afar.
  @MainActor struct StationGoldenTests {
    struct Window: Sendable, CustomTestStringConvertible {
      let width: Int
      let height: Int
      var testDescription: String { "\(width)x\(height)" }
    }

    nonisolated private static let windows = [
      Window(width: 800, height: 480), Window(width: 480, height: 800), Window(width: 1280, height: 800),
      Window(width: 800, height: 1280), Window(width: 1920, height: 1080), Window(width: 1080, height: 1920),
    ]

    /// All that a station shows, half as wide and half as high, on one sheet.
    @Test(arguments: windows)
    func aStationLooksAsItDid(_ window: Window) throws {
      let screen = try Self.screen(window)
      let pictures = try Self.states().map { try Self.picture(of: $0, on: screen, window).halved }
      let columns = window.width > window.height ? 2 : 4
      try GoldenPicture(name: "station-\(window.testDescription)")
        .expect(RGBAImage(sheet: pictures, columns: columns), side: 8, tolerance: 24, share: 0.0005)
    }

    private static func screen(_ window: Window) throws -> SDLScreen {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      var options = SDLScreen.Options(title: "golden")
      (options.width, options.height) = (window.width, window.height)
      options.fonts = GoldenPicture.fonts
      return try SDLScreen(options)
    }

    /// At second 1, a verdict of second 0.
    private static func picture(of state: StationState, on screen: SDLScreen, _ window: Window) throws -> RGBAImage {
      let scene = StationScreen(window: Size(window.width, window.height), scale: 1)
        .scene(of: state, at: .seconds(1), measuring: screen.text)
      return try screen.screenshot(
        frame: nil, placement: Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0), drawing: scene.drawing)
    }

    private static let settings: ScreenSettings = {
      var settings = ScreenSettings()
      settings.prompt = "Hold your ticket before the camera"
      settings.pin = PINHash(pin: "1234", salt: [], rounds: 1) { _, _, _ in [] }
      return settings
    }()

    private static func states() -> [StationState] {
      let idle = StationState(settings)
      var named = idle
      named.profile = "Night"
      var broken = idle
      broken.trouble = "Integrated Camera was disconnected. Plug it in again: scanning goes on by itself."
      var keypad = idle
      for key in [Key.escape, .character("1"), .character("2")] {
        _ = keypad.take(.key(key, [], isRepeat: false), StationScene(), at: .seconds(1))
      }
      return [named, broken] + StationVerdict.Kind.allCases.map(shown) + [keypad]
    }

    private static func shown(_ kind: StationVerdict.Kind) -> StationState {
      var state = StationState(settings)
      let words =
        kind == .refused ? "It expired on 2026-10-31." : kind == .repeated ? "It counts once in a shift." : nil
      state.show(StationVerdict(kind, words: words, text: "•••• 3931"), scan: nil, code: nil, at: .zero)
      return state
    }

    // MARK: From three metres

    /// A screen of ten inches, 217 mm wide, seen from three metres by eyes that tell 3 minutes of arc, as those of one in
    /// twenty who drive: 2.6 mm each, 83 of them across.
    private static let seen = (width: 83, height: 52)

    /// Grey alone, out of focus, askew by a few of its dots, in bad light and with noise: each is still told for what it is, by the
    /// likeness to the four.
    @Test(arguments: StationVerdict.Kind.allCases)
    func aVerdictIsToldFromAfarInGrey(_ kind: StationVerdict.Kind) throws {
      let window = Window(width: 1280, height: 800)
      let screen = try Self.screen(window)
      let pictures = try Dictionary(
        uniqueKeysWithValues: StationVerdict.Kind.allCases.map { kind in
          (
            kind,
            GreyDots(try Self.picture(of: Self.shown(kind), on: screen, window), Self.seen.width, Self.seen.height)
          )
        })
      let template = try #require(pictures[kind])
      for (other, picture) in pictures where other != kind { #expect(template.likeness(to: picture) < 0.7, "\(other)") }
      var random = SeededRandom(seed: 7)
      for round in 0..<50 {
        let photograph = template.photographed(&random)
        let likeness = pictures.mapValues { $0.bestLikeness(to: photograph) }
        let told = likeness.max { $0.value < $1.value }?.key
        #expect(told == kind, "photograph \(round)")
      }
    }
  }
}

/// A small picture in grey.
private struct GreyDots {
  let width: Int
  let height: Int
  var values: [Double]

  /// The means of the picture's parts, in 0…255.
  init(_ picture: RGBAImage, _ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    var sums = [Double](repeating: 0, count: width * height)
    var counts = sums
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let pixel = 4 * (y * picture.width + x)
        let dot = y * height / picture.height * width + x * width / picture.width
        // Rec. ITU-R BT.601.
        sums[dot] +=
          0.299 * Double(picture.pixels[pixel]) + 0.587 * Double(picture.pixels[pixel + 1]) + 0.114
          * Double(picture.pixels[pixel + 2])
        counts[dot] += 1
      }
    }
    values = zip(sums, counts).map { $0 / max(1, $1) }
  }

  /// The correlation of two pictures of one size, which neither light nor contrast changes; 1 is the same.
  func likeness(to other: GreyDots) -> Double {
    let means = (values.reduce(0, +) / Double(values.count), other.values.reduce(0, +) / Double(other.values.count))
    var (product, one, two) = (0.0, 0.0, 0.0)
    for (a, b) in zip(values, other.values) {
      product += (a - means.0) * (b - means.1)
      one += (a - means.0) * (a - means.0)
      two += (b - means.1) * (b - means.1)
    }
    return product / max(1e-9, (one * two).squareRoot())
  }

  /// As an eye does that follows the picture's border: the best of all places up to three dots away.
  func bestLikeness(to other: GreyDots) -> Double {
    let shifts = (-3...3).flatMap { y in (-3...3).map { (x: $0, y: y) } }
    return shifts.map { shift in
      var moved = other
      for y in 0..<height {
        for x in 0..<width { moved.values[y * width + x] = other.value(x + shift.x, y + shift.y) }
      }
      return likeness(to: moved)
    }.max() ?? 0
  }

  func photographed(_ random: inout SeededRandom) -> GreyDots {
    func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.unit() }
    let (shiftX, shiftY, turn) = (between(-2, 2), between(-2, 2), between(-0.04, 0.04))
    let (size, light, floor, slope) = (between(0.94, 1.03), between(0.4, 1), between(0, 60), between(-0.3, 0.3))
    var photograph = self
    for y in 0..<height {
      for x in 0..<width {
        let (fromMiddleX, fromMiddleY) = (Double(x - width / 2) / size, Double(y - height / 2) / size)
        let fromX = Double(width / 2) + fromMiddleX + turn * fromMiddleY + shiftX
        let fromY = Double(height / 2) + fromMiddleY - turn * fromMiddleX + shiftY
        // Out of focus: the mean of nine dots around.
        var sum = 0.0
        for dy in -1...1 { for dx in -1...1 { sum += value(Int(fromX.rounded()) + dx, Int(fromY.rounded()) + dy) } }
        let shade = 1 + slope * (Double(x) / Double(width) - 0.5)
        let noise = (0..<4).reduce(0) { noise, _ in noise + between(-12, 12) } / 2
        photograph.values[y * width + x] = min(255, max(0, floor + light * shade * sum / 9 + noise))
      }
    }
    return photograph
  }

  /// Beside the screen is a grey wall.
  private func value(_ x: Int, _ y: Int) -> Double {
    0..<width ~= x && 0..<height ~= y ? values[y * width + x] : 110
  }
}

extension RGBAImage {
  /// The means of squares of two pixels.
  fileprivate var halved: RGBAImage {
    let (width, height) = (self.width / 2, self.height / 2)
    var small = [UInt8](repeating: 255, count: 4 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        for part in 0..<3 {
          let first = 4 * (2 * y * self.width + 2 * x) + part
          let below = first + 4 * self.width
          let sum = Int(pixels[first]) + Int(pixels[first + 4]) + Int(pixels[below]) + Int(pixels[below + 4])
          small[4 * (y * width + x) + part] = UInt8((sum + 2) / 4)
        }
      }
    }
    return RGBAImage(width: width, height: height, pixels: small)
  }

  /// Pictures of one size beside and below each other.
  fileprivate init(sheet pictures: [RGBAImage], columns: Int) {
    let (width, height) = (pictures[0].width, pictures[0].height)
    let rows = (pictures.count + columns - 1) / columns
    var sheet = [UInt8](repeating: 255, count: 4 * columns * width * rows * height)
    for (index, picture) in pictures.enumerated() {
      for y in 0..<height {
        let to = 4 * (((index / columns) * height + y) * columns * width + index % columns * width)
        sheet.replaceSubrange(to..<to + 4 * width, with: picture.pixels[4 * y * width..<4 * (y + 1) * width])
      }
    }
    self.init(width: columns * width, height: rows * height, pixels: sheet)
  }
}
