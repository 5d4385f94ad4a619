import CSDL2
import Glibc
public import Imaging

/// Picture files in and out. Needs no window, no display and no `SDL_Init`; may be called on any thread.
///
/// Read are PNG, JPEG, WebP, BMP, GIF (its first picture), TIFF, PGM and PPM. Pictures are taken as stored:
/// an orientation noted beside the pixels (EXIF) is not applied, so that corners are those of the file.
public enum SDLPictures {
  /// Pixels of the largest picture that is read: the largest camera sensors in phones have 200 million, but
  /// hand out pictures binned to 50; more costs 4 bytes a pixel while decoding for nothing.
  public static let pixelLimit = 100_000_000

  /// Bytes of the largest file that is read: `pixelLimit` uncompressed with 4 bytes a pixel.
  public static let byteLimit = 4 * pixelLimit

  /// The picture in a file: `.grey` if every pixel is grey, else `.rgb24`; what is transparent lies on white.
  public static func read(path: String) throws(PictureFailure) -> Frame {
    try read(bytes: contents(of: path), name: path)
  }

  /// The same for a file that is in memory, such as one from standard input.
  ///
  /// - Parameter name: what errors call it.
  public static func read(bytes: [UInt8], name: String) throws(PictureFailure) -> Frame {
    guard !bytes.isEmpty else { throw .unreadable(name: name, reason: "the file is empty") }
    guard bytes.count <= byteLimit else { throw .tooManyBytes(name: name, limit: byteLimit) }
    if let header = PictureHeader(bytes) { try check(header.width, header.height, of: name) }
    let pixels = try decode(bytes, name: name)
    do {
      return try pixels.frame
    } catch {
      throw .unreadable(name: name, reason: "\(error)")
    }
  }

  private static func check(_ width: Int, _ height: Int, of name: String) throws(PictureFailure) {
    guard width > 0, height > 0 else { throw .unreadable(name: name, reason: "it has no pixels") }
    let (area, overflows) = width.multipliedReportingOverflow(by: height)
    guard !overflows, area <= pixelLimit else {
      throw .tooManyPixels(name: name, width: width, height: height, limit: pixelLimit)
    }
  }

  /// Decodes by SDL2_image, whose surface has any of SDL's layouts, to R G B A.
  private static func decode(_ bytes: [UInt8], name: String) throws(PictureFailure) -> DecodedPixels {
    let decoded = unsafe bytes.withUnsafeBytes { memory in
      unsafe IMG_Load_RW(SDL_RWFromConstMem(memory.baseAddress, Int32(memory.count)), 1)
    }
    guard let decoded = unsafe decoded else { throw .unreadable(name: name, reason: sdlReason()) }
    defer { unsafe SDL_FreeSurface(decoded) }
    // Formats that the header parser does not know are checked here, late but before they are copied.
    try check(Int(unsafe decoded.pointee.w), Int(unsafe decoded.pointee.h), of: name)
    guard let surface = unsafe SDL_ConvertSurfaceFormat(decoded, sdlPixelFormatRGBA, 0) else {
      throw .unreadable(name: name, reason: sdlReason())
    }
    defer { unsafe SDL_FreeSurface(surface) }
    return unsafe DecodedPixels(surface.pointee)
  }

  /// A file's bytes, with the system's words where it does not give them.
  private static func contents(of path: String) throws(PictureFailure) -> [UInt8] {
    guard let file = unsafe fopen(path, "rb") else { throw .file(name: path, reason: systemReason()) }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      bytes.append(contentsOf: chunk.prefix(count))
      guard bytes.count <= byteLimit else { throw .tooManyBytes(name: path, limit: byteLimit) }
      if count < chunk.count { break }
    }
    guard unsafe ferror(file) == 0 else { throw .file(name: path, reason: systemReason()) }
    return bytes
  }
}

/// R G B on white, four bytes a pixel with the last one unused, and whether all of it is grey.
private struct DecodedPixels {
  let width: Int
  let height: Int
  private var pixels: [UInt8]
  private var isGrey = true

  /// Copies a surface in the layout R G B A.
  init(_ surface: SDL_Surface) {
    width = Int(unsafe surface.w)
    height = Int(unsafe surface.h)
    let row = 4 * width
    pixels = [UInt8](repeating: 255, count: row * height)
    guard let source = unsafe surface.pixels?.assumingMemoryBound(to: UInt8.self) else { return }
    var colored: UInt8 = 0
    unsafe pixels.withUnsafeMutableBufferPointer { target in
      for y in 0..<height {
        let from = unsafe source + y * Int(surface.pitch)
        let to = unsafe target.baseAddress! + y * row
        for x in stride(from: 0, to: row, by: 4) {
          let alpha = unsafe UInt32(from[x + 3])
          let white = 255 * (255 - alpha) + 127
          let red = unsafe UInt8((UInt32(from[x]) * alpha + white) / 255)
          let green = unsafe UInt8((UInt32(from[x + 1]) * alpha + white) / 255)
          let blue = unsafe UInt8((UInt32(from[x + 2]) * alpha + white) / 255)
          colored |= (red ^ green) | (green ^ blue)
          unsafe to[x] = red
          unsafe to[x + 1] = green
          unsafe to[x + 2] = blue
        }
      }
    }
    isGrey = colored == 0
  }

  var frame: Frame {
    get throws(FrameError) {
      let kept = isGrey ? 1 : 3
      let packed = unsafe [UInt8](unsafeUninitializedCapacity: kept * width * height) { packed, count in
        for pixel in 0..<width * height {
          for part in 0..<kept { unsafe packed[kept * pixel + part] = pixels[4 * pixel + part] }
        }
        count = kept * width * height
      }
      return try Frame(format: isGrey ? .grey : .rgb24, width: width, height: height, bytes: packed)
    }
  }
}
