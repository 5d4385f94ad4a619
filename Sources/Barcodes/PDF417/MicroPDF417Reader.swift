import Geometry
import Imaging

/// Finds and reads MicroPDF417 symbols. They have no start pattern: each row begins with a row address
/// pattern, which differs from the next row's in the place of one edge only. ISO/IEC 24728:2006 §5.3.
package final class MicroPDF417Reader: SymbolReader {
  package static var symbologies: Set<Symbology> { [.microPDF417] }

  private var sides = MicroPDF417SideSearch()
  private var chains = EdgeChainFinder()
  private var turned = TurnedPicture()

  package init() {}

  package func read(_ search: FrameSearch) {
    search.trace?.didBegin(.finders)
    let before = search.observations.count
    look(SearchScene(search), rowStep: search.isThorough ? 2 : 8, columnStep: search.isThorough ? 2 : 16, search)
    guard search.isThorough && search.observations.count == before else { return }
    if let scene = SearchScene(enlarging: search) { look(scene, rowStep: 3, columnStep: 3, search) }
  }

  private func look(_ scene: SearchScene, rowStep: Int, columnStep: Int, _ search: FrameSearch) {
    var found = sides.find(scene.image, scene.thresholds, step: rowStep) { Point($0, $1) }
    turned.take(scene.image, every: columnStep)
    let place = { (x: Double, y: Double) -> Point<ImagePixels> in
      Point((y - 0.5) * Double(columnStep) + 0.5, x)
    }
    found += sides.find(turned.image, turned.thresholds, step: 1, pitch: columnStep, place: place)
    let grey = GreyField(scene.image)
    if search.isThorough && search.observations.isEmpty { found += slantedSides(scene, grey, rowStep, place) }
    for side in found {
      if search.isOutOfTime { return }
      for frame in Self.frames(side, grey) {
        let middle = frame.left.top.midpoint(to: frame.left.bottom) + frame.rightward * (10 * frame.module)
        if search.isClaimed(scene.toImage(middle)) || search.isOutOfTime { break }
        if read(frame, grey, scene, search) { break }
      }
    }
  }

  /// Sides of symbols so slanted that a scan line leaves the row before its first codeword ends: straight
  /// edges, along whose normals rows are looked for.
  private func slantedSides(
    _ scene: SearchScene, _ grey: GreyField, _ step: Int, _ place: (Double, Double) -> Point<ImagePixels>
  ) -> [PDF417Guard] {
    var result: [PDF417Guard] = []
    let rows = chains.find(scene.image, scene.thresholds, step: step, rows: 4, clearance: 2)
    let columns = chains.find(turned.image, turned.thresholds, step: 1, rows: 8, clearance: 2)
    let lines =
      rows.map { (places: [$0.top, $0.middle, $0.bottom], darkIsRight: $0.darkIsRight) }
      + columns.map { chain in
        (places: [chain.top, chain.middle, chain.bottom].map { place($0.x, $0.y) }, darkIsRight: !chain.darkIsRight)
      }
    for line in lines.sorted(by: { $0.places[0].distance(to: $0.places[2]) > $1.places[0].distance(to: $1.places[2]) })
      .prefix(60)
    {
      guard let down = (line.places[2] - line.places[0]).normalized else { continue }
      let inward: Vector<ImagePixels> = line.darkIsRight ? Vector(down.y, -down.x) : Vector(-down.y, down.x)
      let modules = (1..<8).compactMap { part -> Double? in
        module(line.places[0].interpolated(to: line.places[2], Double(part) / 8), inward, grey)
      }
      guard modules.count >= 3 else { continue }
      result.append(
        PDF417Guard(
          isStart: true, places: line.places, farPlaces: [], rightward: inward,
          module: modules.sorted()[modules.count / 2]))
    }
    return result
  }

  /// The module of a row that begins at a place: a row address pattern and a codeword of its cluster follow.
  private func module(
    _ place: Point<ImagePixels>, _ inward: Vector<ImagePixels>, _ grey: GreyField
  ) -> Double? {
    let reach = 160.0
    let values = grey.profile(place - inward * 2, place + inward * reach, count: Int(2 * reach))
    guard let low = values.prefix(60).min(), let high = values.prefix(60).max(), high - low > 24 else { return nil }
    var edges: [Double] = []
    for i in 1..<values.count where (values[i] < (low + high) / 2) != (values[i - 1] < (low + high) / 2) {
      edges.append(Double(i) - 0.5)
    }
    guard edges.count >= 15, let found = MicroPDF417SideSearch.match(edges[0..<15].map { $0 }) else { return nil }
    return found * (reach + 2) / Double(values.count - 1)
  }

  private static func frames(_ side: PDF417Guard, _ grey: GreyField) -> [PDF417Frame] {
    guard
      let left = PDF417Frame.side(side.places, outwardAlong: -side.rightward, isRight: false, grey),
      let normal = (left.bottom - left.top).perpendicular.normalized
    else { return [] }
    let rightward = normal.dot(side.rightward) > 0 ? normal : -normal
    let module = side.module * abs(rightward.dot(side.rightward))
    return [0.0, 0.05, -0.05, 0.1, -0.1, 0.16, -0.16, 0.24, -0.24].compactMap { tilt in
      (rightward + normal.perpendicular * tilt).normalized.map {
        PDF417Frame(left: left, right: nil, rightward: $0, module: module)
      }
    }
  }

  private struct Line {
    let v: Double
    let left: Int
    let right: Int?
    let codewords: [PDF417Sighting]
    let end: Double
  }

  private static func pieces(_ columns: Int) -> [PDF417Piece] {
    switch columns {
    case 1: [.sidePattern, .codeword, .sidePattern]
    case 2: [.sidePattern, .codeword, .codeword, .sidePattern]
    case 3: [.sidePattern, .codeword, .middlePattern, .codeword, .codeword, .sidePattern]
    default: [.sidePattern, .codeword, .codeword, .middlePattern, .codeword, .codeword, .sidePattern]
    }
  }

  private func read(_ frame: PDF417Frame, _ grey: GreyField, _ scene: SearchScene, _ search: FrameSearch) -> Bool {
    var best: (variant: MicroPDF417Variant, lines: [Line], votes: Int)?
    for columns in 1...4 {
      let lines = self.lines(frame, columns, grey)
      for variant in MicroPDF417Variant.all where variant.columns == columns {
        // A line speaks for a variant whose patterns on both sides belong to the same row.
        let rows = lines.compactMap { line -> Int? in
          let row = (line.left - variant.left + 52) % 52
          return row < variant.rows && line.right == (variant.right + row) % 52 ? row : nil
        }
        guard Set(rows).count >= max(2, variant.rows / 4), rows.count > (best?.votes ?? 2) else { continue }
        best = (variant, lines, rows.count)
      }
    }
    guard let best else { return false }
    return decode(best.variant, best.lines, frame, scene, search)
  }

  private func lines(_ frame: PDF417Frame, _ columns: Int, _ grey: GreyField) -> [Line] {
    let reader = PDF417LineReader(grey: grey)
    let pieces = Self.pieces(columns)
    let count = min(200, max(24, Int(frame.height)))
    return (0..<count).compactMap { index in
      let v = (Double(index) + 0.5) / Double(count)
      let (sightings, end) = reader.read(
        frame.line(at: v).start, frame.rightward, offset: 0, module: frame.module, end: nil, most: pieces.count,
        pieces: pieces)
      guard let left = sightings.first?.codeword?.value else { return nil }
      let codewords = zip(pieces, sightings).filter { $0.0 == .codeword }.map(\.1)
      let right = sightings.count == pieces.count ? sightings[pieces.count - 1].codeword?.value : nil
      return Line(v: v, left: left, right: right, codewords: codewords, end: end)
    }
  }

  private func decode(
    _ variant: MicroPDF417Variant, _ lines: [Line], _ frame: PDF417Frame, _ scene: SearchScene,
    _ search: FrameSearch
  ) -> Bool {
    func row(_ number: Int, _ first: Int) -> Int? {
      let row = (number - first + 52) % 52
      return row < variant.rows ? row : nil
    }
    guard let left = PDF417RowFit(lines.compactMap { line in row(line.left, variant.left).map { (line.v, $0) } })
    else { return false }
    let right = PDF417RowFit(
      lines.compactMap { line in line.right.flatMap { row($0, variant.right) }.map { (line.v, $0) } })
    var ballot = PDF417Ballot(rows: variant.rows, columns: variant.columns, firstCluster: variant.cluster)
    for line in lines {
      let leftHeight = left.height(at: line.v)
      let rightHeight = right?.height(at: line.v) ?? leftHeight
      for (column, sighting) in line.codewords.enumerated() {
        let part = (Double(column) + 0.8) / (Double(variant.columns) + 0.6)
        ballot.add(sighting, column: column, height: leftHeight + part * (rightHeight - leftHeight))
      }
    }
    let widths = lines.map(\.end).sorted()
    let width = frame.rightward * (widths[widths.count / 2] * Double(variant.width) / Double(variant.width - 1))
    let (top, bottom) = (left.fraction(of: 0), left.fraction(of: Double(variant.rows)))
    let (rightTop, rightBottom) =
      right.map { ($0.fraction(of: 0), $0.fraction(of: Double(variant.rows))) } ?? (top, bottom)
    let corners = Quadrilateral(
      frame.line(at: top).start, frame.line(at: rightTop).start + width, frame.line(at: rightBottom).start + width,
      frame.line(at: bottom).start)
    var failure = DecodeFailure.emptyMessage
    for lead in [0, 0.4, 0.75] {
      do {
        let symbol = try PDF417Decoder.decode(ballot.codewords(lead: lead), variant)
        search.report(symbol, at: scene.toImage(corners), mirrored: left.slope < 0)
        return true
      } catch { failure = error }
    }
    search.trace?.didReject(scene.toImage.then(search.image().toFrame)(corners), because: failure)
    return false
  }
}
