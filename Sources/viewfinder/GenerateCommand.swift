public import ArgumentParser
import Barcodes
import Bits
import Foundation
import HistoryStore
import Imaging
import PictureFiles
import SDLScreen
public import Scanner

/// A code out of text: to the terminal, or to files that our own detector has read back.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Make a code: in the terminal, or as PNG, SVG or PDF.",
    discussion: """
      Every picture is read back by our own detector before it is written: as it is, at 2 pixels a module, and out of \
      focus. What cannot be read is not written.

      With --as, the arguments are fields: generate --as wifi name=Home password=secret12. Kinds and their fields:
      \(PayloadForm.all.map { "  \($0.name): " + $0.fields.map(\.name).joined(separator: ", ") }.joined(separator: "\n"))

      Exit status: 0 made, 1 made but not readable, 2 wrong usage or a text that cannot be written, 3 file error.
      """)

  @Argument(help: "The text; several words are joined by blanks. - is standard input.")
  var text: [String] = []

  @Option(name: .customLong("as"), help: ArgumentHelp("Write a payload from fields, such as wifi.", valueName: "kind"))
  var form: String?

  @Option(help: ArgumentHelp("Make a code of a file's bytes.", valueName: "path"))
  var file: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A picture; its ending says which: .png, .svg or .pdf. May be given several times.", valueName: "file"))
  var output: [String] = []

  @Flag(help: "Replace files that are there.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Make labels: a row of comma-separated values each, whose first line names the columns: text, or the fields of "
        + "--as, and caption. The output is a PDF of A4 pages.", valueName: "file"))
  var csv: String?

  @Option(help: ArgumentHelp("Labels on a page: columns and rows.", valueName: "columns x rows"))
  var labels = "3x8"

  @OptionGroup(title: "Symbol") var symbol: SymbolOptions
  @OptionGroup(title: "Appearance") var look: AppearanceOptions

  @Flag(help: "Do not store it in the history.")
  var `private` = false

  @Flag(help: "For the terminal: blocks without colors, for light text on a dark ground.")
  var plain = false

  func validate() throws {
    guard file == nil || (text.isEmpty && form == nil) else {
      throw ValidationError("--file takes the place of the text")
    }
    guard csv == nil || (text.isEmpty && file == nil) else {
      throw ValidationError("--csv takes the place of the text")
    }
    if csv != nil, output.count != 1 || CodePress.Form(ending: output[0]) != .pdf {
      throw ValidationError("--csv: name one PDF with -o")
    }
    _ = try sheet()
    if let form, PayloadForm.named(form) == nil {
      throw ValidationError("--as: “\(form)” is not known: \(PayloadForm.all.map(\.name).joined(separator: ", "))")
    }
  }

  func run() throws {
    if let csv { return try makeLabels(csv) }
    let recipe = try self.recipe()
    let codes = try orExit(.usage) { () throws(MakeFailure) in try DecoratedCodes().codes(for: recipe) }
    for warning in CodeWarning.warnings(for: codes[0], recipe.appearance, dpi: look.dpi) {
      StandardError.write("viewfinder: \(warning)")
    }
    let press = CodePress(
      recipe: recipe, count: codes.count, millimeters: look.millimeters, loader: WalledPictureLoader.ofThisProgram())
    for (index, code) in codes.enumerated() {
      try orExit(.foundNothing) { () throws(CodeExportFailure) in try press.prove(code, index: index) }
      if output.isEmpty { try StandardOutput.write(text: terminalText(code, recipe)) }
      for path in output {
        let form = try CodePress.form(of: path)
        let name = codes.count == 1 ? path : CodePress.numbered(path, index + 1)
        let bytes = try orExit(.foundNothing) { () throws(CodeExportFailure) in
          try press.file(code, form, index: index, name: name)
        }
        try orExit { () throws(WholeFile.Failure) in try WholeFile(path: name, replaces: force).write(bytes) }
      }
      if !output.isEmpty { StandardError.write(Self.summary(code)) }
    }
    remember(recipe)
  }

  private func sheet() throws -> LabelSheet {
    let parts = labels.lowercased().split(separator: "x").map { Int($0) ?? 0 }
    guard parts.count == 2, let sheet = LabelSheet(columns: parts[0], rows: parts[1]) else {
      throw ValidationError("--labels: “\(HarmlessText.escaped(labels))” is not 1x1 to 10x20")
    }
    return sheet
  }

  private func makeLabels(_ path: String) throws {
    var recipe = CodeRecipe(
      text: "", symbology: symbol.symbology, level: symbol.level, appearance: try look.appearance(),
      options: symbol.options())
    recipe.logo = look.logo
    let press = SheetPress(recipe: recipe, form: form.flatMap(PayloadForm.named), sheet: try sheet())
    let isTerminal = isatty(FileHandle.standardError.fileDescriptor) != 0
    let table = try orExit { () throws(CodeExportFailure) in try SheetPress.text(of: path) }
    let pages = try orExit(.usage) { () throws(CodeExportFailure) in
      try press.pages(of: table) { done, all in
        if isTerminal { StandardError.write(text: "\r\u{1B}[K\(done) of \(all) labels" + (done == all ? "\n" : "")) }
        return true
      }
    }
    if pages.module < 0.25 {
      StandardError.write("viewfinder: \(CodeWarning.smallModules(millimeters: pages.module))")
    }
    let bytes = try orExit { () throws(CodeExportFailure) in try press.file(pages) }
    try orExit { () throws(WholeFile.Failure) in try WholeFile(path: output[0], replaces: force).write(bytes) }
    StandardError.write(
      "\(pages.labels == 1 ? "one label" : "\(pages.labels) labels") on "
        + "\(pages.count == 1 ? "one page" : "\(pages.count) pages"): each read back by our own detector")
  }

  private func recipe() throws -> CodeRecipe {
    var recipe = CodeRecipe(
      text: try message(), symbology: symbol.symbology, level: symbol.level, appearance: try look.appearance(),
      options: symbol.options())
    (recipe.logo, recipe.caption) = (look.logo, look.caption)
    if let file {
      let bytes = try bytes(of: file)
      if let text = String(validating: bytes, as: UTF8.self) { recipe.text = text } else { recipe.bytes = bytes }
    }
    if symbol.gs1 {
      if let message = GS1ElementString.message(bracketed: recipe.text) { recipe.text = message }
      guard GS1ElementString.elements(recipe.text) != nil else {
        throw ValidationError("--gs1: these are no element strings, such as (01)09521234543213(10)ABC")
      }
    }
    return recipe
  }

  private func message() throws -> String {
    if let form = form.flatMap(PayloadForm.named) {
      var values: [String: String] = [:]
      for argument in text {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
          throw ValidationError("“\(HarmlessText.escaped(argument))” is no field: write name=value")
        }
        values[String(parts[0])] = String(parts[1])
      }
      return try orExit(.usage) { () throws(PayloadFailure) in try form.payload(values) }
    }
    guard text == ["-"] else { return text.joined(separator: " ") }
    guard let text = String(validating: try bytes(of: "-"), as: UTF8.self) else {
      throw ValidationError("\(InputFile.name("-")) is no UTF-8 text: use --file for bytes")
    }
    // The line's end that a shell adds is not meant.
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Far more than 16 of the largest symbols hold; a longer file was named by mistake.
  private static let byteLimit = 1 << 21

  private func bytes(of file: String) throws -> [UInt8] {
    let bytes = try orExit { () throws(InputFailure) in try InputFile.read(file, limit: Self.byteLimit) }
    guard bytes.count <= Self.byteLimit else {
      throw ValidationError(
        "\(InputFile.name(file)): more than \(Self.byteLimit >> 20) MiB, where codes hold some thousand characters")
    }
    return bytes
  }

  private func terminalText(_ code: MadeCode, _ recipe: CodeRecipe) -> String {
    let isTerminal = isatty(FileHandle.standardOutput.fileDescriptor) != 0
    let style: TerminalExport.Style = isTerminal && !plain ? .colored : .plain(onLight: false)
    return TerminalExport.text(code, recipe.appearance, style: style)
  }

  private static func summary(_ code: MadeCode) -> String {
    let details = code.details.map { "\($0.name) \($0.value)" }
    let size = "\(code.modules.width) × \(code.modules.height) modules"
    return ([code.symbology.title] + details + [size]).joined(separator: ", ") + ": read back by our own detector"
  }

  /// A history that cannot be written does not undo a code that was made.
  private func remember(_ recipe: CodeRecipe) {
    let content = HistoryContent(made: recipe)
    var privacy = HistoryPrivacy(Settings.ofUser.history)
    if `private` { privacy.isPrivate = true }
    guard privacy.allows(content) else { return }
    do throws(HistoryFailure) {
      try HistoryStore.open(database: nil).record(content, at: Date())
    } catch {
      StandardError.write("viewfinder: \(error)")
    }
  }
}

/// What is written.
struct SymbolOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Which kind: qr, microQR, code128, ean13 ….", valueName: "name"))
  var symbology = "qr"

  @Option(help: ArgumentHelp("QR Code: L (7 %), M (15 %), Q (25 %) or H (30 %) may be lost.", valueName: "level"))
  var level = ErrorCorrectionLevel.medium

  @Flag(help: "QR Code: raise the level where the version has room for it.")
  var raiseLevel = false

  @Option(name: .customLong("version"), help: ArgumentHelp("QR Code: this size, 1 to 40.", valueName: "number"))
  var symbolVersion: Int?

  @Option(help: ArgumentHelp("QR Code: this mask, 0 to 7.", valueName: "number"))
  var mask: Int?

  @Option(
    help: ArgumentHelp(
      "QR Code: all in one mode: numeric, alphanumeric, byte, kanji. PDF417: compact. "
        + "GS1 DataBar: stacked, omnidirectional. Telepen: numeric. MaxiCode: 2 to 6.",
      valueName: "name"))
  var mode: String?

  @Option(help: ArgumentHelp("Name this character set and use it, such as 26 for UTF-8.", valueName: "number"))
  var eci: Int?

  @Flag(help: "The text is GS1 element strings: (01)09521234543213(10)ABC, or with U+001D as separator.")
  var gs1 = false

  @Option(
    help: ArgumentHelp(
      "QR Code, PDF417: spread the text over so many symbols, 2 to 16; 0 takes as many as it needs.", valueName: "count"
    ))
  var structuredAppend: Int?

  func options() -> WritingOptions? {
    var options = WritingOptions()
    options.version = symbolVersion
    options.mask = mask
    options.mode = mode
    options.eci = eci
    options.isGS1 = gs1 ? true : nil
    options.raisesLevel = raiseLevel ? true : nil
    options.symbols = structuredAppend
    return options == WritingOptions() ? nil : options
  }
}

/// How it looks.
struct AppearanceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("#rrggbb, #rrggbbaa or a name.", valueName: "color"))
  var foreground = "black"

  @Option(help: ArgumentHelp("#rrggbb, #rrggbbaa, a name, or transparent.", valueName: "color"))
  var background = "white"

  @Option(help: ArgumentHelp("Pixels a module, always whole.", valueName: "pixels"))
  var moduleSize = 10

  @Option(help: ArgumentHelp("Modules of background around it; the standard's by default.", valueName: "modules"))
  var quietZone: Int?

  @Option(help: ArgumentHelp("Warn if a module is too small when printed at this resolution.", valueName: "number"))
  var dpi: Int?

  @Option(
    help: ArgumentHelp(
      "QR Code: a picture in the middle; the level is then H, and what cannot be read with it is not written.",
      valueName: "file"))
  var logo: String?

  @Option(help: ArgumentHelp("A line below the code, of at most 60 characters.", valueName: "text"))
  var caption: String?

  @Option(help: ArgumentHelp("PDF: millimeters a module.", valueName: "length"))
  var millimeters = 0.5

  func validate() throws {
    guard CodeAppearance.moduleSizes ~= moduleSize else {
      throw ValidationError("--module-size: between 1 and 1000 pixels")
    }
    guard CodeAppearance.quietZones ~= quietZone ?? 0 else {
      throw ValidationError("--quiet-zone: between 0 and 100 modules")
    }
    guard dpi ?? 1 > 0 else { throw ValidationError("--dpi: the resolution is positive") }
    guard 0.01...100 ~= millimeters else { throw ValidationError("--millimeters: between 0.01 and 100") }
    _ = try appearance()
  }

  func appearance() throws -> CodeAppearance {
    do throws(MakeFailure) {
      return CodeAppearance(
        foreground: try CodeColor(foreground), background: try CodeColor(background), moduleSize: moduleSize,
        quietZone: quietZone)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

extension ErrorCorrectionLevel: ExpressibleByArgument {
  public init?(argument: String) { self.init(rawValue: argument.uppercased()) }
}
