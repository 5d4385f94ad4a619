import Foundation

/// A made code as an SVG: a background and one path.
public enum SVGExport {
  /// One unit of the drawing is a module; the file's own size is that of the PNG. Each row is a stroke with gaps,
  /// about half as long as outlines would be; `crispEdges` keeps rows from showing seams at odd scales.
  ///
  /// SVG 1.1 §8.3 (path data), §11.7.3 (shape-rendering).
  ///
  /// - Parameter logo: the code's, as a PNG.
  public static func text(_ code: MadeCode, _ appearance: CodeAppearance, logo: [UInt8] = []) -> String {
    let columns = code.size(appearance).width
    let rows = code.height(appearance)
    let scale = max(1, appearance.moduleSize)
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(columns * scale)" height="\(rows * scale)" \
      viewBox="0 0 \(columns) \(rows)" shape-rendering="crispEdges">
      """
    if appearance.background.alpha > 0 {
      svg += "<path fill=\"\(hex(appearance.background))\"\(opacity("fill", appearance.background)) "
      svg += "d=\"M0 0h\(columns)v\(rows)H0z\"/>"
    }
    svg += "<path stroke=\"\(hex(appearance.foreground))\"\(opacity("stroke", appearance.foreground))"
    if code.rowHeight != 1 { svg += " stroke-width=\"\(code.rowHeight)\"" }
    svg += " d=\"\(path(code.runs(appearance)))\"/>"
    if let place = code.logoPlace(appearance), !logo.isEmpty {
      svg += "<image x=\"\(number(place.x))\" y=\"\(number(place.y))\" width=\"\(number(place.width))\" "
      svg += "height=\"\(number(place.height))\" href=\"data:image/png;base64,\(Data(logo).base64EncodedString())\"/>"
    }
    if let caption = code.caption {
      let letters = caption.letterHeight(columns: columns)
      let line = Double(rows) - 0.6 * letters
      svg += "<text x=\"\(number(Double(columns) / 2))\" y=\"\(number(line))\" font-size=\"\(number(letters))\" "
      svg += "font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"\(hex(appearance.foreground))\">"
      svg += "\(escaped(caption.text))</text>"
    }
    return svg + "</svg>\n"
  }

  /// To a hundredth of a module, which nobody sees.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((100 * value).rounded())
    return hundredths.isMultiple(of: 100) ? "\(hundredths / 100)" : "\(Double(hundredths) / 100)"
  }

  /// XML 1.0 §2.4: what would begin an element or a reference is written as one. A caption has no control characters.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Along the middle of each row: to its first run by an absolute move, to the others by relative ones.
  private static func path(_ runs: [MadeCode.Run]) -> String {
    var path = ""
    var end: (x: Int, y: Int)?
    for run in runs {
      if let end, end.y == run.y {
        path += "m\(run.x - end.x) 0"
      } else {
        let middle = 2 * run.y + run.height
        path += "M\(run.x) \(middle / 2)" + (middle.isMultiple(of: 2) ? "" : ".5")
      }
      path += "h\(run.width)"
      end = (run.x + run.width, run.y)
    }
    return path
  }

  private static func hex(_ color: CodeColor) -> String {
    CodeColor(red: color.red, green: color.green, blue: color.blue).description
  }

  private static func opacity(_ kind: String, _ color: CodeColor) -> String {
    guard color.alpha < 255 else { return "" }
    // Three decimals tell all 256 values apart.
    let thousandths = (Int(color.alpha) * 1000 + 127) / 255
    let digits = String(thousandths)
    return " \(kind)-opacity=\"0.\(String(repeating: "0", count: 3 - digits.count))\(digits)\""
  }
}
