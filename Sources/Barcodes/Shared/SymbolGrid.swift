import Geometry

/// Where a symbol's modules lie in the image: a perspective view of a plane, and how the paper bends in it.
struct SymbolGrid {
  /// Modules in a row and in a column.
  let width: Int
  let height: Int
  var perspective: Perspective<Modules, ImagePixels>
  /// Moves places of the plane, in modules, before they are projected.
  var bend: GridBend?

  init(width: Int, height: Int, perspective: Perspective<Modules, ImagePixels>, bend: GridBend? = nil) {
    self.width = width
    self.height = height
    self.perspective = perspective
    self.bend = bend
  }

  /// Where a place of the symbol is seen.
  @inline(__always)
  func place(_ x: Double, _ y: Double) -> Point<ImagePixels> {
    guard let bend else { return perspective(Point(x, y)) }
    return perspective(bend.moved(x, y))
  }

  /// The outer corners, clockwise from the symbol's top left.
  var corners: Quadrilateral<ImagePixels> {
    let (w, h) = (Double(width), Double(height))
    return Quadrilateral(place(0, 0), place(w, 0), place(w, h), place(0, h))
  }

  /// Pixels of a module's side in the symbol's middle.
  var moduleSize: Double {
    let (x, y) = (Double(width) / 2, Double(height) / 2)
    let u = place(x + 0.5, y) - place(x - 0.5, y)
    let v = place(x, y + 0.5) - place(x, y - 0.5)
    return abs(u.cross(v)).squareRoot()
  }
}
