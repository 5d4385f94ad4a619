import Geometry
import Testing

private typealias Quad = Quadrilateral<FramePixels>
private let square = Quadrilateral<Modules>(Point(0, 0), Point(21, 0), Point(21, 21), Point(0, 21))

@Test func cornersGoToCornersAndBack() throws {
  let target = Quad(Point(10, 20), Point(200, 35), Point(180, 190), Point(25, 170))
  let map = try #require(Perspective(from: square, to: target))
  let back = try #require(map.inverse)
  for (corner, expected) in zip(square.points, target.points) {
    #expect(map(corner).distance(to: expected) < 1e-9)
    #expect(back(expected).distance(to: corner) < 1e-9)
  }
}

@Test func straightLinesStayStraight() throws {
  let map = try #require(
    Perspective(from: square, to: Quad(Point(0, 0), Point(100, 10), Point(90, 120), Point(-20, 80))))
  let line = try #require(Line(map(Point(0, 0)), map(Point(21, 21))))
  #expect(abs(line.signedDistance(to: map(Point(10.5, 10.5)))) < 1e-9)
}

@Test func whatLiesBehindTheCameraIsNotSeen() throws {
  // Twice as near at the bottom as at the top: the camera is above where the way down is once more as long.
  let map = try #require(
    Perspective(from: square, to: Quad(Point(50, 0), Point(100, 0), Point(125, 80), Point(25, 80))))
  #expect(map.sees(Point(10, -1_000), from: Point(10, 0)))
  #expect(map.sees(Point(10, 41.9), from: Point(10, 0)))
  #expect(!map.sees(Point(10, 42.1), from: Point(10, 0)))
}

@Test func threeCornersInALineHaveNoMap() {
  #expect(Perspective(from: square, to: Quad(Point(0, 0), Point(10, 10), Point(20, 20), Point(0, 30))) == nil)
}

@Test func aLineIsFittedWhateverItsDirection() throws {
  for (dx, dy) in [(1.0, 0.0), (0, 1), (1, 1), (-3, 1)] {
    let points = (0..<9).map { Point<FramePixels>(5 + dx * Double($0), 7 + dy * Double($0)) }
    let line = try #require(Line(fitting: points))
    for point in points { #expect(abs(line.signedDistance(to: point)) < 1e-9) }
  }
  #expect(Line(fitting: [Point<FramePixels>(1, 1), Point(1, 1)]) == nil)
}

@Test func aQuadrilateralKnowsItsSense() {
  let clockwise = Rect<FramePixels>(x: 0, y: 0, width: 4, height: 3).corners
  #expect(clockwise.signedArea == 12)
  #expect(clockwise.isConvex)
  #expect(clockwise.contains(Point(1, 1)))
  #expect(!clockwise.contains(Point(5, 1)))
  let crossed = Quad(clockwise.topLeft, clockwise.bottomRight, clockwise.topRight, clockwise.bottomLeft)
  #expect(!crossed.isConvex)
}
