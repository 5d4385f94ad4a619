import CTurboJPEG
import Glibc

/// A JPEG by libjpeg-turbo. One that ends early, or has errors between its segments, is shown as far as it goes.
func decodeJPEG(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) -> Raster {
  guard let decoder = unsafe tjInitDecompress() else { throw .damaged("no memory for a JPEG decoder") }
  defer { _ = unsafe tjDestroy(decoder) }
  let file = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
  let size = CUnsignedLong(bytes.count)
  var (width, height, sampling, space): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
  guard unsafe tjDecompressHeader3(decoder, file, size, &width, &height, &sampling, &space) == 0 else {
    throw .damaged(unsafe String(cString: tjGetErrorStr2(decoder)))
  }

  let (layout, format): (Raster.Layout, TJPF) =
    switch TJCS(rawValue: UInt32(bitPattern: space)) {
    case TJCS_GRAY: (.grey, TJPF_GRAY)
    case TJCS_CMYK, TJCS_YCCK: (.rgba, TJPF_CMYK)
    default: (.rgb, TJPF_RGB)
    }
  let raster = try Raster(width: Int(width), height: Int(height), layout)
  // Of a progressive picture a few bytes may claim thousands of scans, each as long as a whole picture.
  let result = unsafe tjDecompress2(
    decoder, file, size, raster.bytes.baseAddress, width, 0, height, CInt(format.rawValue), TJFLAG_LIMITSCANS)
  guard unsafe result == 0 || tjGetErrorCode(decoder) == CInt(TJERR_WARNING.rawValue) else {
    throw .damaged(unsafe String(cString: tjGetErrorStr2(decoder)))
  }
  if format == TJPF_CMYK { unsafe printInksToRGBA(raster.bytes) }
  return raster
}

/// Inks as Adobe's programs store them: cyan, magenta, yellow and black, 255 where there is none.
private func printInksToRGBA(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
  for pixel in stride(from: 0, to: pixels.count, by: 4) {
    let black = unsafe UInt32(pixels[pixel + 3])
    for part in 0..<3 { unsafe pixels[pixel + part] = UInt8((UInt32(pixels[pixel + part]) * black + 127) / 255) }
    unsafe pixels[pixel + 3] = 255
  }
}
