import Imaging

extension Frame {
  /// The picture in color, as picture files are read: grey, or red, green and blue.
  var rgba: RGBAImage {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * width * height)
    let step = format == .grey ? 1 : 3
    for y in 0..<height {
      let row = planes[0].offset + y * planes[0].stride
      for x in 0..<width {
        let at = row + step * x
        pixels += step == 1 ? [bytes[at], bytes[at], bytes[at], 255] : [bytes[at], bytes[at + 1], bytes[at + 2], 255]
      }
    }
    return RGBAImage(width: width, height: height, pixels: pixels)
  }
}
