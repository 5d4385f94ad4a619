public import Barcodes
import Scanner

extension StationVerdict {
  /// What the person is told of what came of a code.
  ///
  /// - Parameter awaitsAnswer: a receiver is to give the verdict.
  public init(_ outcome: ScanIntake.Outcome, of symbol: DecodedSymbol, shown: ShownText, awaitsAnswer: Bool) {
    let text = shown.text(HarmlessText.line(for: symbol.text, bytes: symbol.bytes))
    self =
      switch outcome {
      case .accepted: StationVerdict(awaitsAnswer ? .waiting : .accepted, text: text)
      case .refused(let refusal): StationVerdict(.refused, words: Self.sentence("\(refusal)"), text: text)
      case .repeated: StationVerdict(.repeated, words: "It counts once in a shift.", text: text)
      case .notStored(let failure):
        StationVerdict(.refused, title: "Not stored", words: failure.wordsAtTheStation, text: text)
      // Of a code that is signed nothing is shown: whoever photographs it could use it.
      case .switched(let name): StationVerdict(.accepted, title: "Profile", words: HarmlessText.escaped(name))
      case .switchRefused(let failure): StationVerdict(.refused, words: Self.sentence("\(failure)"))
      }
  }

  private static func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() + "." }
}

extension OutboxFailure {
  /// For the person who shows a code, and need know of no files: those are told in the log.
  fileprivate var wordsAtTheStation: String {
    switch self {
    case .full: "Too many scans wait to be delivered."
    case .diskFull: "The disk is full: nothing is accepted until there is room."
    case .inUse, .locked: "Another program holds what is stored."
    case .readOnly: "Nothing may be stored here."
    case .corrupt, .newer, .other: "What was stored before cannot be used."
    }
  }
}
