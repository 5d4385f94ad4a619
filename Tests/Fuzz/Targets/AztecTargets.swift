import Barcodes
import Bits

/// Aztec Code: the message alone, and symbols around any data, whole and damaged.
enum AztecTargets {
  static let all = [FuzzTarget("aztec-message", message), FuzzTarget("aztec-symbol", symbol)]

  private static func message(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let cut = input.number(below: 8)
    guard let read = try? AztecMessage(reading: Array(input.rest().bits.dropLast(cut))), !read.bytes.isEmpty else {
      return
    }
    try SymbolConsumers.consume(
      DecodedSymbol(
        symbology: .aztec, text: read.text, bytes: read.bytes, symbologyIdentifier: "]z0",
        structuredAppend: read.structuredAppend))
  }

  private static func symbol(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let size = input.element(of: AztecSize.all)
    let message = input.bytes(upTo: size.bits / 8 + 1).bits
    let data = Array(AztecCodewords.stuff(message, wordSize: size.wordSize).prefix(size.mostDataCodewords))
    guard !data.isEmpty else { return }
    var modules = BitMatrix(side: size.side)
    for (place, bit) in zip(size.path, AztecCodewords.layerBits(data, size)) { modules[place.x, place.y] = bit }
    for (place, bit) in zip(size.modePath, AztecModeMessage(size: size, dataCodewords: data.count).bits) {
      modules[place.x, place.y] = bit
    }
    let damage = ModuleDamage(&input)
    damage.apply(to: &modules)
    guard let read = try? AztecDecoder.decode(modules) else { return }
    try SymbolConsumers.consume(read)
    let truth = AztecCodewords.unstuff(data, wordSize: size.wordSize).flatMap { try? AztecMessage(reading: $0) }
    try promise(
      read.bytes == truth?.bytes,
      "read \(read.bytes), drawn \(truth?.bytes ?? [])",
      orElse: damage.isNone ? .defect : .misreading)
  }
}
