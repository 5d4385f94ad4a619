import Geometry
import Imaging

/// Reads all linear symbologies: striped regions, scan lines across them, bars, characters, agreement.
package final class LinearReader: SymbolReader {
  /// A line a family of codes.
  static let decoders: [any LinearDecoder.Type] = [
    EANReader.self, Code128Reader.self, Code39Reader.self, Code93Reader.self, ITFReader.self, CodabarReader.self,
    DataBarLimitedReader.self,
  ]

  package static var symbologies: Set<Symbology> {
    decoders.reduce(into: [.gs1DataBar, .gs1DataBarExpanded]) { $0.formUnion($1.symbologies) }
  }
  package static var findsBothPolarities: Bool { true }

  /// Regions joined of pieces that are looked at: more than that are of text and texture.
  private static let mostJoined = 8

  private var finder = StripeFinder()

  package init() {}

  package func read(_ search: FrameSearch) {
    // A glance that met something went on to all the rest.
    guard !search.observations.contains(where: { Self.symbologies.contains($0.symbol.symbology) }) else { return }
    readAll(search)
  }

  private func readAll(_ search: FrameSearch) {
    search.trace?.didBegin(.finders)
    let regions = regions(search)
    search.trace?.didFindStripes(regions.map { search.image().toFrame($0.corners) })
    search.trace?.didBegin(.decoding)
    let decoders = Self.decoders.filter { search.wants($0.symbologies) }.map { $0.init() }
    var unread: [RegionScan] = []
    for region in regions {
      if search.isOutOfTime { return }
      guard !search.isClaimed(region.center) else { continue }
      var scan = RegionScan(search, decoders: decoders, region: region)
      if !scan.readPlainly(), scan.isPromising { unread.append(scan) }
    }
    guard search.isThorough else { return }
    for var scan in unread {
      if search.isOutOfTime { return }
      if !search.isClaimed(scan.region.center) { _ = scan.readClosely() }
    }
    for region in StripeRegion.joined(regions).prefix(Self.mostJoined) {
      if search.isOutOfTime { return }
      guard !search.isClaimed(region.center) else { continue }
      var scan = RegionScan(search, decoders: decoders, region: region)
      _ = scan.readPlainly()
    }
    for sweep in sweeps(search.image()) {
      if search.isOutOfTime || !search.observations.isEmpty { return }
      var scan = RegionScan(search, decoders: decoders, sweep: sweep)
      if !scan.readPlainly() { _ = scan.readClosely() }
    }
  }

  /// Reads what is plain to see in the largest regions that look like bars; where there is anything, what the picture
  /// shows is known, and all the rest of it is looked for at once.
  func glance(_ search: FrameSearch) {
    search.trace?.didBegin(.finders)
    let before = search.observations.count
    let end = search.moment(spending: Self.glanceShare)
    let decoders = Self.decoders.filter { search.wants($0.symbologies) }.map { $0.init() }
    for region in regions(search).prefix(Self.mostGlanced) {
      if search.isPast(end) { break }
      guard !search.isClaimed(region.center) else { continue }
      var scan = RegionScan(search, decoders: decoders, region: region)
      scan.glance()
    }
    if search.observations.count > before { readAll(search) }
  }

  /// Regions that get a glance, and how much of the time that is left they may take together.
  private static let mostGlanced = 8
  private static let glanceShare = 0.15

  /// Striped regions of the image and its smaller copies, the largest first: at half and quarter size bars of
  /// many pixels stand together that are single edges at full size.
  private func regions(_ search: FrameSearch) -> [StripeRegion] {
    var regions: [StripeRegion] = []
    for level in 0..<min(3, search.levels) where level == 0 || !search.isOutOfTime {
      for region in finder.regions(in: search.image(level), scale: Double(1 << level))
      where !regions.contains(where: { $0.resembles(region) }) {
        regions.append(region)
      }
    }
    let most = search.isThorough ? 60 : 16
    return Array(regions.sorted { $0.halfLength * $0.halfHeight > $1.halfLength * $1.halfHeight }.prefix(most))
  }

  /// The whole image as one region, in four directions: for what no region was found of.
  private func sweeps(_ image: LuminanceImage) -> [StripeRegion] {
    let diagonal = 0.5.squareRoot()
    let directions: [Vector<ImagePixels>] = [
      Vector(1, 0), Vector(0, 1), Vector(diagonal, diagonal), Vector(diagonal, -diagonal),
    ]
    return directions.map { direction in
      let (w, h) = (Double(image.width) / 2, Double(image.height) / 2)
      return StripeRegion(
        center: Point(w, h), direction: direction, halfLength: w * abs(direction.x) + h * abs(direction.y),
        halfHeight: w * abs(direction.y) + h * abs(direction.x))
    }
  }
}
