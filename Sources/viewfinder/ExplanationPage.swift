import Barcodes
import Foundation
import Geometry
import Imaging
import Presentation
import Scanner

/// One picture’s explanation as a page that needs nothing else: no script, no font, no picture from elsewhere. Layers are
/// switched by radio buttons, which keys reach, and so is the candidate whose marks alone are shown.
struct ExplanationPage {
  private let picture: ExplainedPicture
  private let scale: Double
  private let size: Size<FramePixels>
  private var tabs: [Tab] = []
  /// The picture in its colors, as an address that holds it.
  private var ground = ""

  /// One of the page's switches: a layer, and which of its pictures.
  private struct Tab {
    let layer: InspectionLayer
    let level: Int
    /// An SVG image in the place of the picture, or over a part of it; empty for a layer that only draws on it.
    let raster: String

    var identifier: String { level == 0 ? layer.rawValue : "\(layer.rawValue)\(level)" }

    var title: String {
      if level == 0 { return layer.title.description }
      return layer == .grey ? "Mended \(level)" : "Threshold \(level + 1)"
    }

    var isGround: Bool { [.grey, .blackAndWhite].contains(layer) }
  }

  /// Pixels of the longer side that the page shows: with it a noisy photograph stays below a megabyte.
  private static let side = 900.0

  /// Candidates whose marks can be shown alone: the likeliest, as many as a window's inspector tells.
  private static let mostChosen = 3

  init(_ picture: ExplainedPicture) {
    self.picture = picture
    size = picture.inspection.frame.size
    scale = min(1, Self.side / size.longerSide)
    if let colors = RGBAImage(picture.inspection.frame, reducedBy: scale) {
      ground = PageText.address(colors, hasColor: hasColor)
    }
    var room = Self.mostRasters - ground.utf8.count
    for layer in InspectionLayer.allCases {
      for level in 0..<min(Self.mostLevels, max(1, picture.inspection.levels(layer))) {
        let raster = raster(layer, level)
        // The first picture of a layer always, others as far as a page has room.
        if level > 0, raster.utf8.count > room { break }
        room -= raster.utf8.count
        tabs.append(Tab(layer: layer, level: level, raster: raster))
      }
    }
  }

  /// Pictures of one layer at most: thresholds of all scales, and the first of what was made to look again.
  private static let mostLevels = 4
  /// Bytes of the picture and of its layers' pictures at most, without marks and words: a page to be attached stays below two
  /// megabytes.
  private static let mostRasters = 1_400_000

  var html: String {
    let (inspection, diagnosis) = (picture.inspection, picture.diagnosis)
    let layers = InspectionLayer.allCases
    let inputs = tabs.map { Self.radio("layer", $0.identifier, $0.title, isOn: $0.layer == .picture) }
    let rules = tabs.map { tab in
      "#\(tab.identifier):checked ~ .stage .\(tab.identifier), #\(tab.identifier):checked ~ .legends .\(tab.layer.rawValue) "
        + "{ display: block }"
    }
    let told = diagnosis.candidates.prefix(Self.mostChosen)
    let choices =
      [Self.radio("candidate", "of0", "All candidates", isOn: true)]
      + told.enumerated().map { index, candidate in
        Self.radio(
          "candidate", "of\(index + 1)",
          "\(index + 1): \(candidate.symbology?.title ?? "Bars"), \(candidate.reachWords)",
          isOn: false)
      }
    let choosing = (0...told.count).map { "#of\($0):checked ~ .stage .of\($0) { display: inline }" }
    // Of all layers at once the marks are there already, layer by layer.
    let drawn = tabs.filter { $0.layer != .all }.map { tab in
      "<g class=\"layer \(tab.identifier)\(tab.isGround ? " ground" : "")\">\(tab.raster)"
        + (tab.isGround ? "" : marks(tab.layer, candidates: told.count)) + "</g>"
    }
    let legends = layers.map { layer in
      "<ul class=\"layer \(layer.rawValue)\">"
        + layer.legend.map { mark, text in
          let sign =
            mark.map { "<svg class=\"key\" viewBox=\"0 0 40 16\" aria-hidden=\"true\">\(key($0))</svg> " } ?? ""
          return "<li>\(sign)\(PageText.escaped(text.description))</li>"
        }.joined() + "</ul>"
    }
    let lines = (Explanation(inspection, diagnosis).lines + picture.notes).map { "<li>\(PageText.escaped($0))</li>" }
      .joined(
        separator: "\n")
    let rows = diagnosis.candidates.prefix(12).map(row).joined(separator: "\n")
    let (width, height) = (Int(size.width), Int(size.height))
    return PageText.page(
      title: "\(picture.source): \(diagnosis.sentence)",
      style: """
        .layer, .of { display: none }
        \(rules.joined(separator: "\n"))
        #all:checked ~ .stage .layer:not(.ground) { display: block }
        \(choosing.joined(separator: "\n"))
        """,
      content: """
        <h1>\(PageText.escaped(diagnosis.sentence.description))</h1>
        <p class="source">\(PageText.escaped(picture.source)), \(width)×\(height) pixels</p>
        \(comparison)
        <div class="view" role="group" aria-label="Layers on the picture">
        \(inputs.joined(separator: "\n"))
        <br>
        \(choices.joined(separator: "\n"))
        <div class="stage">
        <svg viewBox="0 0 \(width) \(height)" role="img" aria-label="The picture with the chosen layer" class="shown">
        <image width="\(width)" height="\(height)" href="\(ground)"/>
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
        """)
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
          + PrintQuality(candidate, in: picture.inspection.luminance).lines.map(\.description).joined(separator: "; ")
      } ?? candidate.failureWords?.description ?? ""
    let module = candidate.moduleSize.map { String(format: "%.1f px", $0) } ?? "–"
    return "<tr><td>\(candidate.symbology?.title ?? "Bars")</td><td>\(candidate.reachWords)</td>"
      + "<td>\(module)</td><td>\(PageText.escaped(told))</td></tr>"
  }

  // MARK: Pictures

  private var hasColor: Bool { picture.inspection.frame.format != .grey }

  private func raster(_ layer: InspectionLayer, _ level: Int) -> String {
    let inspection = picture.inspection
    // What was made of a part to look again lies where the part is.
    if layer == .grey, level > 0 {
      let part = inspection.restored[level - 1]
      let place = part.toFrame(part.bounds)
      let fine = min(1, scale * place.width / Double(part.width))
      return image(part.reduced(by: fine), place)
    }
    // Of a picture without color the grey lies below already, but for what was not searched.
    if layer == .grey, inspection.searched == nil, !hasColor { return "" }
    guard let ground = inspection.ground(layer, level: level) else { return "" }
    return image(ground.reduced(by: scale), inspection.frame.bounds)
  }

  private func image(_ image: LuminanceImage, _ place: Rect<FramePixels>) -> String {
    "<image x=\"\(PageText.number(place.minX))\" y=\"\(PageText.number(place.minY))\" "
      + "width=\"\(PageText.number(place.width))\" height=\"\(PageText.number(place.height))\" "
      + "preserveAspectRatio=\"none\" href=\"\(PageText.address(Canvas(image).image, hasColor: false))\"/>"
  }

  // MARK: Marks

  private func svg(_ shape: InspectionLayer.Shape) -> String {
    let width = 2 / scale
    switch shape {
    case .label(let place, let words): return text(place, words.description)
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

  /// Figures beside marks, dark around light to be read on any picture; where the picture ends they keep within it.
  private func text(_ place: Point<FramePixels>, _ words: String) -> String {
    let high = 13 / scale
    // A place is where the baseline begins. Digits and small letters are at most 0.6 of their height wide, and reach a
    // quarter of it below.
    let x = max(0, min(place.x, size.width - 0.6 * high * Double(words.count)))
    let y = max(high, min(place.y, size.height - 0.25 * high))
    return
      "<text class=\"label\" font-size=\"\(PageText.number(high))\" stroke-width=\"\(PageText.number(3 / scale))\" "
      + "x=\"\(PageText.number(x))\" y=\"\(PageText.number(y))\">\(PageText.escaped(words))</text>"
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
