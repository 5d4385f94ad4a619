import CPictureLibraries
import Glibc

/// The first picture of a GIF, by giflib, at its place on the logical screen if it lies on it, else alone.
///
/// giflib's own `DGifSlurp` takes memory for as many pixels as a few bytes claim; this reads line by line.
func decodeGIF(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) -> Raster {
  var rest = unsafe Rest(bytes)
  return unsafe try withUnsafeMutablePointer(to: &rest) { (rest) throws(DecodeFailure) -> Raster in
    var error: CInt = 0
    guard let gif = unsafe DGifOpen(rest, readBytes, &error) else { throw .damaged(reason(error)) }
    defer { _ = unsafe DGifCloseFile(gif, nil) }
    var transparent: UInt8?
    while true {
      var record = UNDEFINED_RECORD_TYPE
      guard unsafe DGifGetRecordType(gif, &record) == GIF_OK else { throw .damaged(reason(unsafe gif.pointee.Error)) }
      switch record {
      case IMAGE_DESC_RECORD_TYPE: return unsafe try firstPicture(gif, transparent: transparent)
      case EXTENSION_RECORD_TYPE: unsafe try readExtension(gif, &transparent)
      default: throw .damaged("it holds no picture")
      }
    }
  }
}

/// GIF89a §23: the extension before a picture tells which color is none.
private func readExtension(
  _ gif: UnsafeMutablePointer<GifFileType>, _ transparent: inout UInt8?
) throws(DecodeFailure) {
  var code: CInt = 0
  var block: UnsafeMutablePointer<GifByteType>?
  guard unsafe DGifGetExtension(gif, &code, &block) == GIF_OK else {
    throw .damaged(reason(unsafe gif.pointee.Error))
  }
  // A block begins with its length: flags, delay, color.
  if code == GRAPHICS_EXT_FUNC_CODE, let block = unsafe block, unsafe block[0] >= 4 {
    transparent = unsafe block[1] & 1 == 1 ? block[4] : nil
  }
  while unsafe block != nil {
    guard unsafe DGifGetExtensionNext(gif, &block) == GIF_OK else {
      throw .damaged(reason(unsafe gif.pointee.Error))
    }
  }
}

private func firstPicture(
  _ gif: UnsafeMutablePointer<GifFileType>, transparent: UInt8?
) throws(DecodeFailure) -> Raster {
  guard unsafe DGifGetImageDesc(gif) == GIF_OK else { throw .damaged(reason(unsafe gif.pointee.Error)) }
  let place = unsafe gif.pointee.Image
  let (left, top, width, height) = unsafe (Int(place.Left), Int(place.Top), Int(place.Width), Int(place.Height))
  let (screenWidth, screenHeight) = unsafe (Int(gif.pointee.SWidth), Int(gif.pointee.SHeight))
  let fits = left >= 0 && top >= 0 && left + width <= screenWidth && top + height <= screenHeight
  guard width > 0, height > 0 else { throw .damaged("it has no pixels") }
  let raster = try Raster(width: fits ? screenWidth : width, height: fits ? screenHeight : height, .rgba)
  guard let map = unsafe place.ColorMap ?? gif.pointee.SColorMap else { throw .damaged("it has no colors") }
  let colors = unsafe UnsafeBufferPointer(start: map.pointee.Colors, count: Int(map.pointee.ColorCount))

  var line = [UInt8](repeating: 0, count: width)
  for y in unsafe place.Interlace ? interlacedRows(height) : Array(0..<height) {
    guard unsafe DGifGetLine(gif, &line, CInt(width)) == GIF_OK else {
      throw .damaged(reason(unsafe gif.pointee.Error))
    }
    let row = unsafe raster.row(fits ? top + y : y)
    for x in 0..<width where line[x] != transparent && Int(line[x]) < colors.count {
      let color = unsafe colors[Int(line[x])]
      let at = 4 * (fits ? left + x : x)
      unsafe (row[at], row[at + 1], row[at + 2], row[at + 3]) = (color.Red, color.Green, color.Blue, 255)
    }
  }
  return raster
}

/// GIF89a, Appendix E: every 8th row from 0, every 8th from 4, every 4th from 2, every 2nd from 1.
private func interlacedRows(_ height: Int) -> [Int] {
  [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
}

private func reason(_ error: CInt) -> String {
  guard let text = unsafe GifErrorString(error) else { return "giflib's error \(error)" }
  return unsafe String(cString: text)
}

/// What of a file in memory is not read yet.
@unsafe private struct Rest {
  var bytes: UnsafeRawBufferPointer.SubSequence

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = unsafe bytes[...] }
}

/// giflib's `InputFunc`.
private func readBytes(
  _ gif: UnsafeMutablePointer<GifFileType>?, _ target: UnsafeMutablePointer<GifByteType>?, _ count: CInt
) -> CInt {
  guard let gif = unsafe gif, let rest = unsafe gif.pointee.UserData?.assumingMemoryBound(to: Rest.self) else {
    return 0
  }
  let given = unsafe rest.pointee.bytes.prefix(Int(count))
  unsafe UnsafeMutableRawBufferPointer(start: target, count: Int(count)).copyBytes(from: given)
  unsafe rest.pointee.bytes = unsafe rest.pointee.bytes.dropFirst(given.count)
  return unsafe CInt(given.count)
}
