import Barcodes
import Bits

/// MaxiCode: the message alone, a carrier's fields, and symbols around any data, whole and damaged.
enum MaxiCodeTargets {
  static let all = [FuzzTarget("maxicode-message", message), FuzzTarget("maxicode-symbol", symbol)]

  private static func message(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    var rest = [UInt8]()
    let bytes = input.rest()
    if let carrier = MaxiCodeCarrier(beginning: bytes, rest: &rest) {
      try promise(
        MaxiCodeCarrier(codewords: carrier.codewords) == carrier, "\(carrier) does not come back from its codewords")
    }
    guard let read = try? MaxiCodeMessage(reading: bytes), !read.bytes.isEmpty else { return }
    try SymbolConsumers.consume(
      DecodedSymbol(
        symbology: .maxiCode, text: read.text, bytes: read.bytes, symbologyIdentifier: "]U0",
        structuredAppend: read.structuredAppend))
  }

  private static func symbol(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let mode = input.number(in: MaxiCodeCodewords.modes)
    func codes(_ count: Int) -> [UInt8] {
      Array((input.bytes(upTo: count).map { $0 & 63 } + [UInt8](repeating: 33, count: count)).prefix(count))
    }
    let primary = [UInt8(mode)] + codes(9)
    let secondary = codes(mode == 5 ? 68 : 84)
    var modules = MaxiCodeCodewords.modules(
      of: MaxiCodeCodewords.complete(primary: primary, secondary: secondary))
    let truth = try? MaxiCodeDecoder.decode(modules)
    let damage = ModuleDamage(&input)
    damage.apply(to: &modules)
    guard let read = try? MaxiCodeDecoder.decode(modules) else { return }
    try SymbolConsumers.consume(read)
    try promise(
      read.bytes == truth?.bytes, "read \(read.bytes), drawn \(truth?.bytes ?? [])",
      orElse: damage.isNone ? .defect : .misreading)
  }
}
