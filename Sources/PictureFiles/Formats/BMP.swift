/// A Windows bitmap: BITMAPCOREHEADER, BITMAPINFOHEADER and its later versions, with 1 to 32 bits a pixel, plain,
/// run-length coded or with bit fields. Microsoft, “Bitmap Storage” (Win32 and COM).
func decodeBMP(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) -> Raster {
  let header = unsafe try BMPHeader(bytes)
  // Only fields that say so give opacity: in the plain form the fourth byte means nothing.
  let raster = try Raster(width: header.width, height: header.height, header.fields.alpha == 0 ? .rgb : .rgba)
  var file = unsafe ByteCursor(bytes, at: header.pixels)
  switch header.compression {
  case .none, .fields: try readRows(&file, header, raster)
  case .runs8, .runs4: try readRuns(&file, header, raster)
  }
  return raster
}

/// What stands before the pixels.
private struct BMPHeader {
  enum Compression: Int {
    case none = 0
    case runs8 = 1
    case runs4 = 2
    case fields = 3
  }

  /// Which bits of a pixel are which color.
  struct Fields: Equatable {
    var red = 0
    var green = 0
    var blue = 0
    var alpha = 0
  }

  let width: Int
  let height: Int
  /// Whether the first row in the file is the upper one.
  let isTopDown: Bool
  let bits: Int
  let compression: Compression
  private(set) var fields = Fields()
  private(set) var palette: [(red: UInt8, green: UInt8, blue: UInt8)] = []
  /// Where they begin in the file.
  let pixels: Int

  init(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) {
    var file = unsafe ByteCursor(bytes, at: 10)
    pixels = try file.little32()
    let length = try file.little32()
    let isCore = length == 12
    guard isCore || length >= 40 else { throw .damaged("its header has \(length) bytes") }
    let (wide, high) = isCore ? try (file.little16(), file.little16()) : try (file.signed32(), file.signed32())
    (width, height, isTopDown) = (wide, abs(high), high < 0)
    _ = try file.little16()
    bits = try file.little16()
    let code = isCore ? 0 : try file.little32()
    // 6 are bit fields with opacity.
    guard let compression = Compression(rawValue: code == 6 ? 3 : code) else {
      throw .damaged("its compression \(code) is none of a bitmap")
    }
    self.compression = compression
    switch (compression, bits) {
    case (.none, 1), (.none, 4), (.none, 8), (.none, 16), (.none, 24), (.none, 32), (.runs8, 8), (.runs4, 4),
      (.fields, 16), (.fields, 32):
      break
    default: throw .damaged("it has \(bits) bits a pixel")
    }
    var colors = 0
    if !isCore {
      file.place = 46
      colors = try file.little32()
    }
    if bits == 16 { fields = Fields(red: 0x7C00, green: 0x3E0, blue: 0x1F) }
    if bits == 32 { fields = Fields(red: 0xFF0000, green: 0xFF00, blue: 0xFF) }
    if compression == .fields {
      file.place = 54
      fields = try Fields(red: file.little32(), green: file.little32(), blue: file.little32())
      // Opacity came with the third version of the header, of 56 bytes.
      if code == 6 || length >= 56 { fields.alpha = try file.little32() }
    }
    if bits <= 8 {
      file.place = 14 + length
      let count = colors == 0 ? 1 << bits : min(colors, 1 << bits)
      for _ in 0..<count {
        let (blue, green, red) = try (file.byte(), file.byte(), file.byte())
        if !isCore { _ = try file.byte() }
        palette.append((UInt8(red), UInt8(green), UInt8(blue)))
      }
    }
  }

  /// Black for an index that the palette has not.
  func color(_ index: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    palette.indices.contains(index) ? palette[index] : (0, 0, 0)
  }
}

private func readRows(_ file: inout ByteCursor, _ header: BMPHeader, _ raster: Raster) throws(DecodeFailure) {
  // Rows are filled up to whole groups of 4 bytes. The size has been checked, so that nothing here overflows.
  let length = (header.width * header.bits + 31) / 32 * 4
  let fields = [header.fields.red, header.fields.green, header.fields.blue, header.fields.alpha].map(BitField.init)
  let size = raster.layout.size
  for line in 0..<header.height {
    let source = unsafe try file.take(length)
    let row = unsafe raster.row(header.isTopDown ? line : header.height - 1 - line)
    for x in 0..<header.width {
      switch header.bits {
      case 24:
        for part in 0..<3 { unsafe row[3 * x + part] = source[3 * x + 2 - part] }
      case 16, 32:
        let bytes = header.bits / 8
        var pixel = 0
        for part in 0..<bytes { pixel |= unsafe Int(source[bytes * x + part]) << (8 * part) }
        for part in 0..<size { unsafe row[size * x + part] = fields[part][pixel] }
      default:
        let shift = 8 - header.bits - x * header.bits % 8
        let index = unsafe Int(source[x * header.bits / 8]) >> shift & (1 << header.bits - 1)
        let color = header.color(index)
        unsafe (row[3 * x], row[3 * x + 1], row[3 * x + 2]) = (color.red, color.green, color.blue)
      }
    }
  }
}

/// A few neighboring bits of a pixel as a value up to 255.
private struct BitField {
  private let mask: Int
  private let shift: Int

  init(_ mask: Int) {
    self.mask = mask
    shift = mask == 0 ? 0 : mask.trailingZeroBitCount
  }

  subscript(pixel: Int) -> UInt8 {
    let most = mask >> shift
    guard most > 0 else { return 0 }
    return UInt8(clamping: ((pixel & mask) >> shift * 255 + most / 2) / most)
  }
}

/// Runs of one index (4 bits: of two that alternate), and between them places to go on at and indices as they are.
/// What no run reaches has the first color. A file that ends without saying so is shown as far as it goes.
private func readRuns(_ file: inout ByteCursor, _ header: BMPHeader, _ raster: Raster) throws(DecodeFailure) {
  let isNibbles = header.bits == 4
  let ground = header.color(0)
  for y in 0..<header.height { for x in 0..<header.width { put(ground, x, y) } }
  var (x, y) = (0, 0)
  func put(_ color: (red: UInt8, green: UInt8, blue: UInt8), _ x: Int, _ y: Int) {
    guard x < header.width, y < header.height else { return }
    let row = unsafe raster.row(header.isTopDown ? y : header.height - 1 - y)
    unsafe (row[3 * x], row[3 * x + 1], row[3 * x + 2]) = (color.red, color.green, color.blue)
  }
  while y < header.height {
    let (count, value) = try (file.byte(), file.byte())
    switch (count, value) {
    case (0, 0): (x, y) = (0, y + 1)
    case (0, 1): return
    case (0, 2): (x, y) = try (x + file.byte(), y + file.byte())
    case (0, _):
      let bytes = unsafe try file.take(isNibbles ? (value + 1) / 2 : value)
      for index in 0..<value {
        let byte = unsafe Int(bytes[isNibbles ? index / 2 : index])
        put(header.color(isNibbles ? byte >> (index.isMultiple(of: 2) ? 4 : 0) & 15 : byte), x, y)
        x += 1
      }
      // Filled up to whole groups of 2 bytes.
      if !bytes.count.isMultiple(of: 2) { _ = try file.byte() }
    default:
      for index in 0..<count {
        put(header.color(isNibbles ? value >> (index.isMultiple(of: 2) ? 4 : 0) & 15 : value), x, y)
        x += 1
      }
    }
  }
}
