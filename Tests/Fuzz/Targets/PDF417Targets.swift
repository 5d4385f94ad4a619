import Barcodes
import Bits

/// PDF417 and MicroPDF417: the message alone, and codewords with their checks, whole and damaged.
enum PDF417Targets {
  static let all = [FuzzTarget("pdf417-message", message), FuzzTarget("pdf417-symbol", symbol)]

  /// Two bytes a codeword; 900 and more are latches and the like.
  private static func codewords(_ input: inout FuzzInput, upTo count: Int) -> [Int] {
    var result: [Int] = []
    while result.count < count, !input.isEmpty { result.append(input.number(below: PrimeField.modulus)) }
    return result
  }

  private static func message(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let isMicro = input.bool()
    // A symbol has at most 928.
    guard let read = try? PDF417Message(reading: codewords(&input, upTo: 928), isMicro: isMicro) else { return }
    try SymbolConsumers.consume(
      DecodedSymbol(
        symbology: .pdf417, text: read.text, bytes: read.bytes, symbologyIdentifier: "]L1",
        structuredAppend: read.structuredAppend, details: read.fields.mapValues { .string($0) }))
  }

  private static func symbol(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    if input.bool() {
      let variant = input.element(of: MicroPDF417Variant.all)
      var data = codewords(&input, upTo: variant.codewords - variant.checkCodewords)
      data += [Int](repeating: 900, count: variant.codewords - variant.checkCodewords - data.count)
      try read(data, checks: variant.checkCodewords, &input, isMicro: true) { try PDF417Decoder.decode($0, variant) }
    } else {
      guard
        let layout = PDF417Layout(
          columns: input.number(in: 1...30), rows: input.number(in: 3...90), level: input.number(below: 9))
      else { return }
      let room = layout.codewords - layout.checkCodewords
      let message = codewords(&input, upTo: room - 1)
      // The first tells how many there are.
      let data = [room] + message + [Int](repeating: 900, count: room - 1 - message.count)
      try read(data, checks: layout.checkCodewords, &input, isMicro: false) { try PDF417Decoder.decode($0, layout) }
    }
  }

  private static func read(
    _ data: [Int], checks: Int, _ input: inout FuzzInput, isMicro: Bool, decode: ([Int?]) throws -> DecodedSymbol
  ) throws(BrokenPromise) {
    var word = (data + PrimeReedSolomon(checkCount: checks).checks(for: data)).map(Optional.init)
    let damaged = input.number(below: 64)
    for _ in 0..<damaged {
      let place = input.number(below: word.count)
      word[place] = input.bool() ? nil : input.number(below: PrimeField.modulus)
    }
    guard let read = try? decode(word) else { return }
    try SymbolConsumers.consume(read)
    let truth = try? PDF417Message(reading: isMicro ? data : Array(data.dropFirst()), isMicro: isMicro)
    try promise(
      read.bytes == truth?.bytes,
      "read \(read.bytes), drawn \(truth?.bytes ?? [])",
      orElse: damaged == 0 ? .defect : .misreading)
  }
}
