/// A grid of modules; true is dark.
public struct BitMatrix: Hashable, Sendable {
  /// Columns, at least 1.
  public let width: Int
  /// Rows, at least 1.
  public let height: Int
  @usableFromInline internal var modules: [Bool]

  /// A grid of light modules.
  ///
  /// - Precondition: both sides are positive.
  public init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "a grid has modules")
    self.width = width
    self.height = height
    self.modules = [Bool](repeating: false, count: width * height)
  }

  /// A grid from its modules, row after row.
  ///
  /// - Precondition: both sides are positive and the modules fill them exactly.
  public init(width: Int, height: Int, modules: [Bool]) {
    precondition(width > 0 && height > 0 && modules.count == width * height, "modules do not fill the grid")
    self.width = width
    self.height = height
    self.modules = modules
  }

  /// All modules, row after row.
  public var rowMajor: [Bool] { modules }

  public init(side: Int) { self.init(width: side, height: side) }

  /// The module in column `x` of row `y`.
  @inlinable public subscript(x: Int, y: Int) -> Bool {
    get {
      precondition(x >= 0 && x < width && y >= 0 && y < height, "outside the grid")
      return modules[y * width + x]
    }
    set {
      precondition(x >= 0 && x < width && y >= 0 && y < height, "outside the grid")
      modules[y * width + x] = newValue
    }
  }

  /// Rows and columns exchanged: how a mirrored symbol is read.
  public var transposed: BitMatrix {
    var result = BitMatrix(width: height, height: width)
    for y in 0..<height {
      for x in 0..<width { result[y, x] = self[x, y] }
    }
    return result
  }

  /// Turned clockwise by a quarter.
  public var rotated: BitMatrix {
    var result = BitMatrix(width: height, height: width)
    for y in 0..<height {
      for x in 0..<width { result[height - 1 - y, x] = self[x, y] }
    }
    return result
  }
}
