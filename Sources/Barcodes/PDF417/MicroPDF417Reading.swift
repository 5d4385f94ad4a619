import Geometry
import Imaging

/// Reads MicroPDF417 symbols whose left side was found. They have no start pattern: each row begins with a row
/// address pattern, which differs from the next row's in the place of one edge only. ISO/IEC 24728:2006 §5.3.
struct MicroPDF417Reading {
  private let sides: [PDF417Guard]
  private let grey: GreyField
  private let isInverted: Bool
  private let scene: SearchScene
  private let search: FrameSearch

  /// - Parameter sides: left sides of one polarity, in pixels of the scene.
  init(_ sides: [PDF417Guard], isInverted: Bool, _ scene: SearchScene, _ search: FrameSearch) {
    self.sides = sides
    self.isInverted = isInverted
    self.scene = scene
    self.search = search
    grey = GreyField(scene.image, inverted: isInverted)
  }

  func read() {
    for side in sides {
      for frame in Self.frames(side, grey) {
        let middle = frame.left.top.midpoint(to: frame.left.bottom) + frame.rightward * (10 * frame.module)
        if search.isOutOfTime { return }
        if search.isClaimed(scene.toImage(middle)) || read(frame) { break }
      }
    }
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

  private func read(_ frame: PDF417Frame) -> Bool {
    search.trace?.didBegin(.sampling)
    var best: (variant: MicroPDF417Variant, lines: [Line], votes: Int)?
    for columns in 1...4 {
      let lines = self.lines(frame, columns)
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
    return decode(best.variant, best.lines, frame)
  }

  private func lines(_ frame: PDF417Frame, _ columns: Int) -> [Line] {
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

  private func decode(_ variant: MicroPDF417Variant, _ lines: [Line], _ frame: PDF417Frame) -> Bool {
    search.trace?.didBegin(.decoding)
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
        search.report(symbol, at: scene.toImage(corners), mirrored: left.slope < 0, inverted: isInverted)
        return true
      } catch { failure = error }
    }
    search.trace?.didReject(scene.toImage.then(search.image().toFrame)(corners), because: failure)
    return false
  }
}
