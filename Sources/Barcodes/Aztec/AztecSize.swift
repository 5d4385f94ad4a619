import Bits

/// One of the sizes of an Aztec Code symbol, and all that follows from it. ISO/IEC 24778:2008 §4 and Table 1.
package struct AztecSize: Hashable, Sendable {
  /// A compact symbol's bull's-eye is 9 modules wide, a full one's 13.
  package let isCompact: Bool
  /// Rings of two modules around the core: 0 for a rune, else 1…4 compact or 1…32 full.
  package let layers: Int

  /// - Precondition: there is such a size.
  package init(isCompact: Bool, layers: Int) {
    precondition(isCompact ? 0...4 ~= layers : 1...32 ~= layers, "no such Aztec size")
    self.isCompact = isCompact
    self.layers = layers
  }

  /// Those that hold data, compact ones first, each kind by growing size.
  package static let all: [AztecSize] =
    (1...4).map { AztecSize(isCompact: true, layers: $0) } + (1...32).map { AztecSize(isCompact: false, layers: $0) }

  /// Modules along a side without the lines of the reference grid.
  private var base: Int { (isCompact ? 11 : 14) + 4 * layers }
  /// Modules along a side.
  package var side: Int { isCompact ? base : base + 1 + 2 * ((base / 2 - 1) / 15) }
  /// The middle module.
  package var center: Int { side / 2 }
  /// Modules from the middle to the ring of the mode message.
  package var coreRadius: Int { isCompact ? 5 : 7 }

  /// Bits a codeword. Table 3.
  package var wordSize: Int {
    switch layers {
    case ...2: 6
    case ...8: 8
    case ...22: 10
    default: 12
    }
  }
  /// Bits of all layers.
  package var bits: Int { ((isCompact ? 88 : 112) + 16 * layers) * layers }
  package var codewords: Int { bits / wordSize }
  /// As many as the mode message can tell. §7.2.3.
  package var mostDataCodewords: Int { min(codewords - 3, isCompact ? 64 : 2048) }

  var field: GaloisField {
    switch wordSize {
    case 6: .aztec6
    case 8: .dataMatrix
    case 10: .aztec10
    default: .aztec12
    }
  }

  /// True for a module of the reference grid: every 16th line from the middle. §7.2.4.
  package func isReferenceGrid(x: Int, y: Int) -> Bool {
    !isCompact && ((x - center) % 16 == 0 || (y - center) % 16 == 0)
  }

  /// The color of a reference grid module: along each line they alternate, dark in line with the middle.
  package func isDarkReference(x: Int, y: Int) -> Bool {
    ((x - center) % 16 == 0 && (y - center) % 2 == 0) || ((y - center) % 16 == 0 && (x - center) % 2 == 0)
  }

  /// The modules of the layers in the order of their bits: from the outside in, each layer counterclockwise
  /// in four sides, beginning at the top left, in pairs across the layer. §7.2.5 and Figure 5.
  package var path: [(x: Int, y: Int)] {
    let lines = self.lines
    var result: [(x: Int, y: Int)] = []
    result.reserveCapacity(bits)
    for layer in 0..<layers {
      let length = 4 * (layers - layer) + (isCompact ? 9 : 12)
      let low = 2 * layer
      let high = base - 1 - low
      for side in 0..<4 {
        for j in 0..<length {
          for k in 0...1 {
            switch side {
            case 0: result.append((lines[low + k], lines[low + j]))
            case 1: result.append((lines[low + j], lines[high - k]))
            case 2: result.append((lines[high - k], lines[high - j]))
            default: result.append((lines[high - j], lines[low + k]))
            }
          }
        }
      }
    }
    return result
  }

  /// Columns (and rows) that are no reference grid, by their number.
  private var lines: [Int] {
    if isCompact { return Array(0..<base) }
    var result = [Int](repeating: 0, count: base)
    let middle = base / 2
    for i in 0..<middle {
      let offset = i + i / 15
      result[middle - i - 1] = center - offset - 1
      result[middle + i] = center + offset + 1
    }
    return result
  }

  /// The modules of the mode message in the order of its bits, clockwise from the top left. §7.2.3.
  package var modePath: [(x: Int, y: Int)] {
    let radius = coreRadius
    // In full symbols the middle of each side belongs to the reference grid.
    let steps = isCompact ? Array(-3...3) : Array(-5 ... -1) + Array(1...5)
    let top = steps.map { (x: center + $0, y: center - radius) }
    let right = steps.map { (x: center + radius, y: center + $0) }
    let bottom = steps.reversed().map { (x: center + $0, y: center + radius) }
    let left = steps.reversed().map { (x: center - radius, y: center + $0) }
    return top + right + bottom + left
  }

  /// The three modules of each corner of the core with the color that tells them apart: three dark at the top
  /// left, then two, one and none clockwise. §7.2.2.
  package var orientationMarks: [(x: Int, y: Int, isDark: Bool)] {
    let (low, high) = (center - coreRadius, center + coreRadius)
    return [
      (low, low, true), (low + 1, low, true), (low, low + 1, true),
      (high, low, true), (high - 1, low, false), (high, low + 1, true),
      (high, high, false), (high - 1, high, false), (high, high - 1, true),
      (low, high, false), (low + 1, high, false), (low, high - 1, false),
    ]
  }
}
