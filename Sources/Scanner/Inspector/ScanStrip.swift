import Barcodes
import Geometry
import Imaging
import Presentation

/// One scan line over bars, straightened: its greys, its edges, and what it says.
struct ScanStrip: Hashable, Sendable {
  let greys: [UInt8]
  /// From 0 at the strip's beginning to 1 at its end.
  let edges: [Double]
  let lines: [Sentence]

  /// Pixels of the strip: more than a panel is wide.
  private static let length = 480

  /// The best line: one that said something, else the one with most edges for their contrast, since noise has many faint
  /// ones; nil where there is none.
  init?(_ inspection: Inspection, within part: Quadrilateral<FramePixels>? = nil) {
    let scans = inspection.scans.filter { scan in
      part.map { $0.contains(scan.start.midpoint(to: scan.end)) } ?? true
    }
    guard
      let best = scans.max(by: { a, b in
        (a.symbol == nil ? 0 : 1, Self.ink(a, inspection.luminance))
          < (b.symbol == nil ? 0 : 1, Self.ink(b, inspection.luminance))
      }), best.edges.count > 1, best.start.distance(to: best.end) > 0
    else { return nil }
    let (image, toImage) = (inspection.luminance, inspection.luminance.toFrame.inverse)
    // A tenth past both ends, where the quiet zones are.
    let reach = (best.end - best.start) * 0.1
    let (start, end) = (best.start - reach, best.end + reach)
    greys = (0..<Self.length).map { index in
      UInt8(image.grey(toImage(start.interpolated(to: end, (Double(index) + 0.5) / Double(Self.length)))))
    }
    let (whole, along) = (start.distance(to: end), (end - start) / start.distance(to: end))
    edges = best.edges.map { min(1, max(0, ($0 - start).dot(along) / whole)) }
    let widths = zip(best.edges, best.edges.dropFirst()).map { $0.distance(to: $1) }
    let module = max(0.1, StripeEvidence.narrowest(best))
    let told = widths.prefix(40).map { Explanation.decimal($0 / module).description } + (widths.count > 40 ? ["…"] : [])
    let (narrowest, list) = (Explanation.decimal(module), Figure(told.joined(separator: " ")))
    var lines: [Sentence] = [
      "\(best.edges.count) edges, narrowest \(narrowest) px; widths in modules: \(list)"
    ]
    if let symbol = best.symbol {
      let agreeing = Set(scans.filter { $0.symbol == symbol }.map(\.start)).count
      let all = Set(scans.map(\.start)).count
      lines.append("says “\(HarmlessText.escaped(symbol.shownText))”; \(agreeing) of \(all) lines agree")
      lines.append(Self.characters(symbol))
    } else if let doubt = inspection.doubts.first {
      lines.append(
        "says “\(HarmlessText.escaped(doubt.symbol.shownText))” on \(doubt.lines) of \(doubt.linesNeeded) lines")
    } else {
      lines.append("no line says anything")
    }
    self.lines = lines
  }

  /// Edges times the grey levels between the darkest and the lightest of the line.
  private static func ink(_ line: ScannedLine, _ image: LuminanceImage) -> Double {
    let toImage = image.toFrame.inverse
    let greys = (0...inkSamples).map { step in
      image.grey(toImage(line.start.interpolated(to: line.end, Double(step) / Double(inkSamples))))
    }
    return Double(line.edges.count) * ((greys.max() ?? 0) - (greys.min() ?? 0))
  }

  /// As many as find dark and light bars of any symbol.
  private static let inkSamples = 64

  /// Characters told one by one: as many as a panel's four lines hold.
  private static let mostCharacters = 48

  /// What each character says, and what checks them.
  private static func characters(_ symbol: DecodedSymbol) -> Sentence {
    let text = symbol.shownText
    let shown = text.prefix(mostCharacters).map { HarmlessText.escaped(String($0)) }.joined(separator: " ")
    let told = shown + (text.count > mostCharacters ? " …" : "")
    return "characters: \(told); \(check(symbol.symbology, text))"
  }

  private static func check(_ symbology: Symbology, _ text: String) -> Sentence {
    switch symbology {
    case .ean13, .ean8, .upcA, .upcE, .itf14: "check digit \(text.suffix(1)) fits"
    case .code128: "its check character fits (modulo 103)"
    case .code39Mod43: "its check character fits (modulo 43)"
    case .code93: "its two check characters fit (modulo 47)"
    case .gs1DataBar, .gs1DataBarLimited, .gs1DataBarExpanded: "its checksum fits"
    default: "nothing checks them but that the lines agree"
    }
  }
}
