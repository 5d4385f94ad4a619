import Geometry
import Imaging

/// Finds the left sides of MicroPDF417 symbols in scan lines: a row address pattern with a codeword after it
/// whose cluster is that of the pattern. ISO/IEC 24728:2006 Tables 10 to 12: in all variants the pattern's number
/// (from 0) and the cluster agree modulo 3.
struct MicroPDF417SideSearch {
  private struct Hit {
    let isForward: Bool
    let place: Int32
    let module: Double
    let line: Int
  }

  private var edges = RowEdges()

  /// The sides in the rows of an image; the parameters are those of `PDF417GuardSearch.find`.
  mutating func find(
    _ image: LuminanceImage, _ thresholds: ThresholdGrid, step: Int, pitch: Int = 1,
    place: (Double, Double) -> Point<ImagePixels>
  ) -> [PDF417Guard] {
    var groups: [[Hit]] = []
    var active: [Int] = []
    for y in stride(from: step / 2, to: image.height, by: step) {
      edges.scan(image, thresholds, row: y)
      for hit in hits(row: y) {
        let known = active.firstIndex { index in
          guard let last = groups[index].last else { return false }
          return last.isForward == hit.isForward && last.line < hit.line
            && abs(last.place - hit.place) <= Int32(2 * pitch * (hit.line - last.line) + 2)
            && abs(last.module - hit.module) <= 0.25 * hit.module + 0.2
        }
        if let known {
          groups[active[known]].append(hit)
        } else {
          active.append(groups.count)
          groups.append([hit])
        }
      }
      active.removeAll { index in groups[index].last.map { y - $0.line > max(6 * step, 12 / pitch) } ?? true }
    }
    let origin = place(0, 0)
    let rightward = (place(1, 0) - origin).normalized ?? Vector(1, 0)
    return groups.filter { $0.count >= 3 }.sorted { $0.count > $1.count }.map { hits in
      PDF417Guard(
        isStart: true, places: hits.map { place(Double($0.place), Double($0.line) + 0.5) }, farPlaces: [],
        rightward: hits[0].isForward ? rightward : -rightward,
        module: hits.reduce(0) { $0 + $1.module } / Double(hits.count))
    }
  }

  private func hits(row: Int) -> [Hit] {
    let count = edges.count
    guard count >= 16 else { return [] }
    let positions = edges.positions
    var result: [Hit] = []
    var i = 0
    while i + 1 < count {
      // A pattern is 10 modules and a codeword 17: their lengths tell most impostors.
      if i + 14 < count {
        let a = positions[i + 6] - positions[i]
        let b = positions[i + 14] - positions[i + 6]
        if abs(10 * b - 17 * a) <= 2 * a + 30, let module = Self.match((i...i + 14).map { Double(positions[$0]) }) {
          result.append(Hit(isForward: true, place: positions[i], module: module, line: row))
        }
      }
      if i - 13 >= 0 {
        let a = positions[i + 1] - positions[i - 5]
        let b = positions[i - 5] - positions[i - 13]
        if abs(10 * b - 17 * a) <= 2 * a + 30,
          let module = Self.match((0...14).map { -Double(positions[i + 1 - $0]) })
        {
          result.append(Hit(isForward: false, place: positions[i + 1], module: module, line: row))
        }
      }
      i += 2
    }
    return result
  }

  /// The module of 15 edges that are a pattern and its codeword, or nil.
  static func match(_ edges: [Double]) -> Double? {
    guard let pattern = modules(edges[0...6], 10), let codeword = modules(edges[6...14], 17),
      let number = MicroPDF417Variant.sideNumbers[pattern], let meaning = PDF417Patterns.codeword(codeword),
      meaning.cluster == number % 3
    else { return nil }
    let module = (edges[14] - edges[0]) / 27
    return module >= 0.8 ? module : nil
  }

  /// Edges rounded to modules, as bits.
  private static func modules(_ edges: ArraySlice<Double>, _ width: Int) -> Int? {
    guard let first = edges.first, let last = edges.last, last > first else { return nil }
    let places = edges.map { Int((($0 - first) / (last - first) * Double(width)).rounded()) }
    var result = 0
    for i in 0..<places.count - 1 {
      let run = places[i + 1] - places[i]
      guard run > 0 else { return nil }
      for _ in 0..<run { result = result << 1 | (i % 2 == 0 ? 1 : 0) }
    }
    return result
  }
}
