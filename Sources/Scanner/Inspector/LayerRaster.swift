import Barcodes
import Geometry
public import Imaging

extension Inspection {
  /// How many pictures a layer has to show in the place of the frame's: the grey and what was made of it to look again, or
  /// what the thresholds took for dark.
  public func levels(_ layer: InspectionLayer) -> Int {
    switch layer {
    case .grey: 1 + restored.count
    case .blackAndWhite: binaries.count
    default: 0
    }
  }

  /// What a layer puts in the place of the picture, as large as the frame: of what was not searched the grey, half as
  /// bright. Nil for a layer that only draws on it.
  ///
  /// - Parameter level: among `levels(layer)`; one that is not there counts from the first again.
  public func ground(_ layer: InspectionLayer, level: Int = 0) -> LuminanceImage? {
    switch layer {
    case .grey:
      switch level % (1 + restored.count) {
      case 0: isWhole ? luminance : pasted(luminance, dark: nil)
      case let picture: pasted(restored[picture - 1], dark: nil)
      }
    case .blackAndWhite:
      binaries.isEmpty
        ? nil : pasted(binaries[level % binaries.count].image, dark: binaries[level % binaries.count].binary)
    default: nil
    }
  }

  private func pasted(_ image: LuminanceImage, dark: BinaryImage?) -> LuminanceImage {
    let whole = frameGrey
    var pixels = whole.pixels
    let part = image.toFrame(image.bounds)
    let covers = part.minX <= 0 && part.minY <= 0 && part.maxX >= frame.size.width && part.maxY >= frame.size.height
    if !covers { for index in pixels.indices { pixels[index] /= 2 } }
    func clipped(_ value: Double, _ end: Int) -> Int { value.isNaN ? 0 : Int(min(max(value, 0), Double(end))) }
    let columns =
      clipped(part.minX, whole.width)..<max(clipped(part.minX, whole.width), clipped(part.maxX, whole.width))
    let rows =
      clipped(part.minY, whole.height)..<max(clipped(part.minY, whole.height), clipped(part.maxY, whole.height))
    let toImage = image.toFrame.inverse
    let sources = columns.map { min(image.width - 1, max(0, Int(toImage(Point(Double($0) + 0.5, 0)).x))) }
    for y in rows {
      let row = min(image.height - 1, max(0, Int(toImage(Point(0, Double(y) + 0.5)).y))) * image.width
      let start = y * whole.width
      if let dark {
        for (x, source) in zip(columns, sources) { pixels[start + x] = dark.pixels[row + source] == 0 ? 255 : 0 }
      } else {
        for (x, source) in zip(columns, sources) { pixels[start + x] = image.pixels[row + source] }
      }
    }
    return LuminanceImage(width: whole.width, height: whole.height, pixels: pixels)
  }
}
