import Barcodes
import Bits
import Scanner

/// Any text through every writer and back through a reader.
enum WriterTargets {
  static let all = [
    FuzzTarget("write-modules", modules), FuzzTarget("write-picture", picture), FuzzTarget("forms", forms),
  ]

  /// The writers whose symbols are read from their modules, without a picture.
  private static let read: [String: @Sendable (BitMatrix) throws -> [DecodedSymbol]] = [
    "qr": { [try QRDecoder.decode($0)] },
    "microQR": { [try MicroQRDecoder.decode($0)] },
    "rMQR": { [try RMQRDecoder.decode($0)] },
    "dataMatrix": { [try DataMatrixDecoder.decode($0)] },
    "aztec": { [try AztecDecoder.decode($0)] },
    "maxiCode": { try MaxiCodeDrawing.modules(in: $0).map { [try MaxiCodeDecoder.decode($0)] } ?? [] },
    "telepen": { read($0, by: TelepenReader()) },
    "code128": { read($0, by: Code128Reader()) },
    "code39": { read($0, by: Code39Reader()) },
    "code39Mod43": { read($0, by: Code39Reader()) },
    "code93": { read($0, by: Code93Reader()) },
    "codabar": { read($0, by: CodabarReader()) },
    "itf": { read($0, by: ITFReader()) },
    "itf14": { read($0, by: ITFReader()) },
    "ean13": { read($0, by: EANReader()) },
    "ean8": { read($0, by: EANReader()) },
    "upcA": { read($0, by: EANReader()) },
    "upcE": { read($0, by: EANReader()) },
    "gs1DataBarLimited": { read($0, by: DataBarLimitedReader()) },
  ]

  private static func read(_ modules: BitMatrix, by decoder: some LinearDecoder) -> [DecodedSymbol] {
    let bars = BarSequence(modules: (0..<modules.width).map { modules[$0, 0] })
    return decoder.read(bars, wanted: Catalog.available).map(\.symbol)
  }

  private static func modules(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let writers = Catalog.writers.filter { read[$0.symbology.name] != nil }
    let writer = input.element(of: writers)
    let text = writer.text(&input, limit: 1024)
    guard let modules = try? writer.write(text) else { return }
    let name = writer.symbology.name
    let symbols: [DecodedSymbol]
    do { symbols = try read[name]?(modules) ?? [] } catch {
      throw BrokenPromise("\(name) of \(text.debugDescription) is not read: \(error)")
    }
    try promise(!symbols.isEmpty, "\(name) of \(text.debugDescription) is not read")
    try promise(
      symbols.contains { ExpectedMessage.text(text).isSaid(by: $0, madeAs: name) },
      "\(name) of \(text.debugDescription) says \(symbols.map { $0.text ?? "bytes" })")
    for symbol in symbols { try SymbolConsumers.consume(symbol) }
  }

  /// What the composer and `generate` do: any recipe, drawn, and found in the picture.
  private static func picture(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let generator = CatalogGenerator()
    let kind = input.element(of: generator.kinds)
    var recipe = CodeRecipe(text: "", symbology: kind.name, level: input.element(of: ErrorCorrectionLevel.allCases))
    recipe.appearance.moduleSize = 2 + input.number(below: 3)
    recipe.options = input.bool() ? options(&input) : nil
    let writer = Catalog.writers.first { $0.symbology.name == kind.name }
    recipe.text = writer?.text(&input, limit: 96) ?? input.text(limit: 96)
    let codes: [MadeCode]
    do { codes = try generator.codes(for: recipe) } catch {
      // A refusal is one sentence without anything that would move a cursor.
      return try promise(!"\(error)".contains(where: \.isNewline), "a refusal has several lines: \(error)")
    }
    guard codes.count == 1, let code = codes.first, let image = try? CodePicture.image(code, recipe.appearance) else {
      return
    }
    let proof = CodeProof(detector: Detector(DetectionOptions(symbologies: [code.symbology], effort: .thorough)))
    do throws(CodeProof.Failure) {
      try proof.prove(
        GreyPicture(image), moduleSize: recipe.appearance.moduleSize, says: .text(recipe.text), symbology: kind.name)
    } catch {
      throw BrokenPromise("\(kind.name) of \(recipe.text.debugDescription): \(error)", kind: .misreading)
    }
  }

  private static func options(_ input: inout FuzzInput) -> WritingOptions {
    var options = WritingOptions()
    let chosen = input.byte()
    if chosen & 1 == 1 { options.version = input.number(below: 48) }
    if chosen & 2 == 2 { options.mask = input.number(below: 10) }
    if chosen & 4 == 4 { options.mode = input.element(of: ["numeric", "alphanumeric", "byte", "kanji", "none"]) }
    if chosen & 8 == 8 { options.eci = input.number(below: 65536) - 8 }
    if chosen & 16 == 16 { options.isGS1 = input.bool() }
    if chosen & 32 == 32 { options.raisesLevel = input.bool() }
    if chosen & 64 == 64 { options.symbols = input.number(below: 20) - 1 }
    return options
  }

  /// Every form of the composer filled with anything makes a payload that is described without a trap.
  private static func forms(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let form = input.element(of: PayloadForm.all)
    var values: [String: String] = [:]
    for field in form.fields {
      let length = input.number(below: 40)
      var part = FuzzInput(input.bytes(upTo: length))
      values[field.name] = part.text()
    }
    guard let text = try? form.payload(values) else { return }
    try SymbolConsumers.consume(
      DecodedSymbol(symbology: .qr, text: text, bytes: Array(text.utf8), symbologyIdentifier: "]Q1"))
  }
}

extension SymbolWriter {
  /// Mostly of what the symbology has, so that there is something to write.
  fileprivate func text(_ input: inout FuzzInput, limit: Int) -> String {
    let digits: Set = ["ean13", "ean8", "upcA", "upcE", "itf", "itf14", "gs1DataBar", "gs1DataBarLimited"]
    let letters = digits.contains(symbology.name) ? "0123456789" : "0123456789ABCXYZ-. $/+%abc@()"
    switch input.number(below: 3) {
    case 0: return input.text(limit: limit)
    default:
      let letters = Array(letters)
      return String(input.bytes(upTo: input.number(below: limit)).map { letters[Int($0) % letters.count] })
    }
  }
}
