import Barcodes
import Presentation

// All fields of a result, one by one, and the whole text at their end.
extension ScannerLoop {
  /// Nil where they are not shown.
  var fields: OverlayModel.Fields? {
    guard let field = view.field, let symbol = state.result?.observation.symbol else { return nil }
    let payload = PayloadDescription(of: symbol, context)
    let rows = payload.fields(of: symbol.shownText)
    return OverlayModel.Fields(
      title: payload.title, rows: rows, selected: min(field, rows.count - 1), showsSecrets: view.showsSecrets,
      verb: payload.action?.verb)
  }

  /// What a command does while they are shown; nil where it does what it always does.
  mutating func obeyAmongFields(_ command: ScannerCommand, at now: Duration) -> [LoopEffect]? {
    guard let fields, view.question == nil, !view.showsKeys else { return nil }
    switch command {
    case .moveViewfinder(_, let y): return choose(fields.selected + (y > 0 ? 1 : y < 0 ? -1 : 0), of: fields)
    case .chooseNext: return choose((fields.selected + 1) % fields.rows.count, of: fields)
    case .choosePrevious: return choose((fields.selected + fields.rows.count - 1) % fields.rows.count, of: fields)
    case .copy, .proceed: return copy(fields.selected, of: fields, at: now)
    case .copyField(let field):
      _ = choose(field, of: fields)
      return copy(min(max(0, field), fields.rows.count - 1), of: fields, at: now)
    case .fields, .back:
      (view.field, view.scroll) = (nil, 0)
      return []
    case .growViewfinder, .choose, .zoomIn, .zoomOut: return []
    default: return nil
    }
  }

  private mutating func choose(_ field: Int, of fields: OverlayModel.Fields) -> [LoopEffect] {
    let chosen = min(max(0, field), fields.rows.count - 1)
    if chosen != fields.selected { view.scroll = 0 }
    view.field = chosen
    return []
  }

  /// A secret is copied without being shown.
  private mutating func copy(_ field: Int, of fields: OverlayModel.Fields, at now: Duration) -> [LoopEffect] {
    let row = fields.rows[field]
    let copied = ClipboardText(row.value(in: words))
    let told: Sentence = "\(row.label): \(Sentence(verbatim: copied.notice))"
    toast(words(told), at: now)
    return [.copy(copied.text)]
  }
}
