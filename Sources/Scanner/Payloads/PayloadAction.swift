/// What can be done with a payload. Nothing of it happens before a person has confirmed it.
public enum PayloadAction: Hashable, Sendable {
  /// To the desktop, which starts the program that it thinks right.
  ///
  /// - Parameter address: put together anew from the payload's parts, in ASCII without blanks and quotes.
  case open(address: String, with: Program)
  /// Keep it as a file that other programs take.
  case save(PayloadFile)
  case join(WiFiNetwork)

  /// What the desktop is expected to start.
  public enum Program: Hashable, Sendable, CaseIterable {
    case browser, mail, telephone, messages, map
  }

  /// What would be handed over; nil where it is no address.
  var address: String? { if case .open(let address, _) = self { address } else { nil } }

  /// The word on its key.
  public var verb: String {
    switch self {
    case .open(_, .browser): "Open"
    case .open(_, .mail), .open(_, .messages): "Write"
    case .open(_, .telephone): "Call"
    case .open(_, .map): "Show on a map"
    case .save: "Save"
    case .join: "Join"
    }
  }

  /// What is asked before.
  public var question: String {
    switch self {
    case .open(_, .browser): "Open this link in the browser? It leads to"
    case .open(_, .mail): "Begin this mail in the mail program? It is not sent yet. To"
    case .open(_, .messages): "Begin this message in another program? It is not sent yet. To"
    case .open(_, .telephone): "Hand this number to the telephone program?"
    case .open(_, .map): "Show this place in the map program?"
    case .save(let file) where file.ending == "ics": "Save as a file that calendars open?"
    case .save: "Save as a file that address books open?"
    case .join: "Join this network? Its password is kept by NetworkManager."
    }
  }
}

/// A payload as a file.
public struct PayloadFile: Hashable, Sendable {
  /// Without a folder and an ending: letters, digits, blanks, and hyphens, never empty.
  public let name: String
  /// Without its dot: `vcf` or `ics`.
  public let ending: String
  public let text: String

  /// - Parameter title: a stranger's; what has no place in a file's name becomes a hyphen.
  init(title: String?, ending: String, text: String) {
    let seen = (title ?? "").unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .otherLetter, .titlecaseLetter, .modifierLetter, .nonspacingMark,
        .spacingMark, .decimalNumber:
        scalar
      default: scalar == " " ? scalar : "-"
      }
    }
    // 255 bytes is what file systems take; 40 signs of four bytes leave room for a number and the ending.
    let words = String(String.UnicodeScalarView(seen.prefix(40))).split(separator: "-").map(\.trimmed)
    let name = words.filter { !$0.isEmpty }.joined(separator: "-")
    self.name = name.isEmpty ? ending == "ics" ? "Event" : "Contact" : name
    self.ending = ending
    self.text = text
  }
}
