import Geometry
import Imaging

/// What is looked for behind the plain rung: each look is slower than the one before, and reads less.
extension DataMatrixReader {
  func readFinely(_ search: FrameSearch) -> [Work] {
    // Beside what other readers read only where something shows: of 43 pictures none held more.
    let left = search.observations.isEmpty || hasRead(search) ? nil : unreadPending(search)
    let open = unread.filter { $0.isPromising && !wasRefined($0) }
    readNear(search, left ?? unread)
    // Beside one or two that were read, none of 3,164 pictures held more than what had shown by then without being refined.
    if hasRead(search), !areMany(search), open.allSatisfy({ search.isClaimed($0.place) }) { return [] }
    search.trace?.didBegin(.finders)
    // Four rows make a side: of a 15th of the picture's shorter side or 20 pixels.
    let step = max(1, min(5, shorterSide(search) / 60))
    let most = Self.mostSides * search.image().megapixels
    readAll(SearchScene(search), .init(lines: .rows, step: step), most: most, near: left, search)
    // One of the solid sides crosses rows. Where it is torn, or something touches it, or data make it look thicker than
    // it is, the other one tells.
    for level in (0..<search.levels).reversed() {
      let step = level == 0 ? step : Self.smallerStep
      readAll(SearchScene(search, level: level), .init(lines: .columns, step: step), most: most, near: left, search)
    }
    // Beside one or two that were read nothing was read so, in 60 pictures.
    let isEvident = (search.observations.isEmpty || areMany(search)) && showsMore(search)
    // What showed both of its sides already has no more of them to be found.
    var works = [
      Work(.dataMatrixDotted, run: readDotted), Work(.dataMatrixEvened, run: readEvened),
      Work(.dataMatrixFaint, run: readFaintly),
    ]
    // Of 10,800 photographs and drawings such work read ten, all where something had shown, but for small pictures.
    let hasShown = !promising.isEmpty || !bent.isEmpty
    if hasShown {
      works.append(Work(.dataMatrixPromising, isEvident: isEvident, run: readPromising))
      works.append(Work(.dataMatrixLenient, isEvident: areMany(search), run: readLeniently))
    }
    if hasShown || SearchScene.isSmall(search.image()) {
      // Of pictures where nothing shows yet one in a hundred is a symbol's; other families go first there.
      works.append(
        Work(.dataMatrixEnlarged, isEvident: isEvident, promise: isEvident ? 1 : 0.1, run: readEnlarged))
    }
    return works
  }

  private func wasRefined(_ candidate: DataMatrixCandidate) -> Bool {
    promising.contains { $0.place == candidate.place }
  }

  /// Reads symbols that are seen from very near, the largest first.
  private func readNear(_ search: FrameSearch, _ candidates: [DataMatrixCandidate]) {
    let most = Self.mostNear * search.image().megapixels
    for var candidate in candidates.sorted(by: { $0.length > $1.length }).prefix(most)
    where !search.isClaimed(candidate.place) {
      if search.isOver() { return }
      if candidate.read(search, reach: .near) { continue }
      if var foreshortened = candidate.foreshortened {
        if foreshortened.read(search) { continue }
        if foreshortened.score > candidate.score { candidate = foreshortened }
      }
      if candidate.isPromising { refine(candidate, search) }
    }
  }

  /// Solid sides that are looked at so, a megapixel: a twentieth of a millisecond each.
  private static let mostNear = 24

  /// Reads what was stamped or jetted as dots that do not touch. Where they are more than two pixels apart, they do in a
  /// smaller copy once each has grown by a pixel.
  private func readDotted(_ search: FrameSearch) -> [Work] {
    search.trace?.didBegin(.finders)
    for level in search.dottedLevels {
      for isLight in search.options.triesInverted ? [false, true] : [false] {
        if search.isOver() { return [] }
        let scene = SearchScene(closing: search, level: level, isLight: isLight)
        readAll(
          scene, .init(lines: .both, step: Self.smallerStep, isInverted: isLight, thickest: Self.thickest),
          most: Self.mostSides, search)
      }
    }
    return []
  }

  /// Reads what lies partly in a shadow or beside a lamp, where one side's edges are many times as strong as another's.
  private func readEvened(_ search: FrameSearch) -> [Work] { readRemade(search.evened(), search) }

  /// Reads what is fainter than the edge of its label.
  private func readFaintly(_ search: FrameSearch) -> [Work] { readRemade(search.strengthened(), search) }

  private func readRemade(_ scene: SearchScene?, _ search: FrameSearch) -> [Work] {
    search.trace?.didBegin(.finders)
    guard let scene else { return [] }
    let step = max(2, min(5, shorterSide(search) / 60))
    readAll(scene, .init(lines: .both, step: step), most: Self.mostSides * search.image().megapixels, search)
    return []
  }

  private func readLeniently(_ search: FrameSearch) -> [Work] {
    let step = max(1, min(5, shorterSide(search) / 60))
    readAll(
      SearchScene(search), .init(lines: .both, step: step, isLenient: true), most: Self.mostLenientSides, search)
    return [Work(.dataMatrixBent, isEvident: showsMore(search), run: readBent)]
  }

  private func readEnlarged(_ search: FrameSearch) -> [Work] {
    // Beside what was read only where something shows.
    let left = search.observations.isEmpty ? nil : promising.filter { isPending($0, search) }
    if let scene = search.enlarged() {
      readAll(
        scene, .init(lines: .both, step: 2, isLenient: true), most: 2 * Self.mostLenientSides, near: left, search)
    } else if search.levels > 1 {
      readAll(
        SearchScene(search, level: 1), .init(lines: .both, step: 3, isLenient: true), most: Self.mostLenientSides,
        near: left, search)
    }
    return []
  }

  /// Reads symbols that do not lie flat, following all of their sides.
  private func readBent(_ search: FrameSearch) -> [Work] {
    for candidate in bent.sorted(by: { $0.finder.size > $1.finder.size }).prefix(Self.mostBent)
    where !search.isClaimed(candidate.place) && !search.isOver() {
      candidate.readBent(search)
    }
    return []
  }

  /// Candidates whose sides are all followed, the largest first: half a millisecond each.
  private static let mostBent = 40

  /// Reads what showed well but was not read with its sides' ends elsewhere.
  private func readPromising(_ search: FrameSearch) -> [Work] {
    let left = promising.filter { !search.isClaimed($0.place) }.sorted { $0.score > $1.score }
    for candidate in left.prefix(Self.mostPromising)
    where !search.isClaimed(candidate.place) && !search.isOver() {
      _ = candidate.readTorn(search)
    }
    return []
  }

  private static let mostPromising = 3

  /// Whether something was found beside what was read that may be a symbol, too.
  private func showsMore(_ search: FrameSearch) -> Bool { promising.contains { isPending($0, search) } }

  /// Sides of either polarity that are looked at, a megapixel.
  private static let mostSides = 24
  /// The same for a lenient scan, the longest first: of 2,263 sides that such scans looked at in 2,412 pictures two showed a
  /// symbol, each the longest of its picture.
  private static let mostLenientSides = 4
}
