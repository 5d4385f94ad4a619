import Barcodes
import Bits

/// Data Matrix: the message alone, symbols around any data, and modules that are none.
enum DataMatrixTargets {
  static let all = [FuzzTarget("datamatrix-message", message), FuzzTarget("datamatrix-symbol", symbol)]

  private static func message(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    guard let read = try? DataMatrixMessage(reading: input.rest()), !read.bytes.isEmpty else { return }
    try SymbolConsumers.consume(
      DecodedSymbol(
        symbology: .dataMatrix, text: read.text, bytes: read.bytes, symbologyIdentifier: "]d1",
        structuredAppend: read.structuredAppend))
  }

  private static func symbol(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let size = input.element(of: DataMatrixSize.all)
    // 129 is the pad codeword. ISO/IEC 16022:2006 §5.2.3
    var data = input.bytes(upTo: size.dataCodewords)
    data += [UInt8](repeating: 129, count: size.dataCodewords - data.count)
    var modules = DataMatrixPlacement(size).symbol(of: DataMatrixBlocks(size).protect(data), size)
    let damage = ModuleDamage(&input)
    damage.apply(to: &modules)
    guard let read = try? DataMatrixDecoder.decode(modules, doubtful: damage.doubtful(in: modules)) else { return }
    try SymbolConsumers.consume(read)
    let truth = try? DataMatrixMessage(reading: data)
    try promise(
      read.bytes == truth?.bytes,
      "read \(read.bytes), drawn \(truth?.bytes ?? [])",
      orElse: damage.isNone ? .defect : .misreading)
  }
}
