package import Geometry

/// What a picture shows, where that is one thing on even ground: the smallest rectangle that holds all that differs from the
/// picture's border. A code that was drawn, rather than photographed, fills it.
package struct PictureContent {
  /// In pixels of the image; all of it where its border is not even.
  package let bounds: Rect<ImagePixels>
  /// The grey half way between what is darkest and what is lightest.
  package let level: Double

  /// - Parameter thresholds: those of the image.
  /// - Returns: nil for a picture that shows nothing that stands out.
  /// - Complexity: the pixels of the image's border and of the content's, and a 64th of all.
  package init?(_ image: LuminanceImage, _ thresholds: ThresholdGrid) {
    let blocks = thresholds.columns * thresholds.rows
    guard let darkest = thresholds.extremes.darkest.prefix(blocks).min(),
      let lightest = thresholds.extremes.lightest.prefix(blocks).max(), lightest - darkest >= Self.leastContrast
    else { return nil }
    level = (Double(darkest) + Double(lightest)) / 2
    let border = Self.border(of: image)
    guard border.upperBound - border.lowerBound <= (lightest - darkest) / Self.evenPart else {
      bounds = image.bounds
      return
    }
    let isLight = Double(border.lowerBound) > level
    let middle = UInt8(level)
    guard isLight || border.upperBound <= middle else { return nil }
    func differs(_ pixel: UInt8) -> Bool { (pixel > middle) != isLight }
    guard let (columns, rows) = Self.blocks(thresholds, where: { differs(isLight ? $0 : $1) }) else { return nil }
    let xs = columns.lowerBound * ThresholdGrid.block..<min(columns.upperBound * ThresholdGrid.block, image.width)
    let ys = rows.lowerBound * ThresholdGrid.block..<min(rows.upperBound * ThresholdGrid.block, image.height)
    // A large picture's blocks are those of every second row: one row more may differ.
    func shows(row y: Int) -> Bool { xs.contains { differs(image.pixels[y * image.width + $0]) } }
    func shows(column x: Int) -> Bool { ys.contains { differs(image.pixels[$0 * image.width + x]) } }
    guard let top = ys.first(where: shows(row:)), let bottom = ys.last(where: shows(row:)),
      let left = xs.first(where: shows(column:)), let right = xs.last(where: shows(column:))
    else { return nil }
    bounds = Rect(
      x: Double(left), y: Double(top), width: Double(right + 1 - left), height: Double(bottom + 1 - top))
  }

  /// Grey levels between the darkest and the lightest pixel below which nothing stands out.
  private static let leastContrast: UInt8 = 48
  /// An even border's greys differ by at most this part of the whole contrast: what is printed differs by half and more.
  private static let evenPart: UInt8 = 4

  /// The greys of the outermost pixels.
  private static func border(of image: LuminanceImage) -> ClosedRange<UInt8> {
    let (width, pixels) = (image.width, image.pixels)
    var (low, high) = (pixels[0], pixels[0])
    func add(_ pixel: UInt8) { (low, high) = (min(low, pixel), max(high, pixel)) }
    for x in 0..<width {
      add(pixels[x])
      add(pixels[pixels.count - width + x])
    }
    for y in 0..<image.height {
      add(pixels[y * width])
      add(pixels[y * width + width - 1])
    }
    return low...high
  }

  /// Columns and rows of the blocks of which something is true.
  ///
  /// - Parameter test: takes a block's darkest and its lightest pixel.
  private static func blocks(
    _ thresholds: ThresholdGrid, where test: (UInt8, UInt8) -> Bool
  ) -> (columns: Range<Int>, rows: Range<Int>)? {
    var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
    for row in 0..<thresholds.rows {
      for column in 0..<thresholds.columns {
        let at = row * thresholds.columns + column
        guard test(thresholds.extremes.darkest[at], thresholds.extremes.lightest[at]) else { continue }
        (left, right) = (min(left, column), max(right, column))
        (top, bottom) = (min(top, row), row)
      }
    }
    return bottom < 0 ? nil : (left..<right + 1, top..<bottom + 1)
  }
}
