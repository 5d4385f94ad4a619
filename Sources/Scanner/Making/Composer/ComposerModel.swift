import Presentation

/// What the composer knows: the recipe as it is typed, and the code that it makes. Knows no window and no disk, only
/// who makes, who exports and who remembers; all of them work elsewhere and answer by a later turn.
public struct ComposerModel {
  /// A code, and what it was made of.
  public struct Made: Hashable, Sendable {
    public let recipe: CodeRecipe
    public let code: MadeCode
    public let warnings: [CodeWarning]
  }

  public enum Preview: Hashable, Sendable {
    /// There is nothing to make a code of.
    case empty
    case made(Made)
    /// A sentence for the place where the code would be.
    case failed(String)
  }

  /// A word on what was done.
  public struct Notice: Hashable, Sendable {
    public let text: String
    public let isFailure: Bool

    public init(text: String, isFailure: Bool) {
      self.text = text
      self.isFailure = isFailure
    }
  }

  /// Time without typing before a code is made: long enough that a word is typed through, short enough to seem at once.
  public static let debounce = Duration.milliseconds(350)

  /// Work of so long is told, shorter would flicker.
  public static let patience = Duration.milliseconds(200)

  /// After so long a code counts as one that cannot be made: the largest ones take some two seconds.
  public static let limit = Duration.seconds(15)

  /// Codes that are made at the same time, those included that nobody waits for any more: a core each.
  static let mostAtOnce = 3

  public private(set) var recipe: CodeRecipe
  /// Nil is text as it is typed.
  public private(set) var form: PayloadForm?
  /// One for each field of the form, or one for the text.
  public private(set) var fields: [TextEditor]
  /// The line below the code.
  public private(set) var caption: TextEditor
  public private(set) var preview = Preview.empty
  /// What is wrong with a field, for its own place.
  public private(set) var fault: FieldFault?
  public internal(set) var notice: Notice?
  /// Asks for a file's path.
  public internal(set) var prompt: PathPrompt?
  /// How many labels of how many are made; nil while there is no sheet in work.
  public internal(set) var sheet: SheetProgress?

  private(set) var services: Services
  let mailbox: Mailbox<Answer>
  /// When the recipe is to be made, if it changed.
  private var due: Duration?
  /// What is being made, or waits until one that was begun before it is done.
  private var running: (number: Int, since: Duration, cancellation: Cancellation)?
  private var isWaiting = false
  /// Jobs that have not answered, also superseded ones.
  private var unanswered: Set<Int> = []
  private var count = 0
  private var lastTurn: Duration?

  enum Answer: Sendable {
    /// Nil was superseded before it was begun.
    case made(Int, Result<Made, MakeFailure>?)
    case done(Notice)
    case saved(Result<String, CodeExportFailure>)
    case sheet(SheetProgress)
    case sheetDone(Result<SavedSheet, CodeExportFailure>)
  }

  /// What is wrong with a field.
  public struct FieldFault: Hashable, Sendable {
    public let field: Int
    public let sentence: String
  }

  public init(_ services: Services, recipe: CodeRecipe = CodeRecipe(text: ""), at now: Duration) {
    self.services = services
    self.recipe = recipe
    fields = [TextEditor(recipe.text, hasLines: true)]
    caption = TextEditor(recipe.caption ?? "", hasLines: false)
    mailbox = Mailbox(wake: services.wake)
    if !recipe.text.isEmpty { due = now }
  }

  /// Nothing that is made is stored.
  public var isPrivate: Bool { services.privacy.isPrivate }

  public mutating func setPrivacy(_ privacy: HistoryPrivacy) { services.privacy = privacy }

  /// True once there is a code to save, also while the next one is being made.
  public var canExport: Bool { if case .made = preview { true } else { false } }

  public var kinds: [CodeKind] { services.generator.kinds }
  public var kind: CodeKind? { kinds.first { $0.name == recipe.symbology } }

  /// When the next turn is due although nothing happens.
  public var nextTurn: Duration? {
    let times = [due, running.map { $0.since + Self.patience }, running.map { $0.since + Self.limit }]
    // What is over was seen to.
    return times.compactMap { $0 }.filter { time in lastTurn.map { time > $0 } ?? true }.min()
  }

  /// True while the shown code is not that of the recipe.
  public var isBehind: Bool { due != nil || running != nil }

  public func isSlow(at now: Duration) -> Bool { running.map { now - $0.since >= Self.patience } ?? false }

  /// Takes answers in, and begins what is due.
  public mutating func turn(at now: Duration) {
    lastTurn = now
    for answer in mailbox.takeAll() {
      switch answer {
      case .made(let number, let result):
        unanswered.remove(number)
        // What was superseded may come late.
        guard number == running?.number, !isWaiting, let result else { continue }
        running = nil
        switch result {
        case .success(let made): (preview, fault) = (.made(made), nil)
        case .failure(let failure): fail(failure)
        }
      case .done(let notice): self.notice = notice
      case .saved(let result): take(result)
      case .sheet(let progress): if sheet != nil { sheet = progress }
      case .sheetDone(let result): take(result)
      }
    }
    if let due, due <= now { make(at: now) }
    if isWaiting { begin() }
    if let running, now - running.since >= Self.limit {
      running.cancellation.cancel()
      self.running = nil
      isWaiting = false
      let seconds = Int(Self.limit / .seconds(1))
      preview = .failed(
        words(
          "no code was made in {seconds} seconds: try a shorter text, or another kind of code",
          ["seconds": "\(seconds)"]))
    }
  }

  var words: Words { services.words }

  /// A failure that is the text's own is told beside it, too.
  private mutating func fail(_ failure: MakeFailure) {
    let sentence = words(failure.sentence)
    preview = .failed(sentence)
    fault = nil
    if case .decoration = failure { return }
    if form == nil { fault = FieldFault(field: 0, sentence: sentence) }
  }
}

// MARK: - Changes

extension ComposerModel {
  /// Edits a field; the code is made once nothing was typed for a while.
  public mutating func edit(_ field: Int, at now: Duration, _ change: (inout TextEditor) -> Void) {
    let before = fields[field].characters
    change(&fields[field])
    if fields[field].characters != before { supersede(due: now + Self.debounce) }
  }

  /// One of a field's choices, in place of what it says.
  public mutating func choose(_ value: String, in field: Int, at now: Duration) {
    guard fields[field].text != value else { return }
    fields[field] = TextEditor(value, hasLines: false)
    supersede(due: now)
  }

  public mutating func editCaption(at now: Duration, _ change: (inout TextEditor) -> Void) {
    change(&caption)
    let text = caption.text.trimmed
    self.change(at: now + Self.debounce) { $0.caption = text.isEmpty ? nil : text }
  }

  /// - Parameter path: of a picture; nil takes the logo away.
  public mutating func setLogo(_ path: String?, at now: Duration) { change(at: now) { $0.logo = path } }

  public mutating func setForm(_ form: PayloadForm?, at now: Duration) {
    guard form?.name != self.form?.name else { return }
    self.form = form
    fields = form.map { $0.fields.map { _ in TextEditor(hasLines: false) } } ?? [TextEditor(hasLines: true)]
    supersede(due: now)
  }

  public mutating func setLevel(_ level: ErrorCorrectionLevel, at now: Duration) {
    change(at: now) { $0.level = level }
  }

  /// A mode is one symbology's own, and does not go along to the next.
  public mutating func setSymbology(_ name: String, at now: Duration) {
    guard name != recipe.symbology else { return }
    change(at: now) { recipe in
      recipe.symbology = name
      recipe.setMode(nil)
    }
  }

  /// - Parameter name: of one of the kind's modes; nil is the usual one.
  public mutating func setMode(_ name: String?, at now: Duration) { change(at: now) { $0.setMode(name) } }

  public mutating func setModuleSize(_ size: Int, at now: Duration) {
    let sizes = CodeAppearance.composerModuleSizes
    change(at: now) { $0.appearance.moduleSize = min(max(size, sizes.lowerBound), sizes.upperBound) }
  }

  public mutating func setForeground(_ color: CodeColor, at now: Duration) {
    change(at: now) { $0.appearance.foreground = color }
  }

  public mutating func setBackground(_ color: CodeColor, at now: Duration) {
    change(at: now) { $0.appearance.background = color }
  }

  /// Takes back everything of a made code.
  public mutating func restore(_ recipe: CodeRecipe, at now: Duration) {
    form = nil
    fields = [TextEditor(recipe.text, hasLines: true)]
    caption = TextEditor(recipe.caption ?? "", hasLines: false)
    self.recipe = recipe
    supersede(due: now)
  }

  private mutating func change(at now: Duration, _ body: (inout CodeRecipe) -> Void) {
    let before = recipe
    body(&recipe)
    if recipe != before { supersede(due: now) }
  }

  private mutating func supersede(due: Duration) {
    running?.cancellation.cancel()
    running = nil
    isWaiting = false
    notice = nil
    self.due = due
  }

  private mutating func make(at now: Duration) {
    due = nil
    do throws(PayloadFailure) {
      recipe.text = try form.map { form throws(PayloadFailure) in try form.payload(values(of: form)) } ?? fields[0].text
    } catch {
      // An empty form is not a mistake yet.
      let isEmpty = fields.allSatisfy(\.characters.isEmpty)
      preview = isEmpty ? .empty : .failed(words(error.sentence))
      fault = nil
      if !isEmpty, let field = form?.fields.firstIndex(where: { $0.title == error.field }) {
        fault = FieldFault(field: field, sentence: error.shortSentence(in: words))
      }
      return
    }
    // Bytes that came with a restored recipe are not what is typed.
    recipe.bytes = nil
    guard !recipe.text.isEmpty else {
      (preview, fault) = (.empty, nil)
      return
    }
    count += 1
    running = (count, now, Cancellation())
    begin()
  }

  /// Has the recipe made, now or once fewer are being made.
  private mutating func begin() {
    guard let (number, _, cancellation) = running else { return }
    isWaiting = unanswered.count >= Self.mostAtOnce
    guard !isWaiting else { return }
    unanswered.insert(number)
    // Beside what was superseded: the next code does not wait for one that takes for ever.
    services.work.submitAside { [generator = services.generator, mailbox, recipe] in
      mailbox.put(.made(number, cancellation.isCancelled ? nil : Self.made(recipe, by: generator)))
    }
  }

  private static func made(_ recipe: CodeRecipe, by generator: any CodeGenerating) -> Result<Made, MakeFailure> {
    Result { () throws(MakeFailure) in
      let codes = try generator.codes(for: recipe)
      guard let code = codes.first else { throw .empty }
      return Made(
        recipe: recipe, code: code, warnings: CodeWarning.warnings(for: code, recipe.appearance))
    }
  }

  private func values(of form: PayloadForm) -> [String: String] {
    Dictionary(uniqueKeysWithValues: zip(form.fields, fields).map { ($0.name, $1.text) })
  }
}

// MARK: - What is done with the code

extension ComposerModel {
  /// The code of what is typed now; nil while it is being made.
  public var current: Made? {
    if case .made(let made) = preview, !isBehind { made } else { nil }
  }

  public mutating func copyPicture() {
    perform { [words] exporter, made throws(CodeExportFailure) in
      try exporter.copyPicture(made.code, made.recipe)
      return words("Picture copied")
    }
  }

  /// Notes the code in the history, as showing it does.
  public mutating func remember() {
    guard let made = current else { return }
    services.work.submit { [services, mailbox] in
      if let failure = Self.remember(made.recipe, services) { mailbox.put(.done(failure)) }
    }
  }

  private mutating func perform(
    _ body: @escaping @Sendable (any CodeExporting, Made) throws(CodeExportFailure) -> String
  ) {
    guard let made = current else {
      notice = Notice(text: words("There is no code yet"), isFailure: true)
      return
    }
    notice = Notice(text: words("Working…"), isFailure: false)
    services.work.submit { [services, mailbox] in
      do throws(CodeExportFailure) {
        let done = Notice(text: try body(services.exporter, made), isFailure: false)
        mailbox.put(.done(Self.remember(made.recipe, services) ?? done))
      } catch {
        mailbox.put(.done(Notice(text: error.description, isFailure: true)))
      }
    }
  }

  /// - Returns: why it was not stored, nil where it was or was not to be.
  static func remember(_ recipe: CodeRecipe, _ services: Services) -> Notice? {
    let content = HistoryContent(made: recipe)
    guard services.privacy.allows(content) else { return nil }
    do throws(HistoryFailure) {
      try services.history.record(content, at: services.date())
      return nil
    } catch {
      return Notice(text: "\(error)", isFailure: true)
    }
  }
}
