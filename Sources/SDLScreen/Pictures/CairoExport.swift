import CPangoCairo
public import Imaging

/// Rectangles of one color on a ground, drawn by Cairo: a page of PDF, or pixels to see what the page shows.
public struct CairoExport: Sendable {
  /// A rectangle in units of the drawing, its y axis down.
  public struct Rectangle: Hashable, Sendable {
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// A picture that is drawn on the rectangles, in units of the drawing.
  public struct Picture: Sendable {
    let image: RGBAImage
    let place: (x: Double, y: Double, width: Double, height: Double)

    public init(_ image: RGBAImage, _ place: (x: Double, y: Double, width: Double, height: Double)) {
      (self.image, self.place) = (image, place)
    }
  }

  /// A line of text in the middle of the drawing's width, in units of the drawing.
  public struct Line: Hashable, Sendable {
    let text: String
    let letterHeight: Double
    let middle: Double

    /// - Parameter middle: of the line's height, from the drawing's top.
    public init(_ text: String, letterHeight: Double, middle: Double) {
      (self.text, self.letterHeight, self.middle) = (text, letterHeight, middle)
    }
  }

  /// R G B A, 8 bits each, alpha not premultiplied.
  public typealias Paint = (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)

  private let width: Int
  private let height: Int
  private let rectangles: [Rectangle]
  private let ink: Paint
  private let ground: Paint
  private let picture: Picture?
  private let line: Line?

  /// - Parameters:
  ///   - width: of the drawing, in its units; `height` likewise.
  ///   - ground: fills the drawing unless it is transparent.
  public init(
    width: Int, height: Int, rectangles: [Rectangle], ink: Paint, ground: Paint, picture: Picture? = nil,
    line: Line? = nil
  ) {
    precondition(width > 0 && height > 0, "a drawing has an area")
    (self.picture, self.line) = (picture, line)
    (self.width, self.height, self.rectangles) = (width, height, rectangles)
    (self.ink, self.ground) = (ink, ground)
  }

  /// A PDF of one page that the drawing fills.
  ///
  /// - Parameters:
  ///   - millimeters: length of a unit.
  ///   - title: of the document.
  /// - Throws: `ExportFailure.undrawable` with Cairo's reason.
  public func pdf(millimeters: Double, title: String) throws(ExportFailure) -> [UInt8] {
    try Self.pdf(
      pages: [[Placed(drawing: self, x: 0, y: 0, unit: millimeters)]], width: Double(width) * millimeters,
      height: Double(height) * millimeters, title: title)
  }

  /// A drawing on a page, in millimeters from its top left.
  public struct Placed: Sendable {
    let drawing: CairoExport
    let x: Double
    let y: Double
    let unit: Double

    /// - Parameter unit: length of the drawing's unit.
    public init(drawing: CairoExport, x: Double, y: Double, unit: Double) {
      (self.drawing, self.x, self.y, self.unit) = (drawing, x, y, unit)
    }
  }

  /// A PDF of pages with drawings on them.
  ///
  /// - Parameters:
  ///   - width: of each page, in millimeters; `height` likewise.
  ///   - title: of the document.
  /// - Throws: `ExportFailure.undrawable` with Cairo's reason.
  public static func pdf(
    pages: [[Placed]], width: Double, height: Double, title: String
  ) throws(ExportFailure) -> [UInt8] {
    // PDF measures in points, 72 an inch (ISO 32000-1 §8.3.2.3).
    let scale = 72 / 25.4
    var written = WrittenPDF()
    let status = unsafe withUnsafeMutablePointer(to: &written) { closure in
      let surface = unsafe cairo_pdf_surface_create_for_stream(append, closure, width * scale, height * scale)
      defer { unsafe cairo_surface_destroy(surface) }
      unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
      let context = unsafe cairo_create(surface)
      unsafe cairo_scale(context, scale, scale)
      for page in pages {
        for placed in page {
          unsafe cairo_save(context)
          unsafe cairo_translate(context, placed.x, placed.y)
          unsafe cairo_scale(context, placed.unit, placed.unit)
          unsafe placed.drawing.draw(context)
          unsafe cairo_restore(context)
        }
        unsafe cairo_show_page(context)
      }
      let drawn = unsafe cairo_status(context)
      unsafe cairo_destroy(context)
      unsafe cairo_surface_finish(surface)
      let finished = unsafe cairo_surface_status(surface)
      return drawn == CAIRO_STATUS_SUCCESS ? finished : drawn
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .undrawable(name: "PDF", reason: unsafe String(cString: cairo_status_to_string(status)))
    }
    return written.bytes
  }

  /// How much of each pixel a line of text covers, 0…255, row by row: what is below a code in a picture.
  ///
  /// - Parameters:
  ///   - width: in pixels; `height` likewise, in whose middle the line is.
  public static func coverage(
    of text: String, letterHeight: Double, width: Int, height: Int
  ) throws(ExportFailure) -> [UInt8] {
    let line = Line(text, letterHeight: letterHeight, middle: Double(height) / 2)
    let image = unsafe try pixels(width: width, height: height, name: "line of text") { context in
      unsafe cairo_set_source_rgb(context, 0, 0, 0)
      unsafe draw(line, context, width: Double(width))
    }
    return stride(from: 0, to: image.pixels.count, by: 4).map { 255 - image.pixels[$0] }
  }

  /// The same drawing as pixels on white, by the same calls.
  ///
  /// - Parameter unit: pixels a unit.
  public func raster(unit: Int) throws(ExportFailure) -> RGBAImage {
    unsafe try Self.pixels(width: width * unit, height: height * unit, name: "drawing") { context in
      unsafe cairo_scale(context, Double(unit), Double(unit))
      unsafe draw(context)
    }
  }

  /// White pixels with what `draw` draws on them.
  static func pixels(
    width: Int, height: Int, name: String, _ draw: (OpaquePointer?) -> Void
  ) throws(ExportFailure) -> RGBAImage {
    var pixels = [UInt8](repeating: 255, count: 4 * width * height)
    let status = unsafe pixels.withUnsafeMutableBufferPointer { pixels in
      let surface = unsafe cairo_image_surface_create_for_data(
        pixels.baseAddress, CAIRO_FORMAT_RGB24, Int32(width), Int32(height), Int32(4 * width))
      defer { unsafe cairo_surface_destroy(surface) }
      let context = unsafe cairo_create(surface)
      unsafe draw(context)
      let status = unsafe cairo_status(context)
      unsafe cairo_destroy(context)
      unsafe cairo_surface_flush(surface)
      return status
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .undrawable(name: name, reason: unsafe String(cString: cairo_status_to_string(status)))
    }
    // Cairo's RGB24 lies in memory as B G R and an unused byte.
    for pixel in stride(from: 0, to: pixels.count, by: 4) {
      pixels.swapAt(pixel, pixel + 2)
      pixels[pixel + 3] = 255
    }
    return RGBAImage(width: width, height: height, pixels: pixels)
  }

  /// All rectangles are one path that is filled at once: neighbors then share no smoothed edge that would show.
  private func draw(_ context: OpaquePointer?) {
    if ground.alpha > 0 {
      unsafe use(ground, context)
      unsafe cairo_rectangle(context, 0, 0, Double(width), Double(height))
      unsafe cairo_fill(context)
    }
    unsafe use(ink, context)
    for rectangle in rectangles {
      unsafe cairo_rectangle(
        context, Double(rectangle.x), Double(rectangle.y), Double(rectangle.width), Double(rectangle.height))
    }
    unsafe cairo_fill(context)
    if let picture { unsafe Self.draw(picture, context) }
    guard let line else { return }
    unsafe use(ink, context)
    unsafe Self.draw(line, context, width: Double(width))
  }

  private static func draw(_ picture: Picture, _ context: OpaquePointer?) {
    let image = picture.image
    // Cairo's own memory, which a page may need after we are gone.
    let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, CInt(image.width), CInt(image.height))
    defer { unsafe cairo_surface_destroy(surface) }
    guard let memory = unsafe cairo_image_surface_get_data(surface) else { return }
    let stride = Int(unsafe cairo_image_surface_get_stride(surface))
    let bytes = PNGExport.premultipliedBGRA(image)
    for y in 0..<image.height {
      for x in 0..<4 * image.width { unsafe memory[y * stride + x] = bytes[4 * y * image.width + x] }
    }
    unsafe cairo_surface_mark_dirty(surface)
    let place = picture.place
    unsafe cairo_save(context)
    unsafe cairo_translate(context, place.x, place.y)
    unsafe cairo_scale(context, place.width / Double(image.width), place.height / Double(image.height))
    unsafe cairo_set_source_surface(context, surface, 0, 0)
    unsafe cairo_paint(context)
    unsafe cairo_restore(context)
  }

  /// By Pango, which knows scripts, directions and fonts; never as markup.
  private static func draw(_ line: Line, _ context: OpaquePointer?, width: Double) {
    let layout = unsafe pango_cairo_create_layout(context)
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
    let font = unsafe pango_font_description_from_string("Noto Sans, DejaVu Sans, Sans")
    unsafe pango_font_description_set_absolute_size(font, line.letterHeight * Double(PANGO_SCALE))
    unsafe pango_layout_set_font_description(layout, font)
    unsafe pango_font_description_free(font)
    unsafe pango_layout_set_width(layout, CInt(width * Double(PANGO_SCALE)))
    unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    unsafe pango_layout_set_single_paragraph_mode(layout, 1)
    unsafe pango_layout_set_text(layout, line.text, CInt(line.text.utf8.count))
    var height: CInt = 0
    unsafe pango_layout_get_size(layout, nil, &height)
    unsafe cairo_move_to(context, 0, line.middle - Double(height) / Double(PANGO_SCALE) / 2)
    unsafe pango_cairo_show_layout(context, layout)
  }

  private func use(_ paint: Paint, _ context: OpaquePointer?) {
    unsafe cairo_set_source_rgba(
      context, Double(paint.red) / 255, Double(paint.green) / 255, Double(paint.blue) / 255,
      Double(paint.alpha) / 255)
  }
}

private struct WrittenPDF {
  var bytes: [UInt8] = []
}

/// Cairo's `cairo_write_func_t` over `WrittenPDF`.
private func append(
  _ closure: UnsafeMutableRawPointer?, _ data: UnsafePointer<UInt8>?, _ length: UInt32
) -> cairo_status_t {
  guard let written = unsafe closure?.assumingMemoryBound(to: WrittenPDF.self) else {
    return CAIRO_STATUS_WRITE_ERROR
  }
  unsafe written.pointee.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
  return CAIRO_STATUS_SUCCESS
}
