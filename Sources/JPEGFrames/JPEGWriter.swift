import CTurboJPEG
public import Imaging

/// Writes a picture as JPEG, for where a lossless one would be too large.
public enum JPEGWriter {
  /// - Parameter quality: 1 to 100, as libjpeg counts it: at 90 what is lost is hardly seen.
  /// - Throws: `JPEGFailure` in libjpeg-turbo's words.
  public static func bytes(_ image: RGBAImage, quality: Int = 90) throws(JPEGFailure) -> [UInt8] {
    precondition((1...100).contains(quality), "a quality is 1 to 100")
    guard let encoder = unsafe tjInitCompress() else { throw JPEGFailure(reason: "no memory for an encoder") }
    defer { _ = unsafe tjDestroy(encoder) }
    var (memory, size): (UnsafeMutablePointer<UInt8>?, CUnsignedLong) = (nil, 0)
    defer { unsafe tjFree(memory) }
    let result = unsafe image.pixels.withUnsafeBufferPointer { pixels in
      unsafe tjCompress2(
        encoder, pixels.baseAddress, CInt(image.width), 0, CInt(image.height), CInt(TJPF_RGBX.rawValue), &memory, &size,
        CInt(TJSAMP_420.rawValue), CInt(quality), 0)
    }
    guard result == 0 else { throw JPEGFailure(reason: unsafe String(cString: tjGetErrorStr2(encoder))) }
    return unsafe Array(UnsafeBufferPointer(start: memory, count: Int(size)))
  }
}
