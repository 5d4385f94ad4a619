import Bits
import Geometry

/// A finder that may be an rMQR symbol's: the format information beside it tells the size, and the grid grows
/// from it along the symbol.
struct RMQRCandidate {
  /// Wrong bits of 18 up to which a size is followed: of all words one in 24 is as near to one of the 64.
  private static let mostWrongBits = 2
  /// Columns in which the finder's own axes are right: what must be there is compared before the grid is grown,
  /// which costs a thousand times as much.
  private static let nearColumns = 16
  private static let leastNearAgreement: Float = 0.45
  /// Correlation of all function patterns with the grown grid: chance stays below it, as a hundred modules and
  /// more are compared.
  private static let leastAgreement: Float = 0.5
  /// The same with the finder's own axes, from which they need not be grown, which takes ten times as long as all else:
  /// a symbol that lies flat has 0.9.
  private static let plainAgreement: Float = 0.75

  /// Share of a size's columns that the finder's own axes must place within the picture: seen aslant the far modules of a
  /// symbol are smaller than those of its finder, by less than half.
  private static let leastWithin = 0.7

  /// The same with a grid that a few lines' edges tell: chance stays below it 99 times in 100.
  private static let leastRoughAgreement: Float = 0.25
  /// Rows and columns that are measured then.
  private static let fewLines = 8

  private static let formats = RMQRVersion.all.flatMap { version in
    RMQRVersion.levels.map { level in
      (version: version, word: RMQRFormatInfo(version: version, level: level).words[0])
    }
  }
  /// What each size must show: its function patterns but the format information, and those beside the finder.
  private static let sizes = RMQRVersion.all.map { version in
    let layout = RMQRLayout(version)
    let format = RMQRFormatInfo.places(width: version.width, height: version.height).joined()
    let unknown = Set(format.map { $0.y * version.width + $0.x })
    let places = (0..<version.width * version.height)
      .filter { layout.isFunction[$0] && !unknown.contains($0) }
      .map { (x: $0 % version.width, y: $0 / version.width) }
    let near = places.filter { $0.x < nearColumns && ($0.x > 6 || $0.y > 6) }
    return (template: layout.template, places: places, near: near)
  }
  /// The places beside the finder are the same for all sizes.
  private static let formatPlaces = RMQRFormatInfo.places(width: 139, height: 17)[0]

  /// The message of the symbol whose finder this is, if it is one's, and whether it is seen from behind.
  ///
  /// - Parameter isOver: asked between the steps of each size whether to stop there.
  static func read(_ finder: QRFinder, _ sampler: GreySampler, isOver: () -> Bool) -> QRCandidate.Reading? {
    var scored: [(frame: QRFinder, version: RMQRVersion, wrong: Int, isMirrored: Bool)] = []
    for isMirrored in [false, true] {
      for quarter in 0..<4 {
        let turned = finder.turned(quarter)
        let frame = isMirrored ? turned.mirrored : turned
        let read = formatWord(frame, sampler)
        guard let best = formats.min(by: { ($0.word ^ read).nonzeroBitCount < ($1.word ^ read).nonzeroBitCount })
        else { continue }
        let wrong = (best.word ^ read).nonzeroBitCount
        if wrong <= mostWrongBits { scored.append((frame, best.version, wrong, isMirrored)) }
      }
    }
    scored.sort { $0.wrong < $1.wrong }
    for candidate in scored {
      if let reading = read(candidate.frame, candidate.version, candidate.isMirrored, sampler, isOver) {
        return reading
      }
    }
    return nil
  }

  private static func formatWord(_ frame: QRFinder, _ sampler: GreySampler) -> Int {
    let threshold = (frame.dark + frame.light) / 2
    return formatPlaces.reduce(0) { word, place in
      let value = sampler.value(frame.place(Double(place.x) - 3, Double(place.y) - 3))
      return word << 1 | (value < threshold ? 1 : 0)
    }
  }

  private static func read(
    _ frame: QRFinder, _ version: RMQRVersion, _ isMirrored: Bool, _ sampler: GreySampler, _ isOver: () -> Bool
  ) -> QRCandidate.Reading? {
    // What stands around a Micro QR Code's finder is a size of rMQR now and then; most of these the picture has no room for.
    let far = frame.place(leastWithin * Double(version.width) - 3.5, Double(version.height) / 2 - 3.5)
    guard sampler.contains(far) else { return nil }
    let (template, places, near) = sizes[version.number]
    let flat = SymbolGrid(width: version.width, height: version.height, from: frame)
    guard flat.agreement(with: template, at: near, sampler) > leastNearAgreement else { return nil }
    let registration = GridRegistration(
      sampler: sampler, anchors: [Point(3.5, 3.5)], contrast: max(frame.light - frame.dark, 8))
    /// The message on a grid on which the function patterns lie that well.
    func read(_ grid: SymbolGrid, _ agreement: Float) -> QRCandidate.Reading? {
      guard grid.agreement(with: template, at: places, sampler) > agreement else { return nil }
      let plain = SoftModules(sampler, grid)
      for amount: Float in [0, 0.8] {
        var soft = amount == 0 ? plain : plain.sharpened(amount)
        soft.classify()
        if let symbol = try? RMQRDecoder.decode(soft.modules, confidences: soft.confidences) {
          // The frame is the symbol's own already, mirrored or not.
          return QRCandidate.Reading(symbol: symbol, grid: grid, isMirrored: isMirrored, isOwnOrder: true)
        }
      }
      return nil
    }
    if let reading = read(flat, plainAgreement) { return reading }
    if isOver() { return nil }
    // A few lines' edges tell whether there is anything, and of a symbol that lies flat all.
    var few = registration
    few.lines = fewLines
    let rough = few.grownInPlane(flat, isOver: isOver)
    guard rough.agreement(with: template, at: places, sampler) > leastRoughAgreement else { return nil }
    if let reading = read(rough, plainAgreement) { return reading }
    if isOver() { return nil }
    let grown = registration.grown(rough, isOver: isOver)
    if isOver() { return nil }
    return read(grown, leastAgreement) ?? read(flat, leastAgreement)
  }
}
