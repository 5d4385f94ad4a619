import Barcodes
import Scanner
import Testing

@Suite("A text that is too long is told how much of it would fit")
struct TooLongMakingTests {
  private func failure(_ recipe: CodeRecipe) -> MakeFailure? {
    do throws(MakeFailure) { _ = try CatalogGenerator().codes(for: recipe) } catch { return error }
    return nil
  }

  @Test("Bytes that are no text are written as QR Code alone", arguments: CatalogGenerator().kinds.map(\.name))
  func bytes(symbology: String) {
    let found = failure(CodeRecipe(text: "", bytes: [0xFF, 0xFE], symbology: symbology))
    if symbology == "qr" {
      #expect(found == nil)
    } else if case .invalid(let sentence)? = found {
      #expect(sentence.contains("QR Code"))
    } else {
      Issue.record("\(symbology): \(String(describing: found))")
    }
  }

  @Test(
    "A million signs",
    arguments: [
      ("qr", "7", 5596), ("qr", "x", 2331), ("microQR", "7", 35), ("rMQR", "7", 361), ("dataMatrix", "7", 3116),
      ("aztec", "7", 3832), ("code128", "7", 1482), ("pdf417", "7", 2610), ("microPDF417", "7", 366),
      ("code39", "A", 510),
    ])
  func fitting(symbology: String, sign: String, most: Int) throws {
    var recipe = CodeRecipe(text: String(repeating: sign, count: 1_000_000))
    recipe.symbology = symbology
    guard case .tooLong(let needed, let available, _, let fitting?, _)? = failure(recipe) else {
      Issue.record("\(symbology): \(failure(recipe).map { "\($0)" } ?? "made")")
      return
    }
    #expect(needed > available)
    // As far as the standards' tables go; with a level or shape of our own choice it may be less.
    #expect(fitting <= most && fitting > most / 2)
    recipe.text = String(repeating: sign, count: fitting)
    #expect(failure(recipe) == nil)
    recipe.text += sign
    #expect(failure(recipe) != nil)
    #expect(
      "\(MakeFailure.tooLong(needed: 9, available: 8, unit: .modules, fitting: 3, symbol: "X"))".contains("first 3"))
  }
}
