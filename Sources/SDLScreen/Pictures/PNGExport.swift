import CPangoCairo
import Glibc
public import Imaging

/// Pictures as PNG files, by Cairo.
public enum PNGExport {
  /// A picture as a PNG file in memory.
  ///
  /// What is opaque or wholly transparent keeps its value to the bit; translucent colors are rounded,
  /// since Cairo multiplies them by their alpha in between.
  ///
  /// - Throws: `ExportFailure.undrawable` if the picture is larger than Cairo draws (32,767 pixels a side).
  public static func bytes(_ image: RGBAImage) throws(ExportFailure) -> [UInt8] {
    var premultiplied = premultipliedBGRA(image)
    var written = WrittenBytes()
    let status = unsafe premultiplied.withUnsafeMutableBufferPointer { pixels in
      let surface = unsafe cairo_image_surface_create_for_data(
        pixels.baseAddress, CAIRO_FORMAT_ARGB32, Int32(image.width), Int32(image.height), Int32(4 * image.width))
      defer { unsafe cairo_surface_destroy(surface) }
      return unsafe withUnsafeMutablePointer(to: &written) { closure in
        unsafe cairo_surface_write_to_png_stream(surface, append, closure)
      }
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .undrawable(name: "PNG", reason: unsafe String(cString: cairo_status_to_string(status)))
    }
    return written.bytes
  }

  /// Writes a picture as a PNG file, replacing one that is there.
  public static func write(_ image: RGBAImage, path: String) throws(ExportFailure) {
    let bytes = try self.bytes(image)
    guard let file = unsafe fopen(path, "wb") else { throw .file(name: path, reason: systemReason()) }
    let count = unsafe fwrite(bytes, 1, bytes.count, file)
    let closed = unsafe fclose(file)
    guard count == bytes.count, closed == 0 else { throw .file(name: path, reason: systemReason()) }
  }

  /// Cairo's ARGB32 on a little-endian machine: B G R A in memory, colors multiplied by alpha.
  static func premultipliedBGRA(_ image: RGBAImage) -> [UInt8] {
    var out = image.pixels
    for pixel in stride(from: 0, to: out.count, by: 4) {
      let alpha = UInt32(out[pixel + 3])
      let red = out[pixel]
      out[pixel] = UInt8((UInt32(out[pixel + 2]) * alpha + 127) / 255)
      out[pixel + 1] = UInt8((UInt32(out[pixel + 1]) * alpha + 127) / 255)
      out[pixel + 2] = UInt8((UInt32(red) * alpha + 127) / 255)
    }
    return out
  }
}

private struct WrittenBytes {
  var bytes: [UInt8] = []
}

/// Cairo's `cairo_write_func_t` over `WrittenBytes`.
private func append(
  _ closure: UnsafeMutableRawPointer?, _ data: UnsafePointer<UInt8>?, _ length: UInt32
) -> cairo_status_t {
  guard let written = unsafe closure?.assumingMemoryBound(to: WrittenBytes.self) else {
    return CAIRO_STATUS_WRITE_ERROR
  }
  unsafe written.pointee.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
  return CAIRO_STATUS_SUCCESS
}
