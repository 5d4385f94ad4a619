import CPictureLibraries
import Glibc

/// The pages of a PDF, drawn by poppler and Cairo.
///
/// Fonts that are not in the file are not drawn, since behind the wall nothing can be opened: they are those of the
/// words around a code. A code set in a font has it in the file, or is another one on every machine.
@safe final class PDFPages {
  private let document: OpaquePointer

  /// - Parameter bytes: stay where they are as long as this.
  init(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) {
    let data = unsafe g_bytes_new_static(bytes.baseAddress, gsize(bytes.count))
    defer { unsafe g_bytes_unref(data) }
    var error: UnsafeMutablePointer<GError>?
    guard let document = unsafe poppler_document_new_from_bytes(data, nil, &error) else {
      defer { unsafe g_clear_error(&error) }
      throw .damaged(unsafe error.map { unsafe String(cString: $0.pointee.message) } ?? "poppler gives no reason")
    }
    unsafe self.document = document
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(document)) }

  /// A page on white paper.
  ///
  /// - Parameters:
  ///   - page: from 1.
  ///   - dotsPerInch: fewer where the page would have more than `PictureLimits.pagePixels`.
  func draw(page: Int, dotsPerInch: Double) throws(DecodeFailure) -> DecodedPicture {
    let count = unsafe Int(poppler_document_get_n_pages(document))
    guard count > 0 else { throw .damaged("it has no pages") }
    guard page <= count else { throw .noSuchPage }
    guard let page = unsafe poppler_document_get_page(document, CInt(page - 1)) else {
      throw .damaged("page \(page) is not whole")
    }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(page)) }
    var (width, height) = (0.0, 0.0)
    unsafe poppler_page_get_size(page, &width, &height)
    guard width > 0, height > 0, width < 1e7, height < 1e7 else { throw .damaged("the page has no size") }

    // PDF measures in points, 72 an inch (ISO 32000-1 §8.3.2.3). A side of 32,767 pixels is Cairo's longest.
    let scale = min(
      dotsPerInch / 72, (Double(PictureLimits.pagePixels) / (width * height)).squareRoot(), 32_000 / max(width, height))
    let raster = try Raster(
      width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())), .bgrx)
    unsafe memset(raster.bytes.baseAddress!, 255, raster.bytes.count)
    let surface = unsafe cairo_image_surface_create_for_data(
      raster.bytes.baseAddress, CAIRO_FORMAT_RGB24, CInt(raster.width), CInt(raster.height), CInt(raster.stride))
    defer { unsafe cairo_surface_destroy(surface) }
    let context = unsafe cairo_create(surface)
    unsafe cairo_scale(context, scale, scale)
    unsafe poppler_page_render(page, context)
    let status = unsafe cairo_status(context)
    unsafe cairo_destroy(context)
    unsafe cairo_surface_finish(surface)
    guard status == CAIRO_STATUS_SUCCESS else { throw .damaged(unsafe String(cString: cairo_status_to_string(status))) }
    return DecodedPicture(raster: raster, pageCount: count, isDrawn: true)
  }
}
