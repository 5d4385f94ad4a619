import Geometry
import Imaging

/// Symbols of dots that do not touch, as lasers, needles and designers make them, finders and all.
extension QRReader {
  /// Looks again at a picture in which each dot has grown by a pixel: on some level of the pyramid neighbours then touch, and
  /// dots aslant of each other do not.
  func readDotted(_ search: FrameSearch) -> [Work] {
    var closed = LuminanceImage(width: 1, height: 1, pixels: [0])
    let (reader, another) = forRestored(search)
    for level in search.dottedLevels {
      for isLight in search.options.triesInverted ? [false, true] : [false] {
        if search.isOver() || !search.observations.isEmpty { return [] }
        search.trace?.didBegin(.luminance)
        closed.becomeClosed(of: search.image(level), closesLight: isLight)
        another.begin(closed, within: search)
        another.takeUp(.qrDotted)
        search.trace?.didBegin(.finders)
        reader.readRestored(another, findsLight: isLight)
        search.adopt(another)
      }
    }
    return []
  }
}

extension FrameSearch {
  /// Pixels of the largest copy in which dots are grown: of larger ones a pixel closes no gap between them.
  private static let dottedPixels = 500_000
  /// Pixels of its shorter side at least: 11 modules of two.
  private static let leastDotted = 22

  /// The levels on which dots that do not touch are grown by a pixel, the smallest first.
  var dottedLevels: [Int] {
    (0..<levels).reversed().filter { level in
      let image = image(level)
      return image.pixels.count <= Self.dottedPixels && min(image.width, image.height) >= Self.leastDotted
    }
  }
}
