import Geometry
import Imaging

/// A start or stop pattern, as several scan lines crossed it.
struct PDF417Guard {
  let isStart: Bool
  /// Where the big bar's outer side was crossed: the symbol's outline for a start pattern, the end of the data
  /// for a stop pattern.
  var places: [Point<ImagePixels>]
  /// Where the pattern's other end was crossed.
  var farPlaces: [Point<ImagePixels>]
  /// The way from left to right in the symbol, along the scan lines.
  let rightward: Vector<ImagePixels>
  /// Pixels a module along the scan lines.
  let module: Double
}

/// Finds start and stop patterns in scan lines. ISO/IEC 15438:2015 §5.3.2.
struct PDF417GuardSearch {
  private struct Hit {
    let isStart: Bool
    let isForward: Bool
    let big: Int32
    let far: Int32
    let line: Int
    let module: Double
  }

  private var edges = RowEdges()

  /// The patterns in the rows of an image.
  ///
  /// - Parameters:
  ///   - step: rows from one scan line to the next.
  ///   - pitch: pixels of the image that is read from one row of this one to the next.
  ///   - place: where a pixel of the image lies in the image that is read; the second is for its columns.
  mutating func find(
    _ image: LuminanceImage, _ thresholds: ThresholdGrid, step: Int, pitch: Int = 1,
    place: (Double, Double) -> Point<ImagePixels>
  ) -> [PDF417Guard] {
    var groups: [[Hit]] = []
    var active: [Int] = []
    for y in stride(from: step / 2, to: image.height, by: step) {
      edges.scan(image, thresholds, row: y)
      var hits: [Hit] = []
      collect(row: y, width: Int32(image.width), into: &hits)
      for hit in hits {
        let known = active.firstIndex { index in
          guard let last = groups[index].last else { return false }
          return last.isStart == hit.isStart && last.isForward == hit.isForward && last.line < hit.line
            && abs(last.big - hit.big) <= Int32(2 * pitch * (hit.line - last.line) + 2)
            && abs(last.module - hit.module) <= 0.3 * hit.module + 0.3
        }
        if let known {
          groups[active[known]].append(hit)
        } else {
          active.append(groups.count)
          groups.append([hit])
        }
      }
      // A pattern may be hidden for some lines.
      active.removeAll { index in groups[index].last.map { y - $0.line > max(6 * step, 12 / pitch) } ?? true }
    }
    let origin = place(0, 0)
    let rightward = (place(1, 0) - origin).normalized ?? Vector(1, 0)
    // What crosses most lines is likeliest a symbol.
    return groups.filter { $0.count >= 3 }.sorted { $0.count > $1.count }.map { hits in
      PDF417Guard(
        isStart: hits[0].isStart,
        places: hits.map { place(Double($0.big), Double($0.line) + 0.5) },
        farPlaces: hits.map { place(Double($0.far), Double($0.line) + 0.5) },
        rightward: hits[0].isForward ? rightward : -rightward,
        module: hits.reduce(0) { $0 + $1.module } / Double(hits.count))
    }
  }

  private func collect(row: Int, width: Int32, into hits: inout [Hit]) {
    let count = edges.count
    guard count >= 8 else { return }
    let positions = edges.positions
    // Run i lies between edges i and i + 1 and is dark for even i. Both patterns begin with a bar that is seven or
    // eight times as wide as the space beside it, and at the picture's border shows at least two of them.
    var i = 0
    while i + 1 < count {
      let big = positions[i + 1] - positions[i]
      // Up to 40 pixels from the border the bar's far part may have no edge nearby to take its threshold from.
      let least: (Bool) -> Int32 = { $0 ? 2 : 4 }
      if i + 2 < count, big > 4,
        big + 1 >= least(positions[i] < 40) * (positions[i + 2] - positions[i + 1])
      {
        match(positions, count, i, row, isForward: true, &hits)
      }
      if i > 0, big > 4, big + 1 >= least(positions[i + 1] > width - 40) * (positions[i] - positions[i - 1]) {
        match(positions, count, i, row, isForward: false, &hits)
      }
      i += 2
    }
  }

  private func match(
    _ positions: [Int32], _ count: Int, _ i: Int, _ row: Int, isForward: Bool, _ hits: inout [Hit]
  ) {
    for (template, isStart) in [(PDF417Patterns.start, true), (PDF417Patterns.stop, false)] {
      let last = isForward ? i + template.count : i + 1 - template.count
      guard last >= 0, last < count else { continue }
      // The big bar may be hidden in part by the border of the picture, or run on into a dark ground: the
      // other bars and spaces tell the module, and where it must begin.
      let (outer, inner, far) =
        isForward
        ? (positions[i], positions[i + 1], positions[last]) : (positions[i + 1], positions[i], positions[last])
      let others = Double(template.dropFirst().reduce(0, +))
      let module = Double(abs(far - inner)) / others
      let bigWidth = Double(abs(inner - outer))
      let wanted = Double(template[0]) * module
      let isWhole = abs(bigWidth - wanted) <= 0.35 * wanted + 1
      let big = isWhole ? outer : inner + (isForward ? -1 : 1) * Int32(wanted.rounded())
      // From each edge to the next of its kind, which print growth does not move against each other.
      let slack = 0.45 * module + 1
      var fits = module >= 0.8 && bigWidth > 0.22 * wanted && (isWhole || module > 1.5)
      for k in 1..<template.count - 1 where fits {
        let (a, b) = isForward ? (i + k, i + k + 2) : (i + 1 - k, i - 1 - k)
        let pair = Double(abs(positions[b] - positions[a]))
        fits = abs(pair - Double(template[k] + template[k + 1]) * module) <= slack
      }
      guard fits else { continue }
      // A stop pattern seen from its far end begins no data: what is 7 wide may be an 8, so the shape decides.
      hits.append(
        Hit(isStart: isStart, isForward: isForward, big: big, far: far, line: row, module: module))
    }
  }
}
