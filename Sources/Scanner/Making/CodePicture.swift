public import Imaging
import Presentation

/// A made code as pixels: every module a square of whole pixels, so that nothing is blurred.
public enum CodePicture {
  /// Pixels of the largest picture: what our own reader takes (`PictureLimits.pixels`).
  public static let pixelLimit = 100_000_000

  /// - Throws: `MakeFailure.tooLarge` past `pixelLimit`.
  public static func image(_ code: MadeCode, _ appearance: CodeAppearance) throws(MakeFailure) -> RGBAImage {
    let (columns, rows) = code.size(appearance)
    let scale = max(1, appearance.moduleSize)
    let (width, wide) = columns.multipliedReportingOverflow(by: scale)
    let (height, tall) = rows.multipliedReportingOverflow(by: scale)
    guard !wide, !tall, width <= pixelLimit / height else {
      throw .tooLarge(width: wide ? .max : width, height: tall ? .max : height)
    }
    var isDark = [Bool](repeating: false, count: columns * rows)
    for run in code.runs(appearance) {
      for y in run.y..<run.y + run.height {
        for x in run.x..<run.x + run.width { isDark[y * columns + x] = true }
      }
    }
    let (dark, light) = (appearance.foreground.parts, appearance.background.parts)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * width * height)
    for y in 0..<rows {
      var line: [UInt8] = []
      line.reserveCapacity(4 * width)
      for x in 0..<columns {
        for _ in 0..<scale { line += isDark[y * columns + x] ? dark : light }
      }
      for _ in 0..<scale { pixels += line }
    }
    if let place = code.logoPlace(appearance), let logo = code.logo {
      draw(logo, at: place, scale: Double(scale), on: &pixels, width: width)
    }
    return RGBAImage(width: width, height: height, pixels: pixels)
  }

  /// Each pixel the mean of what lies below it.
  private static func draw(
    _ logo: Bitmap, at place: (x: Double, y: Double, width: Double, height: Double), scale: Double,
    on pixels: inout [UInt8], width: Int
  ) {
    let (left, top) = (Int((place.x * scale).rounded()), Int((place.y * scale).rounded()))
    let (columns, rows) = (
      max(1, Int((place.width * scale).rounded())), max(1, Int((place.height * scale).rounded()))
    )
    for y in 0..<rows {
      let lines = y * logo.height / rows..<max(y * logo.height / rows + 1, (y + 1) * logo.height / rows)
      for x in 0..<columns {
        let across = x * logo.width / columns..<max(x * logo.width / columns + 1, (x + 1) * logo.width / columns)
        guard let color = logo.mean(across, lines) else { continue }
        let at = 4 * ((top + y) * width + left + x)
        let ground = CodeColor(red: pixels[at], green: pixels[at + 1], blue: pixels[at + 2])
        pixels.replaceSubrange(at..<at + 4, with: color.over(ground).parts)
      }
    }
  }
}

extension CodeColor {
  fileprivate var parts: [UInt8] { [red, green, blue, alpha] }
}
