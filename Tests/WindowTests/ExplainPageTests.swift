import Foundation
import Imaging
import Scanner
import Testing

private let installedBrowser = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}

/// The page that the unmodified program writes, as text and in a browser where there is one.
@Suite struct ExplainPageTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "viewfinder-page-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func write(_ name: String, as file: String) throws {
    let scene = try #require(FaultScene.all.first { $0.name == name })
    let image = try scene.image()
    let bytes = Array("P5\n\(image.width) \(image.height)\n255\n".utf8) + image.pixels
    try Data(bytes).write(to: folder.appending(path: file))
  }

  private func run(_ path: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let program = Process()
    program.executableURL = URL(filePath: path)
    program.arguments = arguments
    program.currentDirectoryURL = folder
    let output = Pipe()
    program.standardOutput = output
    program.standardError = FileHandle.nullDevice
    try program.run()
    let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    return (program.terminationStatus, told)
  }

  private func explain(_ arguments: String...) throws -> (status: Int32, output: String) {
    try run(program, ["explain"] + arguments)
  }

  private var program: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "viewfinder").path
  }

  private func page(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  @Test("A page needs nothing from elsewhere, and says why in its heading")
  func onePicture() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // The name would be markup if it were not escaped.
    try write("tiny qr", as: "<b>&'tiny.pgm")
    let outcome = try explain("<b>&'tiny.pgm", "--html", "page.html", "--effort", "quick")
    #expect(outcome.status == 1)
    let text = try page("page.html")
    #expect(text.contains("<h1>not read: too small, with modules of "))
    #expect(text.contains("&lt;b&gt;&amp;&#39;tiny.pgm") && !text.contains("<b>"))
    #expect(!text.contains("<script") && !text.contains("src=\"http") && !text.contains("href=\"http"))
    #expect(text.utf8.count < 2_000_000)
    for layer in InspectionLayer.allCases {
      #expect(text.components(separatedBy: "id=\"\(layer.rawValue)\"").count == 2, "\(layer)")
    }
  }

  @Test("Labels at the picture's edges keep within it") func labels() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("cut off qr", as: "cut.pgm")
    _ = try explain("cut.pgm", "--html", "page.html", "--effort", "quick")
    let labels = try page("page.html").components(separatedBy: "<text class=\"label\" ").dropFirst()
    #expect(!labels.isEmpty)
    for label in labels {
      func number(_ name: String) throws -> Double {
        let rest = try #require(label.components(separatedBy: "\(name)=\"").dropFirst().first)
        return try #require(Double(rest.prefix { $0 != "\"" }))
      }
      let (x, y, high) = (try number(" x"), try number(" y"), try number("font-size"))
      #expect(x >= 0 && y >= high && y < 360 && x < 480 - high, "\(label.prefix(120))")
    }
  }

  @Test("A picture in color is shown in its colors, one in grey without a loss, and the detector's grey beside it")
  func colors() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("damaged qr", as: "grey.pgm")
    let image = try #require(FaultScene.all.first { $0.name == "damaged qr" }).image()
    let bytes = image.pixels.flatMap { [$0, $0 / 2, $0 / 4] }
    try Data(Array("P6\n\(image.width) \(image.height)\n255\n".utf8) + bytes).write(
      to: folder.appending(path: "color.ppm"))
    for (name, hasColor) in [("grey.pgm", false), ("color.ppm", true)] {
      _ = try explain(name, "--html", "page.html", "--effort", "quick")
      let text = try page("page.html")
      let shown = try #require(text.components(separatedBy: "<svg viewBox").dropFirst().first)
      let ground = try #require(shown.components(separatedBy: "<image ").dropFirst().first)
      #expect(ground.contains(hasColor ? "href=\"data:image/jpeg;base64," : "href=\"data:image/png;base64,"), "\(name)")
      let layer = try #require(shown.components(separatedBy: "<g class=\"layer grey ground\">").dropFirst().first)
      #expect(layer.hasPrefix("<image ") == hasColor, "\(name)")
    }
    _ = try explain("grey.pgm", "color.ppm", "--html", "page.html", "--effort", "quick")
    let index = try page("page.html")
    #expect(index.contains("src=\"data:image/jpeg;base64,") && index.contains("src=\"data:image/png;base64,"))
  }

  @Test("A folder's page groups its pictures by cause, and its table has a sentence each")
  func wholeFolder() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let pictures = folder.appending(path: "labels")
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    try write("tiny qr", as: "labels/a.pgm")
    try write("tiny aztec", as: "labels/b.pgm")
    try write("darkness qr", as: "labels/c.pgm")
    let outcome = try explain("labels", "--html", "page.html", "--effort", "quick")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.filter { $0.contains("pgm: not read: too small, with modules of ") }.count == 2, "\(outcome.output)")
    #expect(lines.contains("too small: 2") && lines.contains("too dark: 1"), "\(outcome.output)")
    let text = try page("page.html")
    #expect(text.contains("<h1>0 of 3 pictures are read</h1>"))
    #expect(text.contains("<h2>Too small: 2</h2>") && text.contains("<h2>Too dark: 1</h2>"))
  }

  @Test("What another reader says stands beside ours, as text, whatever it prints")
  func peer() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("not asked for qr", as: "a.pgm")
    let outcome = try explain("a.pgm", "--html", "page.html", "--peer", "echo <b>THEIRS")
    // It is given the whole path.
    #expect(outcome.output.contains("echo reads “<b>THEIRS /") && outcome.output.contains("/a.pgm”"))
    let text = try page("page.html")
    #expect(text.contains("<td>echo</td><td>&lt;b&gt;THEIRS /") && !text.contains("<b>"))
    #expect(text.contains("<td>Viewfinder</td><td>https://example.com/label/20931</td>"))
    try write("tiny qr", as: "b.pgm")
    _ = try explain("a.pgm", "b.pgm", "--html", "page.html", "--peer", "echo <b>THEIRS")
    #expect(try page("page.html").components(separatedBy: "echo reads “&lt;b&gt;THEIRS").count == 3)
    #expect(try explain("a.pgm", "--peer", " ").status == 2)
    #expect(try explain("a.pgm", "--peer", "no-such-program-anywhere").output.contains("(cannot be started)"))
  }

  @Test("What is done to a picture before it is searched changes what is said")
  func changes() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("not asked for qr", as: "a.pgm")
    #expect(try explain("a.pgm", "--turn", "90", "--enlarge", "2").status == 0)
    let white = try explain("a.pgm", "--threshold", "1")
    #expect(white.status == 1 && white.output.hasPrefix("not read: "))
    for wrong in [["--threshold", "0"], ["--enlarge", "5"], ["--turn", "45"], ["--undo-blur", "9"]] {
      #expect(try run(program, ["explain", "a.pgm"] + wrong).status == 2, "\(wrong)")
    }
  }

  @Test("Where the time of the search went is told by family, rung and stage")
  func times() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("not asked for qr", as: "a.pgm")
    let told = try explain("a.pgm").output.split(separator: "\n").last ?? ""
    #expect(told.hasPrefix("searched, in milliseconds: "), "\(told)")
    #expect(told.contains(" · qr plain: ") && told.contains("finders "), "\(told)")
    // Of several pictures one line each.
    #expect(try !explain("a.pgm", "a.pgm").output.contains("searched, in"))
  }

  @Test("An object a line, also for what cannot be read")
  func objects() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("darkness qr", as: "a.pgm")
    let outcome = try explain("a.pgm", "missing.png", "--json", "--effort", "quick")
    #expect(outcome.status == 3)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    #expect(lines.first?.contains("\"cause\":{\"kind\":\"dark\"") == true)
    #expect(lines.last?.contains("\"error\":") == true)
  }

  @Test("A browser shows each layer's tab, and reads the page as it is written", .enabled(if: installedBrowser != nil))
  func inBrowser() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("damaged qr", as: "a.pgm")
    _ = try explain("a.pgm", "--html", "page.html", "--effort", "quick")
    let flags = [
      "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.appending(path: "home").path)",
    ]
    let shown = try run(
      try #require(installedBrowser), flags + ["--dump-dom", folder.appending(path: "page.html").absoluteString])
    // What a parser has to mend, it moves or closes elsewhere: all layers stay within the one picture.
    let tabs = shown.output.components(separatedBy: "name=\"layer\"").count - 1
    #expect(tabs >= InspectionLayer.allCases.count)
    // The marks of all layers are those of each.
    #expect(shown.output.components(separatedBy: "<g class=\"layer ").count == tabs)
    #expect(shown.output.components(separatedBy: "name=\"candidate\"").count > 2)
    #expect(shown.output.contains("not read: damaged"))
  }
}
