import Barcodes
import Bits
import Foundation
import Geometry
public import Imaging
public import Presentation

/// How well a symbol that was read is printed and seen, with grades as ISO/IEC 15415 has them where one picture tells
/// them. A camera without a calibrated light is no verifier: the grades compare prints with each other.
public struct PrintQuality: Hashable, Sendable {
  /// A grade from 4, the best, to 0; A to F.
  public struct Grade: Hashable, Sendable {
    public let value: Int
    public var letter: String { ["F", "D", "C", "B", "A"][max(0, min(4, value))] }
  }

  /// Pixels.
  public let moduleSize: Double?
  /// Standard deviation of the blur in modules.
  public let blur: Double?
  /// Share of white between the lightest and the darkest module, 0…1 (ISO/IEC 15415, 7.8.2).
  public let symbolContrast: Double
  /// How far of that contrast the least certain modules stay clear of the threshold: all but a twentieth have more.
  public let modulation: Double?
  /// How much wider modules are one way than the other, as a share of their mean (7.8.6).
  public let axialNonuniformity: Double?
  /// Degrees that the symbol is seen from the side, by the lengths of its sides; of square symbols only.
  public let tilt: Double?
  public let correctedCodewords: Int?
  /// Share of the check codewords of the worst block that correction had no need of (7.8.8); of QR symbols only.
  public let unusedErrorCorrection: Double?

  public init(_ candidate: DetectionCandidate, in image: LuminanceImage) {
    let toImage = image.toFrame.inverse
    let module = candidate.moduleSize
    moduleSize = module
    let part = toImage(candidate.corners.bounds)
    // A part that is all print has no even place to tell the noise by.
    let noise = PixelArea(image, image.bounds)?.noise().deviation
    let measures = PatchMeasures(image, part, moduleSize: module, noise: noise)
    blur = module.map { measures.blur / max(1, $0) }
    var greys = candidate.grid.map { grid in grid.centers.map { Float(image.grey(toImage($0))) } } ?? []
    greys.sort()
    let (low, high) =
      greys.count > 20
      ? (Double(PixelArea.quantile(greys, 0.01)), Double(PixelArea.quantile(greys, 0.99)))
      : (measures.low, measures.high)
    symbolContrast = max(0, high - low) / 255
    if greys.count > 20, high > low {
      let middle = (low + high) / 2
      let clear = greys.map { Float(2 * abs(Double($0) - middle) / (high - low)) }
      modulation = Double(PixelArea.quantile(clear, 0.05))
    } else {
      modulation = nil
    }
    let c = candidate.corners
    let width = (c.topLeft.distance(to: c.topRight) + c.bottomLeft.distance(to: c.bottomRight)) / 2
    let height = (c.topLeft.distance(to: c.bottomLeft) + c.topRight.distance(to: c.bottomRight)) / 2
    if let grid = candidate.grid, grid.modules.height > 1, width > 0, height > 0, (width + height).isFinite {
      let (x, y) = (width / Double(grid.modules.width), height / Double(grid.modules.height))
      axialNonuniformity = abs(x - y) / ((x + y) / 2)
      tilt = acos(min(1, min(x, y) / max(x, y))) * 180 / .pi
    } else {
      (axialNonuniformity, tilt) = (nil, nil)
    }
    unusedErrorCorrection = CorrectedModules(candidate)?.unused
    if case .integer(let count)? = candidate.observation?.symbol.details["correctedCodewords"] {
      correctedCodewords = count
    } else {
      correctedCodewords = nil
    }
  }

  /// ISO/IEC 15415, table 4.
  public var symbolContrastGrade: Grade { Self.grade(symbolContrast, [0.2, 0.4, 0.55, 0.7]) }
  /// ISO/IEC 15415, table 5.
  public var modulationGrade: Grade? { modulation.map { Self.grade($0, [0.2, 0.3, 0.4, 0.5]) } }
  /// ISO/IEC 15415, table 7.
  public var axialNonuniformityGrade: Grade? {
    axialNonuniformity.map { Self.grade(-$0, [-0.12, -0.1, -0.08, -0.06]) }
  }

  /// ISO/IEC 15415, table 8.
  public var unusedErrorCorrectionGrade: Grade? {
    unusedErrorCorrection.map { Self.grade($0, [0.25, 0.37, 0.5, 0.62]) }
  }

  private static func grade(_ value: Double, _ least: [Double]) -> Grade {
    Grade(value: least.filter { value >= $0 }.count)
  }

  /// What is known, a line a thing.
  public var lines: [Sentence] {
    func percent(_ share: Double) -> Int { Int((100 * share).rounded()) }
    var first: [Sentence] = []
    if let moduleSize { first.append("modules of \(Explanation.decimal(moduleSize)) px") }
    if let blur { first.append("edges spread over \(Explanation.decimal(2.5 * blur)) modules") }
    if let tilt, tilt >= 10 { first.append("tilted by about \(Int(tilt))°") }
    if let correctedCodewords {
      first.append(
        Sentence(one: "{count} codeword corrected", others: "{count} codewords corrected", count: correctedCodewords))
      if let unusedErrorCorrection {
        first.append("with \(percent(1 - unusedErrorCorrection)) % of the correction used")
      }
    }
    var second: [Sentence] = ["symbol contrast \(percent(symbolContrast)) % (\(symbolContrastGrade.letter))"]
    if let modulation, let grade = modulationGrade {
      second.append("modulation \(percent(modulation)) % (\(grade.letter))")
    }
    if let axialNonuniformity, let grade = axialNonuniformityGrade {
      second.append("axial nonuniformity \(percent(axialNonuniformity)) % (\(grade.letter))")
    }
    if let unusedErrorCorrection, let grade = unusedErrorCorrectionGrade {
      second.append("unused error correction \(percent(unusedErrorCorrection)) % (\(grade.letter))")
    }
    return [first, second].compactMap(Sentence.list)
  }
}
