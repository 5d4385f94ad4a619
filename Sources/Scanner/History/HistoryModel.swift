import Foundation
public import Presentation

/// What the history's screen knows: a search, a filter, the entries that match, and which of them is chosen. Knows
/// only who keeps them; every answer comes by a later turn.
public struct HistoryModel {
  public enum Filter: CaseIterable, Hashable, Sendable {
    case all, read, made, pinned

    var title: String {
      switch self {
      case .all: "All"
      case .read: "Read"
      case .made: "Made"
      case .pinned: "Pinned"
      }
    }
  }

  /// What waits for a person's yes.
  public enum Question: Hashable, Sendable {
    case clear(count: Int)
    /// What an entry offers, such as opening its link.
    case act(PayloadDescription)
  }

  /// Entries that are asked for at once: some screens full; the end of the list asks for as many again.
  static let page = 100

  public private(set) var search = TextEditor(hasLines: false)
  public private(set) var filter = Filter.all
  public private(set) var entries: [HistoryEntry] = []
  /// Of the entries, while there are any.
  public private(set) var chosen = 0
  public private(set) var total = 0
  public private(set) var question: Question?
  /// The chosen entry's new name, while it is typed.
  public private(set) var label: TextEditor?
  public private(set) var notice: ComposerModel.Notice?
  /// What was deleted last, until something else is changed.
  public private(set) var deleted: HistoryEntry?
  /// Why there is no list; nil while there is one.
  public private(set) var failure: HistoryFailure?
  public private(set) var isLoaded = false

  /// In which language it is said.
  let words: Words
  private let store: any HistoryStoring
  private let work: any BackgroundWork
  private let mailbox: Mailbox<Answer>
  private var limit = page
  private var needsLoading = true
  private var running: (number: Int, cancellation: Cancellation)?
  private var count = 0

  private enum Answer: Sendable {
    case loaded(Int, entries: [HistoryEntry], total: Int)
    case failed(Int, HistoryFailure)
    case changed(HistoryFailure?)
  }

  public init(
    store: any HistoryStoring, work: any BackgroundWork, words: Words = .english, wake: @escaping @Sendable () -> Void
  ) {
    self.words = words
    self.store = store
    self.work = work
    mailbox = Mailbox(wake: wake)
  }

  public var chosenEntry: HistoryEntry? { entries.indices.contains(chosen) ? entries[chosen] : nil }

  /// Takes answers in, and asks anew where the search changed.
  public mutating func turn() {
    for answer in mailbox.takeAll() {
      switch answer {
      case .loaded(let number, let entries, let total):
        guard number == running?.number else { continue }
        let kept = chosenEntry?.id
        (running, self.entries, self.total, isLoaded, failure) = (nil, entries, total, true, nil)
        // Whoever is chosen stays chosen, wherever the list puts it.
        chosen = kept.flatMap { id in entries.firstIndex { $0.id == id } } ?? min(chosen, max(0, entries.count - 1))
      case .failed(let number, let failure):
        guard number == running?.number else { continue }
        running = nil
        (entries, isLoaded, self.failure) = ([], true, failure)
      case .changed(let failure):
        if let failure { notice = ComposerModel.Notice(text: failure.sentence(in: words), isFailure: true) }
        needsLoading = true
      }
    }
    if needsLoading { load() }
  }

  private mutating func load() {
    needsLoading = false
    running?.cancellation.cancel()
    count += 1
    let (number, cancellation) = (count, Cancellation())
    running = (number, cancellation)
    let query = HistoryQuery(
      search: search.text, origin: filter == .read ? .read : filter == .made ? .made : nil,
      pinnedOnly: filter == .pinned, limit: limit)
    work.submit { [store, mailbox] in
      guard !cancellation.isCancelled else { return }
      do throws(HistoryFailure) {
        mailbox.put(
          .loaded(number, entries: try store.entries(matching: query), total: try store.count()))
      } catch {
        mailbox.put(.failed(number, error))
      }
    }
  }
}

// MARK: - Changes

extension HistoryModel {
  public mutating func editSearch(_ change: (inout TextEditor) -> Void) {
    let before = search.characters
    change(&search)
    guard search.characters != before else { return }
    (chosen, limit, needsLoading) = (0, Self.page, true)
  }

  public mutating func setFilter(_ filter: Filter) {
    guard filter != self.filter else { return }
    self.filter = filter
    (chosen, limit, needsLoading) = (0, Self.page, true)
  }

  public mutating func choose(_ index: Int) {
    chosen = min(max(0, index), max(0, entries.count - 1))
    if chosen == entries.count - 1, entries.count == limit {
      limit += Self.page
      needsLoading = true
    }
  }

  public mutating func togglePin() {
    guard let entry = chosenEntry else { return }
    change { store throws(HistoryFailure) in try store.setPinned(!entry.isPinned, entry.id) }
  }

  public mutating func deleteChosen() {
    guard let entry = chosenEntry else { return }
    change { store throws(HistoryFailure) in _ = try store.delete(entry.id) }
    deleted = entry
    notice = ComposerModel.Notice(text: words("Deleted: Ctrl Z brings it back"), isFailure: false)
  }

  /// Brings back what was deleted last.
  public mutating func undoDelete() {
    guard let entry = deleted else { return }
    change { store throws(HistoryFailure) in _ = try store.add([HistoryRecord(entry)]) }
  }

  /// A word on what others did with an entry.
  public mutating func tell(_ text: String, isFailure: Bool) {
    notice = ComposerModel.Notice(text: text, isFailure: isFailure)
  }

  public mutating func beginLabel() {
    guard let entry = chosenEntry else { return }
    var editor = TextEditor(entry.label ?? "", hasLines: false)
    // Who names anew types over the old name, or goes on behind it with an arrow.
    editor.selectAll()
    label = editor
  }

  public mutating func editLabel(_ change: (inout TextEditor) -> Void) {
    guard var editor = label else { return }
    change(&editor)
    label = editor
  }

  /// Keeps the new name, or leaves the old one.
  public mutating func endLabel(keeps: Bool) {
    defer { label = nil }
    guard keeps, let text = label?.text, let entry = chosenEntry else { return }
    change { store throws(HistoryFailure) in try store.setLabel(text, entry.id) }
  }

  /// Nothing is cleared before a person has said yes.
  public mutating func askToClear() { if total > 0 { question = .clear(count: total) } }

  /// Nothing of what an entry offers happens before a person has said yes.
  public mutating func askToAct(_ context: PayloadContext) {
    guard let payload = chosenEntry.map({ PayloadDescription(of: $0.content, context) }), payload.action != nil else {
      return
    }
    question = .act(payload)
  }

  /// - Returns: what is to be done now.
  @discardableResult
  public mutating func answer(_ yes: Bool) -> PayloadAction? {
    defer { question = nil }
    guard yes else { return nil }
    switch question {
    case nil: return nil
    case .act(let payload): return payload.action
    case .clear: clear()
    }
    return nil
  }

  private mutating func clear() {
    change { store throws(HistoryFailure) in _ = try store.clear() }
  }

  private mutating func change(_ body: @escaping @Sendable (any HistoryStoring) throws(HistoryFailure) -> Void) {
    (notice, deleted) = (nil, nil)
    work.submit { [store, mailbox] in
      do throws(HistoryFailure) {
        try body(store)
        mailbox.put(.changed(nil))
      } catch {
        mailbox.put(.changed(error))
      }
    }
  }
}
