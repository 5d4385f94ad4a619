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

  /// - Returns: the sides that are of no symbol that was read.
  func read() -> UnreadPatterns {
    var unread = UnreadPatterns()
    for side in sides.filter(\.isConfirmed) + sides.lazy.filter({ !$0.isConfirmed }).prefix(Self.mostOthers) {
      if search.isOver() { break }
      if !tryReading(side) { unread.add(side) }
    }
    return unread
  }

  /// - Returns: whether the side is of a symbol that was read, now or before.
  private func tryReading(_ side: PDF417Guard) -> Bool {
    // Text has rows that look like one: what is plain goes on beside them.
    guard side.isConfirmed || search.rung > .plain else { return false }
    search.trace?.didBegin(.sampling)
    guard let edge = MicroPDF417Edge(side, grey) else { return false }
    let middle = edge.line(at: 0.5, tilt: 0)
    let inside = scene.toImage(middle.start + middle.direction * (10 * middle.module))
    // The bars of a linear symbol may look like a row, line after line; beyond the plain pass rows are followed that count on
    // in too few of the lines.
    if !search.isClaimed(inside), side.isConfirmed && search.rung > .plain || counts(edge) { read(edge) }
    return search.isClaimed(inside)
  }

  /// Sides that nothing confirmed: the most that are looked at.
  private static let mostOthers = 6

  /// Whether rows at some heights begin with addresses that count on from one to the other.
  private func counts(_ edge: MicroPDF417Edge) -> Bool {
    edge.tilts.contains { tilt in
      let addresses = (0..<8).compactMap { index -> EvenRows.Sighting? in
        let v = (Double(index) + 0.5) / 8
        return begins(edge, at: v, tilt: tilt).map { EvenRows.Sighting(place: v, number: $0) }
      }
      return addresses.count >= 3 && EvenRows.hold(addresses, isRound: true)
    }
  }

  /// The address of a row at a height, if a codeword of the row follows it.
  private func begins(_ edge: MicroPDF417Edge, at v: Double, tilt: Double) -> Int? {
    let (start, direction, module) = edge.line(at: v, tilt: tilt)
    let sightings = PDF417LineReader(grey: grey).read(
      start, direction, offset: 0, module: module, end: nil, most: 2, pieces: [.sidePattern, .codeword]
    ).sightings
    guard sightings.count == 2, let number = sightings[0].codeword?.value, let first = sightings[1].codeword,
      first.cluster == number % 3
    else { return nil }
    return number
  }

  /// A line along a row, with what was read on it.
  private struct Line {
    let v: Double
    let left: Int
    let right: Int?
    let codewords: [PDF417Sighting]
    /// Where the last piece ends.
    let end: Point<ImagePixels>
    /// How many pieces agree with the left row address.
    let agreeing: Int
  }

  private func read(_ edge: MicroPDF417Edge) {
    // Which way the rows run is tried at some heights; in perspective it changes from top to bottom.
    var slants = Array(repeating: [(v: Double, value: Double)](), count: 4)
    var scores = [0.0, 0, 0, 0]
    var addresses: [Int] = []
    var isFlat = true
    for (tried, index) in Self.heights.enumerated() {
      // Rows that a symbol shows at its ends and between them as they run in the first one.
      if isFlat, tried == Self.enoughOfFlat { break }
      // The lines across a linear symbol show the same again and again.
      if search.isOver() || addresses.count >= Self.mostAlike && Set(addresses).count == 1 { return }
      let v = (Double(index) + 0.5) / Double(Self.heights.count)
      var best = [(tilt: Double, agreeing: Int)?](repeating: nil, count: 4)
      var clearest: (address: Int, agreeing: Int)?
      var isPlain = false
      let likely = (1...4).sorted { scores[$0 - 1] > scores[$1 - 1] }
      // The left pattern, the codewords and the right pattern: where all agree, no other tilt can do better.
      tilts: for tilt in edge.tilts where begins(edge, at: v, tilt: tilt) != nil {
        for columns in likely {
          guard let line = line(edge, at: v, tilt: tilt, columns),
            line.agreeing > best[columns - 1]?.agreeing ?? 1
          else { continue }
          best[columns - 1] = (tilt, line.agreeing)
          if line.agreeing > clearest?.agreeing ?? 0 { clearest = (line.left, line.agreeing) }
          if line.agreeing == columns + 2 {
            isPlain = tilt == edge.tilts[0]
            break tilts
          }
        }
      }
      isFlat = isFlat && isPlain
      for (columns, best) in zip(1...4, best) {
        guard let best else { continue }
        slants[columns - 1].append((v, best.tilt))
        scores[columns - 1] += Double(best.agreeing) / Double(columns + 2)
      }
      if let clearest { addresses.append(clearest.address) }
    }
    for columns in (1...4).sorted(by: { scores[$0 - 1] > scores[$1 - 1] }).prefix(2) {
      if search.isOver() { return }
      guard slants[columns - 1].count >= 3 else { continue }
      let slant = MedianLine(slants[columns - 1])
      let count = min(200, max(24, Int(edge.height)))
      // Every third line is enough for a plain symbol, and of a low one, whose rows are of two pixels and more, every second.
      for step in count > 48 ? [3, 1] : count > 30 ? [2, 1] : [1] {
        var lines: [Line] = []
        for index in stride(from: step / 2, to: count, by: step) {
          if index % Self.linesAtOnce == 0 && search.isOver() { return }
          let v = (Double(index) + 0.5) / Double(count)
          if let line = line(edge, at: v, tilt: slant(v), columns) { lines.append(line) }
        }
        guard let variant = variant(of: lines, columns) else { continue }
        if decode(variant, lines, edge, slant, isPartial: step > 1) { return }
      }
    }
  }

  /// Parts of the height at which it is tried how rows run, from both ends inwards.
  private static let heights = [0, 11, 6, 3, 9, 1, 10, 5, 8, 2, 7, 4]
  /// Of them as many as tell a symbol that lies flat.
  private static let enoughOfFlat = 4
  /// Heights that may show the same row: of a symbol of four rows three of the twelve do, and where the side is taken for
  /// shorter than it is four.
  private static let mostAlike = 5

  /// Lines read between checks of the meter: less than a millisecond.
  private static let linesAtOnce = 16

  /// The variant that most lines speak for: those whose patterns on both sides belong to the same row, or where none do, as
  /// around a bottle the right ones are too narrow to be read, whose left patterns are all of its rows and no others.
  private func variant(of lines: [Line], _ columns: Int) -> MicroPDF417Variant? {
    var best: (variant: MicroPDF417Variant, votes: Int)?
    var whole: (variant: MicroPDF417Variant, votes: Int)?
    for variant in MicroPDF417Variant.all where variant.columns == columns {
      let left = lines.compactMap { line in variant.row(left: line.left).map { (row: $0, right: line.right) } }
      let rows = left.compactMap { $0.right == (variant.right + $0.row) % 52 ? $0.row : nil }
      if Set(rows).count >= max(2, variant.rows / 4), rows.count > best?.votes ?? 2 { best = (variant, rows.count) }
      let isWhole = 10 * Set(left.map(\.row)).count >= 9 * variant.rows && 10 * left.count >= 9 * lines.count
      if isWhole, left.count > whole?.votes ?? 0 { whole = (variant, left.count) }
    }
    return best?.variant ?? whole?.variant
  }

  /// The pieces of a row. ISO/IEC 24728:2006 §5.3.
  private static func pieces(_ columns: Int) -> [PDF417Piece] {
    switch columns {
    case 1: [.sidePattern, .codeword, .sidePattern]
    case 2: [.sidePattern, .codeword, .codeword, .sidePattern]
    case 3: [.sidePattern, .codeword, .middlePattern, .codeword, .codeword, .sidePattern]
    default: [.sidePattern, .codeword, .codeword, .middlePattern, .codeword, .codeword, .sidePattern]
    }
  }

  private func line(_ edge: MicroPDF417Edge, at v: Double, tilt: Double, _ columns: Int) -> Line? {
    let pieces = Self.pieces(columns)
    let (start, direction, module) = edge.line(at: v, tilt: tilt)
    let (sightings, end) = PDF417LineReader(grey: grey).read(
      start, direction, offset: 0, module: module, end: nil, most: pieces.count, pieces: pieces)
    guard let left = sightings.first?.codeword?.value else { return nil }
    let right = sightings.count == pieces.count ? sightings[pieces.count - 1].codeword?.value : nil
    var agreeing = 1
    var codewords: [PDF417Sighting] = []
    for (piece, sighting) in zip(pieces, sightings) where piece == .codeword {
      codewords.append(sighting)
      if sighting.codeword?.cluster == left % 3 { agreeing += 1 }
    }
    if let right, MicroPDF417Variant.all.contains(where: { $0.columns == columns && $0.fits(left: left, right: right) })
    {
      agreeing += 1
    }
    return Line(
      v: v, left: left, right: right, codewords: codewords, end: start + direction * end, agreeing: agreeing)
  }

  private func decode(
    _ variant: MicroPDF417Variant, _ lines: [Line], _ edge: MicroPDF417Edge, _ slant: MedianLine, isPartial: Bool
  ) -> Bool {
    search.trace?.didBegin(.decoding)
    guard
      let left = PDF417RowFit(lines.compactMap { line in variant.row(left: line.left).map { (line.v, $0) } })
    else { return false }
    let right = PDF417RowFit(
      lines.compactMap { line in line.right.flatMap { variant.row(right: $0) }.map { (line.v, $0) } })
    var ballot = PDF417Ballot(rows: variant.rows, columns: variant.columns, firstCluster: variant.cluster)
    for line in lines {
      let leftHeight = left.height(at: line.v)
      let rightHeight = right?.height(at: line.v) ?? leftHeight
      for (column, sighting) in line.codewords.enumerated() {
        let part = (Double(column) + 0.8) / (Double(variant.columns) + 0.6)
        ballot.add(sighting, column: column, height: leftHeight + part * (rightHeight - leftHeight))
      }
    }
    // Each may be an error; more lines will tell them.
    let isTooLittle = isPartial && 4 * ballot.unread > variant.checkCodewords
    if isTooLittle && search.trace == nil { return false }
    // The last piece ends a module before the symbol does.
    let widths = lines.map { $0.end.distance(to: edge.line(at: $0.v, tilt: 0).start) }.sorted()
    let width = widths[widths.count / 2] * Double(variant.width) / Double(variant.width - 1)
    let (top, bottom) = (left.fraction(of: 0), left.fraction(of: Double(variant.rows)))
    let (rightTop, rightBottom) =
      right.map { ($0.fraction(of: 0), $0.fraction(of: Double(variant.rows))) } ?? (top, bottom)
    func end(_ v: Double) -> Point<ImagePixels> {
      let line = edge.line(at: v, tilt: slant(v))
      let middle = edge.line(at: 0.5, tilt: 0).module
      return line.start + line.direction * (width * line.module / middle)
    }
    let corners = Quadrilateral(
      edge.line(at: top, tilt: 0).start, end(rightTop), end(rightBottom), edge.line(at: bottom, tilt: 0).start)
    search.trace?.didFollow(followed(variant, lines, edge, corners, unread: ballot.unread))
    if isTooLittle { return false }
    var failure = DecodeFailure.emptyMessage
    for lead in isPartial ? [0] : [0, 0.4, 0.75] {
      do {
        let symbol = try PDF417Decoder.decode(ballot.codewords(lead: lead), variant)
        search.report(symbol, at: scene.toImage(corners), mirrored: left.slope < 0, inverted: isInverted)
        return true
      } catch { failure = error }
    }
    if isPartial { return false }
    search.trace?.didReject(scene.toImage.then(search.image().toFrame)(corners), as: .microPDF417, because: failure)
    return false
  }

  /// What a trace is told of the rows.
  private func followed(
    _ variant: MicroPDF417Variant, _ lines: [Line], _ edge: MicroPDF417Edge, _ corners: Quadrilateral<ImagePixels>,
    unread: Int
  ) -> StackedRows {
    let toFrame = scene.toImage.then(search.image().toFrame)
    let indicators = lines.compactMap { line -> StackedRows.Indicator? in
      guard let row = variant.row(left: line.left) else { return nil }
      // The middle of the 10 modules of its pattern.
      let (start, direction, module) = edge.line(at: line.v, tilt: 0)
      return StackedRows.Indicator(place: toFrame(start + direction * (5 * module)), row: row)
    }
    return StackedRows(
      symbology: .microPDF417, corners: toFrame(corners), rows: variant.rows, columns: variant.columns,
      firstCluster: 3 * variant.cluster, indicators: indicators, unreadCodewords: unread)
  }
}
