import Barcodes
import Bits
import Foundation
import Geometry
import Imaging
import Scanner

/// A picture to draw marks on, in frame pixels.
struct Canvas {
  private(set) var width: Int
  private(set) var height: Int
  private var pixels: [UInt8]

  /// The grey of an image, as wide as the image.
  init(_ image: LuminanceImage) {
    width = image.width
    height = image.height
    pixels = [UInt8](repeating: 255, count: 4 * width * height)
    for i in 0..<width * height {
      for channel in 0..<3 { pixels[4 * i + channel] = image.pixels[i] }
    }
  }

  /// Dark as black and light as white.
  init(_ binary: BinaryImage) {
    self.init(
      LuminanceImage(width: binary.width, height: binary.height, pixels: binary.pixels.map { $0 == 0 ? 255 : 0 }))
  }

  /// Modules as squares of `scale` pixels; unsure ones are grey.
  init(_ grid: SampledGrid, scale: Int = 8) {
    width = grid.modules.width * scale
    height = grid.modules.height * scale
    pixels = [UInt8](repeating: 255, count: 4 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let (column, row) = (x / scale, y / scale)
        let sure = grid.confidences[row * grid.modules.width + column]
        let grey = UInt8(max(0, min(255, 128 + (grid.modules[column, row] ? -127 : 127) * sure)))
        for channel in 0..<3 { pixels[4 * (y * width + x) + channel] = grey }
      }
    }
  }

  var image: RGBAImage { RGBAImage(width: width, height: height, pixels: pixels) }

  mutating func dot(_ x: Double, _ y: Double, size: Int, _ color: [UInt8]) {
    guard x >= 0, y >= 0, x < Double(width), y < Double(height) else { return }
    let (left, top) = (max(0, Int(x) - size / 2), max(0, Int(y) - size / 2))
    for py in top..<min(height, top + size) {
      for px in left..<min(width, left + size) {
        for channel in 0..<3 { pixels[4 * (py * width + px) + channel] = color[channel] }
      }
    }
  }

  mutating func line(_ a: Point<FramePixels>, _ b: Point<FramePixels>, size: Int, _ color: [UInt8]) {
    let steps = max(1, Int(a.distance(to: b)))
    guard steps < 100_000 else { return }
    for step in 0...steps {
      let p = a.interpolated(to: b, Double(step) / Double(steps))
      dot(p.x, p.y, size: size, color)
    }
  }

  mutating func outline(_ corners: Quadrilateral<FramePixels>, size: Int, _ color: [UInt8]) {
    let points = corners.points
    for i in 0..<4 { line(points[i], points[(i + 1) % 4], size: size, color) }
  }
}

extension Inspection {
  /// A picture a stage, by name in the order of the stages.
  var pictures: [(name: String, image: RGBAImage)] {
    let thick = max(1, min(luminance.width, luminance.height) / 300)
    var result = [("1-luminance", Canvas(luminance).image)]
    for (index, binary) in binaries.enumerated() {
      result.append(("2-threshold-\(index)", Canvas(binary.binary).image))
    }
    var finders = Canvas(luminance)
    for pattern in patterns {
      let reach = 3.5 * pattern.moduleSize
      let box = Rect<FramePixels>(center: pattern.center, size: Size(2 * reach, 2 * reach)).corners
      finders.outline(box, size: thick, pattern.isInverted ? [255, 0, 255] : [255, 120, 0])
    }
    for region in stripes { finders.outline(region, size: thick, [0, 160, 255]) }
    result.append(("3-finders", finders.image))
    var grids = Canvas(luminance)
    for scan in scans {
      grids.line(scan.start, scan.end, size: 1, scan.symbol == nil ? [150, 150, 150] : [0, 200, 0])
      for edge in scan.edges { grids.dot(edge.x, edge.y, size: thick + 1, [255, 120, 0]) }
    }
    for rejection in rejections { grids.outline(rejection.corners, size: thick, [255, 0, 0]) }
    if let last = self.grids.last {
      for center in last.centers { grids.dot(center.x, center.y, size: thick, [0, 120, 255]) }
      result.append(("5-modules", Canvas(last).image))
    }
    for observation in observations { grids.outline(observation.corners, size: 2 * thick, [0, 200, 0]) }
    result.append(("4-grid", grids.image))
    return result.sorted { $0.0 < $1.0 }
  }
}
