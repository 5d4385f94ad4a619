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

  /// R G B A, 8 bits each, alpha not premultiplied.
  public typealias Paint = (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)

  private let width: Int
  private let height: Int
  private let rectangles: [Rectangle]
  private let ink: Paint
  private let ground: Paint

  /// - Parameters:
  ///   - width: of the drawing, in its units; `height` likewise.
  ///   - ground: fills the drawing unless it is transparent.
  public init(width: Int, height: Int, rectangles: [Rectangle], ink: Paint, ground: Paint) {
    precondition(width > 0 && height > 0, "a drawing has an area")
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
    // PDF measures in points, 72 an inch (ISO 32000-1 §8.3.2.3).
    let scale = millimeters * 72 / 25.4
    var written = WrittenPDF()
    let status = unsafe withUnsafeMutablePointer(to: &written) { closure in
      let surface = unsafe cairo_pdf_surface_create_for_stream(
        append, closure, Double(width) * scale, Double(height) * scale)
      defer { unsafe cairo_surface_destroy(surface) }
      unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
      let context = unsafe cairo_create(surface)
      unsafe cairo_scale(context, scale, scale)
      unsafe draw(context)
      unsafe cairo_show_page(context)
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
