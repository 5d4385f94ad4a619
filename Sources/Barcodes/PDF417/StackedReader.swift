import Geometry
import Imaging

/// Finds and reads PDF417 and MicroPDF417 symbols.
package final class StackedReader: SymbolReader {
  package static var symbologies: Set<Symbology> { [.pdf417, .microPDF417] }
  package static var focused: SearchWork? { .stackedFocused }
  package static var steadied: SearchWork? { .stackedSteadied }
  package static var levelled: SearchWork? { .stackedLevelled }

  private var scan = StackedPatternScan()
  private var slanted = SlantedSides()

  package init() {}

  package func seeds(_ search: FrameSearch) -> [Work] { [Work(.stackedPlain, run: readPlainly)] }

  private func readPlainly(_ search: FrameSearch) -> [Work] {
    // A bar of more than 40 pixels has no edge near its middle to take a threshold from: large symbols show theirs
    // where the frame is smaller.
    let levels = 0..<min(3, search.levels)
    var unread = readAll(SearchScene(search), search)
    for level in levels.dropFirst() where unread.confirmed == 0 && !search.isOver() {
      let smaller = readAll(SearchScene(search, level: level), search)
      unread.confirmed += smaller.confirmed
      unread.plain += smaller.plain
    }
    let pixels = search.image().pixels.count
    let showsRows = pixels <= Self.mostOfRows && showsRows(search)
    guard unread.confirmed == 0, pixels <= Self.smallPicture || showsRows else { return closer(unread, levels, search) }
    // A very small picture whose few rows show a pattern has it scanned in less time than its other lines take.
    let isQuick = unread.others > 0 && pixels <= Self.tinyPicture
    return [
      Work(.stackedPlain, promise: isQuick ? 1 : Self.afterOthers) { search in
        if search.observations.isEmpty { unread += self.readAll(SearchScene(search), search, isFine: true) }
        // The finer look does so again, and takes sides there, too, that nothing confirms.
        if search.observations.isEmpty, showsRows { _ = self.readSlanted(search) }
        return self.closer(unread, levels, search)
      }
    ]
  }

  /// Whether several striped regions show and none of them bars that go on over its height: so the rows of a symbol that lies
  /// askew are parted.
  private func showsRows(_ search: FrameSearch) -> Bool { search.showsTallBars == false && search.stripes().count > 1 }

  /// Puts the rows between the first ones behind the plain pass of all families, whose symbols need none of them.
  private static let afterOthers = 0.1

  private func closer(_ unread: UnreadPatterns, _ levels: Range<Int>, _ search: FrameSearch) -> [Work] {
    let isEvident = unread.areEvident || showsOnlyMicro(search)
    // Of 83 pictures with a linear symbol's bars and no stack's pattern none was read so.
    let isLinear = search.showsTallBars == true && !unread.areEvident
    let smaller = levels.dropFirst().map { level in
      Work(.stackedSmaller, isEvident: unread.confirmed > 0, promise: unread.promise) { search in
        _ = self.readAll(SearchScene(search, level: level), search)
        return []
      }
    }
    let promise = isLinear ? Self.besideBars : unread.promise
    return smaller + [Work(.stackedFine, isEvident: isEvident, promise: promise, run: readFinely)]
  }

  private func readFinely(_ search: FrameSearch) -> [Work] {
    let unread = readAll(SearchScene(search), search)
    return [
      Work(.stackedSlanted, isEvident: showsOnlyMicro(search), run: readSlanted),
      Work(.stackedEnlarged, promise: unread.promise, run: readEnlarged),
      Work(
        .stackedEvened, isEvident: unread.areEvident,
        promise: unread.confirmed > 0 ? Self.shadowed : unread.promise, run: readEvened),
      Work(.stackedFaint, run: readFaintly),
    ]
  }

  /// Puts the finer look behind all others of its cost.
  private static let besideBars = 0.1

  /// A symbol whose patterns are confirmed and that is not read is likely to lie in a shadow where there is one; where there is
  /// none, nothing is done.
  private static let shadowed = 20.0

  private func readEnlarged(_ search: FrameSearch) -> [Work] {
    guard search.observations.isEmpty, let scene = search.enlarged() else { return [] }
    _ = readAll(scene, search)
    return []
  }

  /// Reads what lies partly in a shadow.
  private func readEvened(_ search: FrameSearch) -> [Work] {
    guard let scene = search.evened() else { return [] }
    _ = readAll(scene, search)
    return []
  }

  /// Reads what is fainter than the edge of its label.
  private func readFaintly(_ search: FrameSearch) -> [Work] {
    guard let scene = search.strengthened() else { return [] }
    _ = readAll(scene, search)
    if search.wants([.microPDF417]), search.observations.isEmpty { readSlanted(scene, search) }
    return []
  }

  private func readSlanted(_ search: FrameSearch) -> [Work] {
    guard search.wants([.microPDF417]) else { return [] }
    search.trace?.didBegin(.finders)
    for level in 0..<min(3, search.levels) where search.observations.isEmpty || showsOnlyMicro(search) {
      readSlanted(SearchScene(search, level: level), search)
    }
    return []
  }

  /// Whether several MicroPDF417 symbols were read and nothing else: of a sheet of them some lie a little straighter than others,
  /// and more lines cross some.
  private func showsOnlyMicro(_ search: FrameSearch) -> Bool {
    search.observations.count > 1 && search.observations.allSatisfy { $0.symbol.symbology == .microPDF417 }
  }

  private func readSlanted(_ scene: SearchScene, _ search: FrameSearch) {
    let step = max(2, min(4, 1 + min(scene.image.width, scene.image.height) / 240))
    let sides = slanted.find(
      scene.image, scene.thresholds, step: step, isRead: { search.isClaimed(scene.toImage($0)) }, isOver: search.isOver)
    if !sides.isEmpty { _ = MicroPDF417Reading(sides, isInverted: false, scene, search).read() }
  }

  /// Pixels of a picture whose rows between the first ones are plain, too: what is done beyond that takes longer.
  private static let smallPicture = 200 * 200

  /// The same of one that shows the rows of a stack: of 91 such pictures in which nothing is plain these lines read 18, and those
  /// askew 11 of the others, five times as many as in others in the same time.
  private static let mostOfRows = 200_000

  /// The same of one that takes less than a tenth of a millisecond.
  private static let tinyPicture = 100 * 100

  /// How many of the lines that cross a plain pattern show it.
  private static let plainShare = 0.5

  /// - Parameter isFine: whether to scan in fine steps, as beyond the plain rung.
  /// - Returns: the patterns that were found and are of no symbol read.
  private func readAll(_ scene: SearchScene, _ search: FrameSearch, isFine: Bool = false) -> UnreadPatterns {
    var unread = UnreadPatterns()
    search.trace?.didBegin(.finders)
    var criteria = StackedPatternScan.Criteria(guards: search.wants([.pdf417]), sides: search.wants([.microPDF417]))
    if scene.scale < 1, search.rung == .plain {
      // What only shows here has modules of four pixels and more at full size, and so no less than a sixtieth of the frame.
      criteria.rowStep = max(2, min(8, scene.image.height / 60))
      criteria.columnStep = max(2, min(16, scene.image.width / 60))
      criteria.leastModule = 1
      criteria.share = Self.plainShare
    } else if scene.scale < 1 {
      criteria.rowStep = max(2, min(4, scene.image.height / 100))
      criteria.columnStep = max(2, min(4, scene.image.width / 100))
      criteria.leastModule = 1
    } else if search.rung > .plain || isFine {
      // At three times its size a frame shows no more; a large one shows symbols of twenty lines.
      criteria.rowStep = scene.scale > 1 ? 3 : max(2, min(4, scene.image.height / 270))
      criteria.columnStep = scene.scale > 1 ? 3 : max(2, min(4, scene.image.width / 270))
      if isFine { criteria.share = Self.plainShare }
    } else {
      // 120 lines and more either way: three of them meet a symbol that takes a fortieth of the frame.
      criteria.rowStep = max(4, min(8, scene.image.height / 120))
      criteria.columnStep = max(6, min(16, scene.image.width / 120))
      criteria.leastModule = 1.2
      criteria.share = Self.plainShare
    }
    var findings = scan.find(scene.image, scene.thresholds, criteria) { search.isOver() }
    if scene.scale < 1 {
      // What has small modules shows better at full size.
      findings.guards.removeAll { !$0.isConfirmed && $0.module < 1.6 }
      findings.sides.removeAll { !$0.isConfirmed && $0.module < 1.6 }
    }
    for isInverted in search.options.triesInverted ? [false, true] : [false] {
      let guards = findings.guards.filter { $0.isInverted == isInverted }
      if !guards.isEmpty { unread += PDF417Reading(guards, isInverted: isInverted, scene, search).read() }
      let sides = findings.sides.filter { $0.isInverted == isInverted }
      if !sides.isEmpty { unread += MicroPDF417Reading(sides, isInverted: isInverted, scene, search).read() }
    }
    return unread
  }
}
