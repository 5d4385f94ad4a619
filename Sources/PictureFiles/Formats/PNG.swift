import CPictureLibraries
import Glibc

/// A PNG by libpng's simplified interface. Of an animation it is the picture for programs that know none.
func decodePNG(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) -> Raster {
  var image = unsafe png_image()
  unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
  defer { unsafe png_image_free(&image) }
  guard unsafe png_image_begin_read_from_memory(&image, bytes.baseAddress!, bytes.count) != 0 else {
    throw .damaged(unsafe reason(&image))
  }
  // Samples of 16 bits without a gamma are those of 8 bits, only finer.
  unsafe image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
  let hasAlpha = unsafe image.format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) != 0
  let hasColor = unsafe hasAlpha || image.format & png_uint_32(PNG_FORMAT_FLAG_COLOR) != 0
  unsafe image.format = png_uint_32(
    (hasColor ? PNG_FORMAT_FLAG_COLOR : 0) | (hasAlpha ? PNG_FORMAT_FLAG_ALPHA : 0))
  let raster = try Raster(
    width: unsafe Int(image.width), height: unsafe Int(image.height), hasAlpha ? .rgba : hasColor ? .rgb : .grey)
  guard unsafe png_image_finish_read(&image, nil, raster.bytes.baseAddress!, 0, nil) != 0 else {
    throw .damaged(unsafe reason(&image))
  }
  return raster
}

private func reason(_ image: inout png_image) -> String {
  unsafe withUnsafeBytes(of: &image.message) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
