import Barcodes
import Capture
import Foundation
import Geometry
import Imaging
import Presentation
import SDLScreen
import Scanner
import Synchronization
import Testing
import Translations

extension SDLTests {
  /// The inspector on pictures of different faults, as SDL draws it: every layer in one sheet a fault and size, compared
  /// with the sheets in Assets/Golden.
  @MainActor struct InspectorGoldenTests {
    nonisolated private static let faults = [
      "defocus qr", "tiny dataMatrix", "glare qr", "damaged qr", "bent aztec", "quiet zone ean13", "covered code128",
      "faint pdf417",
    ]
    nonisolated private static let sizes = [(1280, 800), (800, 600), (480, 800)]

    struct Case: Sendable, CustomTestStringConvertible {
      let fault: String
      let width: Int
      let height: Int
      var testDescription: String { "\(fault), \(width) × \(height)" }
      var name: String { "inspector-\(fault.replacing(" ", with: "-"))-\(width)x\(height)" }
    }

    nonisolated private static let cases = faults.flatMap { fault in
      sizes.map { Case(fault: fault, width: $0.0, height: $0.1) }
    }

    @Test("Each layer of the inspector looks as it did, and no text of it is cut", arguments: cases)
    func layers(_ story: Case) throws {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      var options = SDLScreen.Options(title: "golden")
      (options.width, options.height) = (story.width, story.height)
      options.fonts = GoldenPicture.fonts
      let screen = try SDLScreen(options)
      var shown = try Inspected(story, screen.text)
      var pictures: [RGBAImage] = []
      for layer in InspectionLayer.allCases {
        let turn = shown.turn(layer == .picture ? [] : [.key(.tab, [], isRepeat: false)], screen.text)
        expectNothingCovered(turn, shown.frame, story)
        let picture = try screen.screenshot(frame: turn.frame, placement: turn.placement, drawing: turn.drawing)
        pictures.append(picture)
        if let folder = ProcessInfo.processInfo.environment["VIEWFINDER_LOOK"] {
          try PNGExport.write(picture, path: "\(folder)/\(story.name)-\(layer.rawValue).png")
        }
      }
      try GoldenPicture(name: story.name).expect(Self.sheet(pictures), side: 4, tolerance: 24, share: 0.002)
    }

    @Test(
      "Each page of the inspector looks as it did: loupe, what if, frames, times, numbers, bundle", arguments: sizes)
    func pages(width: Int, height: Int) throws {
      try expectPages("inspector-pages-\(width)x\(height)", .english, width, height)
    }

    @Test(
      "The inspector speaks the language, in German, Japanese and from the right in Arabic",
      arguments: ["de", "ja", "ar"])
    func languages(language: String) throws {
      try expectPages("inspector-\(language)-1280x800", try Translations.words(in: language), 1280, 800)
    }

    private func expectPages(_ sheet: String, _ words: Words, _ width: Int, _ height: Int) throws {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      var options = SDLScreen.Options(title: "golden")
      (options.width, options.height) = (width, height)
      options.fonts = GoldenPicture.fonts
      let screen = try SDLScreen(options)
      let story = Case(fault: "damaged qr", width: width, height: height)
      var shown = try Inspected(story, screen.text, words: words, earlier: "not asked for qr")
      func key(_ key: Key) -> ScreenEvent { .key(key, [], isRepeat: false) }
      let middle = shown.turn([], screen.text).placement(shown.frame.bounds.center)
      let (page, down) = (key(.character("w")), key(.down))
      var pictures: [RGBAImage] = []
      let steps: [(name: String, events: [ScreenEvent])] = [
        ("loupe", [.pointer(.moved, at: middle)]), ("what-if", [page, down, down, down, down, down, key(.right)]),
        ("frames", [page, key(.character("k"))]), ("times", [page]), ("numbers", [page]),
        ("bundle", [key(.character("b"))]),
      ]
      for (name, events) in steps {
        let turn = shown.turn(events, screen.text)
        expectNothingCovered(turn, shown.frame, story)
        let picture = try screen.screenshot(frame: turn.frame, placement: turn.placement, drawing: turn.drawing)
        pictures.append(picture)
        if let folder = ProcessInfo.processInfo.environment["VIEWFINDER_LOOK"] {
          try PNGExport.write(picture, path: "\(folder)/\(sheet)-\(name).png")
        }
      }
      try GoldenPicture(name: sheet).expect(Self.sheet(pictures), side: 4, tolerance: 24, share: 0.002)
    }

    /// The panel leaves the picture alone, and holds its own text.
    private func expectNothingCovered(_ turn: ScannerLoop.Turn, _ frame: Frame, _ story: Case) {
      let window = Rect<ScreenPixels>(x: 0, y: 0, width: Double(story.width), height: Double(story.height))
      let picture = turn.placement(frame.bounds)
      #expect(window.inset(by: -0.01).contains(picture))
      let panels = turn.drawing.items.compactMap { item -> Rect<ScreenPixels>? in
        guard case .rectangle(let box, 0, _?, nil) = item, box.width == window.width || box.height == window.height
        else { return nil }
        return box
      }
      guard let panel = panels.last else {
        Issue.record("there is no panel")
        return
      }
      #expect(!panel.intersects(picture))
    }

    /// In rows of four, a third as wide and high.
    private static func sheet(_ pictures: [RGBAImage]) -> RGBAImage {
      let (factor, columns) = (3, 4)
      let (width, height) = (pictures[0].width / factor, pictures[0].height / factor)
      let rows = (pictures.count + columns - 1) / columns
      var pixels = [UInt8](repeating: 255, count: 4 * width * columns * height * rows)
      for (index, picture) in pictures.enumerated() {
        let (left, top) = (index % columns * width, index / columns * height)
        for y in 0..<height {
          for x in 0..<width {
            for part in 0..<3 {
              var sum = 0
              for dy in 0..<factor {
                for dx in 0..<factor {
                  sum += Int(picture.pixels[4 * ((y * factor + dy) * picture.width + x * factor + dx) + part])
                }
              }
              pixels[4 * ((top + y) * width * columns + left + x) + part] = UInt8(sum / (factor * factor))
            }
          }
        }
      }
      return RGBAImage(width: width * columns, height: height * rows, pixels: pixels)
    }

    /// A window on one picture with its inspector open, and the detector's report of it.
    @MainActor private struct Inspected {
      let frame: Frame
      private var loop: ScannerLoop
      private let running: CaptureState
      private var time = Duration.zero

      /// - Parameter earlier: a scene that is read, seen twice before among others.
      init(_ story: Case, _ text: PangoText, words: Words = .english, earlier: String? = nil) throws {
        let scene = try #require(FaultScene.all.first { $0.name == story.fault })
        let other = try earlier.map { name in try #require(FaultScene.all.first { $0.name == name }) }
        let images = try (other.map { [scene, $0, scene, scene, $0] } ?? []).map { try $0.image() } + [scene.image()]
        let frames = try images.enumerated().map { sequence, image in
          try Frame(
            format: .grey, width: image.width, height: image.height, bytes: image.pixels, sequence: sequence,
            timestamp: .milliseconds(40 * sequence))
        }
        frame = frames[frames.count - 1]
        running = .running(FrameSourceDescription(name: "label.png"))
        loop = ScannerLoop(
          settings: Settings(), window: Size(story.width, story.height), scale: 1, region: .full,
          words: words)
        loop.openInspector()
        var configuration = DetectionConfiguration(symbologies: Catalog.available)
        configuration.keepsInsight = true
        // Each look at the clock takes as long, so that times are plotted and yet the same on every machine.
        let clock = Mutex(Duration.zero)
        for frame in frames {
          let report = Detector(scene.options).report(on: frame, configuration) {
            clock.withLock { time in
              time += .microseconds(250)
              return time
            }
          }
          _ = loop.turn(ScannerLoop.Input(frame: frame, capture: running, now: frame.timestamp), measuring: text)
          _ = loop.turn(
            ScannerLoop.Input(report: report, capture: running, now: frame.timestamp + .milliseconds(30)),
            measuring: text)
        }
        // What the panel tells is told anew once it could be read.
        time = .seconds(5)
        _ = turn([], text)
      }

      /// A trial that the turn asks for is done before it is shown.
      mutating func turn(_ events: [ScreenEvent], _ text: PangoText) -> ScannerLoop.Turn {
        time += .seconds(10)
        var shown = loop.turn(ScannerLoop.Input(events: events, capture: running, now: time), measuring: text)
        while let trial = shown.trial {
          var input = ScannerLoop.Input(capture: running, now: time)
          input.outcome = trial.change.outcome(trial.frame, trial.present) { .zero }
          shown = loop.turn(input, measuring: text)
        }
        return shown
      }
    }
  }
}
