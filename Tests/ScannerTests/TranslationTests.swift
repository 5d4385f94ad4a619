import Barcodes
import Capture
import Foundation
import Presentation
import Scanner
import Testing
import Translations

/// What the sources say in words, as English literals.
private enum Said {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources")

  static func files(below folder: String) throws -> [(name: String, text: String)] {
    let folder = root.appending(path: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    return try names.map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
  }

  /// Sentences of the screens that are translated; those with something of Swift's own put in are none of a catalog.
  static func sentences() throws -> Set<String> {
    var found: Set<String> = []
    // What is said by name, as a hint on a key, as a short word on what was done, and for a number.
    let patterns: [Regex<(Substring, Substring)>] = [
      /words\(\s*"((?:[^"\\]|\\.)*)"/, /Hint\("[^"]*", "([^"]*)"/, /toast\("((?:[^"\\]|\\.)*)"/, /one: "([^"]*)"/,
    ]
    for folder in ["View", "Loop", "Listing", "Settings", "Making", "History"].map({ "Scanner/\($0)" }) {
      for (_, text) in try files(below: folder) {
        for pattern in patterns { found.formUnion(text.matches(of: pattern).map { String($0.1) }) }
      }
    }
    for form in PayloadForm.all {
      found.insert(form.title)
      for field in form.fields {
        found.formUnion([field.title] + field.choices)
        // An example without a word is the same in every language.
        if field.hint.contains(" "), !field.hint.hasPrefix("+") { found.insert(field.hint) }
      }
    }
    for (_, text) in try files(below: "Scanner/Making") {
      found.formUnion(text.matches(of: /wanted: "([^"]*)"/).map { String($0.1) })
    }
    for (_, text) in try files(below: "Scanner/Payloads") {
      let said: [Regex<(Substring, Substring)>] = [
        /\btitle: "([^"]*)"/, /rows\.add\("([^"]*)"/, /cautions\.append\("([^"]*)"\)/, /cautions: \["([^"]*)"\]/,
      ]
      for pattern in said { found.formUnion(text.matches(of: pattern).map { String($0.1) }) }
    }
    found.formUnion((KeyBinding.all + KeyBinding.inspector).map(\.meaning))
    for (_, text) in try files(below: "Scanner/Settings") {
      found.formUnion(text.matches(of: /expected: "([^"]*)"/).map { String($0.1) })
    }
    found.formUnion(try refusals())
    found.formUnion(SettingsTable.all.map(\.help))
    found.formUnion(ScanList.Form.allCases.map(\.title))
    for program in PayloadAction.Program.allCases {
      let action = PayloadAction.open(address: "a:", with: program)
      found.formUnion([action.verb, action.question])
    }
    found.formUnion(GS1Catalog.names.union(GS1Prefix.countries).union(CountryNumber.countries))
    found.formUnion(CatalogGenerator().kinds.flatMap { $0.modes.map(\.title) })
    for failure in Self.failures { found.formUnion([failure.sentence.template, failure.advice.template]) }
    return found.union(try roof()).filter { !$0.isEmpty && !$0.contains("\\(") }.union(try inspector())
  }

  /// Why a code, labels or a file were not made, and why a setting has no such value: the sentences of these files.
  private static func refusals() throws -> Set<String> {
    let names: Set = [
      "MakeFailure.swift", "CodeProof.swift", "LabelSheet.swift", "SettingFailure.swift", "SheetPress.swift",
      "CodePress.swift", "PictureExporter.swift", "WholeFile.swift", "ClipboardText.swift",
    ]
    let folders = ["Scanner/Making", "Scanner/Settings", "Scanner/Outputs", "viewfinder"]
    let texts = try folders.flatMap { try files(below: $0) }.filter { names.contains($0.name) }.map(\.text)
    // Names of files, and what the command line alone says.
    let other: Set = ["{1}: end it in .png, .svg or .pdf", "{1} bytes", "the PNG", "the picture"]
    return Set(texts.flatMap { SwiftLiterals($0).templates }).subtracting(other).filter {
      $0.contains(" ") && $0.count > 4
    }
  }

  /// What the inspector says: each literal of its files but those below.
  static func inspector() throws -> Set<String> {
    let drawn = ["Overlay+Inspector", "Overlay+PanelParts", "Overlay+Plots", "Overlay+Layer", "StatusLine"]
    let texts =
      try files(below: "Scanner/Inspector").filter { !spokenByMachines.contains($0.name) }.map(\.text)
      + files(below: "Scanner/View").filter { file in drawn.contains { file.name == "\($0).swift" } }.map(\.text)
      + files(below: "Scanner/Detection").filter { $0.name == "DecodeFailure+Words.swift" }.map(\.text)
    let said = Set(texts.flatMap { SwiftLiterals($0).templates })
    return said.subtracting(notSaid).filter { template in
      let words = template.replacing(/\{\w+\}/, with: "")
      // Flags of commands, and formats of numbers.
      let isCode = template.hasPrefix("--") || template.hasPrefix("%")
      return words.contains(where: \.isLetter) && !isCode
    }
  }

  /// The inspector's files whose words stand in a file, on a page or on a terminal, in English.
  private static let spokenByMachines: Set = [
    "BugBundle.swift", "Cause.swift", "Explanation.swift", "FrameColors.swift", "Inspection.swift",
    "InspectionJSON.swift", "LayerRaster.swift", "PictureChange.swift", "TraceJSON.swift",
  ]

  /// Names in details and codes, grades, keys, sizes as scan lines have them, and what is called alike everywhere.
  private static let notSaid: Set = [
    "errorCorrectionLevel", "correctedCodewords", "mask", "LATENCY {1}", "A", "B", "C", "D", "F", "{1}×{2} pixels",
    "PDF417", "Aztec", "Data Matrix", "I", "K", "S", "T", "U", "Y", "Z", "Tab", "Esc", "Page ↓", "Space",
  ]

  static let failures: [CaptureFailure] = [
    .noCamera, .notFound(device: "Logi"), .permissionDenied(path: "/dev/video0", group: "video"),
    .permissionDenied(path: "/dev/video0", group: nil),
    .busy(path: "/dev/video0", holder: ProcessIdentity(name: "cheese", identifier: 42)),
    .busy(path: "/dev/video0", holder: nil), .disconnected(name: "Logi"), .stalled(name: "Logi", seconds: 5),
    .stalled(name: "Logi", seconds: 2.5), .unsupportedFormat(name: "Logi", offered: []),
    .unsupportedFormat(name: "Logi", offered: ["H264"]), .unreadableSource(path: "a.png", reason: "it is no picture"),
    .system(call: "VIDIOC_STREAMON", message: "no space left"),
  ]

  /// What the window says of what it was asked for: literals in places that take a sentence, with the places of what is put in.
  private static func roof() throws -> Set<String> {
    var found: Set<String> = []
    let begins: [Regex<Substring>] = [
      /Trouble\(\s*"/, /sentence: "/, /sentence: .{0,30}\? "/, /-> Sentence \{\s*"/, /return "/, /default: return "/,
      /case \.[^"\n]*: "/, /BusFailure\((?:name: failure\.name, )?\s*"/, /isAbsent \? "/, /\?\? \(isWeb \? "/,
      /" : "/,
    ]
    let names = [
      "viewfinder/WindowSession+Effects.swift", "viewfinder/WindowSession+Sources.swift", "viewfinder/LinkOpener.swift",
      "viewfinder/SavedFiles.swift", "viewfinder/Speech.swift", "viewfinder/ClipboardPicture.swift",
      "viewfinder/Sources.swift", "viewfinder/WriteTrouble.swift", "DesktopBus/NetworkManager.swift",
    ]
    for name in names {
      let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
      for begin in begins {
        for match in text.matches(of: begin) {
          let said = template(text[match.range.upperBound...])
          // A sentence has words and begins with one of them, or with what is put in. What is no Sentence has nothing put in.
          let isSentence = said.contains(" ") && said.first?.isWhitespace == false && !said.hasPrefix("{1} (")
          let isPlain = name.hasSuffix("NetworkManager.swift") || name.hasSuffix("WriteTrouble.swift")
          if isSentence, !isPlain || !said.contains("{1}") { found.insert(said) }
        }
      }
    }
    return found
  }

  /// A literal up to its end, with `{1}`, `{2}`… for what is put in.
  private static func template(_ text: Substring) -> String {
    var said = ""
    var count = 0
    var rest = text
    while let letter = rest.first, letter != "\"" {
      rest = rest.dropFirst()
      guard letter == "\\" else {
        said.append(letter)
        continue
      }
      guard rest.first == "(" else {
        said.append(rest.removeFirst())
        continue
      }
      count += 1
      said += "{\(count)}"
      var depth = 0
      repeat {
        let next = rest.removeFirst()
        depth += next == "(" ? 1 : next == ")" ? -1 : 0
      } while depth > 0 && !rest.isEmpty
    }
    return said
  }
}

@Suite("Languages")
struct TranslationTests {
  @Test("Every sentence of the window is translated", arguments: Translations.languages)
  func complete(language: String) throws {
    let words = try Translations.words(in: language)
    #expect(words.language == language)
    let sentences = try Said.sentences()
    #expect(sentences.count > 180)
    let missing = sentences.filter { !words.isTranslated($0) }.sorted()
    #expect(missing.isEmpty, "\(language) lacks \(missing)")
  }

  @Test("Keys are called as the language's keyboards have them")
  func keys() throws {
    let german = try Translations.words(in: "de")
    #expect(["Ctrl O", "Space", "Page ↓", "F5", "Q"].map(german.key) == ["Strg O", "Leertaste", "Bild ↓", "F5", "Q"])
    #expect(Words.english.key("Ctrl Z") == "Ctrl Z")
  }

  @Test("A literal of several lines is one sentence, and what is put in one may be another")
  func literals() {
    let source = #"""
      // No "literal" here.
      f("a \(b ? "x \(1)" : "") c", """
        long \
        line \(n) of "two"
        """)
      """#
    #expect(SwiftLiterals(source).templates == ["x {1}", "", "a {1} c", "long line {1} of \"two\""])
  }

  @Test("The inspector says nothing that is not translated: causes, layers, figures and keys")
  func inspector() throws {
    let said = try Said.inspector()
    #expect(said.count > 200)
    #expect(said.contains("too dark: the lightest places have {1} of 255 grey levels: add light or expose longer"))
    #expect(said.contains("a finder’s border or ring") && said.contains("{1} ms"))
  }

  @Test("A rule that a text breaks is told in each language", arguments: Translations.languages)
  func rules(language: String) throws {
    let words = try Translations.words(in: language)
    let texts = [
      "", "1", "12", "12345", "123456", "1234567", "A1B", "99999999999999", "4006381333932", "96385075", "€uro",
      "200-16",
    ]
    var (missing, count) = (Set<String>(), 0)
    for kind in CatalogGenerator().kinds {
      for text in texts {
        do throws(MakeFailure) {
          _ = try CatalogGenerator().codes(for: CodeRecipe(text: text, symbology: kind.name))
        } catch {
          count += 1
          missing.formUnion(words.untranslated(in: error.sentence))
        }
      }
    }
    #expect(count > 60)
    #expect(missing.sorted() == [])
    let rule = MakeFailure.invalid("EAN-13 has 13 digits, or 12 without the check digit").sentence
    #expect(rule.template == "EAN-13 has {1} digits, or {2} without the check digit")
    #expect(rule.description == "EAN-13 has 13 digits, or 12 without the check digit")
  }

  @Test("A cause is told whole in each language, with its figures", arguments: Translations.languages)
  func cause(language: String) throws {
    let words = try Translations.words(in: language)
    for name in ["tiny dataMatrix", "quiet zone ean13", "damaged qr", "defocus qr"] {
      let scene = try #require(FaultScene.all.first { $0.name == name })
      let cause = try #require(try scene.verdict())
      #expect(words.untranslated(in: cause.sentence) == [])
      let told = words(cause.sentence)
      #expect(told != cause.sentence.description)
      let digits = cause.sentence.description.filter(\.isNumber)
      #expect(told.filter(\.isNumber).count >= digits.count - 1, "\(told)")
    }
  }

  @Test("A number has its form in a sentence that puts it in, its decimals the sign of the language")
  func counted() throws {
    let said = Sentence(
      one: "{count} frame is kept, \(Figure("0.3")) of at most 128 MiB",
      others: "{count} frames are kept, \(Figure("0.3")) of at most 128 MiB", count: 2)
    #expect(said.description == "2 frames are kept, 0.3 of at most 128 MiB")
    let german = try Translations.words(in: "de")
    #expect(german(said) == "2 Bilder sind aufgehoben, 0,3 von höchstens 128 MiB")
    #expect(german.untranslated(in: said) == [])
    let list = try #require(Sentence.list(["light on dark", "in a mirror"]))
    #expect(list.description == "light on dark, in a mirror" && german(list) == "hell auf dunkel, gespiegelt")
    #expect(try Translations.words(in: "ja")(list) == "明暗が逆、鏡像")
    #expect(Sentence.list([]) == nil)
  }

  @Test(
    "A rule of repetition is told in each language",
    arguments: [
      ("de", "alle 2 Wochen am Montag und Freitag, bis 31. Dezember 2026"),
      ("es", "cada 2 semanas, lunes y viernes, hasta el 31 de diciembre de 2026"),
      ("fr", "toutes les 2 semaines, lundi et vendredi, jusqu’au 31 décembre 2026"),
      ("ja", "2週ごと、月曜日と金曜日、2026年12月31日まで"), ("ar", "كل أسبوعين يوم الاثنين والجمعة، حتى 31 ديسمبر 2026"),
    ])
  func recurrence(language: String, told: String) throws {
    let words = try Translations.words(in: language)
    func said(_ rule: String) throws -> PayloadDescription.Row {
      let text = "BEGIN:VEVENT\nRRULE:\(rule)\nEND:VEVENT"
      let symbol = DecodedSymbol(symbology: .qr, text: text, bytes: Array(text.utf8), symbologyIdentifier: "]Q1")
      return try #require(PayloadDescription(of: symbol).rows.first { $0.label == "Repeats" })
    }
    let isolates: Set<Unicode.Scalar> = ["\u{2068}", "\u{2069}"]
    let row = try said("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;UNTIL=20261231")
    let plain = row.value(in: words).unicodeScalars.filter { !isolates.contains($0) }
    #expect(String(String.UnicodeScalarView(plain)) == told)
    let frequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]
    var rules = frequencies.flatMap { ["FREQ=\($0)", "FREQ=\($0);INTERVAL=2;COUNT=2"] }
    rules += ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "FREQ=MONTHLY;BYDAY=1MO,2TU,3WE,4TH,-1FR"]
    rules += ["FREQ=MONTHLY;BYMONTHDAY=1,15"] + (1...12).map { "FREQ=DAILY;UNTIL=2027\($0 < 10 ? "0" : "")\($0)01" }
    for rule in rules {
      let sentence = try #require(try said(rule).said)
      #expect(words.untranslated(in: sentence) == [], "\(rule)")
    }
  }

  @Test("French has no-break spaces before ; ! ? : and inside its quotation marks")
  func frenchSpaces() throws {
    for words in [try Translations.words(in: "fr"), try Translations.help(in: "fr")] {
      #expect(words.sentences.count > 100)
      // Lines that are set in list what is typed.
      let forms = words.sentences.flatMap { words.forms(of: $0) }.joined(separator: "\n")
      for form in forms.split(separator: "\n") where !form.hasPrefix("  ") {
        // A sign that ends a part of a sentence; the colon of an address or a time does not.
        let narrow = form.matches(of: /([^«].)([;!?])(?=\s|$)/).filter { $0.1.last != "\u{202F}" }
        let wide = form.matches(of: /(.):(?=\s|$)/).filter { $0.1 != "\u{A0}" }
        let quotes = form.matches(of: /«[^\u{A0}]|[^\u{A0}]»/)
        #expect(narrow.isEmpty && wide.isEmpty && quotes.isEmpty, "\(form)")
      }
    }
  }

  @Test("What is translated is said somewhere, with the same things put in", arguments: Translations.languages)
  func sound(language: String) throws {
    let words = try Translations.words(in: language)
    let folders = ["Presentation", "Scanner", "Capture", "DesktopBus", "viewfinder", "Barcodes"]
    let source = try folders.flatMap { try Said.files(below: $0) }.map(\.text).joined()
    let known = try Said.sentences()
    // Rules that are said with a symbology's or a mode's name put in.
    let named =
      ["EAN-13", "EAN-8", "UPC-A"].map { "\($0) has {1} digits, or {2} without the check digit" }
      + ["numeric", "alphanumeric", "kanji"].map { "text cannot be written in the mode \($0)" }
    for sentence in words.sentences.subtracting(known).subtracting(named) {
      // What is put in stands in the source as an expression.
      let pieces = sentence.split(separator: /\{\d\}/).map(String.init)
      let isSaid =
        pieces.count > 1 || sentence.contains("{1}")
        ? pieces.allSatisfy { source.contains($0) } : source.contains("\"\(sentence)\"")
      #expect(isSaid, "\(language): “\(sentence)” is said nowhere")
      func places(_ text: String) -> Set<Substring> { Set(text.matches(of: /\{\w+\}/).map { $0.0 }) }
      for form in words.forms(of: sentence) {
        // A form may spell out a number; it puts in nothing else.
        #expect(places(form).subtracting(["{count}"]) == places(sentence).subtracting(["{count}"]), "\(form)")
      }
    }
  }

  @Test("What a payload is, its fields, cautions and offers are translated", arguments: Translations.languages)
  func payloads(language: String) throws {
    let words = try Translations.words(in: language)
    var missing: Set<String> = []
    for sample in PayloadSample.all {
      let payload = sample.described
      var said = payload.cautions + payload.rows.map(\.label) + payload.rows.compactMap(\.said)
      said.append(Sentence(verbatim: payload.title))
      if let action = payload.action { said += [action.verb, action.question].map(Sentence.init(verbatim:)) }
      missing.formUnion(said.flatMap { words.untranslated(in: $0) })
    }
    #expect(missing.sorted() == [], "\(language)")
  }

  @Test("What a code says is never translated, what the program says of it always")
  func values() throws {
    let german = try Translations.words(in: "de")
    #expect(german("none") == "keine")
    let hostile = PayloadDescription.Row("Security", "none")
    #expect(hostile.value(in: german) == "none" && german(hostile.label) == "Sicherheit")
    let said = PayloadDescription.Row("Security", said: "none")
    #expect(said.value == "none" && said.value(in: german) == "keine")
    let label: Sentence = "(\("422")) \("Country of origin" as Sentence)"
    #expect(german(label) == "(422) Ursprungsland")
    #expect(german.untranslated(in: "(\("x")) \("No such words" as Sentence)") == ["No such words"])
  }

  @Test("What is put into letters from the right keeps its own order")
  func isolates() throws {
    let arabic = try Translations.words(in: "ar")
    let sentence: Sentence = "Saved as \("~/a.png")"
    #expect(sentence.template == "Saved as {1}")
    #expect(arabic(sentence).contains("\u{2068}~/a.png\u{2069}"))
    #expect(try Translations.words(in: "de")(sentence) == "Gesichert als ~/a.png")
    let nested: Sentence = "Not opened: \(CaptureFailure.noCamera.sentence)"
    #expect(try Translations.words(in: "de")(nested) == "Nicht geöffnet: Keine Kamera ist angeschlossen.")
    // A number needs none.
    #expect(!arabic("{count}", ["count": "7"]).contains("\u{2068}"))
  }

  @Test("A number has the form that goes with it")
  func plurals() throws {
    func said(_ count: Int, _ language: String) throws -> String {
      try Translations.words(in: language)(one: "{count} code", others: "{count} codes", count: count)
    }
    #expect(Words.english(one: "{count} code", others: "{count} codes", count: 1) == "1 code")
    #expect(Words.english(one: "{count} code", others: "{count} codes", count: 0) == "0 codes")
    #expect(try said(0, "fr") == "0 code" && said(2, "fr") == "2 codes")
    #expect(try said(1, "de") == "1 Code" && said(0, "de") == "0 Codes")
    #expect(try said(7, "ja") == "7 個のコード")
    #expect(
      try [1, 2, 3, 11, 100].map { try said($0, "ar") } == ["رمز واحد", "رمزان", "3 رموز", "11 رمزًا", "100 رمز"])
  }

  @Test("What is put in is shown as it is")
  func places() {
    #expect(Words.english("{a} and {b}", ["a": "{b}", "b": "2"]) == "{b} and 2")
    #expect(Words.english("{unknown} {", ["a": "1"]) == "{unknown} {")
  }

  @Test(
    "The person's environment decides",
    arguments: [
      (["LANG": "de_AT.UTF-8"], "de"), (["LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR.UTF-8"], "fr"),
      (["LANG": "nl_NL.UTF-8", "LANGUAGE": "nl:es:de"], "es"), (["LANG": "C.UTF-8", "LANGUAGE": "de"], "en"),
      (["LANG": "en_US.UTF-8", "LANGUAGE": "en:de"], "en"), ([:], "en"), (["LANG": "xx"], "en"),
      (["LANG": "", "LC_MESSAGES": "ja_JP"], "ja"), (["LANG": "de_DE", "LANGUAGE": ""], "de"),
    ])
  func environment(environment: [String: String], language: String) {
    #expect(Translations.words(environment: environment).language == language)
  }

  @Test(
    "A catalog that is none is told by its line",
    arguments: [("msgid \"a\nmsgstr \"b\"", 1), ("", 1), ("msgid \"\"\nmsgstr \"\"\n\"x", 3), ("hello", 1)])
  func damaged(text: String, line: Int) {
    let failure = #expect(throws: CatalogFailure.self) { try GettextCatalog.words(of: text) }
    #expect(failure?.line == line)
  }

  @Test("An entry of several lines, and one that a translator doubts")
  func format() throws {
    let header = "msgid \"\"\nmsgstr \"\"\n\"Language: xx\\n\"\n\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n"
    let words = try GettextCatalog.words(
      of: header
        + "#: a.swift\nmsgid \"one \"\n\"line\"\nmsgstr \"\"\n\"eine \\\"Zeile\\\"\"\n\n#, fuzzy\nmsgid \"b\"\nmsgstr \"c\"\n"
    )
    #expect(words("one line") == "eine \"Zeile\"" && words("b") == "b")
  }
}
