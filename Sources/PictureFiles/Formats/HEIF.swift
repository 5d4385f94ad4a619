import CPictureLibraries
import Glibc

/// The main picture of an AVIF or HEIC, by libheif.
///
/// Unlike EXIF's advice, the turns and crops of HEIF are part of what the picture is (ISO/IEC 23008-12:2022 §6.5), and
/// without them the margin that the coding adds to whole blocks would show; so they are applied.
func decodeHEIF(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) -> Raster {
  guard let context = unsafe heif_context_alloc() else { throw .damaged("no memory for a HEIF decoder") }
  defer { unsafe heif_context_free(context) }
  // The process has enough to do with one picture; threads of the coding's own library are another matter.
  unsafe heif_context_set_max_decoding_threads(context, 0)
  unsafe try check(heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
  var handle: OpaquePointer?
  unsafe try check(heif_context_get_primary_image_handle(context, &handle))
  defer { unsafe heif_image_handle_release(handle) }
  let hasAlpha = unsafe heif_image_handle_has_alpha_channel(handle) != 0
  let (claimedWidth, claimedHeight) = unsafe (
    Int(heif_image_handle_get_ispe_width(handle)), Int(heif_image_handle_get_ispe_height(handle))
  )
  guard claimedWidth > 0, claimedHeight > 0 else { throw .damaged("it has no pixels") }
  guard claimedWidth.multipliedReportingOverflow(by: claimedHeight).partialValue <= PictureLimits.pixels else {
    throw .tooManyPixels(width: claimedWidth, height: claimedHeight)
  }

  guard let options = unsafe heif_decoding_options_alloc() else { throw .damaged("no memory for a HEIF decoder") }
  defer { unsafe heif_decoding_options_free(options) }
  unsafe options.pointee.convert_hdr_to_8bit = 1
  var image: OpaquePointer?
  unsafe try check(
    heif_decode_image(
      handle, &image, heif_colorspace_RGB, hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
      options))
  defer { unsafe heif_image_release(image) }

  // The coded picture may have another size than the file says.
  let raster = try Raster(
    width: unsafe Int(heif_image_get_width(image, heif_channel_interleaved)),
    height: unsafe Int(heif_image_get_height(image, heif_channel_interleaved)),
    !hasAlpha ? .rgb : unsafe heif_image_handle_is_premultiplied_alpha(handle) != 0 ? .premultipliedRGBA : .rgba)
  var stride: CInt = 0
  guard let pixels = unsafe heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride),
    Int(stride) >= raster.stride
  else { throw .damaged("it has no pixels") }
  for y in 0..<raster.height {
    unsafe memcpy(raster.row(y).baseAddress!, pixels + y * Int(stride), raster.stride)
  }
  return raster
}

private func check(_ result: heif_error) throws(DecodeFailure) {
  guard unsafe result.code != heif_error_Ok else { return }
  throw .damaged(unsafe result.message.map { unsafe String(cString: $0) } ?? "libheif gives no reason")
}
