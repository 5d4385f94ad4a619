import Foundation
import Imaging
import JPEGFrames
import SDLScreen
import Scanner

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

  /// A whole page that needs nothing else: no script, no font, no picture from elsewhere.
  ///
  /// - Parameters:
  ///   - title: text, not markup.
  ///   - style: rules beside those of all pages.
  ///   - content: markup, below the one heading that it begins with.
  static func page(title: String, style: String = "", content: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; connect-src 'none'; frame-src 'none'; img-src data:">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(escaped(title))</title>
    <style>
    \(self.style)
    \(style)
    </style>
    </head>
    <body>
    <main>
    \(content)
    </main>
    </body>
    </html>

    """
  }

  /// A picture as an address that holds it: of grey without a loss; in color as JPEG, a quarter as large.
  static func address(_ image: RGBAImage, hasColor: Bool) -> String {
    if hasColor, let bytes = try? JPEGWriter.bytes(image) {
      return "data:image/jpeg;base64," + Data(bytes).base64EncodedString()
    }
    guard let bytes = try? PNGExport.bytes(image) else { return "data:," }
    return "data:image/png;base64," + Data(bytes).base64EncodedString()
  }

  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e7 else { return "0" }
    return String(format: "%.1f", value)
  }

  private static let style = """
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
    table { border-collapse: collapse; width: 100%; margin-bottom: 1rem }
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
