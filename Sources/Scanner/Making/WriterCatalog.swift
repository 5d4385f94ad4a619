import Barcodes

/// The writers by name: a new one is a line.
struct WriterCatalog {
  struct Entry: Sendable {
    let symbology: Symbology
    let make: @Sendable (CodeRecipe) throws(WriteFailure) -> [MadeCode]

    /// Of a writer that chooses everything itself.
    init(_ writer: some SymbolWriter) {
      symbology = writer.symbology
      make = { recipe throws(WriteFailure) in
        [MadeCode(symbology: writer.symbology, modules: try writer.write(recipe.text))]
      }
    }

    init(_ symbology: Symbology, make: @escaping @Sendable (CodeRecipe) throws(WriteFailure) -> [MadeCode]) {
      self.symbology = symbology
      self.make = make
    }
  }

  static let entries: [Entry] =
    QRMaking.entries + StackedMaking.entries + DataBarMaking.entries + [
      Entry(.dataMatrix) { recipe throws(WriteFailure) in
        let writer = DataMatrixWriter(isGS1: recipe.options?.isGS1 ?? false, eci: recipe.options?.eci)
        return [MadeCode(symbology: .dataMatrix, modules: try writer.write(recipe.text))]
      },
      Entry(.aztec) { recipe throws(WriteFailure) in
        let writer = AztecWriter(isGS1: recipe.options?.isGS1 ?? false, eci: recipe.options?.eci)
        return [MadeCode(symbology: .aztec, modules: try writer.write(recipe.text))]
      },
      Entry(.maxiCode) { recipe throws(WriteFailure) in
        let mode = try recipe.options?.mode.map { name throws(WriteFailure) in
          guard let mode = Int(name), MaxiCodeCodewords.modes.contains(mode) else {
            throw .invalid("MaxiCode has the modes 2 to 6, not “\(name)”")
          }
          return mode
        }
        let writer = MaxiCodeWriter(mode: mode, eci: recipe.options?.eci)
        return [MadeCode(symbology: .maxiCode, modules: try writer.write(recipe.text))]
      },
      Entry(.telepen) { recipe throws(WriteFailure) in
        let mode = recipe.options?.mode
        guard mode == nil || mode == "numeric" else {
          throw .invalid("Telepen has one mode to choose, numeric, not “\(mode ?? "")”")
        }
        let writer = TelepenWriter(isNumeric: mode != nil)
        return [MadeCode(symbology: .telepen, modules: try writer.write(recipe.text))]
      },
      Entry(.code128) { recipe throws(WriteFailure) in
        let writer = Code128Writer(isGS1: recipe.options?.isGS1 ?? false)
        return [MadeCode(symbology: .code128, modules: try writer.write(recipe.text))]
      },
      Entry(EANWriter(.ean13)), Entry(EANWriter(.ean8)), Entry(EANWriter(.upcA)), Entry(EANWriter(.upcE)),
      Entry(Code39Writer()), Entry(Code39Writer(.code39Mod43)), Entry(Code93Writer()), Entry(ITFWriter()),
      Entry(ITFWriter(.itf14)), Entry(CodabarWriter()), Entry(DXFilmEdgeWriter()),
    ]

  /// What a person may choose beside the usual form; modes that the text decides are none.
  static let modes: [String: [CodeKind.Mode]] = [
    "telepen": [.init(name: nil, title: "Text"), .init(name: "numeric", title: "Pairs of digits")],
    "maxiCode": [.init(name: nil, title: "Automatic"), .init(name: "5", title: "More correction")],
    "pdf417": [.init(name: nil, title: "Standard"), .init(name: "compact", title: "Compact")],
    "gs1DataBar": [
      .init(name: nil, title: "In a row"), .init(name: "stacked", title: "Stacked"),
      .init(name: "omnidirectional", title: "Stacked, from any side"),
    ],
    "gs1DataBarExpanded": [.init(name: nil, title: "In a row"), .init(name: "stacked", title: "Stacked")],
  ]
}

/// Makes codes by the library's own writers.
public struct CatalogGenerator: CodeGenerating {
  public init() {}

  /// Those that mark element strings by FNC1 where they are asked to, and those that hold nothing else.
  private static let markingGS1: Set = [
    "qr", "rMQR", "dataMatrix", "aztec", "code128", "gs1DataBar", "gs1DataBarLimited", "gs1DataBarExpanded",
  ]

  public var kinds: [CodeKind] {
    WriterCatalog.entries.map { entry in
      CodeKind(
        name: entry.symbology.name, title: entry.symbology.title, hasLevels: entry.symbology.name == "qr",
        modes: WriterCatalog.modes[entry.symbology.name] ?? [])
    }
  }

  public func codes(for recipe: CodeRecipe) throws(MakeFailure) -> [MadeCode] {
    guard !recipe.text.isEmpty || recipe.bytes?.isEmpty == false else { throw .empty }
    let wanted = recipe.symbology.lowercased()
    guard let entry = WriterCatalog.entries.first(where: { $0.symbology.name.lowercased() == wanted }) else {
      throw .unknownSymbology(recipe.symbology, available: kinds.map(\.name))
    }
    let title = entry.symbology.title
    if recipe.options?.isGS1 == true, !Self.markingGS1.contains(entry.symbology.name) {
      throw .invalid("\(title) is written without FNC1, which marks GS1 data")
    }
    if recipe.bytes != nil, entry.symbology != .qr {
      throw .invalid("\(title) is made of text: bytes that are none are written as QR Code")
    }
    do throws(WriteFailure) {
      return try entry.make(recipe)
    } catch {
      switch error {
      case .tooLong(let needed, let available, let unit):
        throw .tooLong(
          needed: needed, available: available, unit: unit, fitting: fitting(recipe, entry),
          symbol: title + (recipe.symbology == "qr" ? " at level \(recipe.level.rawValue)" : ""))
      case .unencodable(let character): throw .unencodable(character, symbol: title)
      case .invalid(let sentence): throw .invalid(sentence)
      }
    }
  }

  /// Characters of the longest text that is written: digits in 16 of the largest QR Codes.
  private static let longestText = 16 * 7089

  /// How many characters of the text still fit, found by halving: a dozen writings of a text that is too long.
  private func fitting(_ recipe: CodeRecipe, _ entry: WriterCatalog.Entry) -> Int? {
    guard recipe.bytes == nil else { return nil }
    let characters = Array(recipe.text.prefix(Self.longestText + 1))
    var (fits, fails) = (0, characters.count)
    while fails - fits > 1 {
      let middle = (fits + fails) / 2
      var shorter = recipe
      shorter.text = String(characters[..<middle])
      if (try? entry.make(shorter)) != nil { fits = middle } else { fails = middle }
    }
    return fits > 0 ? fits : nil
  }
}
