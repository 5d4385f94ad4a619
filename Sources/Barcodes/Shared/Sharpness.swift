import Imaging

extension LuminanceImage {
  /// Pixels of a row that are looked at together, and rows from one that is looked at to the next.
  private static let (stretch, rows) = (16, 4)
  /// Grey steps between which an edge is looked for: fewer may be noise.
  private static let leastRange: UInt8 = 40
  /// Grey steps between which something stands out of plain ground, though it be too faint for that.
  private static let faintRange: UInt8 = 10
  /// A spot of 1.7 pixels' deviation makes the steepest step of an edge 0.23 of its height, and noise adds to that.
  private static let steep = 3
  /// The share of such stretches from which a picture is sharp: of pictures out of focus 0.05, of a desk's things 0.34 and
  /// more, as many of these have soft edges by themselves.
  private static let leastShare = 0.3

  /// Stretches, and rows that are looked at, of a cell: 48 pixels wide and high, as a small symbol.
  private static let (cellStretches, cellRows) = (3, 12)
  /// The share of a cell's stretches that are soft, at least, and that are sharp, at most, where a symbol is out of focus before
  /// things that are not. Of 46 sharp pictures of a desk's things two have such a cell.
  private static let (leastSoft, mostSharp) = (0.6, 0.1)

  /// Whether what stands out has no sharp edges: in all of the picture, or in a part of it that is full of edges, as a symbol is
  /// that is held nearer to a camera than it can focus.
  ///
  /// - Complexity: O(pixels / 4).
  var isOutOfFocus: Bool {
    let (columns, lines) = (width / (Self.cellStretches * Self.stretch) + 1, height / (Self.cellRows * Self.rows) + 1)
    // Of each cell, stretches without sharp edges and with some.
    var soft = [Int](repeating: 0, count: columns * lines)
    var sharp = soft
    var widest: UInt8 = 0
    for row in stride(from: 0, to: height, by: Self.rows) {
      let start = row * width
      let line = row / (Self.cellRows * Self.rows) * columns
      for from in stride(from: start, to: start + width - Self.stretch, by: Self.stretch) {
        var (least, most, step): (UInt8, UInt8, UInt8) = (255, 0, 0)
        for place in from..<from + Self.stretch {
          let (grey, next) = (pixels[place], pixels[place + 1])
          (least, most) = (min(least, grey), max(most, grey))
          step = max(step, grey > next ? grey - next : next - grey)
        }
        guard most >= least else { continue }
        widest = max(widest, most - least)
        guard most - least >= Self.leastRange else { continue }
        let cell = line + (from - start) / (Self.cellStretches * Self.stretch)
        if Self.steep * Int(step) >= Int(most - least) { sharp[cell] += 1 } else { soft[cell] += 1 }
      }
    }
    // Nothing has edges to be brought into focus.
    guard widest >= Self.faintRange else { return false }
    let (allSoft, allSharp) = (soft.reduce(0, +), sharp.reduce(0, +))
    if allSharp == 0 || Double(allSharp) < Self.leastShare * Double(allSoft + allSharp) { return true }
    let least = Self.leastSoft * Double(Self.cellStretches * Self.cellRows)
    return zip(soft, sharp).contains { soft, sharp in
      Double(soft) >= least && Double(sharp) <= Self.mostSharp * Double(soft + sharp)
    }
  }
}
