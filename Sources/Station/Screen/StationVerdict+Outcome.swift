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
        StationVerdict(
          .refused, title: "Not stored", words: Self.sentence(HarmlessText.escaped("\(failure)")), text: text)
      // Of a code that is signed nothing is shown: whoever photographs it could use it.
      case .switched(let name): StationVerdict(.accepted, title: "Profile", words: HarmlessText.escaped(name))
      case .switchRefused(let failure): StationVerdict(.refused, words: Self.sentence("\(failure)"))
      }
  }

  private static func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() + "." }
}
