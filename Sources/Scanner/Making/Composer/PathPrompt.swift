import Presentation

/// Asks for a file's path: where a picture is saved, or which file is taken.
public struct PathPrompt: Hashable, Sendable {
  public enum Purpose: Hashable, Sendable {
    case save
    /// A picture for the code's middle.
    case logo
    /// Comma-separated values of which each row becomes a label.
    case sheet
  }

  /// What is saved, by the path's ending.
  public enum Form: String, CaseIterable, Hashable, Sendable {
    case png, svg, pdf
  }

  public let purpose: Purpose
  /// How labels lie on paper, where they are asked for.
  public internal(set) var sheet = LabelSheet.standard
  public internal(set) var path: TextEditor
  /// Why the path that was given does not do.
  public internal(set) var trouble: String?
  /// A file of this name is there: the next yes replaces it.
  public internal(set) var replaces = false
  /// Whether somebody is at work with the path.
  public internal(set) var isBusy = false

  init(_ purpose: Purpose, path: String = "") {
    self.purpose = purpose
    self.path = TextEditor(path, hasLines: false)
  }

  /// Nil where the path ends in something else.
  public var form: Form? { path.text.split(separator: ".").last.flatMap { Form(rawValue: $0.lowercased()) } }

  /// The same path with another ending.
  mutating func setForm(_ form: Form) {
    let text = path.text
    let stem = self.form == nil ? text[...] : text[..<(text.lastIndex(of: ".") ?? text.endIndex)]
    path = TextEditor(stem + "." + form.rawValue, hasLines: false)
    (trouble, replaces) = (nil, false)
  }
}

/// How far a sheet of labels has come.
public struct SheetProgress: Hashable, Sendable {
  public let done: Int
  public let all: Int
  let cancellation: Cancellation

  public var share: Double { all > 0 ? Double(done) / Double(all) : 0 }

  public static func == (one: Self, other: Self) -> Bool {
    one.done == other.done && one.all == other.all && one.cancellation === other.cancellation
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(done)
    hasher.combine(all)
  }
}

// MARK: - Of the composer

extension ComposerModel {
  /// Asks where the picture goes.
  public mutating func askToSave() {
    guard let made = current else {
      notice = Notice(text: words("There is no code yet"), isFailure: true)
      return
    }
    prompt = PathPrompt(.save, path: services.exporter.suggestedPath(for: made.code))
  }

  public mutating func askForLogo() { prompt = PathPrompt(.logo, path: recipe.logo ?? "") }

  public mutating func askForTable() { prompt = PathPrompt(.sheet) }

  public mutating func editPath(_ change: (inout TextEditor) -> Void) {
    guard var prompt, !prompt.isBusy else { return }
    let before = prompt.path.characters
    change(&prompt.path)
    if prompt.path.characters != before { (prompt.trouble, prompt.replaces) = (nil, false) }
    self.prompt = prompt
  }

  public mutating func setSavedForm(_ form: PathPrompt.Form) {
    if prompt?.isBusy == false { prompt?.setForm(form) }
  }

  public mutating func setSheet(_ sheet: LabelSheet) {
    if prompt?.isBusy == false { prompt?.sheet = sheet }
  }

  /// A path out of the desktop's dialog, in which a person was also asked whether a file gives way.
  public mutating func setPath(_ path: String, at now: Duration) {
    guard prompt != nil else { return }
    editPath { $0 = TextEditor(path, hasLines: false) }
    let isSaving = prompt?.purpose == .save
    prompt?.replaces = isSaving
    answerPrompt(at: now)
  }

  /// The desktop has no dialog.
  public mutating func tellPrompt(_ trouble: String) { prompt?.trouble = trouble }

  public mutating func cancelPrompt() { prompt = nil }

  /// Does what the path was asked for.
  public mutating func answerPrompt(at now: Duration) {
    guard let asked = prompt, !asked.isBusy else { return }
    let path = asked.path.text.trimmed
    switch asked.purpose {
    case .logo:
      prompt = nil
      setLogo(path.isEmpty ? nil : path, at: now)
    case .save:
      guard let made = current, !path.isEmpty else { return }
      guard asked.form != nil else {
        let wanted = words("End the name in .png, .svg or .pdf")
        prompt?.trouble = wanted
        return
      }
      prompt?.isBusy = true
      services.work.submit { [services, mailbox] in
        let result = Result { () throws(CodeExportFailure) in
          try services.exporter.save(made.code, made.recipe, to: path, replaces: asked.replaces)
        }
        mailbox.put(.saved(result))
        if case .success = result, let failure = Self.remember(made.recipe, services) { mailbox.put(.done(failure)) }
      }
    case .sheet:
      guard !path.isEmpty else { return }
      prompt = nil
      makeSheet(of: path, on: asked.sheet)
    }
  }

  /// Ends the sheet that is in work, and keeps nothing of it.
  public mutating func cancelSheet() {
    sheet?.cancellation.cancel()
    sheet = nil
    notice = Notice(text: words("No labels were saved"), isFailure: false)
  }

  private mutating func makeSheet(of path: String, on paper: LabelSheet) {
    guard sheet == nil else { return }
    let cancellation = Cancellation()
    sheet = SheetProgress(done: 0, all: 0, cancellation: cancellation)
    notice = nil
    services.work.submitAside { [services, mailbox, recipe, form] in
      let result = Result { () throws(CodeExportFailure) in
        try services.exporter.saveSheet(of: path, recipe, form: form, on: paper) { done, all in
          mailbox.put(.sheet(SheetProgress(done: done, all: all, cancellation: cancellation)))
          return !cancellation.isCancelled
        }
      }
      if !cancellation.isCancelled { mailbox.put(.sheetDone(result)) }
    }
  }

  mutating func take(_ saved: Result<String, CodeExportFailure>) {
    switch saved {
    case .success(let path):
      prompt = nil
      notice = Notice(text: words("Saved as {path}", ["path": HarmlessText.escaped(path)]), isFailure: false)
    case .failure(let failure):
      guard prompt?.purpose == .save else {
        notice = Notice(text: words(failure.sentence), isFailure: true)
        return
      }
      prompt?.isBusy = false
      prompt?.replaces = failure.isTaken
      let taken = words("A file of this name is there: Enter once more replaces it")
      let trouble = failure.isTaken ? taken : words(failure.sentence)
      prompt?.trouble = trouble
    }
  }

  mutating func take(_ saved: Result<SavedSheet, CodeExportFailure>) {
    sheet = nil
    switch saved {
    case .success(let saved):
      notice = Notice(
        text: words(
          one: "{count} label saved as {path}", others: "{count} labels saved as {path}", count: saved.labels,
          ["path": HarmlessText.escaped(saved.path)]), isFailure: false)
    case .failure(let failure): notice = Notice(text: words(failure.sentence), isFailure: true)
    }
  }
}
