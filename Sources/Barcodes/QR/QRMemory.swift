import Bits
import Geometry
import Imaging

/// What a camera's last frames showed of symbols that none of them showed well enough. The sightings of one symbol are
/// added up until together they read: a reflection that moves covers another part in each frame, and noise differs.
struct QRMemory {
  /// Sightings added up: beyond, a symbol in a hand has turned and the light on it changed.
  private static let together = 8
  /// Sightings held: so many at each of three symbols.
  private static let limit = 24
  /// Frames after which a sighting is forgotten: half a second.
  private static let patience = 16
  /// Share of the best agreement from which a sighting is of the same symbol. Symbols of one maker begin alike and agree
  /// by half; sightings of one symbol agree by what each of them shows of it.
  private static let sameness: Float = 0.7

  private struct Sighting {
    let isInverted: Bool
    let corners: Quadrilateral<FramePixels>
    let modules: ModuleSum
    /// Frames since.
    var age = 0
  }

  /// The newest last.
  private var sightings: [Sighting] = []

  mutating func clear() { sightings.removeAll(keepingCapacity: true) }

  /// Begins a frame: what was seen long ago is forgotten.
  mutating func beginFrame() {
    for index in sightings.indices { sightings[index].age += 1 }
    sightings.removeAll { $0.age > Self.patience }
  }

  /// Forgets what lies where a symbol was read.
  mutating func forget(_ corners: Quadrilateral<FramePixels>) {
    sightings.removeAll { corners.contains($0.corners.center) || $0.corners.contains(corners.center) }
  }

  /// Takes a sighting of a symbol into memory.
  ///
  /// - Returns: the modules as this and earlier sightings of the same symbol show them together, or nil where there are
  ///   none: another symbol at the same place, or a grid that lies elsewhere, agrees with it less.
  mutating func add(_ soft: SoftModules, at corners: Quadrilateral<FramePixels>, isInverted: Bool) -> ModuleSum? {
    let modules = ModuleSum(soft)
    let earlier = sightings.filter { sighting in
      sighting.age > 0 && sighting.isInverted == isInverted && sighting.modules.side == modules.side
        && (sighting.corners.contains(corners.center) || corners.contains(sighting.corners.center))
    }
    if sightings.count == Self.limit { sightings.removeFirst() }
    sightings.append(Sighting(isInverted: isInverted, corners: corners, modules: modules))

    let agreements = earlier.map { $0.modules.agreement(with: modules) }
    guard let best = agreements.max(), best > modules.chance else { return nil }
    let same = zip(earlier, agreements).filter { $0.1 >= Self.sameness * best }.suffix(Self.together - 1)
    return same.reduce(modules) { $0.adding($1.0.modules) }
  }
}

/// Modules of a symbol, summed over sightings: positive is dark.
struct ModuleSum {
  let side: Int
  /// Row after row.
  private(set) var values: [Float]
  private var sightings: Float = 1
  /// Modules that carry codewords, by which one symbol differs from another.
  private let path: [Int]

  /// - Precondition: as many modules a side as a version has.
  init(_ soft: SoftModules) {
    guard let version = QRVersion(side: soft.width) else { preconditionFailure("no version has this side") }
    side = soft.width
    values = soft.darkness.map { max(-1, min(1, $0)) }
    path = QRLayout(version).path
  }

  /// Both together.
  func adding(_ other: ModuleSum) -> ModuleSum {
    var result = self
    for at in values.indices { result.values[at] += other.values[at] }
    result.sightings += other.sightings
    return result
  }

  /// Correlation of the codewords' modules: 1 for the same, about 0 for different symbols.
  func agreement(with other: ModuleSum) -> Float {
    var (product, own, others): (Float, Float, Float) = (0, 0, 0)
    for at in path {
      product += values[at] * other.values[at]
      own += values[at] * values[at]
      others += other.values[at] * other.values[at]
    }
    return own > 0 && others > 0 ? product / (own * others).squareRoot() : 0
  }

  /// Agreement that modules of no symbol do not reach by chance, four standard deviations, and at least a tenth.
  var chance: Float { max(4 / Float(path.count).squareRoot(), 0.1) }

  /// Dark where dark sightings outweigh the light ones.
  var modules: BitMatrix {
    var matrix = BitMatrix(width: side, height: side)
    for y in 0..<side {
      for x in 0..<side { matrix[x, y] = values[y * side + x] > 0 }
    }
    return matrix
  }

  /// How sure each module is, 0 to 1, row after row.
  var confidences: [Float] { values.map { min(abs($0) / sightings, 1) } }
}
