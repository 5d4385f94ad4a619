import Bits
import Foundation
import Imaging
import Presentation
import Scanner
import Testing

@Suite("Labels") struct LabelSheetTests {
  @Test("A table's rows are labels, with lines below where there are some")
  func rows() throws {
    let table = try LabelTable("caption,text\r\nOne,\"a,b\"\r\n\r\n ,c\r\n", form: nil)
    #expect(table.labels.map(\.text) == ["a,b", "c"])
    #expect(table.labels.map(\.caption) == ["One", nil] && table.labels.map(\.line) == [2, 4])
  }

  @Test("A form's columns write its payload")
  func form() throws {
    let table = try LabelTable(
      "\u{FEFF}Name,Password,caption\nGarden,secret12,Room 3\n", form: PayloadForm.named("wifi"))
    #expect(table.labels.map(\.text) == ["WIFI:T:WPA;S:Garden;P:secret12;;"])
    #expect(table.labels[0].caption == "Room 3")
  }

  @Test(
    "What makes no labels is told by its line or column",
    arguments: [
      ("", nil, "empty"), ("text\n", nil, "no row"), ("name\nx\n", nil, "no column “name”"),
      ("caption\nx\n", nil, "no column “text”"), ("text,text\na,b\n", nil, "twice"),
      ("text\na,b\n", nil, "line 2 has 2 cells"), ("name,password\nGarden,short\n", "wifi", "line 2: Password"),
      ("name,secret\nGarden,x\n", "wifi", "no column “secret”"),
    ] as [(String, String?, String)])
  func failures(text: String, form: String?, told: String) {
    let failure = #expect(throws: LabelTable.Failure.self) {
      try LabelTable(text, form: form.flatMap(PayloadForm.named))
    }
    #expect(failure?.description.contains(told) == true, "\(String(describing: failure))")
  }

  @Test("Labels lie inside their cells, none on another, page by page")
  func places() throws {
    let sheet = try #require(LabelSheet(columns: 4, rows: 11))
    #expect(sheet.pages(of: 44) == 1 && sheet.pages(of: 45) == 2 && LabelSheet(columns: 0, rows: 3) == nil)
    let cell = (width: LabelSheet.paper.width / 4, height: LabelSheet.paper.height / 11)
    for index in 0..<90 {
      let place = sheet.place(of: index, width: 33, height: 40)
      let (column, row) = (Double(index % 4), Double(index % 44 / 4))
      #expect(place.x >= column * cell.width && place.x + 33 * place.unit <= (column + 1) * cell.width)
      #expect(place.y >= row * cell.height && place.y + 40 * place.unit <= (row + 1) * cell.height)
    }
  }
}

@Suite("What stands in and below a code") struct DecorationTests {
  private func code(logo: Bitmap? = nil, caption: String? = nil) throws -> MadeCode {
    var code = try #require(
      try CatalogGenerator().codes(for: CodeRecipe(text: "https://example.com", level: .high)).first)
    code.logo = logo
    code.caption = try caption.map { try CodeCaption($0) }
    return code
  }

  private let red = Bitmap(width: 2, height: 1, pixels: [255, 0, 0, 255, 255, 0, 0, 255])

  @Test("A logo lies in a hole in the middle, which holds no module")
  func hole() throws {
    let plain = try code()
    let code = try code(logo: red)
    let hole = try #require(code.hole)
    #expect(2 * hole.begin + hole.side == code.modules.width)
    // A sixteenth of the modules at most.
    #expect(16 * hole.side * hole.side <= code.modules.width * code.modules.width)
    let zone = code.quietZone(CodeAppearance())
    let inside = zone + hole.begin..<zone + hole.begin + hole.side
    for run in code.runs(CodeAppearance()) where inside.contains(run.y) {
      #expect(run.x + run.width <= inside.lowerBound || run.x >= inside.upperBound)
    }
    #expect(
      plain.runs(CodeAppearance()).reduce(0) { $0 + $1.width } > code.runs(CodeAppearance()).reduce(0) { $0 + $1.width }
    )
    let place = try #require(code.logoPlace(CodeAppearance()))
    #expect(place.width == 2 * place.height && place.width == Double(hole.side) - 1)
    let image = try CodePicture.image(code, CodeAppearance())
    let middle = 4 * (image.height / 2 * image.width + image.width / 2)
    #expect(Array(image.pixels[middle..<middle + 4]) == [255, 0, 0, 255])
  }

  @Test("A line below makes the drawing higher and not wider, and is text and not markup")
  func caption() throws {
    let plain = try code()
    let code = try code(caption: "<b>\u{7}& co")
    let appearance = CodeAppearance()
    #expect(code.size(appearance) == plain.size(appearance) && code.height(appearance) > plain.height(appearance))
    #expect(SVGExport.text(code, appearance).contains(">&lt;b&gt; &amp; co</text>"))
    #expect(throws: MakeFailure.self) { try CodeCaption(String(repeating: "x", count: 61)) }
  }

  @Test("A large logo is reduced to the mean of its pixels")
  func reduced() {
    let picture = Bitmap(width: 4, height: 2, pixels: (0..<8).flatMap { [UInt8($0 % 4 < 2 ? 100 : 200), 0, 0, 255] })
    #expect(picture.reduced(to: 2) == Bitmap(width: 2, height: 1, pixels: [100, 0, 0, 255, 200, 0, 0, 255]))
    #expect(picture.reduced(to: 4) == picture)
  }

  @Test("Recipes of before have neither, and both are kept")
  func coding() throws {
    var recipe = CodeRecipe(text: "x")
    (recipe.logo, recipe.caption) = ("/tmp/a.png", "Table 12")
    #expect(try JSONDecoder().decode(CodeRecipe.self, from: JSONEncoder().encode(recipe)) == recipe)
  }
}
