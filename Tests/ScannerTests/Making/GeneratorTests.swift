import Barcodes
import Scanner
import Testing

/// The writers as a recipe asks for them, proven by the program's own reader.
@Suite struct GeneratorTests {
  private func recipe(_ symbology: String, _ text: String, _ change: (inout WritingOptions) -> Void = { _ in })
    -> CodeRecipe
  {
    var options = WritingOptions()
    change(&options)
    return CodeRecipe(text: text, symbology: symbology, options: options == WritingOptions() ? nil : options)
  }

  private static let texts: [String: String] = [
    "ean13": "4006381333931", "ean8": "96385074", "upcA": "036000291452", "upcE": "01234565", "itf": "12345678",
    "itf14": "00012345600012", "codabar": "A40156B", "code39": "CODE 39", "code39Mod43": "CODE 39",
    "gs1DataBar": "(01)09521234543213", "gs1DataBarLimited": "0952123454321",
    "gs1DataBarExpanded": "(01)09521234543213",
    "microQR": "MICRO 12345", "dxFilmEdge": "79-7/23A",
  ]

  @Test(arguments: CatalogGenerator().kinds.map(\.name))
  func everyKindProvesItself(kind: String) throws { try prove(Self.texts[kind] ?? "Viewfinder 2026", as: kind) }

  @Test("An EAN-13 symbol that begins with 0 is read as UPC-A", arguments: ["0441678808800", "044167880880"])
  func leadingZero(text: String) throws { try prove(text, as: "ean13") }

  @Test(
    "What can be chosen of a kind is written and read",
    arguments: CatalogGenerator().kinds.flatMap { kind in kind.modes.compactMap(\.name).map { (kind.name, $0) } })
  func everyModeProvesItself(kind: String, mode: String) throws {
    let text = Self.texts[kind] ?? "123456789012"
    try prove(text, as: kind, mode: mode)
    let usual = try #require(try CatalogGenerator().codes(for: recipe(kind, text)).first)
    let other = try #require(try CatalogGenerator().codes(for: recipe(kind, text) { $0.mode = mode }).first)
    #expect(usual.modules != other.modules)
    #expect(throws: MakeFailure.self) { try CatalogGenerator().codes(for: recipe(kind, text) { $0.mode = "none" }) }
  }

  @Test("A parcel's modes need a carrier's fields")
  func parcelModes() throws {
    let parcel = "[)>\u{1E}01\u{1D}96152382802\u{1D}840\u{1D}001\u{1D}1Z00004951\u{1D}UPSN\u{1E}\u{04}"
    try prove(parcel, as: "maxiCode", mode: "2")
    #expect(throws: MakeFailure.self) {
      try CatalogGenerator().codes(for: recipe("maxiCode", "Hello") { $0.mode = "2" })
    }
  }

  private func prove(_ text: String, as kind: String, mode: String? = nil) throws {
    let code = try #require(try CatalogGenerator().codes(for: recipe(kind, text) { $0.mode = mode }).first)
    let detector = Detector(DetectionOptions(symbologies: Catalog.available, effort: .thorough))
    let appearance = CodeAppearance(moduleSize: 4)
    try CodeProof(detector: detector).prove(
      GreyPicture(try CodePicture.image(code, appearance)), moduleSize: 4, says: .text(text), symbology: kind)
  }

  @Test(arguments: ["microQR", "pdf417", "ean13", "code39"])
  func gs1IsRefusedWhereNothingMarksIt(kind: String) {
    #expect(throws: MakeFailure.self) {
      try CatalogGenerator().codes(for: recipe(kind, "0109521234543213") { $0.isGS1 = true })
    }
  }

  @Test func aTextThatNeedsItIsSpreadOverSymbols() throws {
    let text = String(repeating: "spread me ", count: 700)
    #expect(throws: MakeFailure.self) { try CatalogGenerator().codes(for: recipe("qr", text)) }
    let codes = try CatalogGenerator().codes(for: recipe("qr", text) { $0.symbols = 0 })
    #expect(codes.count == 4)
    #expect(try CatalogGenerator().codes(for: recipe("qr", "short") { $0.symbols = 0 }).count == 1)
  }
}
