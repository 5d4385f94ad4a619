import CPictureLibraries
import Glibc

/// A WebP by libwebp; of an animation the first picture.
func decodeWebP(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) -> Raster {
  let file = unsafe bytes.bindMemory(to: UInt8.self)
  var features = WebPBitstreamFeatures()
  guard unsafe WebPGetFeatures(file.baseAddress, file.count, &features) == VP8_STATUS_OK else {
    throw .damaged("its header is not whole")
  }
  guard features.has_animation != 0 else {
    return unsafe try decode(file, features)
  }
  var data = unsafe WebPData(bytes: file.baseAddress, size: file.count)
  guard let demuxer = unsafe WebPDemux(&data) else { throw .damaged("its animation is not whole") }
  defer { unsafe WebPDemuxDelete(demuxer) }
  var first = unsafe WebPIterator()
  guard unsafe WebPDemuxGetFrame(demuxer, 1, &first) != 0 else { throw .damaged("its animation has no picture") }
  defer { unsafe WebPDemuxReleaseIterator(&first) }
  let picture = unsafe UnsafeBufferPointer(start: first.fragment.bytes, count: first.fragment.size)
  guard unsafe WebPGetFeatures(picture.baseAddress, picture.count, &features) == VP8_STATUS_OK else {
    throw .damaged("its first picture's header is not whole")
  }
  return unsafe try decode(picture, features)
}

private func decode(
  _ file: UnsafeBufferPointer<UInt8>, _ features: WebPBitstreamFeatures
) throws(DecodeFailure) -> Raster {
  let hasAlpha = features.has_alpha != 0
  let raster = try Raster(width: Int(features.width), height: Int(features.height), hasAlpha ? .rgba : .rgb)
  let pixels = unsafe raster.bytes
  let decode = unsafe hasAlpha ? WebPDecodeRGBAInto : WebPDecodeRGBInto
  guard unsafe decode(file.baseAddress, file.count, pixels.baseAddress, pixels.count, CInt(raster.stride)) != nil else {
    throw .damaged("its picture is not whole")
  }
  return raster
}
