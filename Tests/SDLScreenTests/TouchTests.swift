import CSDL2
import Foundation
import Geometry
import Presentation
import SDLScreen
import Scanner
import Station
import Testing

extension SDLTests {
  /// Fingers on a touch screen, from SDL's own events to what comes of them. No mouse is there, so nothing can be hovered over.
  @MainActor struct TouchTests {
    nonisolated private static let windows: [Size<ScreenPixels>] = [
      Size(800, 480), Size(480, 800), Size(1280, 800), Size(800, 1280), Size(1920, 1080), Size(1080, 1920),
    ]

    private func screen(_ size: Size<ScreenPixels>) throws -> SDLScreen {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      var options = SDLScreen.Options(title: "touch")
      (options.width, options.height) = (Int(size.width), Int(size.height))
      let screen = try SDLScreen(options)
      while screen.poll() != nil {}
      return screen
    }

    /// A finger does something at a place, and the screen tells what that means.
    private func touch(
      _ kind: SDL_EventType, _ point: Point<ScreenPixels>, finger: SDL_FingerID = 7, on screen: SDLScreen
    ) -> ScreenEvent? {
      var event = SDL_Event()
      event.tfinger.type = kind.rawValue
      event.tfinger.fingerId = finger
      (event.tfinger.x, event.tfinger.y) = (Float(point.x / screen.size.width), Float(point.y / screen.size.height))
      SDL_PushEvent(&event)
      // SDL ends each round of events with one of its own, after which nothing came.
      return screen.poll() ?? screen.poll()
    }

    private func expect(_ event: ScreenEvent?, _ phase: PointerPhase, near point: Point<ScreenPixels>) {
      guard case .pointer(phase, let place) = event else {
        Issue.record("\(String(describing: event)) is not \(phase)")
        return
      }
      // SDL counts in single precision.
      #expect(place.distance(to: point) < 0.01)
    }

    @Test func aFingerIsAPointerAndASecondOneIsNone() throws {
      let screen = try screen(Size(320, 240))
      expect(touch(SDL_FINGERDOWN, Point(40, 30), on: screen), .pressed, near: Point(40, 30))
      #expect(touch(SDL_FINGERDOWN, Point(200, 30), finger: 8, on: screen) == nil)
      expect(touch(SDL_FINGERMOTION, Point(44, 31), on: screen), .moved, near: Point(44, 31))
      #expect(touch(SDL_FINGERMOTION, Point(100, 31), finger: 8, on: screen) == nil)
      #expect(touch(SDL_FINGERUP, Point(100, 31), finger: 8, on: screen) == nil)
      expect(touch(SDL_FINGERUP, Point(44, 31), on: screen), .released, near: Point(44, 31))
      // Now the other hand.
      expect(touch(SDL_FINGERDOWN, Point(200, 30), finger: 8, on: screen), .pressed, near: Point(200, 30))
      expect(touch(SDL_FINGERUP, Point(200, 30), finger: 8, on: screen), .released, near: Point(200, 30))
    }

    private static let settings: ScreenSettings = {
      var settings = ScreenSettings()
      settings.pin = PINHash(pin: "4815", salt: Array(0..<16), rounds: 1) { password, _, _ in password }
      return settings
    }()

    /// Presses a button where it is on the screen, as far as it is there.
    private func press(
      _ button: StationScene.Button, _ state: inout StationState, on screen: SDLScreen
    ) throws -> [StationState.Effect] {
      let scene = StationScreen(window: screen.size, scale: screen.scale)
        .scene(of: state, at: .zero, measuring: screen.text)
      let target = try #require(scene.targets.first { $0.button == button })
      #expect(target.rect.size.shorterSide >= 64)
      let event = try #require(touch(SDL_FINGERDOWN, target.rect.center, on: screen))
      let effects = state.take(event, scene, at: .zero)
      _ = touch(SDL_FINGERUP, target.rect.center, on: screen).map { state.take($0, scene, at: .zero) }
      return effects
    }

    @Test(arguments: windows)
    func aStationIsLeftByFingersAlone(window: Size<ScreenPixels>) throws {
      let screen = try screen(window)
      var state = StationState(Self.settings)
      #expect(try press(.lock, &state, on: screen) == [])
      #expect(try press(.digit("9"), &state, on: screen) == [])
      #expect(try press(.removeLast, &state, on: screen) == [])
      for digit in "4815" { #expect(try press(.digit(digit), &state, on: screen) == []) }
      #expect(try press(.submit, &state, on: screen) == [.tryPIN("4815")])
      #expect(try press(.cancel, &state, on: screen) == [])
      #expect(state.face(at: .zero) == .idle)
    }

    @Test(arguments: windows)
    func everyOtherPlaceOfEveryScreenDoesNothing(window: Size<ScreenPixels>) throws {
      let screen = try screen(window)
      var states = StationVerdict.Kind.allCases.map { kind in
        var state = StationState(Self.settings)
        state.show(StationVerdict(kind, text: "4006381333931"), scan: nil, code: nil, at: .zero)
        return state
      }
      states.append(StationState(Self.settings))
      var random = SeededRandom(seed: 9)
      for state in states {
        let scene = StationScreen(window: screen.size, scale: screen.scale)
          .scene(of: state, at: .zero, measuring: screen.text)
        for _ in 0..<200 {
          let point = Point<ScreenPixels>(random.unit() * window.width, random.unit() * window.height)
          guard !scene.targets.contains(where: { $0.rect.inset(by: -1).contains(point) }) else { continue }
          var touched = state
          for kind in [SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP] {
            let event = try #require(touch(kind, point, on: screen))
            #expect(touched.take(event, scene, at: .zero) == [])
          }
          #expect(touched == state)
        }
      }
    }

    /// Several fingers at once, in any order, also on the buttons: no PIN but a wrong one comes of it.
    @Test func tenThousandRandomTouchesDoNotLeadOut() throws {
      let screen = try screen(Size(800, 480))
      var state = StationState(Self.settings)
      var random = SeededRandom(seed: 3)
      var now = Duration.zero
      var tries = 0
      for _ in 0..<10_000 {
        now += .milliseconds(Int(random.unit() * 400))
        let scene = StationScreen(window: screen.size, scale: screen.scale)
          .scene(of: state, at: now, measuring: screen.text)
        let anywhere = Point<ScreenPixels>(random.unit() * 800, random.unit() * 480)
        let point =
          random.unit() < 0.5 ? scene.targets.randomElement(using: &random)?.rect.center ?? anywhere : anywhere
        let kind = [SDL_FINGERDOWN, SDL_FINGERUP, SDL_FINGERMOTION][Int(random.unit() * 3)]
        guard let event = touch(kind, point, finger: SDL_FingerID(random.unit() * 3), on: screen) else { continue }
        for effect in state.take(event, scene, at: now) {
          guard case .tryPIN(let pin) = effect else {
            Issue.record("\(effect)")
            continue
          }
          tries += 1
          #expect(pin != "4815")
          #expect(state.pinWas(right: false, at: now) == [])
        }
        state.timePassed(at: now)
      }
      #expect(tries > 0)
    }
  }
}
