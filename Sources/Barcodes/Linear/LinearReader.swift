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

  /// Regions joined of pieces that are looked at: more than that are of text and texture.
  private static let mostJoined = 8

  /// Pixels up to which a picture may be a symbol cut out, of which stripes show little: nearly all that sweeps read.
  private static let cutOut = 150_000

  package init() {}

  package func seeds(_ search: FrameSearch) -> [Work] { [Work(.linearRegions, run: findRegions)] }

  private func findRegions(_ search: FrameSearch) -> [Work] {
    search.trace?.didBegin(.finders)
    let regions = search.stripes()
    search.trace?.didFindStripes(regions.map { search.image().toFrame($0.corners) })
    let decoders = Self.decoders.filter { search.wants($0.symbologies) }.map { $0.init() }
    return regions.map { region in
      Work(.linearPlain, at: region.center) { search in Self.readPlainly(region, decoders, search) }
    } + [
      Work(.linearJoined) { search in Self.joined(regions, decoders, search) },
      Work(.linearSweep, promise: search.image().pixels.count <= Self.cutOut ? 1 : 0.01) { search in
        Self.sweep(decoders, search)
      },
    ]
  }

  private static func readPlainly(
    _ region: StripeRegion, _ decoders: [any LinearDecoder], _ search: FrameSearch
  ) -> [Work] {
    search.trace?.didBegin(.decoding)
    var scan = RegionScan(search, decoders: decoders, region: region)
    guard scan.looksLikeBars else {
      return [Work(.linearFine, at: region.center, promise: 0.1) { readFinely(region, decoders, $0) }]
    }
    if scan.readPlainly() { return [] }
    return [Work(.linearFine, at: region.center, isEvident: true) { readFinely(region, decoders, $0) }]
  }

  private static func readFinely(
    _ region: StripeRegion, _ decoders: [any LinearDecoder], _ search: FrameSearch
  ) -> [Work] {
    search.trace?.didBegin(.decoding)
    var scan = RegionScan(search, decoders: decoders, region: region)
    if scan.readPlainly() || !scan.isPromising { return [] }
    return [
      Work(.linearClose, at: region.center, isEvident: scan.barsGoOn, promise: scan.barsGoOn ? 2 : 0.3) { search in
        search.trace?.didBegin(.decoding)
        if scan.readFaintly() || scan.readSharpened() { return [] }
        return [
          Work(.linearCompare, at: region.center, isEvident: scan.barsGoOn, promise: scan.barsGoOn ? 2 : 0.3) {
            search in
            search.trace?.didBegin(.decoding)
            _ = scan.readByComparison()
            return []
          }
        ]
      }
    ]
  }

  private static func joined(
    _ regions: [StripeRegion], _ decoders: [any LinearDecoder], _ search: FrameSearch
  ) -> [Work] {
    for region in StripeRegion.joined(regions).prefix(mostJoined) {
      if search.isOver() { break }
      guard !search.isClaimed(region.center) else { continue }
      var scan = RegionScan(search, decoders: decoders, region: region)
      _ = scan.readPlainly()
    }
    return []
  }

  private static func sweep(_ decoders: [any LinearDecoder], _ search: FrameSearch) -> [Work] {
    for sweep in sweeps(search.image()) {
      if search.isOver() || !search.observations.isEmpty { break }
      var scan = RegionScan(search, decoders: decoders, sweep: sweep)
      if !scan.readPlainly() { _ = scan.readClosely() }
    }
    return []
  }

  /// The whole image as one region, in four directions: for what no region was found of.
  private static func sweeps(_ image: LuminanceImage) -> [StripeRegion] {
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
