public import Presentation

/// Why a code is not read, as a picture tells it.
public struct Cause: Hashable, Sendable {
  /// What is wrong: the row of `CauseTable` that says so. The names are those of the JSON.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    // What was asked.
    case notAskedFor, outsideRegion, inverted, effort
    // Light, lens and hand.
    case dark, lowContrast, noise, screenPattern, glare, outOfFocus, motion, smallModules
    // Paper and place.
    case cutOff, tilted, bent, quietZone
    // Print.
    case covered, formatDamaged, damaged, unknownKind
    // Nothing to say more of.
    case nothing

    /// Two or three words, for a table's heading.
    public var title: String {
      switch self {
      case .notAskedFor: "Not asked for"
      case .outsideRegion: "Outside the viewfinder"
      case .inverted: "Light on dark"
      case .effort: "Search ended early"
      case .dark: "Too dark"
      case .lowContrast: "Low contrast"
      case .noise: "Noise"
      case .screenPattern: "Screen pattern"
      case .glare: "Glare"
      case .outOfFocus: "Out of focus"
      case .motion: "Moved"
      case .smallModules: "Too small"
      case .cutOff: "Cut off"
      case .tilted: "Tilted"
      case .bent: "Bent"
      case .quietZone: "Quiet zone"
      case .covered: "Partly covered"
      case .formatDamaged: "Format information damaged"
      case .damaged: "Damaged"
      case .unknownKind: "Of no kind that is read"
      case .nothing: "No code"
      }
    }
  }

  public let kind: Kind
  /// How far past what is still read, 1 at the limit: by it one cause is chosen of several.
  public let severity: Double
  /// What is the matter with its measured number, and what to do; without its end, harmless to a terminal.
  public let sentence: Sentence

  public init(_ kind: Kind, severity: Double, _ sentence: Sentence) {
    (self.kind, self.severity, self.sentence) = (kind, severity, sentence)
  }
}
