public import Imaging

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
    return RGBAImage(width: width, height: height, pixels: pixels)
  }
}

extension CodeColor {
  fileprivate var parts: [UInt8] { [red, green, blue, alpha] }
}
