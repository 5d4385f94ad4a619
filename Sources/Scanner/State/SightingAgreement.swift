public import Barcodes

/// Lets a code through once enough frames agree on it: weak symbologies, whose check digits let one of ten or a
/// hundred phantoms pass, must be seen several times; strong ones pass at once.
public struct SightingAgreement: Hashable, Sendable {
  /// Frames that must agree, by symbology; 1 for those not named.
  public var framesNeeded: [Symbology: Int]
  /// Sightings count together as long as no more than this lies between two of them.
  public static let memory = Duration.milliseconds(500)

  /// What a camera needs: symbologies without a check character, or with one that lets every tenth phantom pass,
  /// are seen in two frames, and those that also have short or repeating patterns in three: DX Film Edge, too, with a clock
  /// that repeats and one parity bit, which every second phantom passes. At 30 frames a second that costs 33 or 67 ms; all
  /// others come at once, Telepen with its check of 127 and a parity bit a character as well.
  public static let standard = SightingAgreement(
    framesNeeded: Dictionary(
      uniqueKeysWithValues: Catalog.available.compactMap { symbology in
        switch symbology.name {
        case "itf", "codabar", "dxFilmEdge": (symbology, 3)
        case "upcE", "ean8", "code39", "itf14", "gs1DataBarLimited": (symbology, 2)
        default: nil
        }
      }))

  private var counts: [CodeKey: Count] = [:]

  private struct Count: Hashable {
    var frames: Int
    var lastSeen: Duration
  }

  public init(framesNeeded: [Symbology: Int] = [:]) { self.framesNeeded = framesNeeded }

  /// The sightings of this frame that are agreed upon, in their order.
  public mutating func agreed(among observations: [Observation], at now: Duration) -> [Observation] {
    counts = counts.filter { now - $0.value.lastSeen <= Self.memory }
    let weak = Set(observations.map(\.key)).filter { framesNeeded[$0.symbology, default: 1] > 1 }
    for key in weak {
      counts[key] = Count(frames: (counts[key]?.frames ?? 0) + 1, lastSeen: now)
    }
    return observations.filter { observation in
      let needed = framesNeeded[observation.symbol.symbology, default: 1]
      return needed <= 1 || (counts[observation.key]?.frames ?? 0) >= needed
    }
  }
}
