import Barcodes
import Bits
import Imaging
import Scanner
import Testing

private func code(_ picture: String) throws -> MadeCode {
  MadeCode(
    symbology: Symbology(name: "dataMatrix", title: "Data Matrix"), modules: try #require(BitMatrix(picture: picture)))
}

@Suite struct ExportTests {
  private let plain = CodeAppearance(moduleSize: 2, quietZone: 1)

  @Test func pictureHasWholePixels() throws {
    let image = try CodePicture.image(code("#.\n.#"), plain)
    #expect(image.width == 8 && image.height == 8)
    let rows = (0..<8).map { y in
      String((0..<8).map { x in image.pixels[4 * (8 * y + x)] == 0 ? "#" : "." })
    }
    #expect(
      rows == [
        "........", "........", "..##....", "..##....", "....##..", "....##..", "........", "........",
      ])
  }

  @Test func tooManyPixelsAreRefused() throws {
    #expect(throws: MakeFailure.tooLarge(width: 400_000, height: 400_000)) {
      try CodePicture.image(code("#.\n.#"), CodeAppearance(moduleSize: 100_000))
    }
  }

  @Test func svgIsOnePathOfStrokes() throws {
    #expect(
      SVGExport.text(try code("#.#\n##."), plain)
        == "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"8\" viewBox=\"0 0 5 4\" "
        + "shape-rendering=\"crispEdges\"><path fill=\"#ffffff\" d=\"M0 0h5v4H0z\"/>"
        + "<path stroke=\"#000000\" d=\"M1 1.5h1m1 0h1M1 2.5h2\"/></svg>\n")
  }

  @Test func svgTellsOpacityAndLeavesATransparentGroundOut() throws {
    var appearance = plain
    appearance.background = .transparent
    appearance.foreground = CodeColor(red: 255, green: 0, blue: 0, alpha: 128)
    let svg = SVGExport.text(try code("#"), appearance)
    #expect(svg.contains("stroke=\"#ff0000\" stroke-opacity=\"0.502\""))
    #expect(!svg.contains("fill="))
  }

  @Test func linearBarsAreHighRows() throws {
    let linear = MadeCode(
      symbology: Symbology(name: "code128", title: "Code 128"), modules: try #require(BitMatrix(picture: "#.##")))
    #expect(linear.rowHeight == 20)
    #expect(linear.size(CodeAppearance()) == (24, 40))
    #expect(SVGExport.text(linear, plain).contains("stroke-width=\"20\" d=\"M1 11h1m1 0h2\""))
  }

  @Test func terminalShowsTwoRowsALine() throws {
    let made = try code("#.#\n##.\n..#")
    let bare = CodeAppearance(quietZone: 0)
    #expect(TerminalExport.text(made, bare, style: .plain(onLight: true)) == "█▄▀\n  ▀\n")
    #expect(TerminalExport.text(made, bare, style: .plain(onLight: false)) == " ▀▄\n▀▀ \n")
    #expect(
      TerminalExport.text(made, bare, style: .colored) == "\u{1B}[30;107m█▄▀\u{1B}[0m\n\u{1B}[30;107m  ▀\u{1B}[0m\n")
    let red = CodeAppearance(foreground: CodeColor(red: 200, green: 0, blue: 0), quietZone: 0)
    #expect(TerminalExport.text(made, red, style: .colored).hasPrefix("\u{1B}[38;2;200;0;0;48;2;255;255;255m"))
  }

  @Test(
    arguments: [
      (CodeAppearance(), nil, []),
      (CodeAppearance(foreground: .white, background: .black), nil, [CodeWarning.inverted]),
      (CodeAppearance(quietZone: 0), nil, [.quietZone(is: 0, standard: 1)]),
      (CodeAppearance(background: .transparent), nil, [.transparentBackground]),
      (CodeAppearance(moduleSize: 3), 300, [.fewDots(perModule: 3, dpi: 300)]),
      (CodeAppearance(moduleSize: 4), 600, [.smallModules(millimeters: 25.4 * 4 / 600)]),
      (CodeAppearance(moduleSize: 4), 300, []),
    ] as [(CodeAppearance, Int?, [CodeWarning])])
  func warnings(appearance: CodeAppearance, dpi: Int?, expected: [CodeWarning]) throws {
    #expect(CodeWarning.warnings(for: try code("#"), appearance, dpi: dpi) == expected)
  }

  @Test("WCAG 2.2: yellow on white fails, though a camera sees it even less")
  func lowContrast() throws {
    let appearance = CodeAppearance(foreground: CodeColor(red: 255, green: 255, blue: 0))
    let warnings = CodeWarning.warnings(for: try code("#"), appearance)
    #expect(warnings.contains { if case .lowContrast(let ratio) = $0 { abs(ratio - 1.07) < 0.01 } else { false } })
    #expect(warnings.contains(.lowSymbolContrast(percent: 11)))
  }

  @Test(
    arguments: [
      ("#000", "#000000"), ("fff", "#ffffff"), ("#12aBEf", "#12abef"), ("#11223344", "#11223344"), ("Navy", "#000080"),
      ("transparent", "#ffffff00"),
    ])
  func colors(text: String, hex: String) throws { #expect(try CodeColor(text).description == hex) }

  @Test(arguments: ["", "#", "#12", "#1234", "blackish", "#gggggg", "#1234567", "0x000000"])
  func unknownColors(text: String) {
    #expect(throws: MakeFailure.unknownColor(text)) { try CodeColor(text) }
  }
}
