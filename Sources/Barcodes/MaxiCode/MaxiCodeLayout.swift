import Geometry

/// Where the modules of a MaxiCode lie: 33 rows of hexagons, in turn 30 and 29, the second kind half a module further right.
/// ISO/IEC 16023:2000 §4.2 and Figure 5.
package enum MaxiCodeLayout {
  package static let columns = 30
  package static let rows = 33
  package static let codewords = 144

  package struct Place: Hashable, Sendable {
    package let x: Int
    package let y: Int

    init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }

    /// From the middle of the bull's eye, in widths of a module; rows are as far apart as hexagons are.
    var offset: Vector<Modules> {
      Vector(Double(x - 14) + (y.isMultiple(of: 2) ? 0 : 0.5), Double(y - 16) * rowPitch)
    }
  }

  /// Half the square root of 3: how far apart rows are, in widths of a module.
  static let rowPitch = 0.75.squareRoot()

  /// Where the rings' borders lie, from light to dark and back, in widths of a module from the middle: those of 0.51 to
  /// 3.87 mm in §4.11.2, by the module of 0.88 mm.
  static let rings = [0.51, 1.18, 1.86, 2.53, 3.20, 3.87].map { $0 / 0.88 }

  /// Six groups of three modules, at every sixth of a turn: whether they are dark tells which way is up. §4.2.3
  static let orientation: [(place: Place, isDark: Bool)] = [
    ((10, 9), true), ((11, 9), true), ((11, 10), true), ((17, 9), false), ((17, 10), false), ((18, 10), false),
    ((7, 15), true), ((7, 16), false), ((8, 16), true), ((20, 16), true), ((21, 16), false), ((20, 17), true),
    ((10, 22), true), ((11, 22), false), ((10, 23), true), ((17, 22), true), ((16, 23), false), ((17, 23), true),
  ].map { (Place($0.0, $0.1), $1) }

  /// Modules at the top right that belong to no codeword and are dark.
  static let corner = [Place(28, 0), Place(29, 0)]

  /// The place of each bit, six a codeword, the highest first: bits 0 to 119 are the primary message.
  package static let places: [Place] = {
    var places = around
    for (x, y) in primaryBlocks { places += block(x, y) }
    // The secondary message goes to and fro over the blocks of two columns and three rows that the primary one leaves.
    for row in 0..<11 {
      let isBeside = 3...7 ~= row
      let blocked = isBeside ? (row == 3 || row == 7 ? 4 : 3)...10 : 14...14
      let columns = Array(0..<14).filter { !blocked.contains($0) }
      for column in row.isMultiple(of: 2) ? columns : columns.reversed() { places += block(2 * column, 3 * row) }
    }
    // And down the right side, one module in the short rows and two in the long ones.
    for row in stride(from: 1, to: rows, by: 2) {
      places += [Place(28, row), Place(29, row + 1), Place(28, row + 1)]
    }
    return places
  }()

  /// The six modules of a codeword in a block: from right to left, row after row.
  private static func block(_ x: Int, _ y: Int) -> [Place] { (0..<6).map { Place(x + 1 - $0 % 2, y + $0 / 2) } }

  /// Codewords 9 to 19, by the left upper module of their blocks.
  private static let primaryBlocks = [
    (8, 12), (8, 18), (18, 21), (8, 21), (8, 9), (20, 12), (20, 18), (6, 18), (6, 12), (20, 9), (20, 21),
  ]

  /// Codewords 0 to 8, whose modules fill what is left around the rings.
  private static let around = [
    (19, 15), (19, 17), (16, 9), (16, 10), (17, 11), (16, 11), (13, 22), (12, 22), (13, 23), (12, 23), (17, 21),
    (16, 22), (13, 9), (12, 9), (13, 10), (12, 10), (10, 12), (10, 20), (18, 20), (19, 12), (18, 12), (19, 13),
    (18, 13), (19, 14), (15, 23), (14, 23), (19, 18), (19, 19), (18, 19), (19, 20), (8, 15), (8, 17), (10, 21),
    (11, 23), (15, 22), (14, 22), (15, 9), (14, 9), (15, 10), (14, 10), (10, 10), (10, 11), (21, 17), (19, 9),
    (18, 9), (19, 10), (19, 11), (18, 11), (6, 15), (6, 16), (7, 17), (6, 17), (21, 15), (20, 15),
  ].map { Place($0.0, $0.1) }
}
