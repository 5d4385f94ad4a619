import Geometry
import Imaging

/// Reads PDF417 symbols whose start and stop patterns were found.
struct PDF417Reading {
  private let guards: [PDF417Guard]
  private let grey: GreyField
  private let isInverted: Bool
  private let scene: SearchScene
  private let search: FrameSearch

  /// - Parameter guards: start and stop patterns of one polarity, in pixels of the scene.
  init(_ guards: [PDF417Guard], isInverted: Bool, _ scene: SearchScene, _ search: FrameSearch) {
    self.guards = guards
    self.isInverted = isInverted
    self.scene = scene
    self.search = search
    grey = GreyField(scene.image, inverted: isInverted)
  }

  /// - Returns: the patterns that look like what they should be and are of no symbol that was read.
  func read() -> UnreadPatterns {
    // Of patterns that stand above each other each is judged by itself.
    func likely(_ pattern: PDF417Guard) -> (whole: PDF417Guard, parts: [PDF417Guard])? {
      let parts = pattern.unbroken(grey).filter { !isClaimed($0) && $0.likeness(grey) >= Self.leastLikeness }
      return parts.isEmpty ? nil : (pattern, parts)
    }
    let likelyOnes = guards.filter(\.isConfirmed).compactMap(likely)
    let others = guards.lazy.filter { !$0.isConfirmed }.prefix(Self.mostOthersMeasured).compactMap(likely)
      .prefix(Self.mostOthers)
    let confirmed = likelyOnes.flatMap(\.parts)
    let found = confirmed + others.flatMap(\.parts)
    // Bars and spaces that look like a pattern are in every other picture: what is plain is beside them too.
    guard !confirmed.isEmpty || (search.rung > .plain && !found.isEmpty) else {
      return UnreadPatterns(others: found.count, plain: found.count { $0.likeness(grey) >= Self.plainLikeness })
    }
    let toFrame = scene.toImage.then(search.image().toFrame)
    search.trace?.didFind(
      found.map {
        FoundPattern(
          symbology: .pdf417, center: toFrame($0.places[$0.places.count / 2]),
          moduleSize: $0.module / scene.scale, isInverted: isInverted)
      })
    let before = search.observations.count
    search.allowMore()
    read(PDF417Frame.choices(found, .unbroken, grey))
    if search.observations.count == before {
      read(PDF417Frame.choices((likelyOnes + others).map(\.whole), .overGaps, grey))
    }
    let unread = others.flatMap(\.parts).filter { !isClaimed($0) }
    return UnreadPatterns(
      confirmed: confirmed.count { !isClaimed($0) }, others: unread.count,
      plain: unread.count { $0.likeness(grey) >= Self.plainLikeness })
  }

  /// Patterns that nothing confirmed: the most that are compared with the grey, and the most that are then looked at.
  private static let mostOthersMeasured = 24
  private static let mostOthers = 6

  private func read(_ choices: [PDF417Frame.Choice]) {
    let before = search.observations.count
    var unlikely: [PDF417Frame] = []
    for choice in choices {
      if search.isOver() { return }
      guard choice.isConfirmed else {
        if search.rung > .plain { readUnconfirmed(choice) }
        continue
      }
      if let whole = choice.whole {
        if isClaimed(whole) || read(whole) || (search.rung > .plain && readAskew(whole)) { continue }
      }
      let tilted = choice.tilted.filter { !isClaimed($0) }.map { (frame: $0, promise: promise($0)) }
        .filter { $0.promise >= Self.leastPromise }.sorted { $0.promise > $1.promise }
      for candidate in tilted.prefix(Self.likelyTilts) where read(candidate.frame) { break }
      unlikely += tilted.dropFirst(Self.likelyTilts).map(\.frame)
    }
    // The rows of bent paper run another way near the side than further in.
    for frame in unlikely where search.observations.count == before && !search.isOver() { _ = read(frame) }
  }

  /// Reads what may be of a symbol seen so askew that scan lines leave a row before its indicator ends.
  private func readUnconfirmed(_ choice: PDF417Frame.Choice) {
    if let whole = choice.whole, isClaimed(whole) || (showsRows(whole) && read(whole)) || readAskew(whole) { return }
    for frame in choice.tilted where !isClaimed(frame) && showsRows(frame) && read(frame) { return }
  }

  /// Reads a symbol whose rows do not end at the height of the right side at which they begin on the left one, as both were followed,
  /// or whose modules are larger in the middle than at both sides.
  private func readAskew(_ whole: PDF417Frame) -> Bool {
    let known = columns(whole).map { [whole.holding(columns: $0)] } ?? []
    for (number, frame) in ([whole] + known + [whole.bent]).enumerated() {
      if search.isOver() { return false }
      // The first one was read before.
      if number > 0, showsRows(frame), read(frame) { return true }
      guard let descending = alongRows(frame) else { continue }
      if read(descending) { return true }
    }
    return false
  }

  /// How many codewords a row has beside its indicators, if the paper bends: with the right number most codewords that follow each
  /// other at some heights are of one cluster.
  private func columns(_ frame: PDF417Frame) -> Int? {
    var best: (columns: Int, agreeing: Int)?
    for columns in frame.columnsOnBentPaper {
      if search.isOver() { return nil }
      let holding = frame.holding(columns: columns)
      let agreeing = (0..<Self.heights).reduce(0) { sum, index in
        let v = (Double(index) + 0.5) / Double(Self.heights)
        let clusters = line(holding, at: v, most: 32)?.sightings.map { $0.codeword?.cluster } ?? []
        return sum + zip(clusters, clusters.dropFirst()).count { $0 != nil && $0 == $1 }
      }
      if agreeing > best?.agreeing ?? Self.heights / 2 { best = (columns, agreeing) }
    }
    return best?.columns
  }

  /// A frame whose lines end where rows do: at some heights the end is sought on which most codewords are of the first one's
  /// cluster. Nil where they do so as they are, or nowhere.
  private func alongRows(_ frame: PDF417Frame) -> PDF417Frame? {
    guard frame.right != nil else { return nil }
    var samples: [(v: Double, value: Double)] = []
    for index in 0..<Self.heights {
      if search.isOver() { return nil }
      let v = (Double(index) + 0.5) / Double(Self.heights)
      var best = (shift: 0.0, agreeing: 1)
      for shift in Self.shifts {
        guard let line = line(frame.descending(by: (shift, 0)), at: v, most: 32), let first = line.sightings[0].codeword
        else { continue }
        let agreeing = line.sightings.dropFirst().count { $0.codeword?.cluster == first.cluster }
        if agreeing > best.agreeing { best = (shift, agreeing) }
        // All but the last ones, which a line without a right end goes beyond.
        if agreeing >= line.sightings.count - 1 { break }
      }
      if best.agreeing > 1 { samples.append((v, best.shift)) }
    }
    guard samples.count >= 3 else { return nil }
    let line = MedianLine(samples)
    return line.base == 0 && line.change == 0 ? nil : frame.descending(by: (line.base, line.change))
  }

  /// Heights at which rows are followed to the right side.
  private static let heights = 10
  /// Ends that are tried there, as parts of the side's height: of a side that was followed into what stands below it.
  private static let shifts = [0, 0.025, -0.025, 0.05, -0.05, 0.08, -0.08, 0.12, -0.12, 0.17, -0.17]

  /// Whether some lines show left row indicators that agree with each other, of rows that go up or down evenly.
  private func showsRows(_ frame: PDF417Frame) -> Bool {
    var agreement = RowIndicatorAgreement()
    let found = lines(frame, count: 16, most: 1).compactMap { line -> (v: Double, indicator: RowIndicator)? in
      guard let codeword = line.sightings.first?.codeword else { return nil }
      return (line.v, RowIndicator(value: codeword.value, cluster: codeword.cluster))
    }
    for sighting in found { agreement.add(sighting.indicator) }
    guard agreement.agreeing >= 2 else { return false }
    return EvenRows.hold(
      found.filter { agreement.agrees($0.indicator) }.map { EvenRows.Sighting(place: $0.v, number: $0.indicator.row) },
      isRound: false)
  }

  private func isClaimed(_ pattern: PDF417Guard) -> Bool {
    // Beside it, within the row indicator.
    let inward = pattern.rightward * ((pattern.isStart ? 20 : -10) * pattern.module)
    return search.isClaimed(scene.toImage(pattern.places[pattern.places.count / 2] + inward))
  }

  private func isClaimed(_ frame: PDF417Frame) -> Bool {
    let middle = frame.left.top.midpoint(to: frame.left.bottom) + frame.rightward * (20 * frame.module)
    return search.isClaimed(scene.toImage(middle))
  }

  /// Codewords that a few lines show near the left side: most where the lines follow the rows.
  private func promise(_ frame: PDF417Frame) -> Int {
    lines(frame, count: 20, most: 4).reduce(0) { $0 + $1.sightings.count { $0.codeword != nil } }
  }

  /// Of 80 codewords; two left row indicators are the least that a symbol shows.
  private static let leastPromise = 2
  /// Tilts that are read in full first: the best ones by `promise`.
  private static let likelyTilts = 2

  /// Print under blur of a module and noise reaches 0.6; textures that matched on several lines are at 0.2.
  private static let leastLikeness = 0.4
  /// Of 22 symbols that lay aslant beside what was read 20 have a pattern with more; of 2,412 pictures 27, some with a PDF417
  /// among them, show one of 0.93 and more.
  private static let plainLikeness = 0.95

  /// A line along the rows, with what was read on it.
  private struct Line {
    let v: Double
    let sightings: [PDF417Sighting]
    let end: Double
    let direction: Vector<ImagePixels>
  }

  private func read(_ frame: PDF417Frame) -> Bool {
    search.trace?.didBegin(.sampling)
    // One left row indicator in sixteen lines is the least that a symbol shows.
    let probe = lines(frame, count: 32, most: 1)
    guard probe.count(where: { $0.sightings.first?.codeword != nil }) >= 2 else { return false }
    // Every fourth line is enough for a plain symbol; to these the others are added.
    let count = Self.count(frame)
    let turns = count > 48 ? [0, 2, 1, 3] : [0]
    var lines: [Line] = []
    for (turn, first) in turns.enumerated() {
      if turn > 0 && search.isOver() { return false }
      lines += self.lines(frame, count: count, from: first, step: turns.count)
      switch read(frame, lines, isPartial: turn < turns.count - 1) {
      case .read: return true
      case .noSymbol where turn > 0 || lines.count(where: { $0.sightings.first?.codeword != nil }) >= Self.plenty:
        return false
      case .noSymbol, .tooLittle: continue
      }
    }
    return false
  }

  /// Row indicators that are of one symbol, if of any.
  private static let plenty = 24

  private enum Outcome {
    case read
    /// More lines may tell more.
    case tooLittle
    /// The row indicators are not those of one symbol, or the lines do not follow its rows.
    case noSymbol
  }

  /// Reads a symbol from its lines.
  ///
  /// - Parameter isPartial: whether to give up where many codewords are unread, as more lines will tell them.
  private func read(_ frame: PDF417Frame, _ lines: [Line], isPartial: Bool) -> Outcome {
    search.trace?.didBegin(.sampling)
    // Every line begins with the left row indicator.
    var votes = PDF417LayoutVotes()
    for line in lines {
      if let first = line.sightings.first?.codeword {
        votes.add(first.value, cluster: first.cluster, isRight: false)
      }
    }
    if let columns = votes.columns {
      for line in lines where line.sightings.count >= columns + 2 {
        if let last = line.sightings[columns + 1].codeword {
          votes.add(last.value, cluster: last.cluster, isRight: true)
        }
      }
    }
    guard let layout = votes.layout, let left = rowFit(lines, column: 0, layout) else {
      return .noSymbol
    }
    let right = rowFit(lines, column: layout.columns + 1, layout)
    var ballot = PDF417Ballot(rows: layout.rows, columns: layout.columns)
    for line in lines {
      let leftHeight = left.height(at: line.v)
      let rightHeight = right?.height(at: line.v) ?? leftHeight
      for column in 0..<layout.columns where column + 1 < line.sightings.count {
        let part = Double(column + 1) / Double(layout.columns + 1)
        ballot.add(
          line.sightings[column + 1], column: column,
          height: leftHeight + part * (rightHeight - leftHeight))
      }
    }
    search.trace?.didFollow(followed(frame, lines, left, right ?? left, layout, unread: ballot.unread))
    // Each may be an error, which takes two check codewords; half of these are left for what was misread.
    if isPartial && 2 * ballot.unread > layout.checkCodewords {
      // Two lines a row show most codewords of a symbol, if they follow its rows.
      let isHopeless = lines.count >= 2 * layout.rows && 2 * ballot.unread > layout.codewords
      return isHopeless && search.rung == .plain ? .noSymbol : .tooLittle
    }
    // The likeliest of 929 patterns by grey takes 10 µs a codeword: later work does that.
    if search.rung == .plain && ballot.unread > layout.checkCodewords { return .tooLittle }
    search.trace?.didBegin(.decoding)
    let corners = self.corners(frame, lines, left, right ?? left, layout)
    var failure = DecodeFailure.emptyMessage
    for lead in isPartial ? [0] : [0, 0.4, 0.75] {
      if search.isOver() { break }
      do {
        let symbol = try PDF417Decoder.decode(ballot.codewords(lead: lead), layout)
        search.report(
          symbol, at: scene.toImage(corners), mirrored: left.slope < 0, inverted: isInverted)
        return .read
      } catch { failure = error }
    }
    if !isPartial {
      search.trace?.didReject(scene.toImage.then(search.image().toFrame)(corners), as: .pdf417, because: failure)
    }
    return .tooLittle
  }

  /// The heights at which lines are read, as parts of the side's: a little above and below the symbol too, as its ends
  /// may be torn. Without a right side the left one may be torn as well: as far again above and below it.
  private static func reach(_ frame: PDF417Frame) -> (from: Double, to: Double) {
    frame.right == nil ? (-1.0, 2.0) : (-0.04, 1.04)
  }

  /// Lines that are a pixel or two apart.
  private static func count(_ frame: PDF417Frame) -> Int {
    let (from, to) = reach(frame)
    return min(300, max(24, Int(frame.height * (to - from))))
  }

  /// - Parameters:
  ///   - count: lines that the side is divided in.
  ///   - first: the first of them to be read, and `step` how many further the next one is.
  ///   - most: codewords of each.
  private func lines(_ frame: PDF417Frame, count: Int, from first: Int = 0, step: Int = 1, most: Int = 32) -> [Line] {
    let (from, to) = Self.reach(frame)
    var lines: [Line] = []
    for (turn, index) in stride(from: first, to: count, by: step).enumerated() {
      if turn % Self.linesAtOnce == 0 && search.isOver() { return [] }
      let v = from + (to - from) * (Double(index) + 0.5) / Double(count)
      if let line = line(frame, at: v, most: most) { lines.append(line) }
    }
    return lines
  }

  /// A line with what was read on it, if that is anything.
  private func line(_ frame: PDF417Frame, at v: Double, most: Int) -> Line? {
    let reader = PDF417LineReader(grey: grey)
    let (start, end) = frame.line(at: v)
    let direction = end.flatMap { ($0 - start).normalized } ?? frame.rightward
    let module = frame.module / max(0.3, abs(direction.dot(frame.rightward)))
    let (sightings, last) =
      end.flatMap { frame.boundaries(at: v, length: $0.distance(to: start)) }
      .map { reader.read(start, direction, boundaries: Array($0.prefix(most + 1))) }
      ?? reader.read(start, direction, offset: 17 * module, module: module, end: nil, most: most)
    return sightings.isEmpty ? nil : Line(v: v, sightings: sightings, end: last, direction: direction)
  }

  /// Lines read between steps that are counted.
  private static let linesAtOnce = 16

  private func rowFit(_ lines: [Line], column: Int, _ layout: PDF417Layout) -> PDF417RowFit? {
    PDF417RowFit(lines.compactMap { line in row(line, column: column, layout).map { (line.v, $0) } })
  }

  /// The row that a line's indicator tells; nil where it is unread or of no row that the symbol has.
  private func row(_ line: Line, column: Int, _ layout: PDF417Layout) -> Int? {
    guard column < line.sightings.count, let codeword = line.sightings[column].codeword else { return nil }
    let row = codeword.value / 30 * 3 + codeword.cluster
    let told = column == 0 ? layout.leftIndicator(row: row) : layout.rightIndicator(row: row)
    return row < layout.rows && told == codeword.value ? row : nil
  }

  /// What a trace is told of the rows.
  private func followed(
    _ frame: PDF417Frame, _ lines: [Line], _ left: PDF417RowFit, _ right: PDF417RowFit, _ layout: PDF417Layout,
    unread: Int
  ) -> StackedRows {
    let toFrame = scene.toImage.then(search.image().toFrame)
    let indicators = [0, layout.columns + 1].flatMap { column in
      lines.compactMap { line -> StackedRows.Indicator? in
        guard let row = row(line, column: column, layout) else { return nil }
        let (start, end) = frame.line(at: line.v)
        // From side to side there are the start pattern, two indicators, the columns and the stop pattern; without a right
        // side the line ends with what was read last.
        let (length, modules) =
          end.map { ($0.distance(to: start), 17 * (layout.columns + 3) + 18) }
          ?? (line.end, 17 * (line.sightings.count + 1))
        let middle = (17 * Double(column) + 25.5) / Double(modules)
        return StackedRows.Indicator(place: toFrame(start + line.direction * (middle * length)), row: row)
      }
    }
    return StackedRows(
      symbology: .pdf417, corners: toFrame(corners(frame, lines, left, right, layout)), rows: layout.rows,
      columns: layout.columns, firstCluster: 0, indicators: indicators, unreadCodewords: unread)
  }

  /// The outline, in the symbol's own order: its top is where row 0 begins.
  private func corners(
    _ frame: PDF417Frame, _ lines: [Line], _ left: PDF417RowFit, _ right: PDF417RowFit,
    _ layout: PDF417Layout
  ) -> Quadrilateral<ImagePixels> {
    func limited(_ v: Double) -> Double { max(-3, min(4, v)) }
    func ends(_ fit: PDF417RowFit) -> (top: Double, bottom: Double) {
      (limited(fit.fraction(of: 0)), limited(fit.fraction(of: Double(layout.rows))))
    }
    let (leftEnds, rightEnds) = (ends(left), ends(right))
    let topLeft = frame.line(at: leftEnds.top).start
    let bottomLeft = frame.line(at: leftEnds.bottom).start
    if let topRight = frame.line(at: rightEnds.top).end,
      let bottomRight = frame.line(at: rightEnds.bottom).end
    {
      return Quadrilateral(topLeft, topRight, bottomRight, bottomLeft)
    }
    // Without a right side: as far as the codewords that the layout tells.
    let widths = lines.map { $0.end / Double(17 * ($0.sightings.count + 1)) }.sorted()
    let width = widths[widths.count / 2] * Double(17 * (layout.columns + 2) + 1)
    return Quadrilateral(
      topLeft, topLeft + frame.rightward * width, bottomLeft + frame.rightward * width, bottomLeft)
  }
}
