import Bits

/// The rows of a stacked DataBar, one above the other with separators between them. ISO/IEC 24724:2011 §5.3.2, §7.2.8.
///
/// A separator keeps a scan line that slants from one row into the next from reading a mixture: it is the opposite of the
/// row that it lies at, so that no bar goes on.
struct DataBarRow: Sendable {
  /// Dark is true, from left to right.
  var modules: [Bool]
  /// What lies at the row above and below.
  var separator: [Bool]

  /// - Parameters:
  ///   - finders: for each finder the thirteen modules of its three wide elements, over which a separator has single
  ///     dark modules where the row is light.
  init(_ modules: [Bool], finders: [Range<Int>]) {
    self.modules = modules
    separator = modules.indices.map { 4..<modules.count - 4 ~= $0 && !modules[$0] }
    for finder in finders {
      var wasSet = false
      for place in finder {
        separator[place] = !modules[place] && !wasSet
        wasSet = separator[place]
      }
    }
  }

  /// The row as seen in a mirror.
  var mirrored: DataBarRow {
    var row = self
    row.modules.reverse()
    row.separator.reverse()
    return row
  }

  /// The row a module further to the right.
  var shifted: DataBarRow {
    var row = self
    row.modules.insert(false, at: 0)
    row.separator.insert(false, at: 0)
    return row
  }

  /// Rows of this height, with three separators between them: the upper one's, one that alternates, and the lower one's.
  static func stacked(_ rows: [DataBarRow], height: Int) -> BitMatrix {
    let width = rows.map(\.modules.count).max() ?? 0
    // The rule between two rows is as wide as the widest.
    let rule = (0..<width).map { 4..<width - 4 ~= $0 && !$0.isMultiple(of: 2) }
    var matrix = BitMatrix(width: width, height: rows.count * height + 3 * (rows.count - 1))
    var y = 0
    func draw(_ modules: [Bool], times: Int, into matrix: inout BitMatrix) {
      for _ in 0..<times {
        for (x, dark) in modules.enumerated() where dark { matrix[x, y] = true }
        y += 1
      }
    }
    for (place, row) in rows.enumerated() {
      if place > 0 {
        draw(rows[place - 1].separator, times: 1, into: &matrix)
        draw(rule, times: 1, into: &matrix)
        draw(row.separator, times: 1, into: &matrix)
      }
      draw(row.modules, times: height, into: &matrix)
    }
    return matrix
  }
}
