import Geometry
import Imaging

/// Reads all linear symbologies: striped regions, scan lines across them, bars, characters, agreement.
package final class LinearReader: SymbolReader {
  /// A line a family of codes.
  static let decoders: [any LinearDecoder.Type] = [
    EANReader.self, Code128Reader.self, Code39Reader.self, Code93Reader.self, ITFReader.self, CodabarReader.self,
    TelepenReader.self, DataBarLimitedReader.self,
  ]

  package static var focused: SearchWork? { .linearFocused }

  package static var symbologies: Set<Symbology> {
    decoders.reduce(into: [.gs1DataBar, .gs1DataBarExpanded, .dxFilmEdge]) { $0.formUnion($1.symbologies) }
  }

  /// Puts regions whose bars go on over all of their height before all other looks that cost as much: they are linear.
  private static let beforeOthers = 1.0

  /// Puts other regions behind the plain rows of QR Code and PDF417, whose symbols show as striped regions too: what these read
  /// need not be scanned for bars.
  private static let afterOthers = 0.3

  /// Regions that come first, the largest: of 1,275 looks that read something 1,254 were among the first eight of their picture.
  private static let mostLikely = 8

  /// Puts the others behind the first look for Data Matrix: a picture with so many is of texture, or of anything else.
  private static let afterFirst = 0.25

  /// Puts the labels that a region seems to hold behind all regions.
  private static let afterRegions = 0.2

  /// Such labels that are looked at in vain, one behind the other: more are of text and texture.
  private static let mostInVain = 6

  /// Parts of a label's length and height beside it in which another one may stand: blocks of eight pixels around it, and the text
  /// below, take up less.
  private static let leastRoom = 0.8

  /// Regions joined of pieces that are scanned: more than that are of text and texture.
  private static let mostJoined = 8

  package init() {}

  package func seeds(_ search: FrameSearch) -> [Work] { [Work(.linearRegions, run: findRegions)] }

  private func findRegions(_ search: FrameSearch) -> [Work] {
    search.trace?.didBegin(.finders)
    let regions = search.stripes()
    search.trace?.didFindStripes(regions.map { search.image().toFrame($0.corners) })
    let decoders = Self.decoders.filter { search.wants($0.symbologies) }.map { $0.init() }
    let likely = regions.prefix(Self.mostLikely).map { region in
      LikelyRegion(region, RegionScan(search, decoders: decoders, region: region))
    }
    search.showsTallBars = likely.contains(where: \.isTall)
    let plain = likely.map { likely in
      let promise = likely.isTall ? Self.beforeOthers : Self.afterOthers
      return Work(.linearPlain, at: likely.region.places, promise: promise) { search in
        Self.readPlainly(likely.region, likely.scan, decoders, search)
      }
    }
    let others = regions.dropFirst(Self.mostLikely).map { region in
      Work(.linearPlain, at: region.places, promise: Self.afterFirst) { search in
        let scan = RegionScan(search, decoders: decoders, region: region)
        return Self.readPlainly(region, scan, decoders, search)
      }
    }
    // What is as large as that is plain to see or not at all.
    let large = search.largeStripes().map { region in
      Work(.linearPlain, at: [region.center], promise: Self.afterRegions) { search in
        Self.readOnce(region, decoders, search, isToBorder: true)
      }
    }
    let rows = StripeRegion.rows(regions).prefix(Self.mostJoined).map { row in
      Work(.linearPlain, at: [row.joined.center], promise: Self.afterFirst) { search in
        Self.readRow(row, decoders, search)
      }
    }
    let joined = Work(.linearJoined) { search in Self.joined(regions, decoders, search) }
    return plain + others + large + rows + [joined] + Self.sweep(search, decoders, beside: likely)
  }

  /// Reads what is plain to see of a region, and proposes nothing more.
  ///
  /// - Parameters:
  ///   - isFine: whether many lines are asked, by all rules.
  ///   - isToBorder: whether lines go on to the picture's border.
  private static func readOnce(
    _ region: StripeRegion, _ decoders: [any LinearDecoder], _ search: FrameSearch, isFine: Bool = false,
    isToBorder: Bool = false
  ) -> [Work] {
    search.trace?.didBegin(.decoding)
    var scan = RegionScan(search, decoders: decoders, region: region, isFine: isFine, isToBorder: isToBorder)
    if scan.looksLikeBars { _ = scan.readPlainly() }
    return []
  }

  /// Pieces that may be one symbol, unless one of them is a symbol.
  private static func readRow(
    _ row: (joined: StripeRegion, pieces: [StripeRegion]), _ decoders: [any LinearDecoder], _ search: FrameSearch
  ) -> [Work] {
    guard !row.pieces.contains(where: { search.isClaimed($0.center) }) else { return [] }
    search.trace?.didBegin(.decoding)
    var scan = RegionScan(search, decoders: decoders, region: row.joined)
    guard scan.looksLikeBars, !scan.readAsItIs() else { return [] }
    // Beside what was read, of 413 that said nothing as they are none was read otherwise.
    if search.observations.isEmpty { _ = scan.readOtherwise() }
    return []
  }

  private static func readPlainly(
    _ region: StripeRegion, _ scan: RegionScan, _ decoders: [any LinearDecoder], _ search: FrameSearch
  ) -> [Work] {
    search.trace?.didBegin(.decoding)
    var scan = scan
    if search.isClaimed(region.center) {
      // Beside what was read stands another one of a stack, or text.
      if scan.looksLikeBars, scan.showsBars(at: region.places.filter { !search.isClaimed($0) }) {
        _ = scan.readAsItIs()
      }
      return []
    }
    if scan.looksLikeBars {
      if scan.readAsItIs() { return isAllRead(region, search) ? [] : [parts(of: region, decoders)] }
      if search.isEnded { return [] }
      // More lines tell more of what some say than the same lines asked otherwise.
      if scan.saysAnything { return [parts(of: region, decoders), fine(region, scan, decoders)] }
    }
    let isLarge = search.image().pixels.count > largePicture
    let promise = isLarge ? promiseInLarge : scan.looksLikeBars ? scan.evidence.promise : promiseWithoutBars
    return [
      Work(.linearOtherwise, at: [region.center], promise: promise) { search in
        readOtherwise(region, scan, decoders, search)
      }
    ]
  }

  /// Reads of a region what its lines do not say as they are: what dirt or blur hides, what is light on dark, and what lies askew.
  ///
  /// Beside what was read none of 497 regions of photographs said more so, and of 4,541 askew one, which shows bars.
  private static func readOtherwise(
    _ region: StripeRegion, _ scan: RegionScan, _ decoders: [any LinearDecoder], _ search: FrameSearch
  ) -> [Work] {
    search.trace?.didBegin(.decoding)
    var scan = scan
    let isFirst = search.observations.isEmpty
    if scan.looksLikeBars, isFirst || scan.evidence.isClear, scan.readOtherwise() {
      return isAllRead(region, search) ? [] : [parts(of: region, decoders)]
    }
    if search.isEnded { return [] }
    if isFirst || scan.looksLikeBars, let skewed = region.skewed() {
      var scan = RegionScan(search, decoders: decoders, region: region, skewed: skewed)
      if scan.showsBarsAlongLines, scan.readPlainly() { return [] }
    }
    guard scan.looksLikeBars else {
      let fine = Work(.linearFine, at: [region.center], promise: 0.1) { readFinely(region, decoders, $0) }
      return scan.showsAnyBars ? [parts(of: region, decoders), fine] : [fine]
    }
    return [parts(of: region, decoders), fine(region, scan, decoders)]
  }

  /// Of 1,011 regions that lie askew and show no bars square to them five were read, in an eighth of the time of others.
  private static let promiseWithoutBars = 0.4

  /// Pixels of a picture whose bars are wide enough to be read as they are, or not at all: of 307 such regions none was read otherwise,
  /// and three askew.
  private static let largePicture = 2_000_000
  private static let promiseInLarge = 0.1

  private static func parts(of region: StripeRegion, _ decoders: [any LinearDecoder]) -> Work {
    Work(.linearPlain, promise: afterRegions) { readParts(of: region, decoders, $0) }
  }

  /// Many lines over a region that lines were laid over in vain.
  private static func fine(_ region: StripeRegion, _ scan: RegionScan, _ decoders: [any LinearDecoder]) -> Work {
    var scan = scan
    guard let telling = scan.telling else {
      let evidence = scan.evidence
      return Work(.linearFine, at: [region.center], isEvident: evidence.isStrong, promise: evidence.promise) {
        readFinely(region, decoders, $0)
      }
    }
    return Work(.linearTold, at: [region.center], isEvident: true) { readFinely(region, decoders, $0, told: telling) }
  }

  /// The labels that a region seems to hold, where they are more than one.
  private static func readParts(
    of region: StripeRegion, _ decoders: [any LinearDecoder], _ search: FrameSearch
  ) -> [Work] {
    // Beside one label a region is a sheet's only if it holds that one.
    let linear = symbologies
    let labels = search.observations.count { linear.contains($0.symbol.symbology) }
    guard search.observations.isEmpty || labels > 1 || !read(in: region, search).isEmpty else { return [] }
    search.trace?.didBegin(.finders)
    let parts = region.parts(in: search.image())
    search.trace?.didBegin(.decoding)
    var works: [Work] = []
    var failed = 0
    for part in parts where failed < mostInVain && !search.isClaimed(part.center) {
      if search.isOver() { break }
      failed += 1
      var scan = RegionScan(search, decoders: decoders, region: part)
      guard scan.looksLikeBars else { continue }
      // Beside what was read, of 27 that said nothing as they are none was read otherwise.
      let isFirst = search.observations.isEmpty
      if scan.readAsItIs() || !scan.saysAnything && isFirst && scan.readOtherwise() {
        failed = 0
      } else if scan.saysAnything {
        works.append(fine(part, scan, decoders))
      }
    }
    return works
  }

  /// The outlines of what was read within a region, in pixels of the image.
  private static func read(in region: StripeRegion, _ search: FrameSearch) -> [Quadrilateral<ImagePixels>] {
    let toImage = search.image().toFrame.inverse
    return search.observations.map { toImage($0.corners) }.filter { region.corners.contains($0.center) }
  }

  /// Whether one label was read that leaves no room for another one like it.
  private static func isAllRead(_ region: StripeRegion, _ search: FrameSearch) -> Bool {
    let read = read(in: region, search)
    guard read.count == 1 else { return false }
    func extent(_ way: Vector<ImagePixels>) -> Double {
      let places = read[0].points.map { ($0 - region.center).dot(way) }
      return places.max()! - places.min()!
    }
    let (length, height) = (extent(region.direction), extent(region.direction.perpendicular))
    return 2 * region.halfLength < (1 + leastRoom) * length && 2 * region.halfHeight < (1 + leastRoom) * height
  }

  /// - Parameter told: how a few lines were taken apart that said something.
  private static func readFinely(
    _ region: StripeRegion, _ decoders: [any LinearDecoder], _ search: FrameSearch,
    told: LinePass.Manner? = nil
  ) -> [Work] {
    search.trace?.didBegin(.decoding)
    let corners = search.image().toFrame(region.corners)
    guard !search.observations.contains(where: { $0.hasAddOn(at: corners) }) else { return [] }
    var scan = RegionScan(search, decoders: decoders, region: region, isFine: true)
    // Of 1,418 regions that do not stand out two were read, by one of the first lines.
    scan.align()
    scan.expectsBars = scan.standsOut
    // Of what few lines said so many lines say more.
    if let told, scan.readTold(told) { return [] }
    let goesOn = told == nil && scan.expectsBars && scan.evidence.goesOn
    // Of 68 such regions that many lines read of which few said nothing, 61 were read so, and five sharpened.
    if goesOn, scan.readLevelled() || !scan.saysAnything && scan.readLightlySharpened() { return [] }
    if !goesOn || scan.saysAnything, scan.readPlainly() { return [] }
    if !scan.hasBars || !scan.evidence.mayBeSymbol { return [] }
    // Beside what was read only what lines said: of 37 regions of which bars alone spoke none was read.
    let isStrong = scan.evidence.isStrong && scan.saysAnything
    let promise = scan.saysAnything ? StripeEvidence.toldPromise : scan.evidence.promise
    func comparison() -> [Work] {
      guard scan.mayCompare else { return [] }
      return [
        Work(.linearCompare, at: [region.center], isEvident: isStrong, promise: promise) { search in
          search.trace?.didBegin(.decoding)
          _ = scan.readByComparison()
          return []
        }
      ]
    }
    // Other edges say more of what said something: of 172 regions whose lines were silent until here none was read so.
    guard scan.saysAnything else { return comparison() }
    return [
      Work(.linearClose, at: [region.center], isEvident: isStrong, promise: promise) { search in
        search.trace?.didBegin(.decoding)
        return scan.readFaintly() || scan.readSharpened() ? [] : comparison()
      }
    ]
  }

  /// What is left where nothing was read: regions joined of pieces, and large ones that show between other rows.
  private static func joined(
    _ regions: [StripeRegion], _ decoders: [any LinearDecoder], _ search: FrameSearch
  ) -> [Work] {
    for region in StripeRegion.joined(regions).prefix(mostJoined) {
      if search.isOver() { break }
      guard !search.isClaimed(region.center) else { continue }
      var scan = RegionScan(search, decoders: decoders, region: region, isFine: true)
      if scan.showsAnyBars { _ = scan.readPlainly() }
    }
    for region in search.largeStripesOfOddRows() {
      if search.isOver() { break }
      guard !search.isClaimed(region.center) else { continue }
      _ = readOnce(region, decoders, search, isFine: true, isToBorder: true)
    }
    return []
  }
}
