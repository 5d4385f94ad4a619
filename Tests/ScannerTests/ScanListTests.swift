import Barcodes
import Capture
import Geometry
import Imaging
import Presentation
import Scanner
import TestSupport
import Testing
import Translations

private func scanned(_ texts: String...) -> ScanList {
  var list = ScanList()
  for text in texts { list.scan(symbol(text), PayloadDescription(of: symbol(text))) }
  return list
}

private func texts(_ turn: ScannerLoop.Turn) -> [String] {
  turn.drawing.items.compactMap { if case .text(let text, _) = $0 { text.string } else { nil } }
}

@Suite("A list of all that is scanned")
struct ScanListTests {
  @Test("Each code stands there once, with how often it came")
  func counts() {
    let list = scanned("A", "B", "A", "A")
    #expect(list.entries.map(\.text) == ["A", "B"])
    #expect(list.entries.map(\.count) == [3, 1])
    #expect(list.total == 4 && list.repeated == 1)
  }

  @Test("Whatever was done is taken back, the last first")
  func takingBack() {
    var list = scanned("A", "B", "A")
    list.note("top shelf", at: 1)
    list.remove(at: 0)
    #expect(list.entries.map(\.text) == ["B"])
    list.scan(symbol("A"), PayloadDescription(of: symbol("A")))
    #expect(list.entries.map(\.count) == [1, 1])
    #expect(undo(&list))
    #expect(undo(&list))
    #expect(list.entries.map(\.text) == ["A", "B"] && list.entries.map(\.count) == [2, 1])
    #expect(list.entries[1].note == "top shelf")
    #expect(undo(&list))
    #expect(list.entries[1].note == "")
    for _ in 0..<3 { #expect(undo(&list)) }
    #expect(list.entries.isEmpty)
    #expect(!undo(&list))
  }

  @Test("What is written is read again by spreadsheets and programs, and runs in none")
  func files() {
    var list = scanned("=1+1", "a,\"b\"\nc", "WIFI:T:WPA;S:n;P:secret12;;")
    list.note("fine; here", at: 0)
    let csv = list.written(.csv)
    #expect(
      csv
        == "text,count,kind,symbology,note\r\n'=1+1,1,Text,sample,\"fine; here\"\r\n"
        + "\"a,\"\"b\"\"\nc\",1,Text,sample,\r\n(hidden),1,Wi-Fi network,sample,\r\n")
    #expect(list.written(.json).split(separator: "\n").count == 3)
    #expect(list.written(.json).hasPrefix(#"{"text":"=1+1","count":1,"kind":"Text","symbology":"sample","note":"#))
    #expect(list.written(.text) == "=1+1\na,\"b\"\\nc\n(hidden)\n")
    for form in ScanList.Form.allCases { #expect(!list.written(form).contains("secret12")) }
  }

  /// The window as a person uses it, with keys and frames of 33 ms.
  private struct Shelf {
    var loop = ScannerLoop(settings: Settings(), window: Size(800, 600), scale: 1)
    var now = Duration.zero

    mutating func turn(_ events: ScreenEvent..., frame: Frame? = nil, report: DetectionReport? = nil)
      -> ScannerLoop.Turn
    {
      now += .milliseconds(33)
      return loop.turn(
        ScannerLoop.Input(
          events: events, frame: frame, report: report,
          capture: .running(FrameSourceDescription(name: "shelf")), now: now), measuring: WholePixels())
    }

    mutating func press(_ key: Key, _ modifiers: Modifiers = []) -> ScannerLoop.Turn {
      turn(.key(key, modifiers, isRepeat: false))
    }

    mutating func see(_ text: String, sequence: Int) throws -> ScannerLoop.Turn {
      turn(
        frame: try grey(640, 480, sequence: sequence),
        report: ScannerTests.report([observation(text)], sequence: sequence))
    }
  }

  @Test("The list fills while scanning, is noted, saved and taken back by keys")
  func keys() throws {
    var shelf = Shelf()
    _ = try shelf.see("FIRST", sequence: 1)
    #expect(texts(shelf.press(.character("l"))).contains("The list is empty"))
    // Nothing waits for “scan again”.
    for (number, text) in ["ONE", "TWO"].enumerated() {
      #expect(try shelf.see(text, sequence: 2 + number).effects.contains(.deliver(observation(text))))
    }
    #expect(texts(shelf.turn()).contains("2 codes"))
    #expect(texts(shelf.turn()).contains("› TWO"))
    #expect(shelf.press(.down).effects.isEmpty)
    #expect(shelf.press(.character("c")).effects == [.copy("ONE")])
    _ = shelf.press(.enter)
    #expect(texts(shelf.turn(.text("blue"))).contains { $0.hasPrefix("Note: blue") })
    // What is typed is the note's, and no key's.
    #expect(shelf.turn(.key(.character("q"), [], isRepeat: false), .text("q")).effects.isEmpty)
    _ = shelf.press(.backspace)
    #expect(texts(shelf.press(.enter)).contains { $0.hasSuffix("· blue") })
    #expect(texts(shelf.press(.delete)).contains("1 code"))
    #expect(texts(shelf.press(.character("z"), .control)).contains("2 codes"))
    #expect(shelf.press(.character("s")).effects.isEmpty)
    guard case .save(let file, opens: false) = shelf.press(.character("1")).effects.first else {
      Issue.record("not saved")
      return
    }
    #expect(file.ending == "csv" && file.text.contains("ONE,1,Text,sample,blue"))
    _ = shelf.press(.character("s"))
    #expect(shelf.press(.character("3")).effects == [.copy("ONE\nTWO\n")])
    // Closed and opened again it goes on; the mode is what it was.
    #expect(!texts(shelf.press(.character("l"))).contains("2 codes"))
    #expect(shelf.loop.state.policy.mode == .once)
    #expect(texts(shelf.press(.character("l"))).contains("2 codes"))
  }

  @Test("The foot says of a code in sight whether it is in the list")
  func foot() throws {
    var shelf = Shelf()
    _ = shelf.press(.character("l"))
    let waiting = "Align a code within the frame"
    #expect(texts(shelf.turn(frame: try grey(640, 480, sequence: 0))).contains(waiting))
    let listed = texts(try shelf.see("ONE", sequence: 1))
    #expect(listed.contains("In the list: show the next code") && !listed.contains(waiting))
    let undone = texts(shelf.press(.character("z"), .control))
    #expect(undone.contains("Not in the list any more: show it anew to add it"))
  }

  @Test("Where lines run from the right the list stands at the left, and the picture where it leaves room")
  func mirrored() throws {
    let window = Size<ScreenPixels>(800, 600)
    let words = try Translations.words(in: "ar")
    var shelf = Shelf(loop: ScannerLoop(settings: Settings(), window: window, scale: 1, words: words))
    _ = shelf.press(.character("l"))
    let turn = try shelf.see("ONE", sequence: 1)
    let list = ListView.split(window, isMirrored: true).list
    #expect(list.minX == 0 && list.width == 336)
    #expect(turn.placement(Rect<FramePixels>(x: 0, y: 0, width: 640, height: 480)).center.x == 568)
    let places = turn.drawing.items.compactMap { item -> Point<ScreenPixels>? in
      if case .text(let text, let place) = item, text.string == "› ONE" { place } else { nil }
    }
    #expect(places.count == 1 && places.allSatisfy { list.contains($0) })
  }

  @Test("In the smallest window the list is written as large as in a large one")
  func smallWindow() throws {
    func sizes(_ window: Size<ScreenPixels>) throws -> Set<Double> {
      var shelf = Shelf(loop: ScannerLoop(settings: Settings(), window: window, scale: 1))
      _ = shelf.press(.character("l"))
      // Longer than the list is wide.
      _ = try shelf.see("https://example.com/shelf/9/" + String(repeating: "box", count: 30), sequence: 1)
      let list = ListView.split(window).list
      return Set(
        shelf.turn().drawing.items.compactMap { item in
          guard case .text(let text, let at) = item, list.contains(at) else { return nil }
          return text.pixels
        })
    }
    let small = try sizes(Size(320, 240))
    #expect(small == (try sizes(Size(1280, 800))), "\(small)")
    var shelf = Shelf(loop: ScannerLoop(settings: Settings(), window: Size(320, 240), scale: 1))
    _ = shelf.press(.character("l"))
    let foot = try shelf.see("ONE", sequence: 1).drawing.items.compactMap { item in
      if case .text(let text, _) = item, text.string.hasPrefix("In the list") { text.pixels } else { nil }
    }
    #expect(foot == [15])
  }

  @Test("200 codes one after another in a video at 30 frames a second are all in the list, once each")
  func shelf() throws {
    let texts = (0..<200).map { "SHELF-\(1000 + $0)" }
    var video: [UInt8] = []
    for text in texts {
      let made = try CatalogGenerator().codes(for: CodeRecipe(text: text))
      let picture = GreyPicture(try CodePicture.image(try #require(made.first), CodeAppearance()))
      if video.isEmpty { video = Array("YUV4MPEG2 W\(picture.width) H\(picture.height) F30:1 Cmono\n".utf8) }
      video += Array("FRAME\n".utf8) + picture.pixels
    }
    var rest = video[...]
    let reader = ByteReader {
      defer { rest = rest.dropFirst(1 << 16) }
      return Array(rest.prefix(1 << 16))
    }
    let clock = CaptureManualClock()
    let source = try VideoStream.source(
      name: "shelf", reader, raw: nil, rate: nil, clock: clock.clock, decodeJPEG: { _, _, _ in nil })
    // A clock that stands still: what is read depends on no machine's speed.
    let detector = Detector(.camera(Set(Catalog.available)), now: { .zero })
    var shelf = Shelf()
    _ = shelf.press(.character("l"))
    var count = 0
    var next = source.next(patience: .seconds(1))
    while case .frame(let frame) = next {
      count += 1
      let report = DetectionReport(
        observations: detector.detect(in: frame), sequence: frame.sequence, timestamp: frame.timestamp,
        region: RegionOfInterest(.full, frameSize: frame.size), elapsed: .milliseconds(2), insight: nil, frame: nil)
      _ = shelf.turn(frame: frame, report: report)
      next = source.next(patience: .seconds(1))
    }
    #expect(count == 200)
    // A thirtieth of a second each, by the source's clock.
    #expect(clock.now >= .seconds(6.5) && clock.now < .seconds(7))
    _ = shelf.press(.character("s"))
    #expect(shelf.press(.character("3")).effects == [.copy(texts.map { $0 + "\n" }.joined())])
  }
}

/// Widths as fonts are measured: in whole pixels, rounded up.
private struct WholePixels: TextMeasuring {
  func size(of text: Text) -> Size<ScreenPixels> {
    let size = FixedWidth().size(of: text)
    return Size(size.width.rounded(.up), size.height.rounded(.up))
  }
}

/// A macro's argument cannot change what it is called on.
private func undo(_ list: inout ScanList) -> Bool { list.undo() }
