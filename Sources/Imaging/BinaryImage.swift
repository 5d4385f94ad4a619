/// Dark or light, one byte a pixel.
public struct BinaryImage: Sendable {
  /// Pixels in a row, at least 1 once something was binarized.
  public package(set) var width = 0
  /// Rows, at least 1 once something was binarized.
  public package(set) var height = 0
  /// Row after row without padding: 1 is dark, 0 is light.
  public package(set) var pixels: [UInt8] = []

  /// An image without pixels, to be filled.
  public init() {}

  /// - Precondition: the pixels fill the size exactly.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0 && pixels.count == width * height, "pixels do not fill the image")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Compares an image with its thresholds, in the memory this one has already.
  package mutating func binarize(_ image: LuminanceImage, _ grid: ThresholdGrid) {
    width = image.width
    height = image.height
    pixels.resize(to: width * height)
    for y in 0..<height {
      binarizeRow(
        image.pixels, from: y * width, count: width, thresholds: grid.thresholds,
        thresholdsFrom: y / ThresholdGrid.block * grid.columns, into: &pixels, at: y * width)
    }
  }

  /// True for a dark pixel.
  ///
  /// - Precondition: the pixel lies in the image.
  @inlinable public subscript(x: Int, y: Int) -> Bool { pixels[y * width + x] != 0 }

  /// True for a dark pixel; outside the image everything is light.
  @inlinable public func isDark(_ x: Int, _ y: Int) -> Bool {
    x >= 0 && x < width && y >= 0 && y < height && pixels[y * width + x] != 0
  }
}
