import Geometry

/// How far a symbol's modules lie from where a flat symbol would have them: for each region the shift of its
/// corners and of the middles of its sides, and between them the eight-node serendipity element (Zienkiewicz,
/// "The Finite Element Method", ch. 4), which follows sides that are parabolas.
struct DataMatrixBend {
  /// A place where two or more regions meet, or the middle of a side, in half regions from the top left.
  struct Node: Hashable {
    let column: Int
    let row: Int
  }

  private let width: Double
  private let height: Double
  private let columns: Int
  private let rows: Int
  private var shifts: [Vector<ImagePixels>]

  init(_ size: DataMatrixSize) {
    width = Double(size.regionWidth + 2)
    height = Double(size.regionHeight + 2)
    columns = 2 * size.regionColumns + 1
    rows = 2 * size.regionRows + 1
    shifts = Array(repeating: Vector(0, 0), count: columns * rows)
  }

  var nodes: [Node] {
    (0..<rows).flatMap { row in (0..<columns).map { column in Node(column: column, row: row) } }
  }

  /// The middle of a region, which is no node of its element.
  func isCenter(_ node: Node) -> Bool { node.column % 2 == 1 && node.row % 2 == 1 }

  /// Where a node is in the whole symbol, from 0 to 1.
  func fraction(of node: Node) -> (x: Double, y: Double) {
    (Double(node.column) / Double(columns - 1), Double(node.row) / Double(rows - 1))
  }

  /// The nodes that move with a node. A solid side does not show where along it a module lies: its nodes go
  /// along it with those of the alternating side opposite, and by themselves only towards it or away.
  func companions(of node: Node, across: Bool) -> [Node] {
    let isCorner = (node.column == 0 || node.column == columns - 1) && (node.row == 0 || node.row == rows - 1)
    if isCorner { return [node] }
    if across {
      if node.row == rows - 1 { return [] }
      return node.row == rows - 3 ? [node, Node(column: node.column, row: rows - 1)] : [node]
    }
    if node.column == 0 { return [] }
    return node.column == 2 ? [node, Node(column: 0, row: node.row)] : [node]
  }

  /// True for places whose shift depends on the node: those of the regions around it.
  func reaches(_ node: Node, _ place: Point<Modules>) -> Bool {
    abs(place.x - Double(node.column) / 2 * width) <= width && abs(place.y - Double(node.row) / 2 * height) <= height
  }

  mutating func move(_ node: Node, by shift: Vector<ImagePixels>) {
    let index = node.row * columns + node.column
    shifts[index] = shifts[index] + shift
  }

  func shift(at place: Point<Modules>) -> Vector<ImagePixels> { shift(at: element(at: place)) }

  func shift(at element: Element) -> Vector<ImagePixels> {
    var sum = Vector<ImagePixels>(0, 0)
    for part in 0..<8 { sum = sum + shifts[Int(element.nodes[part])] * element.weights[part] }
    return sum
  }

  /// The part of the way of some nodes that a place goes with them.
  func part(of nodes: [Node], at element: Element) -> Double {
    nodes.reduce(0) { sum, node in
      let index = Int32(node.row * columns + node.column)
      return (0..<8).reduce(sum) { element.nodes[$1] == index ? $0 + element.weights[$1] : $0 }
    }
  }

  /// What a place's shift is made of, for places that are asked again and again as nodes move.
  struct Element {
    fileprivate let nodes: SIMD8<Int32>
    fileprivate let weights: SIMD8<Double>
  }

  func element(at place: Point<Modules>) -> Element {
    let regionX = min(max(Int(place.x / width), 0), columns / 2 - 1)
    let regionY = min(max(Int(place.y / height), 0), rows / 2 - 1)
    let u = 2 * (place.x / width - Double(regionX)) - 1
    let v = 2 * (place.y / height - Double(regionY)) - 1
    let first = 2 * regionY * columns + 2 * regionX
    var (nodes, weights) = (SIMD8<Int32>.zero, SIMD8<Double>.zero)
    var part = 0
    for row in 0...2 {
      for column in 0...2 where column != 1 || row != 1 {
        let (a, b) = (Double(column - 1), Double(row - 1))
        nodes[part] = Int32(first + row * columns + column)
        if column != 1 && row != 1 {
          weights[part] = (1 + u * a) * (1 + v * b) * (u * a + v * b - 1) / 4
        } else if column == 1 {
          weights[part] = (1 - u * u) * (1 + v * b) / 2
        } else {
          weights[part] = (1 + u * a) * (1 - v * v) / 2
        }
        part += 1
      }
    }
    return Element(nodes: nodes, weights: weights)
  }
}
