package import Bits

/// How much a masked symbol has of what makes it hard to find and to read: the mask with the lowest score is
/// taken. ISO/IEC 18004:2024 §7.8.3, Table 11.
///
/// A line is counted as a whole by bit operations on its 177 modules at most: some 20 µs for version 40.
package enum QRPenalty {
  /// The four features' points. ISO/IEC 18004:2024 Table 11: N1 to N4.
  private static let block = 3
  private static let finderLike = 40
  private static let proportion = 10

  /// The score of any square grid.
  package static func score(_ modules: BitMatrix) -> Int { score(QRModuleLines(modules)) }

  static func score(_ modules: QRModuleLines) -> Int {
    let side = modules.side
    var score = 0
    var dark = 0
    for index in 0..<side {
      let row = modules.rows[index]
      score += runs(row, side) + finderLike * finderLikePatterns(row)
      score += runs(modules.columns[index], side) + finderLike * finderLikePatterns(modules.columns[index])
      if index + 1 < side { score += block * blocks(row, modules.rows[index + 1], side) }
      dark += row.count
    }
    // 10 points for each full 5 % away from one half.
    let total = side * side
    return score + proportion * (abs(20 * dark - 10 * total) / total)
  }

  /// N1: a run of five modules or more of one color counts 3, and 1 more for each above five.
  private static func runs(_ line: ModuleLine, _ side: Int) -> Int {
    let changes = line ^ line >> 1
    // A start of five like modules, of which a run of n has n − 4.
    let fives = ~(changes | changes >> 1 | changes >> 2 | changes >> 3) & ModuleLine(lowest: side - 4)
    let starts = fives & ~(fives << 1)
    return fives.count + 2 * starts.count
  }

  /// N2: 2×2 modules of one color, each place that they begin at.
  private static func blocks(_ line: ModuleLine, _ next: ModuleLine, _ side: Int) -> Int {
    let differs = line ^ next
    return (~(differs | differs >> 1 | (line ^ line >> 1)) & ModuleLine(lowest: side - 1)).count
  }

  /// N3: 1011101 with four light modules before or after it; the quiet zone is light.
  private static func finderLikePatterns(_ line: ModuleLine) -> Int {
    let x = line << 4
    let pattern = x & ~(x >> 1) & x >> 2 & x >> 3 & x >> 4 & ~(x >> 5) & x >> 6
    let fourLight = ~(x | x >> 1 | x >> 2 | x >> 3)
    return (pattern & (fourLight >> 7 | fourLight << 4)).count
  }
}

/// A row or a column of at most 192 modules, the first in the lowest bit.
struct ModuleLine: Hashable {
  private var low: UInt64 = 0
  private var middle: UInt64 = 0
  private var high: UInt64 = 0

  init() {}

  /// The first `count` bits set.
  init(lowest count: Int) {
    low = count >= 64 ? .max : 1 << UInt64(count) - 1
    middle = count >= 128 ? .max : count > 64 ? 1 << UInt64(count - 64) - 1 : 0
    high = count > 128 ? 1 << UInt64(count - 128) - 1 : 0
  }

  /// Every `stride`-th of the values, `count` of them.
  init(_ values: [Bool], from first: Int, stride: Int, count: Int) {
    func word(_ index: Int) -> UInt64 {
      var word: UInt64 = 0
      for bit in 0..<max(0, min(64, count - 64 * index)) where values[first + (64 * index + bit) * stride] {
        word |= 1 &<< UInt64(bit)
      }
      return word
    }
    self.init(word(0), word(1), word(2))
  }

  /// Dark modules.
  var count: Int { low.nonzeroBitCount + middle.nonzeroBitCount + high.nonzeroBitCount }

  subscript(_ index: Int) -> Bool {
    get {
      let word = index < 64 ? low : index < 128 ? middle : high
      return word >> UInt64(index & 63) & 1 == 1
    }
    set {
      let bit: UInt64 = 1 << UInt64(index & 63)
      switch index >> 6 {
      case 0: low = newValue ? low | bit : low & ~bit
      case 1: middle = newValue ? middle | bit : middle & ~bit
      default: high = newValue ? high | bit : high & ~bit
      }
    }
  }

  static func & (a: ModuleLine, b: ModuleLine) -> ModuleLine {
    ModuleLine(a.low & b.low, a.middle & b.middle, a.high & b.high)
  }
  static func | (a: ModuleLine, b: ModuleLine) -> ModuleLine {
    ModuleLine(a.low | b.low, a.middle | b.middle, a.high | b.high)
  }
  static func ^ (a: ModuleLine, b: ModuleLine) -> ModuleLine {
    ModuleLine(a.low ^ b.low, a.middle ^ b.middle, a.high ^ b.high)
  }
  static prefix func ~ (a: ModuleLine) -> ModuleLine { ModuleLine(~a.low, ~a.middle, ~a.high) }

  /// Towards the first module, by 1 to 63.
  static func >> (a: ModuleLine, n: UInt64) -> ModuleLine {
    let back = 64 &- n
    return ModuleLine(a.low &>> n | a.middle &<< back, a.middle &>> n | a.high &<< back, a.high &>> n)
  }
  /// Away from the first module, by 1 to 63.
  static func << (a: ModuleLine, n: UInt64) -> ModuleLine {
    let back = 64 &- n
    return ModuleLine(a.low &<< n, a.middle &<< n | a.low &>> back, a.high &<< n | a.middle &>> back)
  }

  fileprivate init(_ low: UInt64, _ middle: UInt64, _ high: UInt64) {
    self.low = low
    self.middle = middle
    self.high = high
  }
}

/// A square of at most 192 modules a side, by rows and by columns at once.
struct QRModuleLines: Hashable {
  let side: Int
  private(set) var rows: [ModuleLine]
  private(set) var columns: [ModuleLine]

  init(_ modules: BitMatrix) {
    precondition(modules.width == modules.height && modules.width <= 192, "a square of at most 192 modules")
    self.init(side: modules.width, modules.rowMajor)
  }

  /// From all modules, row after row.
  init(side: Int, _ values: [Bool]) {
    self.side = side
    rows = (0..<side).map { ModuleLine(values, from: $0 * side, stride: 1, count: side) }
    columns = (0..<side).map { ModuleLine(values, from: $0, stride: side, count: side) }
  }

  mutating func set(_ x: Int, _ y: Int, _ dark: Bool) {
    rows[y][x] = dark
    columns[x][y] = dark
  }

  /// Inverts the modules of `area` where the mask says so.
  func masked(_ mask: QRMask, area: QRModuleLines) -> QRModuleLines {
    var result = self
    let pattern = MaskLines.all[mask.number]
    for at in 0..<side {
      result.rows[at] = rows[at] ^ pattern.rows[at % QRMask.period] & area.rows[at]
      result.columns[at] = columns[at] ^ pattern.columns[at % QRMask.period] & area.columns[at]
    }
    return result
  }

  var matrix: BitMatrix {
    var modules = [Bool](repeating: false, count: side * side)
    for y in 0..<side {
      let row = rows[y]
      for x in 0..<side { modules[y * side + x] = row[x] }
    }
    return BitMatrix(width: side, height: side, modules: modules)
  }
}

/// A mask's first rows and columns, after which they repeat.
private struct MaskLines {
  let rows: [ModuleLine]
  let columns: [ModuleLine]

  static let all = QRMask.all.map(MaskLines.init)

  private init(_ mask: QRMask) {
    let period = 0..<QRMask.period
    let reach = 0..<192
    rows = period.map { y in
      ModuleLine(reach.map { mask.inverts(x: $0, y: y) }, from: 0, stride: 1, count: reach.count)
    }
    columns = period.map { x in
      ModuleLine(reach.map { mask.inverts(x: x, y: $0) }, from: 0, stride: 1, count: reach.count)
    }
  }
}
