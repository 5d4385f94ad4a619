public import Foundation

/// What the composer knows: the recipe as it is typed, and the code that it makes. Knows no window and no disk, only
/// who makes, who exports and who remembers; all of them work elsewhere and answer by a later turn.
public struct ComposerModel {
  /// Who does the work.
  public struct Services: Sendable {
    public let generator: any CodeGenerating
    public let exporter: any CodeExporting
    public let history: any HistoryStoring
    public let work: any BackgroundWork
    public var privacy: HistoryPrivacy
    /// The calendar's time, for the history.
    public let date: @Sendable () -> Date
    /// Asks for a turn; called from any thread.
    public let wake: @Sendable () -> Void

    public init(
      generator: any CodeGenerating, exporter: any CodeExporting, history: any HistoryStoring,
      work: any BackgroundWork, privacy: HistoryPrivacy, date: @escaping @Sendable () -> Date,
      wake: @escaping @Sendable () -> Void
    ) {
      self.generator = generator
      self.exporter = exporter
      self.history = history
      self.work = work
      self.privacy = privacy
      self.date = date
      self.wake = wake
    }
  }

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

  public private(set) var recipe: CodeRecipe
  /// Nil is text as it is typed.
  public private(set) var form: PayloadForm?
  /// One for each field of the form, or one for the text.
  public private(set) var fields: [TextEditor]
  public private(set) var preview = Preview.empty
  public private(set) var notice: Notice?

  private var services: Services
  private let mailbox: Mailbox<Answer>
  /// When the recipe is to be made, if it changed.
  private var due: Duration?
  private var running: (number: Int, since: Duration, cancellation: Cancellation)?
  private var count = 0

  private enum Answer: Sendable {
    case made(Int, Result<Made, MakeFailure>)
    case done(Notice)
  }

  public init(_ services: Services, recipe: CodeRecipe = CodeRecipe(text: ""), at now: Duration) {
    self.services = services
    self.recipe = recipe
    fields = [TextEditor(recipe.text, hasLines: true)]
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
    [due, running.map { $0.since + Self.patience }].compactMap { $0 }.min()
  }

  /// True while the shown code is not that of the recipe.
  public var isBehind: Bool { due != nil || running != nil }

  public func isSlow(at now: Duration) -> Bool { running.map { now - $0.since >= Self.patience } ?? false }

  /// Takes answers in, and begins what is due.
  public mutating func turn(at now: Duration) {
    for answer in mailbox.takeAll() {
      switch answer {
      case .made(let number, let result):
        // What was superseded may come late.
        guard number == running?.number else { continue }
        running = nil
        switch result {
        case .success(let made): preview = .made(made)
        case .failure(let failure): preview = .failed("\(failure)")
        }
      case .done(let notice): self.notice = notice
      }
    }
    if let due, due <= now { make(at: now) }
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

  public mutating func setForm(_ form: PayloadForm?, at now: Duration) {
    guard form?.name != self.form?.name else { return }
    self.form = form
    fields = form.map { $0.fields.map { _ in TextEditor(hasLines: false) } } ?? [TextEditor(hasLines: true)]
    supersede(due: now)
  }

  public mutating func setLevel(_ level: ErrorCorrectionLevel, at now: Duration) {
    change(at: now) { $0.level = level }
  }

  public mutating func setSymbology(_ name: String, at now: Duration) { change(at: now) { $0.symbology = name } }

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
    notice = nil
    self.due = due
  }

  private mutating func make(at now: Duration) {
    due = nil
    do throws(PayloadFailure) {
      recipe.text = try form.map { form throws(PayloadFailure) in try form.payload(values(of: form)) } ?? fields[0].text
    } catch {
      // An empty form is not a mistake yet.
      preview = fields.allSatisfy(\.characters.isEmpty) ? .empty : .failed("\(error)")
      return
    }
    // Bytes that came with a restored recipe are not what is typed.
    recipe.bytes = nil
    guard !recipe.text.isEmpty else {
      preview = .empty
      return
    }
    count += 1
    let (number, cancellation, recipe) = (count, Cancellation(), recipe)
    running = (number, now, cancellation)
    services.work.submit { [generator = services.generator, mailbox] in
      guard !cancellation.isCancelled else { return }
      mailbox.put(.made(number, Self.made(recipe, by: generator)))
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

  public mutating func save() {
    perform { exporter, made throws(CodeExportFailure) in
      "Saved as " + (try exporter.save(made.code, made.recipe))
    }
  }

  public mutating func copyPicture() {
    perform { exporter, made throws(CodeExportFailure) in
      try exporter.copyPicture(made.code, made.recipe)
      return "Picture copied"
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
      notice = Notice(text: "There is no code yet", isFailure: true)
      return
    }
    notice = Notice(text: "Working…", isFailure: false)
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
  private static func remember(_ recipe: CodeRecipe, _ services: Services) -> Notice? {
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
