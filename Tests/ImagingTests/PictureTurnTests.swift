import Geometry
import Imaging
import Testing

private let picture = LuminanceImage(width: 3, height: 2, pixels: [10, 20, 30, 40, 50, 60])

@Test("Quarter turns move pixels and leave them as they are")
func quarterTurns() {
  let right = PictureTurn(clockwise: 90, width: 3, height: 2)(picture)
  #expect((right.width, right.height) == (2, 3))
  #expect(right.pixels == [40, 10, 50, 20, 60, 30])
  #expect(PictureTurn(clockwise: 180, width: 3, height: 2)(picture).pixels == [60, 50, 40, 30, 20, 10])
  #expect(PictureTurn(clockwise: 270, width: 3, height: 2)(picture).pixels == [30, 60, 20, 50, 10, 40])
  #expect(PictureTurn(clockwise: 0, width: 3, height: 2)(picture).pixels == picture.pixels)
}

@Test("What lies at a place of the picture lies where the turn says", arguments: [0.0, 17, 45, 90, 133, 270])
func places(degrees: Double) {
  var dotted = LuminanceImage(width: 40, height: 30, pixels: [UInt8](repeating: 200, count: 1200))
  for y in 9...11 { for x in 24...26 { dotted.pixels[y * 40 + x] = 0 } }
  let turn = PictureTurn(clockwise: degrees, width: 40, height: 30)
  let turned = turn(dotted)
  let place = turn.place(Point(25.5, 10.5))
  #expect(turned.pixels[Int(place.y) * turned.width + Int(place.x)] < 40)
  // Nothing but the dot is dark: the border goes on.
  #expect(turned.pixels.filter { $0 < 100 }.count <= 16)
}
