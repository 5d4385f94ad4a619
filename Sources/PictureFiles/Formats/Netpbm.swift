/// PBM, PGM and PPM, in ASCII (P1…P3) and binary (P4…P6), with samples of 8 or 16 bits. Netpbm's pbm(5), pgm(5), ppm(5).
func decodeNetpbm(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) -> Raster {
  var file = unsafe ByteCursor(bytes, at: 1)
  let kind = try file.byte() - Int(UInt8(ascii: "0"))
  let width = try file.decimal()
  let height = try file.decimal()
  let isBitmap = kind == 1 || kind == 4
  let white = isBitmap ? 1 : try file.decimal()
  guard 1...65535 ~= white else { throw .damaged("its samples end at \(white)") }
  let raster = try Raster(width: width, height: height, kind == 3 || kind == 6 ? .rgb : .grey)
  if kind >= 4 {
    // One white space ends the header.
    _ = try file.byte()
  }
  let scale = NetpbmScale(white: white)
  for y in 0..<height {
    let row = unsafe raster.row(y)
    switch kind {
    case 1: for x in row.indices { unsafe row[x] = try file.bit() == 1 ? 0 : 255 }
    case 2, 3: for x in row.indices { unsafe row[x] = scale[try file.decimal()] }
    case 4:
      let bits = unsafe try file.take((width + 7) / 8)
      for x in row.indices { unsafe row[x] = bits[x / 8] >> (7 - x % 8) & 1 == 1 ? 0 : 255 }
    case _ where white == 255: unsafe UnsafeMutableRawBufferPointer(row).copyMemory(from: try file.take(row.count))
    case _ where white < 256:
      let samples = unsafe try file.take(row.count)
      for x in row.indices { unsafe row[x] = scale[Int(samples[x])] }
    default:
      let samples = unsafe try file.take(2 * row.count)
      for x in row.indices { unsafe row[x] = scale[Int(samples[2 * x]) << 8 | Int(samples[2 * x + 1])] }
    }
  }
  return raster
}

/// Samples up to `white` as samples up to 255.
private struct NetpbmScale {
  private let values: [UInt8]

  init(white: Int) { values = (0...white).map { UInt8(($0 * 255 + white / 2) / white) } }

  /// A sample above white is white.
  subscript(sample: Int) -> UInt8 { values[min(sample, values.count - 1)] }
}

extension ByteCursor {
  /// The next decimal number, past white space and `#` comments, and before the character after it.
  fileprivate mutating func decimal() throws(DecodeFailure) -> Int {
    var value = try digit()
    while place < count, case let next = unsafe Int(bytes[place]) - Int(UInt8(ascii: "0")), 0...9 ~= next {
      value = value * 10 + next
      guard value <= Int(Int32.max) else { throw .damaged("a number in it is too large") }
      place += 1
    }
    return value
  }

  /// The next digit that is 0 or 1; between them there may be no space.
  fileprivate mutating func bit() throws(DecodeFailure) -> Int {
    let digit = try digit()
    guard digit <= 1 else { throw .damaged("a pixel in it is \(digit)") }
    return digit
  }

  private mutating func digit() throws(DecodeFailure) -> Int {
    while true {
      let next = try byte()
      switch next {
      case Int(UInt8(ascii: "0"))...Int(UInt8(ascii: "9")): return next - Int(UInt8(ascii: "0"))
      case Int(UInt8(ascii: "#")): while try byte() != Int(UInt8(ascii: "\n")) {}
      case 0...Int(UInt8(ascii: " ")): break
      default: throw .damaged("there is no number where one must be")
      }
    }
  }
}
