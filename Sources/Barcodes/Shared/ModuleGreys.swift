import Bits
import Geometry
import Imaging

/// The grey of each module of a candidate, before it is called dark or light.
struct ModuleGreys {
  let width: Int
  let height: Int
  /// Row after row.
  private(set) var values: [Double]
  /// Where each was taken.
  let centers: [Point<ImagePixels>]

  init(width: Int, height: Int, values: [Double], centers: [Point<ImagePixels>]) {
    precondition(values.count == width * height && centers.count == values.count, "modules do not fill the grid")
    self.width = width
    self.height = height
    self.values = values
    self.centers = centers
  }

  /// Dark and light by those around, and the modules nearest to the threshold, worst first.
  ///
  /// - Parameter reach: modules to every side that count as around.
  func classify(reach: Int = 4) -> (modules: BitMatrix, doubtful: [(x: Int, y: Int)], confidences: [Float]) {
    let darkness = moduleDarkness(values.map { Float($0) }, width: width, height: height, radius: reach)
    var modules = BitMatrix(width: width, height: height)
    var margins: [(margin: Float, x: Int, y: Int)] = []
    for y in 0..<height {
      for x in 0..<width {
        let value = darkness[y * width + x]
        modules[x, y] = value > 0
        if abs(value) < Self.doubtful { margins.append((abs(value), x, y)) }
      }
    }
    margins.sort { $0.margin < $1.margin }
    return (modules, margins.map { ($0.x, $0.y) }, darkness.map { min(abs($0), 1) })
  }

  /// The part of the way from the threshold to what is plainly dark or light up to which a module is in doubt.
  private static let doubtful: Float = 0.4

  /// Each module less a part of what its neighbors spilled into it, for blur of about a module.
  func sharpened(by amount: Double) -> ModuleGreys {
    var result = values
    for y in 0..<height {
      for x in 0..<width {
        let here = values[y * width + x]
        let left = x > 0 ? values[y * width + x - 1] : here
        let right = x + 1 < width ? values[y * width + x + 1] : here
        let above = y > 0 ? values[(y - 1) * width + x] : here
        let below = y + 1 < height ? values[(y + 1) * width + x] : here
        result[y * width + x] = here + amount * (here - (left + right + above + below) / 4)
      }
    }
    return ModuleGreys(width: width, height: height, values: result, centers: centers)
  }
}
