public import Barcodes

extension HistoryContent {
  /// A code as it was read.
  public init(read symbol: DecodedSymbol, source: String?, thumbnail: [UInt8]? = nil) {
    self.init(
      origin: .read, symbology: symbol.symbology.name, text: symbol.text, bytes: symbol.bytes, source: source,
      thumbnail: thumbnail)
  }
}

extension PayloadDescription {
  /// What an entry of the history says, taken apart as on the card.
  ///
  /// What the symbol said of its kind is not stored: element strings of GS1 are told by themselves, and the fields of a parcel
  /// by the header before them.
  init(of content: HistoryContent, _ context: PayloadContext) {
    var rest: [UInt8] = []
    let carrier = content.symbology == "maxiCode" ? MaxiCodeCarrier(beginning: content.bytes, rest: &rest) : nil
    let isGS1 = content.recipe?.options?.isGS1 == true || GS1Payload.holds(content.text ?? "", context)
    self.init(
      of: DecodedSymbol(
        symbology: Symbology(name: content.symbology, title: content.symbologyTitle), text: content.text,
        bytes: content.bytes, symbologyIdentifier: isGS1 ? "]e0" : "", details: carrier?.details ?? [:]), context)
  }
}

extension HistoryContent {
  /// A made code as it was; of a read one its text, in the symbology that it had if it can be made.
  var again: CodeRecipe? {
    if let recipe { return recipe }
    let canBeMade = Catalog.writers.contains { $0.symbology.name == symbology }
    return text.map { canBeMade ? CodeRecipe(text: $0, symbology: symbology) : CodeRecipe(text: $0) }
  }

  /// The symbology as people call it; its name where this version does not know it.
  var symbologyTitle: String { Self.titles[symbology] ?? symbology }

  private static let titles = Dictionary(
    (Catalog.available.union(Catalog.writers.map(\.symbology))).map { ($0.name, $0.title) },
    uniquingKeysWith: { first, _ in first })
}
