import Geometry
import Scanner
import Testing

private func layout(_ width: Double = 1000, _ height: Double = 800, scale: Double = 1) -> ViewfinderLayout {
  ViewfinderLayout(window: Size(width, height), scale: scale)
}

@Test(arguments: [(1000.0, 800.0, 480.0), (800, 1000, 480), (640, 480, 288), (100, 100, 72), (50, 40, 40)])
func theDefaultIsACenteredSquareOfThreeFifths(width: Double, height: Double, side: Double) {
  let rect = layout(width, height).rect
  #expect(rect.height == side)
  #expect(rect.width == min(width, max(side, 72.0.clamped(to: width))))
  #expect(rect.center == Point(width / 2, height / 2))
}

@Test func arrowsMoveItAsFarAsTheWindow() {
  var layout = layout()
  layout.move(by: Vector(10, -20))
  #expect(layout.rect.isNear(Rect(x: 270, y: 140, width: 480, height: 480)))
  layout.move(by: Vector(-5000, 5000))
  #expect(layout.rect.isNear(Rect(x: 0, y: 320, width: 480, height: 480)))
}

@Test func growingKeepsTheMiddleAndTheLimits() {
  var layout = layout()
  layout.grow(width: 40, height: -80)
  #expect(layout.rect.isNear(Rect(x: 240, y: 200, width: 520, height: 400)))
  layout.grow(width: 5000, height: -5000)
  #expect(layout.rect.isNear(Rect(x: 0, y: 364, width: 1000, height: 72)))
}

@Test(
  "dragging a corner leaves the opposite one",
  arguments: [
    (260.0, 160.0, 200.0, 100.0, Rect<ScreenPixels>(x: 200, y: 100, width: 540, height: 540)),
    (740, 160, 800, 100, Rect(x: 260, y: 100, width: 540, height: 540)),
    (740, 640, 700, 600, Rect(x: 260, y: 160, width: 440, height: 440)),
    (260, 640, 300, 700, Rect(x: 300, y: 160, width: 440, height: 540)),
    // Past the opposite corner, and past the window's edge.
    (260, 160, 5000, 5000, Rect(x: 668, y: 568, width: 72, height: 72)),
    (740, 640, -5000, 5000, Rect(x: 260, y: 160, width: 72, height: 640)),
    // The inside moves all of it.
    (500, 400, 510, 390, Rect(x: 270, y: 150, width: 480, height: 480)),
    (500, 400, 9999, -9999, Rect(x: 520, y: 0, width: 480, height: 480)),
  ])
func dragging(fromX: Double, fromY: Double, toX: Double, toY: Double, rect: Rect<ScreenPixels>) {
  var layout = layout()
  #expect(layout.beginDrag(at: Point(fromX, fromY)) == true)
  layout.drag(to: Point((fromX + toX) / 2, (fromY + toY) / 2))
  layout.drag(to: Point(toX, toY))
  layout.endDrag()
  #expect(layout.rect.isNear(rect), "\(layout.rect)")
  layout.drag(to: Point(0, 0))
  #expect(layout.rect.isNear(rect), "let go")
}

@Test func cornersAreReachableFromBothSides() {
  let layout = layout(scale: 2)
  #expect(layout.handle(at: Point(260, 160)) == .topLeft)
  #expect(layout.handle(at: Point(220, 160)) == .topLeft)  // 40 pixels are 20 points
  #expect(layout.handle(at: Point(200, 160)) == nil)
  #expect(layout.handle(at: Point(735, 635)) == .bottomRight)
  #expect(layout.handle(at: Point(500, 300)) == .inside)
}

@Test func itIsKeptAsAFractionOfTheWindow() {
  var first = layout()
  first.move(by: Vector(100, 100))
  var second = ViewfinderLayout(window: Size(2000, 1600), scale: 2, placement: first.placement)
  #expect(second.rect.isNear(Rect(x: 720, y: 520, width: 960, height: 960)))
  second.resize(window: Size(500, 400), scale: 1)
  #expect(second.rect.isNear(Rect(x: 180, y: 130, width: 240, height: 240)))
  second.reset()
  #expect(second.placement == nil)
  #expect(second.rect == Rect(x: 130, y: 80, width: 240, height: 240))
}

@Test func aPlacementFromAFileCannotLeaveTheWindow() {
  for placement in [
    Rect<WindowFraction>(x: -3, y: 0.5, width: 9, height: 0.001), Rect(x: 5, y: 5, width: 0, height: 0),
  ] {
    let rect = ViewfinderLayout(window: Size(640, 480), scale: 1, placement: placement).rect
    #expect(Rect(x: 0, y: 0, width: 640, height: 480).contains(rect))
    #expect(rect.size.shorterSide >= 72)
  }
}

extension Rect {
  func isNear(_ other: Rect) -> Bool {
    [minX - other.minX, minY - other.minY, maxX - other.maxX, maxY - other.maxY].allSatisfy { abs($0) < 1e-6 }
  }
}

extension Double {
  fileprivate func clamped(to limit: Double) -> Double { Swift.min(self, limit) }
}
