import Imaging
import Testing

@Test(
  "The light of surfaces is a closing with a square, the ink around a pixel an opening",
  arguments: [(64, 40, 7), (37, 29, 8), (20, 90, 31), (5, 4, 9), (1, 1, 3)])
func surfaceLight(width: Int, height: Int, side: Int) {
  let grey = texture(width: width, height: height, seed: 9)
  /// Of the squares that begin at a place what one rule chooses, of which what the other one chooses of those that hold the pixel
  /// is taken.
  func expected(_ first: (UInt8, UInt8) -> UInt8, _ then: (UInt8, UInt8) -> UInt8) -> [UInt8] {
    let squares = (0..<width * height).map { at in
      var found = grey[at]
      for row in at / width..<min(at / width + side, height) {
        for column in at % width..<min(at % width + side, width) { found = first(found, grey[row * width + column]) }
      }
      return found
    }
    return (0..<width * height).map { at in
      var found = squares[at]
      for row in max(0, at / width - side + 1)...at / width {
        for column in max(0, at % width - side + 1)...at % width { found = then(found, squares[row * width + column]) }
      }
      return found
    }
  }
  let image = LuminanceImage(width: width, height: height, pixels: grey)
  #expect(image.surfaceLight(side: side).pixels == expected(max, min))
  let opening = expected(min, max)
  #expect(image.ink(side: side, reach: 0).pixels == opening)
  let spread = opening.indices.map { at in
    let rows = max(0, at / width - 2)...min(height - 1, at / width + 2)
    let columns = max(0, at % width - 2)...min(width - 1, at % width + 2)
    return rows.flatMap { row in columns.map { opening[row * width + $0] } }.min()!
  }
  #expect(image.ink(side: side, reach: 2).pixels == spread)
}

@Test("In even light a lamp's glare is gone from ink and paper alike") func evenGlare() {
  let (width, height) = (120, 60)
  let isPrint = (0..<width * height).map { i in (i % width / 4 + i / width / 4).isMultiple(of: 2) }
  // From none to more than half of white across the picture.
  let pixels = isPrint.indices.map { i in UInt8(min((isPrint[i] ? 20 : 120) + i % width * 150 / width, 255)) }
  let evened = LuminanceImage(width: width, height: height, pixels: pixels).evened
  for i in 0..<width * height where 16..<width - 40 ~= i % width && i / width < height - 40 {
    #expect(isPrint[i] ? evened.pixels[i] < 40 : evened.pixels[i] > 150, "\(i % width), \(i / width)")
  }
}

@Test("In even light a shadow's edge is gone, and print is as dark on either side of it") func evenLight() {
  let (width, height) = (120, 60)
  let isPrint = (0..<width * height).map { i in i / width < height - 6 && (i % width / 6 + i / width / 6) % 3 == 0 }
  let pixels: [UInt8] = isPrint.indices.map { i in
    i % width < 57 ? (isPrint[i] ? 12 : 60) : (isPrint[i] ? 44 : 220)
  }
  let evened = LuminanceImage(width: width, height: height, pixels: pixels).evened
  for i in 0..<width * height {
    #expect(isPrint[i] ? 40...50 ~= evened.pixels[i] : 218...220 ~= evened.pixels[i], "\(i % width), \(i / width)")
  }
}
