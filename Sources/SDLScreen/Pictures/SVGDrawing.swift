import CPangoCairo
public import Imaging

/// An SVG as `SVGExport` writes it, read from its text and drawn by Cairo: a second look at what was written, from the
/// file alone. It is no reader of SVG: anything else than paths of right angles is refused.
public struct SVGDrawing {
  /// Size in pixels, and in units of the drawing.
  private let size: (width: Int, height: Int)
  private let box: (width: Double, height: Double)
  private let paths: [Path]

  private struct Path {
    let color: (red: Double, green: Double, blue: Double, alpha: Double)
    /// Width of the line; nil fills the path.
    let stroke: Double?
    let commands: Substring
  }

  /// - Throws: `ExportFailure.undrawable` where the text is not of the kind that we write.
  public init(_ text: String) throws(ExportFailure) {
    let elements = text.split(separator: "<").map { $0.trimming { "/> \n".contains($0) } }
    guard let head = elements.first, head.hasPrefix("svg "), elements.last == "svg" else {
      throw Self.refusal("it is not one drawing")
    }
    let attributes = Self.attributes(head)
    let corners = attributes["viewBox"]?.split(separator: " ").compactMap { Double($0) } ?? []
    guard let width = attributes["width"].flatMap({ Int($0) }), width > 0,
      let height = attributes["height"].flatMap({ Int($0) }), height > 0,
      corners.count == 4, corners[0] == 0, corners[1] == 0, corners[2] > 0, corners[3] > 0
    else { throw Self.refusal("its size is not told") }
    size = (width, height)
    box = (corners[2], corners[3])
    // The picture in the middle lies where no module is, and the line below beneath all of them: neither is read.
    paths = try elements.dropFirst().dropLast().filter { element in
      !element.hasPrefix("image ") && !element.hasPrefix("text ") && element != "text"
    }.map { (element) throws(ExportFailure) in try Self.path(element) }
  }

  /// The drawing as pixels, on white.
  public func raster() throws(ExportFailure) -> RGBAImage {
    var failure: ExportFailure?
    let image = unsafe try CairoExport.pixels(width: size.width, height: size.height, name: "SVG") { context in
      unsafe cairo_scale(context, Double(size.width) / box.width, Double(size.height) / box.height)
      // As `shape-rendering="crispEdges"` asks.
      unsafe cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
      for path in paths where failure == nil {
        do throws(ExportFailure) { unsafe try draw(path, context) } catch { failure = error }
      }
    }
    if let failure { throw failure }
    return image
  }

  private func draw(_ path: Path, _ context: OpaquePointer?) throws(ExportFailure) {
    var rest = path.commands
    while let command = rest.popFirst() {
      var numbers: [Double] = []
      while let number = Self.number(&rest) { numbers.append(number) }
      switch (command, numbers.count) {
      case ("M", 2): unsafe cairo_move_to(context, numbers[0], numbers[1])
      case ("m", 2): unsafe cairo_rel_move_to(context, numbers[0], numbers[1])
      case ("h", 1): unsafe cairo_rel_line_to(context, numbers[0], 0)
      case ("v", 1): unsafe cairo_rel_line_to(context, 0, numbers[0])
      case ("H", 1):
        var (x, y) = (0.0, 0.0)
        unsafe cairo_get_current_point(context, &x, &y)
        unsafe cairo_line_to(context, numbers[0], y)
      case ("z", 0): unsafe cairo_close_path(context)
      default: throw Self.refusal("its path has “\(command)” with \(numbers.count) numbers")
      }
    }
    unsafe cairo_set_source_rgba(context, path.color.red, path.color.green, path.color.blue, path.color.alpha)
    if let width = path.stroke {
      unsafe cairo_set_line_width(context, width)
      unsafe cairo_stroke(context)
    } else {
      unsafe cairo_fill(context)
    }
  }

  // MARK: Text

  private static func refusal(_ reason: String) -> ExportFailure { .undrawable(name: "SVG", reason: reason) }

  private static func path(_ element: Substring) throws(ExportFailure) -> Path {
    let attributes = attributes(element)
    let kind = attributes["stroke"] == nil ? "fill" : "stroke"
    guard element.hasPrefix("path "), let commands = attributes["d"], let color = attributes[kind],
      color.count == 7, let hex = Int(color.dropFirst(), radix: 16),
      let opacity = Double(attributes["\(kind)-opacity"] ?? "1"), let width = Double(attributes["stroke-width"] ?? "1")
    else { throw refusal("“\(element.prefix(20))” is no path") }
    func part(_ shift: Int) -> Double { Double(hex >> shift & 255) / 255 }
    return Path(
      color: (part(16), part(8), part(0), opacity), stroke: kind == "stroke" ? width : nil, commands: commands)
  }

  /// `name="value"` after the element's name.
  private static func attributes(_ element: Substring) -> [String: Substring] {
    let parts = element.split(separator: "\"", omittingEmptySubsequences: false)
    let names = stride(from: 0, to: parts.count - 1, by: 2).map {
      String(parts[$0].split(separator: " ").last?.dropLast() ?? "")
    }
    let values = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
    return Dictionary(zip(names, values), uniquingKeysWith: { $1 })
  }

  /// The number that comes next, if one does.
  private static func number(_ rest: inout Substring) -> Double? {
    let text = rest.drop { $0 == " " }
    let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "-" }
    guard let value = Double(digits) else { return nil }
    rest = text[digits.endIndex...]
    return value
  }
}

extension Substring {
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    var text = drop(while: isTrimmed)
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
