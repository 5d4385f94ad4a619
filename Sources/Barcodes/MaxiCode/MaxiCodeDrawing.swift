package import Bits

/// MaxiCode's hexagons and rings on a grid of squares, as all that draws codes knows: a hexagon is eight squares wide, rows
/// are seven apart, which is the hexagons' 6.93 but for one in a hundred.
package enum MaxiCodeDrawing {
  /// Squares from a module to the next one in a row.
  package static let module = 8
  package static let rowPitch = 7
  /// Squares from a hexagon's lowest to its highest corner.
  private static let hexagon = 9

  package static let width = MaxiCodeLayout.columns * module
  package static let height = (MaxiCodeLayout.rows - 1) * rowPitch + hexagon

  /// The drawing of 30 × 33 modules.
  package static func draw(_ modules: BitMatrix) -> BitMatrix {
    var drawing = BitMatrix(width: width, height: height)
    for y in 0..<MaxiCodeLayout.rows {
      for x in 0..<MaxiCodeLayout.columns - y % 2 where modules[x, y] {
        let (left, top) = (x * module + y % 2 * module / 2, y * rowPitch)
        for dy in 0..<hexagon {
          for dx in 0..<module where isInside(dx, dy) { drawing[left + dx, top + dy] = true }
        }
      }
    }
    drawRings(&drawing)
    return drawing
  }

  /// Whether a square of a hexagon's box is dark: four squares from its middle to a side, upright ones and slanted.
  private static func isInside(_ x: Int, _ y: Int) -> Bool {
    let across = abs(Double(x) + 0.5 - Double(module) / 2)
    let down = abs(Double(y) + 0.5 - Double(hexagon) / 2)
    // The slanted sides of two neighbors leave a little light between them, as ink spreads.
    return across / 2 + down * MaxiCodeLayout.rowPitch <= 3.75
  }

  private static func drawRings(_ drawing: inout BitMatrix) {
    let (u, v) = (14.5 * Double(module), Double(16 * rowPitch) + Double(hexagon) / 2)
    let reach = Int(4.5 * Double(module))
    for y in Int(v) - reach...Int(v) + reach {
      for x in Int(u) - reach...Int(u) + reach {
        let (dx, dy) = (Double(x) + 0.5 - u, Double(y) + 0.5 - v)
        let radius = (dx * dx + dy * dy).squareRoot() / Double(module)
        guard let ring = MaxiCodeLayout.rings.firstIndex(where: { radius < $0 }) else { continue }
        drawing[x, y] = ring % 2 == 1
      }
    }
  }

  /// The modules of a drawing, or nil where it is of another size.
  package static func modules(in drawing: BitMatrix) -> BitMatrix? {
    guard drawing.width == width, drawing.height == height else { return nil }
    var modules = BitMatrix(width: MaxiCodeLayout.columns, height: MaxiCodeLayout.rows)
    for y in 0..<MaxiCodeLayout.rows {
      for x in 0..<MaxiCodeLayout.columns - y % 2 {
        modules[x, y] = drawing[x * module + (1 + y % 2) * module / 2, y * rowPitch + hexagon / 2]
      }
    }
    return modules
  }
}
