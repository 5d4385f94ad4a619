import CSDL2
import Foundation
import Geometry
import Imaging
import Presentation
import SDLScreen
import Testing

/// SDL is one for the process: one test at a time.
@Suite(.serialized) enum SDLTests {}

extension SDLTests {
  /// Each test has a window of SDL's dummy driver, which draws in memory.
  @MainActor struct ScreenTests {
    private let screen: SDLScreen

    init() throws {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      var options = SDLScreen.Options(title: "test")
      (options.width, options.height) = (320, 240)
      screen = try SDLScreen(options)
    }

    private static let unmoved = Mapping<FramePixels, ScreenPixels>(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0)

    private func picture(_ drawing: Drawing, frame: Frame? = nil) throws -> RGBAImage {
      try screen.screenshot(frame: frame, placement: Self.unmoved, drawing: drawing)
    }

    // MARK: Frames

    /// Left half 0xC81E1E-like red, right half blue; each format with its own arithmetic of BT.601.
    @Test(arguments: PixelFormat.allCases, [true, false])
    func aFrameHasItsColorsInEachFormat(format: PixelFormat, isFullRange: Bool) throws {
      let frame = try halves(format: format, width: 64, height: 32, isFullRange: isFullRange)
      let shown = try picture(Drawing(), frame: frame)
      let expected: [[Int]] = format == .grey ? [[82, 82, 82], [50, 50, 50]] : [[200, 30, 40], [20, 40, 180]]
      for (x, color) in zip([16, 48], expected) {
        let pixel = shown.color(x, 16)
        #expect(zip(pixel, color).allSatisfy { abs($0 - $1) <= 5 }, "\(format) at \(x): \(pixel), not \(color)")
      }
    }

    @Test func aFrameLiesWhereItsPlacementPutsIt() throws {
      let frame = try halves(format: .rgb24, width: 64, height: 32, isFullRange: true)
      let placement = Mapping<FramePixels, ScreenPixels>(scaleX: 2, scaleY: 2, shiftX: 100, shiftY: 60)
      let shown = try screen.screenshot(frame: frame, placement: placement, drawing: Drawing())
      #expect(shown.color(102, 62) == [200, 30, 40])
      #expect(shown.color(225, 121) == [20, 40, 180])
      #expect(shown.color(98, 62) == [18, 18, 20])
      #expect(shown.color(230, 62) == [18, 18, 20])
      #expect(shown.color(102, 126) == [18, 18, 20])
    }

    @Test func aMirroredPlacementExchangesLeftAndRight() throws {
      let frame = try halves(format: .nv12, width: 64, height: 32, isFullRange: true)
      let mirrored = VideoGravity.resize.mapping(content: frame.size, area: screen.size, mirrored: true)
      let shown = try screen.screenshot(frame: frame, placement: mirrored, drawing: Drawing())
      #expect(shown.color(80, 120)[2] > 150)
      #expect(shown.color(240, 120)[0] > 150)
    }

    @Test func aFrameOfTheSameNumberButOtherPixelsIsUploaded() throws {
      let red = try Frame(
        format: .rgb24, width: 8, height: 8, bytes: Array(repeating: [255, 0, 0], count: 64).flatMap { $0 })
      let blue = try Frame(
        format: .rgb24, width: 8, height: 8, bytes: Array(repeating: [0, 0, 255], count: 64).flatMap { $0 })
      #expect(try picture(Drawing(), frame: red).color(4, 4) == [255, 0, 0])
      #expect(try picture(Drawing(), frame: blue).color(4, 4) == [0, 0, 255])
    }

    // MARK: Drawings

    @Test func aRoundedRectangleCoversItsInsideAndLeavesItsCorners() throws {
      let box = Rect<ScreenPixels>(x: 40, y: 40, width: 100, height: 60)
      let shown = try picture(Drawing([.rectangle(box, radius: 16, fill: .white, stroke: nil)]))
      for (x, y) in [(90, 70), (40, 70), (139, 70), (90, 40), (90, 99), (46, 46)] {
        #expect(shown.color(x, y) == [255, 255, 255], "(\(x), \(y))")
      }
      for (x, y) in [(40, 40), (139, 40), (40, 99), (139, 99), (39, 70), (140, 70), (90, 39), (90, 100)] {
        #expect(shown.color(x, y) == [18, 18, 20], "(\(x), \(y))")
      }
    }

    @Test func translucentPartsOfAShapeDoNotOverlap() throws {
      let box = Rect<ScreenPixels>(x: 40, y: 40, width: 100, height: 60)
      let shown = try picture(
        Drawing([
          .rectangle(Rect(x: 0, y: 0, width: 320, height: 240), radius: 0, fill: .black, stroke: nil),
          .rectangle(box, radius: 16, fill: Color.white.opacity(0.5), stroke: nil),
          .rectangle(
            box.moved(by: Vector(0, 90)), radius: 16, fill: nil, stroke: Stroke(Color.white.opacity(0.5), width: 4)),
        ]))
      #expect(shown.pixels.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element <= 128 })
      #expect(shown.color(90, 70) == [128, 128, 128])
      #expect(shown.color(90, 131) == [128, 128, 128])
      #expect(shown.color(90, 160) == [0, 0, 0])
    }

    @Test func aSurroundCoversAllButItsRectangle() throws {
      let box = Rect<ScreenPixels>(x: 60, y: 40, width: 200, height: 160)
      let shown = try picture(
        Drawing([
          .rectangle(Rect(x: 0, y: 0, width: 320, height: 240), radius: 0, fill: .white, stroke: nil),
          .surround(box, radius: 20, color: Color.black.opacity(0.6)),
        ]))
      for (x, y) in [(160, 120), (60, 120), (259, 120), (160, 40), (160, 199), (68, 48)] {
        #expect(shown.color(x, y) == [255, 255, 255], "(\(x), \(y))")
      }
      for (x, y) in [(0, 0), (319, 239), (59, 120), (260, 120), (160, 39), (160, 200), (60, 40), (259, 199)] {
        #expect(shown.color(x, y) == [102, 102, 102], "(\(x), \(y))")
      }
    }

    @Test func aPathIsDrawnOnItsLine() throws {
      let corners = [Point<ScreenPixels>(50, 50), Point(200, 60), Point(190, 200), Point(60, 190)]
      let shown = try picture(Drawing([.path(corners, closed: true, stroke: Stroke(.white, width: 6))]))
      for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
        let middle = a.midpoint(to: b)
        #expect(shown.color(Int(middle.x), Int(middle.y)) == [255, 255, 255])
      }
      #expect(shown.color(125, 125) == [18, 18, 20])
    }

    @Test func dashesLeaveGaps() throws {
      let line = [Point<ScreenPixels>(10.5, 100.5), Point(310.5, 100.5)]
      let dashed = Stroke(.white, width: 4, dash: .init(on: 20, off: 10))
      let shown = try picture(Drawing([.path(line, closed: false, stroke: dashed)]))
      let lit = (0..<320).filter { shown.color($0, 100)[0] > 200 }.count
      #expect(abs(lit - 200) <= 12)
      #expect(shown.color(20, 100) == [255, 255, 255])
      #expect(shown.color(35, 100) == [18, 18, 20])
    }

    @Test func aBitmapIsScaledAndANewOneReplacesIt() throws {
      let box = Rect<ScreenPixels>(x: 100, y: 100, width: 20, height: 20)
      let checker = Bitmap(width: 2, height: 1, pixels: [255, 0, 0, 255, 0, 255, 0, 255])
      let shown = try picture(Drawing([.bitmap(checker, in: box, smooth: false)]))
      #expect(shown.color(105, 110) == [255, 0, 0])
      #expect(shown.color(115, 110) == [0, 255, 0])
      let swapped = Bitmap(width: 2, height: 1, pixels: [0, 255, 0, 255, 255, 0, 0, 255])
      #expect(try picture(Drawing([.bitmap(swapped, in: box, smooth: false)])).color(105, 110) == [0, 255, 0])
      #expect(try picture(Drawing([.bitmap(checker, in: box, smooth: false)])).color(105, 110) == [255, 0, 0])
    }

    @Test(arguments: ["Align a code", "世界 مرحبا שלום नमस्ते ไทย", "👩‍👩‍👧", "<b>&amp;</b>", "a\u{0}b\u{1B}[31m"])
    func textOfAnyScriptIsDrawnInItsBox(string: String) throws {
      let text = Text(string, pixels: 24)
      let box = screen.text.size(of: text)
      #expect(box.width > 20 && box.height >= 24)
      let shown = try picture(Drawing([.text(text, at: Point(20, 100))]))
      let marked = (0..<240).flatMap { y in (0..<320).map { (x: $0, y: y) } }.filter {
        shown.color($0.x, $0.y) != [18, 18, 20]
      }
      #expect(marked.count > 100)
      #expect(
        marked.allSatisfy { Double($0.x) < 20 + box.width + 4 && Double($0.y) < 100 + box.height + 8 && $0.y > 92 })
    }

    /// In the machine's fonts: the README asks for one that has them.
    @Test(arguments: ["👩‍💻", "🎂", "🇩🇪", "✅"]) func emojiAreDrawnInTheirColors(emoji: String) throws {
      let one = screen.text.size(of: Text(emoji, face: .monospaced, pixels: 24))
      #expect(one.width < 40, "one sign, however many it is made of")
      let shown = try picture(Drawing([.text(Text(emoji, face: .monospaced, pixels: 24), at: Point(20, 100))]))
      let colored = (0..<240).flatMap { y in (0..<320).map { shown.color($0, y) } }.filter {
        ($0.max() ?? 0) > ($0.min() ?? 0) + 60
      }
      #expect(colored.count > 50)
    }

    @Test(arguments: [
      ("one", 1), ("one\ntwo", 2), ("one\r\ntwo\rthree\u{2028}four", 4), ("1\n2\n3\n4\n5\n6\n7", 5),
      (String(repeating: "word ", count: 300), 5), (String(repeating: "x", count: 5000), 5),
      ("a\n" + String(repeating: "字", count: 3000), 5),
    ])
    func textHasAtMostItsLines(string: String, lines: Int) {
      let line = screen.text.size(of: Text("x字", pixels: 20)).height
      let box = screen.text.size(of: Text(string, pixels: 20, maxWidth: 200, maxLines: 5))
      #expect(box.width <= 200)
      #expect((Double(lines) - 0.9) * line < box.height && box.height < (Double(lines) + 0.9) * line)
      #expect(screen.text.size(of: Text(string, pixels: 20, maxWidth: 200)).height < 1.9 * line)
    }

    // MARK: Fonts

    /// A configuration that names one file of a package that the tests ask for.
    private func fonts(_ file: String) throws -> String {
      let path = FileManager.default.temporaryDirectory.appending(path: "viewfinder-fonts-\(UUID().uuidString).conf")
      let rules = """
        <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
        <fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir>
        <selectfont><rejectfont><glob>*</glob></rejectfont><acceptfont><glob>*/\(file)</glob></acceptfont></selectfont>
        </fontconfig>
        """
      try Data(rules.utf8).write(to: path)
      return path.path
    }

    @Test func onlyTheFontsOfAConfigurationAreUsed() throws {
      let (sans, mono) = (Text("iiii", face: .sans, pixels: 20), Text("iiii", face: .monospaced, pixels: 20))
      let narrow = try fonts("DejaVuSans.ttf")
      let wide = try fonts("DejaVuSansMono.ttf")
      defer { for path in [narrow, wide] { try? FileManager.default.removeItem(atPath: path) } }
      // Where there is but one font, it stands in for every face.
      let (few, other) = (try PangoText(fonts: narrow), try PangoText(fonts: wide))
      #expect(few.size(of: sans) == few.size(of: mono))
      #expect(other.size(of: sans) == other.size(of: mono))
      #expect(few.size(of: sans).width < other.size(of: sans).width)
    }

    @Test func aConfigurationThatNamesNoFontIsTold() throws {
      let none = try fonts("NoSuchFont.ttf")
      defer { try? FileManager.default.removeItem(atPath: none) }
      for path in [none, "/no/such/file.conf"] {
        let failure = #expect(throws: SDLFailure.self) { try PangoText(fonts: path) }
        #expect(failure?.reason.contains(path) == true)
      }
    }

    /// A part that is kept as a picture looks as it does otherwise, the second time as well, and elsewhere.
    @Test func whatStaysIsDrawnAsOtherwise() throws {
      func part(_ x: Double, _ y: Double) -> (Drawing, Rect<ScreenPixels>) {
        let place = Rect<ScreenPixels>(x: x, y: y, width: 120, height: 90)
        let line = [Point<ScreenPixels>(x + 10, y + 80), Point(x + 50, y + 15), Point(x + 110, y + 70)]
        return (
          Drawing([
            .rectangle(place, radius: 0, fill: Color(0x6B0F1A), stroke: nil),
            .path(line, closed: false, stroke: Stroke(.white, width: 9)),
            .disk(center: Point(x + 60, y + 60), radius: 17, fill: Color(0x2E4A6B).opacity(0.5)),
          ]), place
        )
      }
      for (x, y) in [(0.0, 0.0), (130, 77), (0, 0)] {
        let (drawing, place) = part(x, y)
        let plain = try picture(drawing)
        #expect(try picture(Drawing([.still(drawing, in: place)])).pixels == plain.pixels)
      }
    }

    // MARK: Events

    @Test(arguments: [
      (SDLK_SPACE, Key.space), (SDLK_RETURN, .enter), (SDLK_KP_ENTER, .enter), (SDLK_ESCAPE, .escape),
      (SDLK_LEFT, .left),
      (SDLK_F1, .function(1)), (SDLK_F11, .function(11)), (SDLK_q, .character("q")), (SDLK_1, .character("1")),
      (SDLK_KP_7, .character("7")), (SDLK_KP_PLUS, .character("+")), (SDLK_SLASH, .character("/")), (SDLK_TAB, .tab),
    ])
    func aKeyIsKnownByWhatIsPrintedOnIt(code: SDL_KeyCode, key: Key) {
      drain()
      var event = SDL_Event()
      event.key.type = SDL_KEYDOWN.rawValue
      event.key.keysym.sym = SDL_Keycode(bitPattern: code.rawValue)
      event.key.keysym.mod = UInt16(KMOD_RSHIFT.rawValue | KMOD_LCTRL.rawValue)
      SDL_PushEvent(&event)
      #expect(screen.poll() == .key(key, [.shift, .control], isRepeat: false))
    }

    /// Of a PIN that is typed as fast as machines type, SDL takes the second 1 for a repetition of the first.
    @Test func aKeyThatIsPressedAgainAtOnceIsNotHeldDown() {
      drain()
      for (key, isFlagged) in [(SDLK_1, false), (SDLK_5, false), (SDLK_1, true), (SDLK_1, true)] {
        var event = SDL_Event()
        event.key.type = SDL_KEYDOWN.rawValue
        event.key.keysym.sym = SDL_Keycode(bitPattern: key.rawValue)
        event.key.repeat = isFlagged ? 1 : 0
        SDL_PushEvent(&event)
        let digit: Character = key == SDLK_1 ? "1" : "5"
        // SDL ends each round of events with one of its own, after which nothing came.
        #expect((screen.poll() ?? screen.poll()) == .key(.character(digit), [], isRepeat: false))
      }
    }

    @Test func aKeyThatIsHeldDownRepeats() {
      var repeats = KeyRepeats()
      let told = [
        (7, false, 1000), (7, true, 1500), (7, true, 1530), (9, false, 1540), (7, true, 1800), (7, true, 1999),
      ]
      .map { key, isFlagged, at in repeats.isRepeat(key, isFlagged: isFlagged, at: UInt32(at)) }
      #expect(told == [false, true, true, false, false, true])
    }

    @Test func pointerWheelAndDropAreTold() throws {
      drain()
      var event = SDL_Event()
      event.button.type = SDL_MOUSEBUTTONDOWN.rawValue
      event.button.button = UInt8(SDL_BUTTON_LEFT)
      (event.button.x, event.button.y) = (17, 23)
      SDL_PushEvent(&event)
      event.button.type = SDL_MOUSEBUTTONUP.rawValue
      SDL_PushEvent(&event)
      event = SDL_Event()
      event.wheel.type = SDL_MOUSEWHEEL.rawValue
      event.wheel.preciseY = -2
      SDL_PushEvent(&event)
      event = SDL_Event()
      event.drop.type = SDL_DROPFILE.rawValue
      event.drop.file = SDL_strdup("/tmp/a b.png")
      SDL_PushEvent(&event)
      #expect(screen.poll() == .pointer(.pressed, at: Point(17, 23)))
      #expect(screen.poll() == .pointer(.released, at: Point(17, 23)))
      #expect(screen.poll() == .wheel(-2))
      #expect(screen.poll() == .dropped(path: "/tmp/a b.png"))
    }

    @Test func manyWakesFromAnotherThreadAreOneEvent() async {
      drain()
      let waker = screen.waker
      await Task.detached { for _ in 0..<1000 { waker.wake() } }.value
      #expect(screen.wait(timeout: .seconds(10)) == .woken)
      #expect(screen.poll() == nil)
      waker.wake()
      #expect(screen.wait(timeout: .seconds(10)) == .woken)
    }

    @Test func aWaitThatNothingEndsEndsByItself() {
      drain()
      #expect(screen.wait(timeout: .milliseconds(5)) == nil)
    }

    @Test func whatIsCopiedCanBePasted() throws {
      try screen.copy("Grüße 🎉")
      #expect(screen.clipboard == "Grüße 🎉")
    }

    private func drain() { while screen.poll() != nil {} }
  }

  @MainActor struct FailureTests {
    @Test func withoutADisplayTheErrorNamesWatch() {
      setenv("SDL_VIDEODRIVER", "no-such-driver", 1)
      defer { setenv("SDL_VIDEODRIVER", "dummy", 1) }
      let failure = #expect(throws: ScreenFailure.self) { try SDLScreen(SDLScreen.Options(title: "test")) }
      #expect(failure.map { "\($0)" }?.contains("viewfinder watch") == true)
    }

    @Test func theSoundIsPartOfTheProgram() throws {
      setenv("SDL_AUDIODRIVER", "dummy", 1)
      let sound = try SDLSound()
      sound.play()
      #expect(sound.queuedByteCount > 0)
    }

  }
}

extension RGBAImage {
  fileprivate func color(_ x: Int, _ y: Int) -> [Int] {
    (0..<3).map { Int(pixels[4 * (y * width + x) + $0]) }
  }
}

/// Left half (200, 30, 40), right half (20, 40, 180), converted to the format by ITU-R BT.601.
private func halves(format: PixelFormat, width: Int, height: Int, isFullRange: Bool) throws -> Frame {
  let planes = format.planes(width: width, height: height)
  var bytes = [UInt8](repeating: 0, count: planes.map(\.end).max() ?? 0)
  for y in 0..<height {
    for x in 0..<width {
      let color: [Double] = x < width / 2 ? [200, 30, 40] : [20, 40, 180]
      let (luma, u, v) = bt601(color, isFullRange: isFullRange)
      let half = (y / 2) * planes.last!.stride + x / 2
      switch format {
      case .grey: bytes[y * width + x] = luma
      case .yuyv: (bytes[y * 2 * width + 2 * x], bytes[y * 2 * width + 2 * x + 1]) = (luma, x % 2 == 0 ? u : v)
      case .uyvy: (bytes[y * 2 * width + 2 * x + 1], bytes[y * 2 * width + 2 * x]) = (luma, x % 2 == 0 ? u : v)
      case .nv12, .nv21:
        bytes[y * width + x] = luma
        let at = planes[1].offset + (y / 2) * planes[1].stride + x / 2 * 2
        (bytes[at], bytes[at + 1]) = format == .nv12 ? (u, v) : (v, u)
      case .yuv420, .yvu420:
        bytes[y * width + x] = luma
        (bytes[planes[1].offset + half], bytes[planes[2].offset + half]) = format == .yuv420 ? (u, v) : (v, u)
      case .rgb24, .bgr24:
        let order = format == .rgb24 ? color : color.reversed()
        for part in 0..<3 { bytes[3 * (y * width + x) + part] = UInt8(order[part]) }
      }
    }
  }
  return try Frame(format: format, width: width, height: height, bytes: bytes, isFullRange: isFullRange)
}

private func bt601(_ color: [Double], isFullRange: Bool) -> (UInt8, UInt8, UInt8) {
  let luma = 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]
  let u = (color[2] - luma) * 0.5 / 0.886
  let v = (color[0] - luma) * 0.5 / 0.701
  let byte = { (value: Double) in UInt8(min(max(value.rounded(), 0), 255)) }
  return isFullRange
    ? (byte(luma), byte(128 + u), byte(128 + v))
    : (byte(16 + luma * 219 / 255), byte(128 + u * 224 / 255), byte(128 + v * 224 / 255))
}
