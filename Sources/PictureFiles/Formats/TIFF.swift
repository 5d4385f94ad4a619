import CPictureLibraries
import Glibc

/// A page of a TIFF, by libtiff. It turns the rows so that the first is on top, and no further.
///
/// - Parameter page: from 1, among the pictures that are neither a smaller copy of another one nor a mask (TIFF 6.0
///   §8, NewSubfileType); the first is a page whatever it says.
func decodeTIFF(_ bytes: UnsafeRawBufferPointer, page: Int) throws(DecodeFailure) -> DecodedPicture {
  unsafe TIFFSetErrorHandler(nil)
  unsafe TIFFSetWarningHandler(nil)
  var file = unsafe ReadFile(bytes)
  return unsafe try withUnsafeMutablePointer(to: &file) { (file) throws(DecodeFailure) -> DecodedPicture in
    // “m”: libtiff shall not map what is in memory.
    guard
      let tiff = unsafe TIFFClientOpen(
        "", "rm", file, readBytes, { _, _, _ in -1 }, seek, { _ in 0 }, { unsafe toff_t(opened($0).bytes.count) }, nil,
        nil)
    else { throw .damaged("its header is not whole") }
    defer { unsafe TIFFClose(tiff) }
    let pages = unsafe pages(of: tiff)
    guard page <= pages.count else { throw .noSuchPage }
    guard unsafe TIFFSetDirectory(tiff, pages[page - 1]) != 0 else { throw .damaged("page \(page) is not whole") }
    var image = unsafe TIFFRGBAImage()
    var message = [CChar](repeating: 0, count: 1024)
    guard unsafe TIFFRGBAImageBegin(&image, tiff, 0, &message) != 0 else { throw .damaged(text(message)) }
    defer { unsafe TIFFRGBAImageEnd(&image) }
    let raster = try Raster(width: unsafe Int(image.width), height: unsafe Int(image.height), .premultipliedRGBA)
    unsafe image.req_orientation = UInt16(ORIENTATION_TOPLEFT)
    let read = unsafe raster.bytes.withMemoryRebound(to: UInt32.self) { pixels in
      unsafe TIFFRGBAImageGet(&image, pixels.baseAddress, image.width, image.height)
    }
    guard read != 0 else { throw .damaged("its pixels are not whole") }
    return DecodedPicture(raster: raster, pageCount: pages.count > 1 ? pages.count : nil)
  }
}

/// The directories that are pages, up to the first that is not whole: where the next one lies is told behind it.
private func pages(of tiff: OpaquePointer) -> [tdir_t] {
  var pages: [tdir_t] = [0]
  var directory: tdir_t = 0
  // No more copies and masks than pages, so that a few bytes do not claim millions.
  while pages.count <= PictureLimits.pages, directory < 2 * PictureLimits.pages, unsafe TIFFReadDirectory(tiff) != 0 {
    directory += 1
    if unsafe kind(of: tiff) & UInt32(FILETYPE_REDUCEDIMAGE | FILETYPE_MASK) == 0 { pages.append(directory) }
  }
  return pages
}

/// What the directory that was read says that its picture is.
private func kind(of tiff: OpaquePointer) -> UInt32 {
  var kind: UInt32 = 0
  _ = unsafe withUnsafeMutablePointer(to: &kind) { kind in
    unsafe withVaList([kind]) { unsafe TIFFVGetFieldDefaulted(tiff, UInt32(TIFFTAG_SUBFILETYPE), $0) }
  }
  return kind
}

private func text(_ message: [CChar]) -> String {
  String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// A file in memory, read from a place that moves.
@unsafe private struct ReadFile {
  let bytes: UnsafeRawBufferPointer
  var place = 0

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = unsafe bytes }
}

private func opened(_ handle: thandle_t?) -> ReadFile {
  unsafe handle!.assumingMemoryBound(to: ReadFile.self).pointee
}

private func readBytes(_ handle: thandle_t?, _ target: UnsafeMutableRawPointer?, _ count: tmsize_t) -> tmsize_t {
  let file = unsafe handle!.assumingMemoryBound(to: ReadFile.self)
  let (bytes, place) = unsafe (file.pointee.bytes, file.pointee.place)
  let given = max(0, min(Int(count), bytes.count - place))
  guard given > 0 else { return 0 }
  unsafe memcpy(target!, bytes.baseAddress! + place, given)
  unsafe file.pointee.place += given
  return tmsize_t(given)
}

private func seek(_ handle: thandle_t?, _ offset: toff_t, _ origin: CInt) -> toff_t {
  let file = unsafe handle!.assumingMemoryBound(to: ReadFile.self)
  let start = unsafe origin == SEEK_SET ? 0 : origin == SEEK_CUR ? file.pointee.place : file.pointee.bytes.count
  let (place, overflows) = start.addingReportingOverflow(Int(truncatingIfNeeded: offset))
  guard !overflows, place >= 0 else { return toff_t.max }
  unsafe file.pointee.place = place
  return toff_t(place)
}
