import Bits
import Geometry
import Imaging

/// What a camera's last frames showed of symbols that none of them showed well enough. The looks at one symbol are
/// added up until together they read: a reflection that moves covers another part in each frame, and noise differs.
struct QRMemory {
  /// Looks added up: beyond, a symbol in a hand has turned and the light on it changed.
  private static let together = 8
  /// Looks held: so many at each of three symbols.
  private static let limit = 24
  /// Frames after which a look is forgotten: half a second.
  private static let patience = 16
  /// Share of the best agreement from which a look is at the same symbol. Symbols of one maker begin alike and agree
  /// by half; looks at one symbol agree by what each of them shows of it.
  private static let sameness: Float = 0.7

  private struct Look {
    let isInverted: Bool
    let corners: Quadrilateral<FramePixels>
    let modules: ModuleSum
    /// Frames since.
    var age = 0
  }

  /// The newest last.
  private var looks: [Look] = []

  mutating func clear() { looks.removeAll(keepingCapacity: true) }

  /// Begins a frame: what was seen long ago is forgotten.
  mutating func beginFrame() {
    for index in looks.indices { looks[index].age += 1 }
    looks.removeAll { $0.age > Self.patience }
  }

  /// Forgets what lies where a symbol was read.
  mutating func forget(_ corners: Quadrilateral<FramePixels>) {
    looks.removeAll { corners.contains($0.corners.center) || $0.corners.contains(corners.center) }
  }

  /// Takes a look at a symbol into memory.
  ///
  /// - Returns: the modules as this and earlier looks at the same symbol show them together, or nil where there are
  ///   none: another symbol at the same place, or a grid that lies elsewhere, agrees with it less.
  mutating func add(_ soft: SoftModules, at corners: Quadrilateral<FramePixels>, isInverted: Bool) -> ModuleSum? {
    let modules = ModuleSum(soft)
    let earlier = looks.filter { look in
      look.age > 0 && look.isInverted == isInverted && look.modules.side == modules.side
        && (look.corners.contains(corners.center) || corners.contains(look.corners.center))
    }
    if looks.count == Self.limit { looks.removeFirst() }
    looks.append(Look(isInverted: isInverted, corners: corners, modules: modules))

    let agreements = earlier.map { $0.modules.agreement(with: modules) }
    guard let best = agreements.max(), best > modules.chance else { return nil }
    let same = zip(earlier, agreements).filter { $0.1 >= Self.sameness * best }.suffix(Self.together - 1)
    return same.reduce(modules) { $0.adding($1.0.modules) }
  }
}

/// Modules of a symbol, summed over looks at it: positive is dark.
struct ModuleSum {
  let side: Int
  /// Row after row.
  private(set) var values: [Float]
  private var looks: Float = 1
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
    result.looks += other.looks
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

  /// Dark where dark looks outweigh the light ones.
  var modules: BitMatrix {
    var matrix = BitMatrix(width: side, height: side)
    for y in 0..<side {
      for x in 0..<side { matrix[x, y] = values[y * side + x] > 0 }
    }
    return matrix
  }

  /// How sure each module is, 0 to 1, row after row.
  var confidences: [Float] { values.map { min(abs($0) / looks, 1) } }
}
