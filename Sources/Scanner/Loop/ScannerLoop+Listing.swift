import Barcodes
import Geometry
import Presentation

// The list that fills while scanning: what a shelf holds, one code after the other.
extension ScannerLoop {
  /// The longest note, in letters.
  private static let noteLimit = 200

  /// Where the picture stands while the list is open.
  var pictureBesideList: Rect<ScreenPixels>? {
    view.listing.map { _ in ListView.split(window.size, isMirrored: words.isRightToLeft).picture }
  }

  mutating func openList(at now: Duration, into effects: inout [LoopEffect]) {
    view.listing = ListView(list: closedList)
    // Both stand beside the picture, one at a time.
    view.inspector = nil
    placePicture()
    perform(.modeChanged(.continuous), at: now, into: &effects)
  }

  private mutating func closeList(at now: Duration) -> [LoopEffect] {
    var effects: [LoopEffect] = []
    closedList = view.listing?.list ?? closedList
    view.listing = nil
    placePicture()
    perform(.modeChanged(settings.scanning.mode), at: now, into: &effects)
    return effects
  }

  /// Takes a result into the open list.
  mutating func list(_ observation: Observation) {
    let payload = PayloadDescription(of: observation.symbol, context)
    view.listing?.list.scan(observation.symbol, payload)
    // Who looks at an older entry goes on looking at it only while a note is typed.
    if view.listing?.draft == nil { view.listing?.chosen = nil }
  }

  /// What a command does while the list is open; nil where it does what it always does.
  mutating func obeyInList(_ command: ScannerCommand, at now: Duration) -> [LoopEffect]? {
    guard let listing = view.listing, view.question == nil, !view.showsKeys else { return nil }
    if listing.asksForm {
      switch command {
      case .choose(let number):
        view.listing?.asksForm = false
        return ScanList.Form(rawValue: number).map { give(listing.list, as: $0, at: now) } ?? []
      case .back, .saveList:
        view.listing?.asksForm = false
        return []
      default: break
      }
    }
    switch command {
    // The newest stands above.
    case .moveViewfinder(_, let y): return choose(by: y > 0 ? -1 : y < 0 ? 1 : 0)
    case .chooseNext: return choose(by: -1)
    case .choosePrevious: return choose(by: 1)
    case .proceed:
      if let place = listing.place { view.listing?.draft = listing.list.entries[place].note }
      return []
    case .copy:
      guard let place = listing.place else { return nil }
      let copied = ClipboardText(listing.list.entries[place].text)
      toast(copied.notice, at: now)
      return [.copy(copied.text)]
    case .removeEntry:
      if let place = listing.place {
        view.listing?.list.remove(at: place)
        toast("Removed: Ctrl Z brings it back", at: now)
      }
      return []
    case .undo:
      if view.listing?.list.undo() == false { toast("Nothing to undo", at: now) }
      view.listing?.chosen = nil
      return []
    case .saveList:
      if listing.list.entries.isEmpty { toast("The list is empty", at: now) } else { view.listing?.asksForm = true }
      return []
    case .list, .back: return closeList(at: now)
    case .inspect: return closeList(at: now) + obey(command, at: now)
    default: return nil
    }
  }

  private mutating func choose(by step: Int) -> [LoopEffect] {
    guard let listing = view.listing, let place = listing.place else { return [] }
    view.listing?.chosen = min(max(0, place + step), listing.list.entries.count - 1)
    return []
  }

  private mutating func give(_ list: ScanList, as form: ScanList.Form, at now: Duration) -> [LoopEffect] {
    let text = list.written(form)
    switch form {
    case .csv: return [.save(PayloadFile(title: "Scanned codes", ending: "csv", text: text), opens: false)]
    case .json: return [.save(PayloadFile(title: "Scanned codes", ending: "jsonl", text: text), opens: false)]
    case .text:
      toast(words(one: "{count} line copied", others: "{count} lines copied", count: list.entries.count), at: now)
      return [.copy(ClipboardText(text).text)]
    }
  }

  /// What is typed while a note is open goes into it.
  ///
  /// - Returns: whether the event was the note's.
  mutating func takeForNote(_ event: ScreenEvent) -> Bool {
    guard let draft = view.listing?.draft else { return false }
    switch event {
    case .text(let typed):
      view.listing?.draft = String((draft + typed.filter { !$0.isNewline }).prefix(Self.noteLimit))
    case .key(.backspace, _, _): view.listing?.draft = String(draft.dropLast())
    case .key(.enter, _, _):
      if let place = view.listing?.place { view.listing?.list.note(draft.trimmed, at: place) }
      view.listing?.draft = nil
    case .key(.escape, _, _): view.listing?.draft = nil
    case .key: break
    default: return false
    }
    return true
  }
}
