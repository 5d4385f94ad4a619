import Geometry
import Presentation
import Scanner
import Testing

@Suite("The settings' screen")
struct SettingsScreenTests {
  /// A person at the screen.
  private final class Person {
    var screen = SettingsScreen(Settings())
    var kept: [Settings] = []
    var isOpen = true

    @discardableResult
    func does(_ events: ScreenEvent...) -> [String] {
      let turn = screen.turn(
        events: events, window: Size(1080, 720), scale: 1, paste: { "" }, measuring: FixedWidth())
      for effect in turn.effects {
        if case .keep(let settings) = effect { kept.append(settings) }
        if effect == .close { isOpen = false }
      }
      return turn.drawing.items.compactMap { if case .text(let text, _) = $0 { text.string } else { nil } }
    }

    func press(_ keys: Key...) { for key in keys { does(.key(key, [], isRepeat: false)) } }
  }

  @Test("Everything that the file can do is there, with its help, its key and its default")
  func everything() {
    let person = Person()
    var seen: Set<String> = []
    for _ in SettingsTable.all {
      for text in person.does() {
        for setting in SettingsTable.all where text == setting.help || text.hasPrefix(setting.key + " · default: ") {
          seen.insert("\(setting.key) \(text == setting.help)")
        }
      }
      person.press(.down)
    }
    #expect(seen.count == 2 * SettingsTable.all.count)
  }

  @Test("Words find a setting, a key changes it, another one takes it back")
  func change() {
    let person = Person()
    person.does(.text("mirrored"))
    #expect(person.screen.found.map(\.key) == ["preview.mirror"])
    person.press(.enter)
    #expect(person.kept.last?.preview.isMirrored == true)
    person.does(.key(.delete, .control, isRepeat: false))
    #expect(person.kept.last?.preview.isMirrored == false)
    person.press(.escape)
    #expect(person.isOpen && person.screen.found.count == SettingsTable.all.count)
    person.does(.text("how the picture FILLS"))
    person.press(.right, .right, .right, .left)
    #expect(person.kept.count == 6 && person.kept.last?.preview.gravity == .resize)
  }

  @Test("What is typed counts once it is a value, and trouble is told beside it")
  func typing() {
    let person = Person()
    person.does(.text("history.entries"))
    person.press(.enter)
    person.does(.text("many"))
    let told = person.does(.key(.enter, [], isRepeat: false))
    #expect(told.contains { $0.contains("whole number") } && person.kept.isEmpty)
    #expect(person.screen.draft?.text == "many")
    for _ in 0..<4 { person.press(.backspace) }
    person.does(.text("500"))
    person.press(.enter)
    #expect(person.kept.last?.history.entries == 500 && person.screen.trouble == nil)
    // Nothing typed is the default again.
    person.press(.enter, .backspace, .enter)
    #expect(person.kept.last?.history.entries == Settings().history.entries)
    person.press(.enter)
    person.does(.text("7"))
    person.press(.escape)
    #expect(person.kept.last?.history.entries == Settings().history.entries && person.isOpen)
  }

  @Test("A press on a choice changes it, a press on a row chooses it")
  func pointer() throws {
    let person = Person()
    person.does(.text("scan.hold"))
    let drawing = person.screen.turn(
      events: [], window: Size(1080, 720), scale: 1, paste: { "" }, measuring: FixedWidth()
    ).drawing
    var yes: Point<ScreenPixels>?
    for case .text(let text, let at) in drawing.items where text.string == "yes" || text.string == "no" {
      let isChosen = text.weight == .bold
      if !isChosen { yes = at }
    }
    let before = person.screen.settings.scanning.holdsUntilItLeaves
    person.does(.pointer(.pressed, at: try #require(yes)))
    #expect(person.kept.last?.scanning.holdsUntilItLeaves == !before)
  }
}
