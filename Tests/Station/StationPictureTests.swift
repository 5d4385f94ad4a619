import Geometry
import Presentation
import Scanner
import Station
import Testing

/// What a station's cameras see, on its idle screen.
@Suite struct StationPictureTests {
  private static let windows: [Size<ScreenPixels>] = [
    Size(800, 480), Size(480, 800), Size(1280, 800), Size(800, 1280), Size(1920, 1080), Size(1080, 1920),
  ]
  private static let corner = Rect<Normalized>(x: 0, y: 0, width: 0.25, height: 0.5)

  private func scene(_ state: StationState, _ window: Size<ScreenPixels>, cameras: Int) -> StationScene {
    let pictures = [
      StationPicture(size: Size(640, 480), viewfinder: .full),
      StationPicture(size: Size(1280, 720), viewfinder: Self.corner),
    ]
    return StationScreen(window: window, scale: 1, pictures: Array(pictures.prefix(cameras)))
      .scene(of: state, at: .zero, measuring: FixedLetters())
  }

  @Test(arguments: windows)
  func twoPicturesLieWholeAndApartAboveThePrompt(window: Size<ScreenPixels>) throws {
    let scene = scene(StationState(ScreenSettings()), window, cameras: 2)
    try #require(scene.pictures.count == 2)
    let (first, second) = (scene.pictures[0].rect, scene.pictures[1].rect)
    for rect in [first, second] { #expect(Rect(origin: Point(0, 0), size: window).contains(rect)) }
    #expect(!first.intersects(second))
    #expect(abs(first.width / first.height - 4.0 / 3) < 0.02)
    #expect(abs(second.width / second.height - 16.0 / 9) < 0.02)
    // Large enough to aim by, and nothing written on them.
    #expect(min(first.size.shorterSide, second.size.shorterSide) > window.shorterSide / 4)
    for case .text(let text, let place) in scene.drawing.items {
      let box = Rect(origin: place, size: FixedLetters().size(of: text))
      #expect(!box.intersects(first) && !box.intersects(second), "\(text.string)")
    }
  }

  /// The picture's corners are the place's, and the viewfinder is dimmed around.
  @Test func aViewfinderLiesOnItsPartOfThePicture() throws {
    let place = try #require(scene(StationState(ScreenSettings()), Size(1280, 800), cameras: 2).pictures.last)
    #expect(place.mapping(Point<FramePixels>(0, 0)) == Point(0, 0))
    #expect(place.mapping(Point<FramePixels>(1280, 720)).distance(to: Point(place.rect.width, place.rect.height)) < 1)
    let bright = place.drawing.items.compactMap { if case .surround(let rect, _, _) = $0 { rect } else { nil } }
    #expect(bright == [Rect(x: 0, y: 0, width: place.rect.width / 4, height: place.rect.height / 2)])
  }

  @Test func whatIsMoreImportantHidesThem() {
    var state = StationState(ScreenSettings())
    state.trouble = "no camera"
    #expect(scene(state, Size(800, 480), cameras: 2).pictures.isEmpty)
    state.trouble = nil
    state.warning = "the second one is gone"
    let told = scene(state, Size(800, 480), cameras: 1)
    #expect(told.pictures.count == 1)
    #expect(
      told.drawing.items.contains { if case .text(let text, _) = $0 { text.string == state.warning } else { false } })
    state.show(StationVerdict(.accepted), scan: nil, code: nil, at: .zero)
    #expect(scene(state, Size(800, 480), cameras: 2).pictures.isEmpty)
  }
}
