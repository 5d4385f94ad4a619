import CSDL2
import Geometry
import Presentation

/// Triangles whose rim fades over one pixel, which makes edges smooth on renderers that do not smooth them.
struct TriangleMesh {
  private(set) var vertices: [SDL_Vertex] = []
  private(set) var indices: [CInt] = []

  mutating func removeAll() {
    vertices.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
  }

  /// A filled convex polygon.
  mutating func fill(_ points: [Point<ScreenPixels>], _ color: Color) {
    let outline = Outline(points, closed: true)
    guard outline.points.count >= 3 else { return }
    let solid = SDL_Color(color)
    let clear = SDL_Color(color.opacity(0))
    // Outward is against the normals if the outline runs clockwise (y down).
    let outward = outline.signedArea > 0 ? -0.5 : 0.5
    let first = CInt(vertices.count)
    for (point, miter) in zip(outline.points, outline.miters) {
      add(point - miter * outward, solid)
      add(point + miter * outward, clear)
    }
    let count = CInt(outline.points.count)
    for corner in 1..<count - 1 { indices += [first, first + 2 * corner, first + 2 * corner + 2] }
    for corner in 0..<count { addQuad(first + 2 * corner, first + 2 * ((corner + 1) % count)) }
  }

  /// A line through points.
  mutating func stroke(_ points: [Point<ScreenPixels>], closed: Bool, _ stroke: Stroke) {
    let outline = Outline(points, closed: closed)
    guard let dash = stroke.dash, dash.on > 0, dash.off > 0 else { return self.stroke(outline, stroke) }
    for piece in outline.dashes(dash) { self.stroke(Outline(piece, closed: false), stroke) }
  }

  private mutating func stroke(_ outline: Outline, _ stroke: Stroke) {
    let count = outline.points.count
    guard count >= 2 else { return }
    // A line thinner than a pixel is drawn a pixel wide and fainter.
    let half = max(stroke.width, 1) / 2
    let solid = SDL_Color(stroke.color.opacity(stroke.color.alpha * min(stroke.width, 1)))
    let clear = SDL_Color(stroke.color.opacity(0))
    let rims = [(-half - 0.5, clear), (-half + 0.5, solid), (half - 0.5, solid), (half + 0.5, clear)]
    let first = CInt(vertices.count)
    for (point, miter) in zip(outline.points, outline.miters) {
      for (offset, color) in rims { add(point + miter * offset, color) }
    }
    for section in 0..<(outline.closed ? count : count - 1) {
      let here = first + CInt(4 * section)
      let next = first + CInt(4 * ((section + 1) % count))
      for band in 0..<CInt(3) { addQuad(here + band, next + band) }
    }
  }

  private mutating func add(_ point: Point<ScreenPixels>, _ color: SDL_Color) {
    vertices.append(
      SDL_Vertex(
        position: SDL_FPoint(x: Float(point.x), y: Float(point.y)), color: color,
        tex_coord: SDL_FPoint(x: 0, y: 0)))
  }

  /// Two triangles between a vertex and its successor on one side, and the same on another.
  private mutating func addQuad(_ a: CInt, _ b: CInt) { indices += [a, a + 1, b, a + 1, b + 1, b] }
}

/// Points of a line without repetitions, and which way it turns at each.
private struct Outline {
  let points: [Point<ScreenPixels>]
  let closed: Bool

  init(_ points: [Point<ScreenPixels>], closed: Bool) {
    var distinct: [Point<ScreenPixels>] = []
    for point in points where distinct.last.map({ $0.distance(to: point) > 1e-6 }) ?? true { distinct.append(point) }
    if closed, distinct.count > 1, let last = distinct.last, last.distance(to: distinct[0]) <= 1e-6 {
      distinct.removeLast()
    }
    self.points = distinct
    self.closed = closed && distinct.count > 2
  }

  /// Positive if the points run clockwise (y down).
  var signedArea: Double {
    points.indices.reduce(0) { area, index in
      let a = points[index]
      let b = points[(index + 1) % points.count]
      return area + (a.x * b.y - b.x * a.y) / 2
    }
  }

  /// For each point the way to the line's side at distance 1 from both sections that meet there.
  var miters: [Vector<ScreenPixels>] {
    points.indices.map { index in
      let arriving = normal(from: index - 1)
      let leaving = normal(from: index)
      guard let before = arriving ?? leaving, let after = leaving ?? arriving else { return Vector(0, 0) }
      guard let middle = (before + after).normalized else { return after }
      // A tip sharper than about 45° would reach too far out.
      return middle / max(middle.dot(after), 0.4)
    }
  }

  /// Across the section that begins at a point: clockwise from its direction, length 1; nil past an open end.
  private func normal(from index: Int) -> Vector<ScreenPixels>? {
    guard closed || points.indices.contains(index) && points.indices.contains(index + 1) else { return nil }
    let count = points.count
    return (points[(index + 1) % count] - points[(index + count) % count]).normalized?.perpendicular
  }

  /// The parts of the line that a dash pattern leaves.
  func dashes(_ dash: Stroke.Dash) -> [[Point<ScreenPixels>]] {
    var pieces: [[Point<ScreenPixels>]] = []
    var isOn = true
    var left = dash.on
    var piece = Array(points.prefix(1))
    for (start, end) in zip(points, points.dropFirst() + (closed ? points.prefix(1) : [])) {
      let length = start.distance(to: end)
      var done = 0.0
      while length - done > left {
        done += left
        let turn = start.interpolated(to: end, done / length)
        if isOn { pieces.append(piece + [turn]) }
        piece = [turn]
        isOn.toggle()
        left = isOn ? dash.on : dash.off
      }
      left -= length - done
      if isOn { piece.append(end) }
    }
    if isOn { pieces.append(piece) }
    return pieces
  }
}
