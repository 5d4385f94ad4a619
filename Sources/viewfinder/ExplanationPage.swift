import Barcodes
import Foundation
import Geometry
import Imaging
import SDLScreen
import Scanner

/// One picture’s explanation as a page that needs nothing else: no script, no font, no picture from elsewhere. Layers are
/// switched by radio buttons, which keys reach, and so is the candidate whose marks alone are shown.
struct ExplanationPage {
  private let picture: ExplainedPicture
  private let scale: Double
  private let size: Size<FramePixels>

  /// Pixels of the longer side that the page shows: with it a noisy photograph stays below a megabyte.
  private static let side = 900.0

  /// Candidates whose marks can be shown alone: the likeliest, as many as a window's inspector tells.
  private static let mostChosen = 3

  init(_ picture: ExplainedPicture) {
    self.picture = picture
    size = picture.inspection.frame.size
    scale = min(1, Self.side / size.longerSide)
  }

  var html: String {
    let (inspection, diagnosis) = (picture.inspection, picture.diagnosis)
    let layers = InspectionLayer.allCases
    let inputs = layers.map { layer in
      Self.radio("layer", layer.rawValue, layer.title, isOn: layer == .picture)
    }
    let rules = layers.map { layer in
      "#\(layer.rawValue):checked ~ .stage .\(layer.rawValue), #\(layer.rawValue):checked ~ .legends .\(layer.rawValue) "
        + "{ display: block }"
    }
    let told = diagnosis.candidates.prefix(Self.mostChosen)
    let choices =
      [Self.radio("candidate", "of0", "All candidates", isOn: true)]
      + told.enumerated().map { index, candidate in
        Self.radio(
          "candidate", "of\(index + 1)",
          "\(index + 1): \(candidate.symbology?.title ?? "Bars"), \(candidate.reach.rawValue)",
          isOn: false)
      }
    let choosing = (0...told.count).map { "#of\($0):checked ~ .stage .of\($0) { display: inline }" }
    // Of all layers at once the marks are there already, layer by layer.
    let drawn = layers.filter { $0 != .all }.map { layer in
      "<g class=\"layer \(layer.rawValue)\">\(raster(layer))" + marks(layer, candidates: told.count) + "</g>"
    }
    let legends = layers.map { layer in
      "<ul class=\"layer \(layer.rawValue)\">"
        + layer.legend.map { mark, text in
          let sign =
            mark.map { "<svg class=\"key\" viewBox=\"0 0 40 16\" aria-hidden=\"true\">\(key($0))</svg> " } ?? ""
          return "<li>\(sign)\(PageText.escaped(text))</li>"
        }.joined() + "</ul>"
    }
    let lines = (Explanation(inspection, diagnosis).lines + picture.notes).map { "<li>\(PageText.escaped($0))</li>" }
      .joined(
        separator: "\n")
    let rows = diagnosis.candidates.prefix(12).map(row).joined(separator: "\n")
    let (width, height) = (Int(size.width), Int(size.height))
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; connect-src 'none'; frame-src 'none'; img-src data:">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(PageText.escaped(picture.source)): \(PageText.escaped(diagnosis.sentence))</title>
      <style>
      \(PageText.style)
      .layer, .of { display: none }
      \(rules.joined(separator: "\n"))
      #all:checked ~ .stage .layer:not(.grey):not(.blackAndWhite) { display: block }
      \(choosing.joined(separator: "\n"))
      </style>
      </head>
      <body>
      <main>
      <h1>\(PageText.escaped(diagnosis.sentence))</h1>
      <p class="source">\(PageText.escaped(picture.source)), \(width)×\(height) pixels</p>
      \(comparison)
      <div class="view" role="group" aria-label="Layers on the picture">
      \(inputs.joined(separator: "\n"))
      <br>
      \(choices.joined(separator: "\n"))
      <div class="stage">
      <svg viewBox="0 0 \(width) \(height)" role="img" aria-label="The picture with the chosen layer" class="shown">
      <image width="\(width)" height="\(height)" href="\(data(grey))"/>
      \(drawn.joined(separator: "\n"))
      </svg>
      </div>
      <div class="legends">
      \(legends.joined(separator: "\n"))
      </div>
      </div>
      <h2>Candidates</h2>
      <table>
      <thead><tr><th scope="col">Kind</th><th scope="col">How far it came</th><th scope="col">Module</th><th scope="col">What was told</th></tr></thead>
      <tbody>
      \(rows.isEmpty ? "<tr><td colspan=\"4\">none</td></tr>" : rows)
      </tbody>
      </table>
      \(diagnosis.candidates.count > 12 ? "<p>and \(diagnosis.candidates.count - 12) that are less likely</p>" : "")
      <h2>All that was told</h2>
      <ul class="told">
      \(lines)
      </ul>
      </main>
      </body>
      </html>

      """
  }

  /// A switch that keys reach: Tab goes to its group, arrows from one to the next.
  private static func radio(_ group: String, _ identifier: String, _ title: String, isOn: Bool) -> String {
    "<input type=\"radio\" name=\"\(group)\" id=\"\(identifier)\"\(isOn ? " checked" : "")>"
      + "<label for=\"\(identifier)\">\(PageText.escaped(title))</label>"
  }

  /// A layer's marks of all candidates, and of each alone; those that are alike are written once.
  private func marks(_ layer: InspectionLayer, candidates: Int) -> String {
    var groups: [(shapes: [InspectionLayer.Shape], names: [String])] = []
    for choice in 0...candidates {
      let chosen = choice == 0 ? nil : choice - 1
      let shapes = layer.shapes(picture.inspection, picture.diagnosis, chosen: chosen)
      if let same = groups.firstIndex(where: { $0.shapes == shapes }) {
        groups[same].names.append("of\(choice)")
      } else {
        groups.append((shapes, ["of\(choice)"]))
      }
    }
    return groups.filter { !$0.shapes.isEmpty }.map { shapes, names in
      "<g class=\"of \(names.joined(separator: " "))\">" + shapes.map(svg).joined() + "</g>"
    }.joined()
  }

  /// Theirs and ours, where another reader was asked.
  private var comparison: String {
    guard let peer = picture.peer else { return "" }
    let ours = picture.inspection.observations.map { $0.symbol.text ?? "\($0.symbol.bytes.count) bytes" }
    func cell(_ lines: [String]) -> String {
      lines.isEmpty ? "nothing" : lines.map { PageText.escaped($0) }.joined(separator: "<br>")
    }
    return "<table><thead><tr><th scope=\"col\">Reader</th><th scope=\"col\">Read</th></tr></thead><tbody>"
      + "<tr><td>\(PageText.escaped(peer.program))</td><td>\(cell(peer.lines))</td></tr>"
      + "<tr><td>Viewfinder</td><td>\(cell(ours))</td></tr></tbody></table>"
  }

  private func row(_ candidate: DetectionCandidate) -> String {
    let told =
      candidate.observation.map { observation in
        (observation.symbol.text ?? "\(observation.symbol.bytes.count) bytes") + " — "
          + PrintQuality(candidate, in: picture.inspection.luminance).lines.joined(separator: "; ")
      } ?? candidate.failureWords ?? ""
    let module = candidate.moduleSize.map { String(format: "%.1f px", $0) } ?? "–"
    return "<tr><td>\(candidate.symbology?.title ?? "Bars")</td><td>\(candidate.reach.rawValue)</td>"
      + "<td>\(module)</td><td>\(PageText.escaped(told))</td></tr>"
  }

  // MARK: Pictures

  private var grey: RGBAImage { Canvas(picture.inspection.frameGrey.reduced(by: scale)).image }

  private func raster(_ layer: InspectionLayer) -> String {
    // The grey is the picture that lies below already, but for what was not searched.
    if layer == .grey, picture.inspection.searched == nil { return "" }
    guard let ground = picture.inspection.ground(layer) else { return "" }
    return "<image width=\"\(Int(size.width))\" height=\"\(Int(size.height))\" "
      + "preserveAspectRatio=\"none\" href=\"\(data(Canvas(ground.reduced(by: scale)).image))\"/>"
  }

  private func data(_ image: RGBAImage) -> String {
    guard let bytes = try? PNGExport.bytes(image) else { return "data:," }
    return "data:image/png;base64," + Data(bytes).base64EncodedString()
  }

  // MARK: Marks

  private func svg(_ shape: InspectionLayer.Shape) -> String {
    let width = 2 / scale
    switch shape {
    case .label(let place, let words): return text(place, words)
    case .outline(let corners, let mark):
      let points = corners.points.map { "\(PageText.number($0.x)),\(PageText.number($0.y))" }.joined(separator: " ")
      return stroked("polygon points=\"\(points)\"", mark, width)
    case .line(let a, let b, let mark):
      return stroked(
        "line x1=\"\(PageText.number(a.x))\" y1=\"\(PageText.number(a.y))\" x2=\"\(PageText.number(b.x))\" "
          + "y2=\"\(PageText.number(b.y))\"", mark, width)
    case .spot(let center, let radius, let mark):
      let (x, y, r) = (PageText.number(center.x), PageText.number(center.y), PageText.number(max(radius, 1)))
      switch mark {
      case .cross:
        let (left, top) = (PageText.number(center.x - radius), PageText.number(center.y - radius))
        let side = PageText.number(2 * radius)
        return "<path class=\"mark\" stroke-width=\"\(PageText.number(min(width, radius / 2)))\" "
          + "d=\"M\(left) \(y)h\(side)M\(x) \(top)v\(side)\"/>"
      case .cornered:
        let (inner, outer) = (0.4 * radius, radius)
        let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { a, b in
          "M\(PageText.number(center.x + a * outer)) \(PageText.number(center.y + b * inner))"
            + "V\(PageText.number(center.y + b * outer))H\(PageText.number(center.x + a * inner))"
        }
        return "<path class=\"mark\" stroke-width=\"\(PageText.number(min(width, radius / 2)))\" "
          + "d=\"\(corners.joined())\"/>"
      case .disk: return "<circle class=\"disk\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(r)\"/>"
      default:
        return
          "<circle class=\"mark\" stroke-width=\"\(PageText.number(min(width, radius / 2)))\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(r)\"/>"
      }
    }
  }

  /// Figures beside marks, dark around light to be read on any picture.
  private func text(_ place: Point<FramePixels>, _ words: String) -> String {
    "<text class=\"label\" font-size=\"\(PageText.number(13 / scale))\" stroke-width=\"\(PageText.number(3 / scale))\" "
      + "x=\"\(PageText.number(place.x))\" y=\"\(PageText.number(place.y))\">\(PageText.escaped(words))</text>"
  }

  private func stroked(_ element: String, _ mark: InspectionLayer.Mark, _ width: Double) -> String {
    let dash: String? =
      switch mark {
      case .dashed: "\(PageText.number(5 * width)) \(PageText.number(3 * width))"
      case .dotted: "\(PageText.number(width)) \(PageText.number(2 * width))"
      default: nil
      }
    let own = mark == .thick ? 2 * width : mark == .thin ? width / 2 : width
    // A dark line below, so that it is seen on any picture.
    let below = mark == .thin ? "" : "<\(element) class=\"below\" stroke-width=\"\(PageText.number(own * 2))\"/>"
    return below + "<\(element) class=\"mark \(mark.rawValue)\" stroke-width=\"\(PageText.number(own))\""
      + (dash.map { " stroke-dasharray=\"\($0)\"" } ?? "") + "/>"
  }

  private func key(_ mark: InspectionLayer.Mark) -> String {
    switch mark {
    case .cross: "<path class=\"mark\" stroke-width=\"2\" d=\"M14 8h12M20 2v12\"/>"
    case .cornered: "<path class=\"mark\" stroke-width=\"2\" d=\"M15 6V3H18M25 6V3H22M15 10V13H18M25 10V13H22\"/>"
    case .ring: "<circle class=\"mark\" stroke-width=\"2\" cx=\"20\" cy=\"8\" r=\"5\"/>"
    case .disk: "<circle class=\"disk\" cx=\"20\" cy=\"8\" r=\"5\"/>"
    case .thick: "<path class=\"mark thick\" stroke-width=\"4\" d=\"M2 8h36\"/>"
    case .thin: "<path class=\"mark thin\" stroke-width=\"1\" d=\"M2 8h36\"/>"
    case .dashed: "<path class=\"mark dashed\" stroke-width=\"2\" stroke-dasharray=\"8 5\" d=\"M2 8h36\"/>"
    case .dotted: "<path class=\"mark dotted\" stroke-width=\"2\" stroke-dasharray=\"2 4\" d=\"M2 8h36\"/>"
    }
  }
}

/// Many pictures' causes as a page: how a batch of labels is judged.
struct ExplanationIndex {
  let pictures: [ExplainedPicture]

  /// Pixels of the longer side of a small picture.
  private static let side = 120.0
  /// Small pictures of a group at most: all others are told by name alone.
  private static let mostShown = 12

  init(_ pictures: [ExplainedPicture]) { self.pictures = pictures }

  var html: String {
    let groups = Dictionary(grouping: pictures) { $0.diagnosis.cause?.kind }
    let sorted = groups.sorted { ($1.value.count, $0.key?.title ?? "") < ($0.value.count, $1.key?.title ?? "") }
    let sections = sorted.map { kind, members in
      let shown = members.enumerated().map { index, picture in
        let small = index < Self.mostShown ? thumbnail(picture) : ""
        return
          "<li>\(small)<span><b>\(PageText.escaped(picture.source))</b><br>\(PageText.escaped(picture.diagnosis.sentence))</span></li>"
      }
      return "<section><h2>\(kind?.title ?? "Read"): \(members.count)</h2>\n<ul class=\"pictures\">\n"
        + shown.joined(separator: "\n") + "\n</ul></section>"
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; connect-src 'none'; frame-src 'none'; img-src data:">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Why codes are not read: \(pictures.count) pictures</title>
      <style>
      \(PageText.style)
      </style>
      </head>
      <body>
      <main>
      <h1>\(groups[nil]?.count ?? 0) of \(pictures.count) pictures are read</h1>
      \(sections.joined(separator: "\n"))
      </main>
      </body>
      </html>

      """
  }

  private func thumbnail(_ picture: ExplainedPicture) -> String {
    let grey = picture.inspection.frameGrey
    let small = grey.reduced(by: min(1, Self.side / max(Double(grey.width), Double(grey.height))))
    guard let bytes = try? PNGExport.bytes(Canvas(small).image) else { return "" }
    return "<img alt=\"\" src=\"data:image/png;base64,\(Data(bytes).base64EncodedString())\">"
  }
}

/// What both pages are written with.
enum PageText {
  /// Text of strangers, harmless in a page: markup is spelled out, and so is what a terminal would act on.
  static func escaped(_ text: String) -> String {
    var out = ""
    for character in HarmlessText.visible(text) {
      switch character {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      default: out.append(character)
      }
    }
    return out
  }

  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e7 else { return "0" }
    return String(format: "%.1f", value)
  }

  static let style = """
    :root { color-scheme: light dark }
    body { font: 16px/1.45 system-ui, sans-serif; margin: 0; background: Canvas; color: CanvasText }
    main { max-width: 72rem; margin: 0 auto; padding: 1rem }
    h1 { font-size: 1.35rem; overflow-wrap: anywhere }
    h2 { font-size: 1.1rem; margin-top: 1.5rem }
    .source, .told { overflow-wrap: anywhere }
    .view > input { position: absolute; opacity: 0 }
    .view > label { display: inline-block; padding: .35rem .7rem; margin: 0 .2rem .4rem 0; border: 1px solid; border-radius: .5rem; cursor: pointer }
    .view > input:checked + label { background: CanvasText; color: Canvas }
    .view > input:focus-visible + label { outline: 3px solid Highlight; outline-offset: 2px }
    .stage svg { width: 100%; height: auto; max-height: 80vh; background: #222 }
    .legends ul { list-style: none; padding: 0 }
    .key { width: 40px; height: 16px; background: #222; vertical-align: middle }
    .mark { fill: none; stroke: #fff }
    .mark.thick { stroke: #4be38c }
    .mark.dashed { stroke: #ffb020 }
    .mark.dotted { stroke: #8ecbff }
    .label { fill: #fff; stroke: #000; paint-order: stroke; font-family: system-ui, sans-serif }
    .below { fill: none; stroke: #000; stroke-opacity: .6 }
    .disk { fill: #4ea1ff; stroke: #fff; stroke-width: .5 }
    table { border-collapse: collapse; width: 100% }
    th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #8886; overflow-wrap: anywhere }
    tbody td:not(:last-child), th { white-space: nowrap }
    .pictures { list-style: none; padding: 0 }
    .pictures li { display: flex; gap: .8rem; margin-bottom: .6rem; overflow-wrap: anywhere }
    """
}

extension HarmlessText {
  /// Control and direction characters spelled out, all else as it is.
  fileprivate static func visible(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { scalar in isHarmful(scalar) ? "\u{FFFD}" : scalar }))
  }
}
