public import Presentation

/// Which key does what. The keys screen shows exactly these rows.
public struct KeyBinding: Sendable {
  /// A key with what is held down; nil takes it with or without Shift.
  public struct Chord: Hashable, Sendable {
    public let key: Key
    public let isShifted: Bool?

    public init(_ key: Key, shifted: Bool? = nil) {
      self.key = key
      self.isShifted = shifted
    }
  }

  /// As the keys screen names the keys, one a cap.
  public let caps: [String]
  /// What they do, for people.
  public let meaning: String
  public let commands: [Chord: ScannerCommand]

  init(_ caps: [String], _ meaning: String, _ commands: [Chord: ScannerCommand]) {
    self.caps = caps
    self.meaning = meaning
    self.commands = commands
  }

  init(_ cap: String, _ meaning: String, _ key: Key, _ command: ScannerCommand) {
    self.init([cap], meaning, [Chord(key): command])
  }
}

extension KeyBinding {
  public static let all: [KeyBinding] = [
    KeyBinding(["Space", "Enter"], "Scan again · accept", [Chord(.space): .proceed, Chord(.enter): .proceed]),
    KeyBinding(
      ["1", "…", "9"], "Choose among several codes",
      Dictionary(uniqueKeysWithValues: (1...9).map { (Chord(.character(Character("\($0)"))), .choose($0)) })),
    KeyBinding(
      ["Tab"], "Next code", [Chord(.tab, shifted: false): .chooseNext, Chord(.tab, shifted: true): .choosePrevious]),
    KeyBinding("C", "Copy", .character("c"), .copy),
    KeyBinding("O", "Open, save or join", .character("o"), .open),
    KeyBinding("A", "All fields", .character("a"), .fields),
    KeyBinding("E", "Show or hide a secret", .character("e"), .reveal),
    KeyBinding("P", "Pause", .character("p"), .pause),
    KeyBinding("M", "Mirror", .character("m"), .mirror),
    KeyBinding("V", "Fill, fit or stretch", .character("v"), .gravity),
    KeyBinding(
      ["←", "↑", "→", "↓"], "Move the viewfinder",
      [
        Chord(.left, shifted: false): .moveViewfinder(x: -1, y: 0),
        Chord(.up, shifted: false): .moveViewfinder(x: 0, y: -1),
        Chord(.right, shifted: false): .moveViewfinder(x: 1, y: 0),
        Chord(.down, shifted: false): .moveViewfinder(x: 0, y: 1),
      ]),
    KeyBinding(
      ["Shift", "← ↑ → ↓"], "Resize the viewfinder",
      [
        Chord(.left, shifted: true): .growViewfinder(width: -1, height: 0),
        Chord(.up, shifted: true): .growViewfinder(width: 0, height: -1),
        Chord(.right, shifted: true): .growViewfinder(width: 1, height: 0),
        Chord(.down, shifted: true): .growViewfinder(width: 0, height: 1),
      ]),
    KeyBinding("R", "Reset the viewfinder", .character("r"), .resetViewfinder),
    KeyBinding(["+", "−"], "Zoom", [:]),
    KeyBinding("N", "Next camera or source", .character("n"), .nextCamera),
    KeyBinding("K", "Focus, exposure, light", .character("k"), .camera(.toggle)),
    KeyBinding(["Ctrl", "Tab"], "Other one of two cameras", [:]),
    KeyBinding(["Ctrl", "O"], "Open a file", [:]),
    KeyBinding(["Ctrl", "V"], "Paste a picture", [:]),
    KeyBinding(["Ctrl", "R"], "Part of the screen", [:]),
    KeyBinding(["Page ↑", "Page ↓"], "Pictures of a folder", [:]),
    KeyBinding("D", "Why a code is not read", .character("d"), .inspect(.toggle)),
    KeyBinding("L", "List of scans", .character("l"), .list),
    KeyBinding("S", "Save the list", .character("s"), .saveList),
    KeyBinding("Del", "Remove from it", .delete, .removeEntry),
    KeyBinding(["Ctrl", "Z"], "Undo in it", [:]),
    KeyBinding("G", "Make a code", .character("g"), .generator),
    KeyBinding("H", "History", .character("h"), .history),
    KeyBinding(",", "Settings", .character(","), .settings),
    KeyBinding("T", "Once, once a code, on and on", .character("t"), .mode),
    KeyBinding("X", "Private: store nothing", .character("x"), .privacy),
    KeyBinding(["F", "F11"], "Full screen", [Chord(.character("f")): .fullScreen, Chord(.function(11)): .fullScreen]),
    KeyBinding(["?", "F1"], "Keys", [Chord(.function(1)): .keys]),
    KeyBinding(
      ["Page ↑", "Page ↓"], "Scroll keys, inspector", [Chord(.pageUp): .scroll(-1), Chord(.pageDown): .scroll(1)]),
    KeyBinding("Esc", "Back", .escape, .back),
    KeyBinding("Q", "Quit", .character("q"), .quit),
  ]

  /// What keys do while the inspector is open, before all others.
  public static let inspector: [KeyBinding] = [
    KeyBinding(
      ["Tab"], "Layers on the picture",
      [Chord(.tab, shifted: false): .inspect(.nextLayer), Chord(.tab, shifted: true): .inspect(.previousLayer)]),
    KeyBinding("W", "Why, what if, frames, times, numbers", .character("w"), .inspect(.nextPage)),
    KeyBinding(
      ["1", "2", "3"], "Layers of one candidate; 0 of all",
      Dictionary(
        uniqueKeysWithValues: (0...9).map { (Chord(.character(Character("\($0)"))), .inspect(.candidate($0))) })),
    KeyBinding("T", "Next threshold, or undone blur", .character("t"), .inspect(.nextLevel)),
    KeyBinding("Z", "Loupe by arrows, not by mouse", .character("z"), .inspect(.loupe)),
    KeyBinding("Space", "Freeze the picture, or go on", .space, .inspect(.freeze)),
    KeyBinding([",", "."], "A frame back or forward", [:]),
    KeyBinding("K", "Keep a frame to compare", .character("k"), .inspect(.keep)),
    KeyBinding("C", "Copy the command line", .character("c"), .inspect(.command)),
    KeyBinding("S", "Save the frame", .character("s"), .inspect(.savePicture)),
    KeyBinding("Y", "Save the frames as a video", .character("y"), .inspect(.saveVideo)),
    KeyBinding("U", "Time camera to result", .character("u"), .inspect(.latency)),
    KeyBinding("B", "Save a bug bundle", .character("b"), .inspect(.bundle)),
    KeyBinding("I", "Other side, put away, back", .character("i"), .inspect(.side)),
  ]

  /// The keys that do something: while the inspector is open its own, and of the others what it leaves.
  public static func shown(inspects: Bool) -> [KeyBinding] {
    guard inspects else { return all }
    let (keys, caps) = (Set(inspector.flatMap { $0.commands.keys.map(\.key) }), Set(inspector.flatMap(\.caps)))
    return inspector
      + all.compactMap { binding in
        // With a key that is held down it is another one.
        if ["Ctrl", "Shift"].contains(binding.caps.first) { return binding }
        let left = binding.caps.filter { !caps.contains($0) }
        let isTaken = !binding.commands.isEmpty && binding.commands.keys.allSatisfy { keys.contains($0.key) }
        return left.isEmpty || isTaken ? nil : KeyBinding(left, binding.meaning, binding.commands)
      }
  }

  /// The same for signs.
  static let typedInInspector: [String: ScannerCommand] = [
    ",": .inspect(.step(-1)), ".": .inspect(.step(1)),
  ]

  /// Signs whose key depends on the keyboard's language are taken as typed text.
  public static let typed: [String: ScannerCommand] = ["?": .keys, "+": .zoomIn, "-": .zoomOut]

  /// What a key asks for. Letters held with Control or Alt belong to the desktop, but for `controlled`.
  ///
  /// - Parameter inspects: the inspector is open, and its keys come first.
  public static func command(for key: Key, _ modifiers: Modifiers, inspects: Bool = false) -> ScannerCommand? {
    if modifiers.contains(.alternate) { return nil }
    if modifiers.contains(.control) { return controlled[key] }
    // The sign that the key types does it, as its key opens something else without the inspector.
    if inspects, case .character(let sign) = key, typedInInspector[String(sign)] != nil { return nil }
    let isShifted = modifiers.contains(.shift)
    for binding in inspects ? inspector + all : all {
      if let command = binding.commands[Chord(key)] ?? binding.commands[Chord(key, shifted: isShifted)] {
        return command
      }
    }
    return nil
  }

  /// What a typed sign asks for.
  static func command(for typed: String, inspects: Bool) -> ScannerCommand? {
    (inspects ? typedInInspector[typed] : nil) ?? Self.typed[typed]
  }

  private static let controlled: [Key: ScannerCommand] = [
    .character("c"): .copy, .character("q"): .quit, .character("w"): .quit, .character("z"): .undo,
    .character("o"): .openFile, .character("v"): .paste, .character("r"): .screenshot,
    .pageUp: .step(-1), .pageDown: .step(1),
  ]

  /// Commands that a held key repeats.
  public static func repeats(_ command: ScannerCommand) -> Bool {
    switch command {
    case .scroll, .step, .camera(.change), .moveViewfinder, .growViewfinder, .zoomIn, .zoomOut, .chooseNext,
      .choosePrevious,
      .inspect(.step), .inspect(.nextLayer), .inspect(.previousLayer):
      true
    default: false
    }
  }
}
