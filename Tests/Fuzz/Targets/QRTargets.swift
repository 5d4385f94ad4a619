import Barcodes
import Bits

/// QR Code, Micro QR and rMQR: the message alone, and symbols around any data, whole and damaged.
enum QRTargets {
  static let all = [
    FuzzTarget("qr-message", message),
    FuzzTarget("qr-symbol") { input throws(BrokenPromise) in
      var input = input
      try read(SquareQR(&input), &input)
    },
    FuzzTarget("microqr-symbol") { input throws(BrokenPromise) in
      var input = input
      try read(MicroQR(&input), &input)
    },
    FuzzTarget("rmqr-symbol") { input throws(BrokenPromise) in
      var input = input
      try read(RectangularQR(&input), &input)
    },
  ]

  private static func message(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let dialect =
      switch input.number(below: 4) {
      case 0: MicroQRVersion(input.number(in: 1...4)).dialect
      case 1: RMQRVersion(input.number(below: 32)).dialect
      default: QRDialect.qr(QRVersion(input.number(in: 1...40)))
      }
    let cut = input.number(below: 8)
    let data = input.rest()
    let reader = BitReader(data, count: max(0, 8 * data.count - cut))
    guard let read = try? QRMessage(reading: reader, in: dialect) else { return }
    if let symbol = try? read.symbol(.qr, details: [:]) { try SymbolConsumers.consume(symbol) }
    // What was read can be written, and says the same.
    guard let bits = read.bitCount(in: dialect) else { return }
    let written = read.codewords(in: dialect, capacity: bits + 32)
    let again = try? QRMessage(reading: BitReader(written, count: bits + 32), in: dialect)
    try promise(
      again?.segments == read.segments, "written again it says \(again?.segments ?? []), not \(read.segments)")
  }

  /// Any data, with the check codewords that belong to them, read from the modules.
  private static func read(_ symbol: some DrawnQR, _ input: inout FuzzInput) throws(BrokenPromise) {
    let data = symbol.data(&input)
    var modules = symbol.modules(data)
    let damage = ModuleDamage(&input)
    damage.apply(to: &modules)
    let confidences = damage.confidences(for: modules)
    guard let read = try? symbol.decode(modules, confidences) else { return }
    try SymbolConsumers.consume(read)
    let truth = try? QRMessage(reading: BitReader(data, count: symbol.dataBits), in: symbol.dialect)
      .symbol(read.symbology, details: [:])
    try promise(
      read.bytes == truth?.bytes,
      "read \(read.bytes), drawn \(truth?.bytes ?? [])",
      orElse: damage.isNone ? .defect : .misreading)
  }
}

/// A symbol of the family around given data codewords.
private protocol DrawnQR {
  var dialect: QRDialect { get }
  var dataBits: Int { get }
  var blocks: QRBlocks { get }
  func modules(_ data: [UInt8]) -> BitMatrix
  func decode(_ modules: BitMatrix, _ confidences: [Float]?) throws -> DecodedSymbol
}

extension DrawnQR {
  /// As many as the symbol has; bits behind the last are 0.
  func data(_ input: inout FuzzInput) -> [UInt8] {
    var data = input.bytes(upTo: blocks.dataCodewords)
    data += [UInt8](repeating: 0, count: blocks.dataCodewords - data.count)
    if dataBits % 8 > 0 { data[data.count - 1] &= 0xF0 }
    return data
  }
}

private struct SquareQR: DrawnQR {
  private let version: QRVersion
  private let level: QRErrorCorrection
  private let mask: QRMask

  init(_ input: inout FuzzInput) {
    version = QRVersion(input.number(in: 1...40))
    level = QRErrorCorrection(indicator: input.number(below: 4))
    mask = QRMask(input.number(below: 8))
  }

  var dialect: QRDialect { .qr(version) }
  var blocks: QRBlocks { version.blocks(level) }
  var dataBits: Int { 8 * blocks.dataCodewords }

  func modules(_ data: [UInt8]) -> BitMatrix {
    let layout = QRLayout(version)
    var modules = layout.template
    modules.draw(blocks.protect(data).bits, along: layout.path, mask)
    QRFormatInfo(level: level, mask: mask).draw(into: &modules)
    return modules
  }

  func decode(_ modules: BitMatrix, _ confidences: [Float]?) throws -> DecodedSymbol {
    try QRDecoder.decode(modules, confidences: confidences)
  }
}

private struct MicroQR: DrawnQR {
  private let version: MicroQRVersion
  private let level: QRErrorCorrection
  private let maskIndex: Int

  init(_ input: inout FuzzInput) {
    version = MicroQRVersion(input.number(in: 1...4))
    level = input.element(of: version.levels)
    maskIndex = input.number(below: 4)
  }

  var dialect: QRDialect { version.dialect }
  var blocks: QRBlocks { version.blocks(level) }
  var dataBits: Int { version.dataBits(level) }

  func modules(_ data: [UInt8]) -> BitMatrix {
    let layout = MicroQRLayout(version)
    var bits = blocks.protect(data).bits
    // The last data codeword of two of the versions is of four bits.
    if version.endsInHalfCodeword { bits.removeSubrange(dataBits..<dataBits + 4) }
    var modules = layout.template
    modules.draw(bits, along: layout.path, MicroQRFormatInfo.masks[maskIndex])
    MicroQRFormatInfo(version: version, level: level, maskIndex: maskIndex).draw(into: &modules)
    return modules
  }

  func decode(_ modules: BitMatrix, _ confidences: [Float]?) throws -> DecodedSymbol {
    try MicroQRDecoder.decode(modules, confidences: confidences)
  }
}

private struct RectangularQR: DrawnQR {
  private let version: RMQRVersion
  private let level: QRErrorCorrection

  init(_ input: inout FuzzInput) {
    version = RMQRVersion(input.number(below: 32))
    level = input.element(of: RMQRVersion.levels)
  }

  var dialect: QRDialect { version.dialect }
  var blocks: QRBlocks { version.blocks(level) }
  var dataBits: Int { 8 * blocks.dataCodewords }

  func modules(_ data: [UInt8]) -> BitMatrix {
    let layout = RMQRLayout(version)
    var modules = layout.template
    modules.draw(blocks.protect(data).bits, along: layout.path, RMQRLayout.mask)
    RMQRFormatInfo(version: version, level: level).draw(into: &modules)
    return modules
  }

  func decode(_ modules: BitMatrix, _ confidences: [Float]?) throws -> DecodedSymbol {
    try RMQRDecoder.decode(modules, confidences: confidences)
  }
}

extension BitMatrix {
  /// Bits along a path of row-major indices under a mask; where they end, zeros.
  fileprivate mutating func draw(_ bits: [Bool], along path: [Int], _ mask: QRMask) {
    for (index, at) in path.enumerated() {
      let (y, x) = at.quotientAndRemainder(dividingBy: width)
      self[x, y] = (index < bits.count && bits[index]) != mask.inverts(x: x, y: y)
    }
  }
}
