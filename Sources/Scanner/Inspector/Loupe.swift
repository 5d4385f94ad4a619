import Barcodes
import Bits
public import Geometry
public import Imaging
public import Presentation

/// A few pixels about a place, enlarged, and what the detector made of the one in the middle.
public struct Loupe: Hashable, Sendable {
  /// Pixels across and down, odd, so that one lies in the middle.
  public static let size = (width: 21, height: 13)

  /// The pixel in the middle.
  public let place: Point<FramePixels>
  /// Its pixels row after row, outside the frame 0.
  public let greys: [UInt8]
  /// What is compared with in its block of 8 × 8; nil outside what was searched.
  public let threshold: Int?
  /// The module that it lies in.
  public let module: Module?

  public struct Module: Hashable, Sendable {
    /// Counted from 0.
    public let column: Int
    public let row: Int
    public let isDark: Bool
    /// 0 on the threshold, 1 as sure as the surest.
    public let certainty: Double
  }

  /// - Parameters:
  ///   - grey: of the whole frame.
  ///   - chosen: the candidate whose modules are told; nil takes the first whose grid has the place.
  public init(
    _ place: Point<FramePixels>, _ inspection: Inspection, _ diagnosis: Diagnosis, grey: LuminanceImage,
    chosen: Int? = nil
  ) {
    let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
    self.place = Point(Double(x), Double(y))
    let (halfWidth, halfHeight) = (Self.size.width / 2, Self.size.height / 2)
    greys = (y - halfHeight...y + halfHeight).flatMap { row in
      (x - halfWidth...x + halfWidth).map { column in
        0..<grey.width ~= column && 0..<grey.height ~= row ? grey.pixels[row * grey.width + column] : 0
      }
    }
    threshold = Self.threshold(at: place, inspection)
    let candidates = diagnosis.candidates
    let own = chosen.flatMap { candidates.indices.contains($0) ? [candidates[$0]] : nil } ?? candidates
    module = own.lazy.compactMap { $0.grid.flatMap { Self.module(at: place, $0) } }.first
  }

  /// The grey in the middle, 0…255.
  public var grey: Int { Int(greys[greys.count / 2]) }

  /// What is said below the enlarged pixels, a line a thing.
  public var lines: [Sentence] {
    var lines: [Sentence] = ["pixel \(Int(place.x)), \(Int(place.y)): grey \(grey)"]
    if let threshold {
      lines.append(grey < threshold ? "threshold here \(threshold): dark" : "threshold here \(threshold): light")
    } else {
      lines.append("outside what was searched")
    }
    if let module {
      let certainty = Int((100 * max(0, min(1, module.certainty))).rounded())
      let (column, row) = (module.column, module.row)
      lines.append(
        module.isDark
          ? "module in column \(column), row \(row): taken for dark, \(certainty) % sure"
          : "module in column \(column), row \(row): taken for light, \(certainty) % sure")
    }
    return lines
  }

  private static func threshold(at place: Point<FramePixels>, _ inspection: Inspection) -> Int? {
    let image = inspection.luminance
    let at = image.toFrame.inverse(place)
    guard image.bounds.contains(at) else { return nil }
    var grid = ThresholdGrid()
    grid.measure(image)
    return Int(grid[min(image.width - 1, max(0, Int(at.x))), min(image.height - 1, max(0, Int(at.y)))])
  }

  private static func module(at place: Point<FramePixels>, _ grid: SampledGrid) -> Module? {
    guard grid.corners.contains(place), grid.modules.width > 0 else { return nil }
    let nearest = grid.centers.indices.min {
      (grid.centers[$0] - place).squaredLength < (grid.centers[$1] - place).squaredLength
    }
    guard let nearest else { return nil }
    let (column, row) = (nearest % grid.modules.width, nearest / grid.modules.width)
    return Module(
      column: column, row: row, isDark: grid.modules[column, row], certainty: Double(grid.confidences[nearest]))
  }
}
