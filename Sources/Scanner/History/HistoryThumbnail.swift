public import Geometry
public import Imaging

/// A small picture of a code where it was read, with a little of what is around it.
public enum HistoryThumbnail {
  /// Pixels of the longer side: twice what a row of the history shows, for screens that are finer.
  public static let side = 88

  /// - Returns: nil where the frame has no grey, or the code lies beside it.
  public static func image(of frame: Frame, around bounds: Rect<FramePixels>) -> RGBAImage? {
    guard let grey = LuminanceImage(frame) else { return nil }
    let seam = 0.15 * max(bounds.width, bounds.height)
    let left = max(0, Int((bounds.minX - seam).rounded(.down)))
    let top = max(0, Int((bounds.minY - seam).rounded(.down)))
    let width = min(grey.width, Int((bounds.maxX + seam).rounded(.up))) - left
    let height = min(grey.height, Int((bounds.maxY + seam).rounded(.up))) - top
    guard width > 0, height > 0 else { return nil }
    let longer = max(width, height, side)
    let (columns, rows) = (max(1, width * side / longer), max(1, height * side / longer))
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * columns * rows)
    for row in 0..<rows {
      let lines = top + row * height / rows..<top + max((row + 1) * height / rows, row * height / rows + 1)
      for column in 0..<columns {
        let from = left + column * width / columns
        let part = from..<max(left + (column + 1) * width / columns, from + 1)
        var sum = 0
        for y in lines { for x in part { sum += Int(grey.pixels[y * grey.width + x]) } }
        let mean = UInt8(sum / (lines.count * part.count))
        pixels += [mean, mean, mean, 255]
      }
    }
    return RGBAImage(width: columns, height: rows, pixels: pixels)
  }
}
