/// What a text field was before each change, and what it was before each change was taken back.
struct EditHistory: Hashable {
  struct State: Hashable {
    let characters: [Character]
    let selection: Range<Int>
  }

  /// Changes of one kind after one another are taken back together; those of `other` one by one.
  enum Change: Hashable {
    case typing
    case deleting
    case other
  }

  /// Changes that can be taken back: arrays are shared until they are changed, so that each costs its text once.
  static let limit = 200

  private var past: [State] = []
  private var future: [State] = []
  private var run: Change?

  /// Remembers what stands before a change.
  mutating func note(_ change: Change, _ characters: [Character], _ selection: Range<Int>) {
    let continues = change == run && change != .other && selection.isEmpty
    run = change
    future = []
    guard !continues else { return }
    past.append(State(characters: characters, selection: selection))
    if past.count > Self.limit { past.removeFirst() }
  }

  /// The next change is one of its own: the caret was moved.
  mutating func endRun() { run = nil }

  /// - Returns: what was before the last change that changed something; nil where there is none.
  mutating func undo(_ characters: [Character], _ selection: Range<Int>) -> State? {
    Self.step(from: &past, to: &future, &run, characters, selection)
  }

  mutating func redo(_ characters: [Character], _ selection: Range<Int>) -> State? {
    Self.step(from: &future, to: &past, &run, characters, selection)
  }

  private static func step(
    from source: inout [State], to target: inout [State], _ run: inout Change?, _ characters: [Character],
    _ selection: Range<Int>
  ) -> State? {
    run = nil
    // A key that found nothing to delete left a state that is the present one.
    while let state = source.popLast() {
      guard state.characters != characters else { continue }
      target.append(State(characters: characters, selection: selection))
      return state
    }
    return nil
  }
}
