import Bits

/// From codewords to message: error correction, then the data. ISO/IEC 15438:2015 §5.10 and ISO/IEC 24728:2006.
package enum PDF417Decoder {
  /// Reads a PDF417 symbol.
  ///
  /// - Parameter codewords: row after row; nil where none could be read.
  /// - Throws: `DecodeFailure` for the first stage that fails.
  package static func decode(_ codewords: [Int?], _ layout: PDF417Layout) throws(DecodeFailure) -> DecodedSymbol {
    let (data, corrected) = try repair(codewords, checks: layout.checkCodewords)
    // The first codeword tells how many there are, itself and the padding included. §5.1.4
    guard let count = data.first, 1...data.count ~= count else { throw .dataStructure(atBit: 0) }
    let message = try PDF417Message(reading: Array(data[1..<count]))
    return try symbol(
      .pdf417, message,
      [
        "rows": .integer(layout.rows), "columns": .integer(layout.columns),
        "errorCorrectionLevel": .string("\(layout.level)"), "correctedCodewords": .integer(corrected),
      ])
  }

  /// Reads a MicroPDF417 symbol.
  package static func decode(
    _ codewords: [Int?], _ variant: MicroPDF417Variant
  ) throws(DecodeFailure) -> DecodedSymbol {
    let (data, corrected) = try repair(codewords, checks: variant.checkCodewords)
    let message = try PDF417Message(reading: data, isMicro: true)
    return try symbol(
      .microPDF417, message,
      [
        "rows": .integer(variant.rows), "columns": .integer(variant.columns),
        "correctedCodewords": .integer(corrected),
      ])
  }

  private static func repair(
    _ codewords: [Int?], checks: Int
  ) throws(DecodeFailure) -> (data: [Int], corrected: Int) {
    let erasures = codewords.indices.filter { codewords[$0] == nil }
    var word = codewords.map { $0 ?? 0 }
    // Two check codewords are kept to tell a repair from a misreading. §5.10.1
    guard erasures.count + 2 <= checks || erasures.isEmpty,
      let corrected = PrimeReedSolomon(checkCount: checks).repair(&word, erasures: erasures)
    else { throw .errorCorrection(block: 0, capacity: checks) }
    guard 2 * (corrected - erasures.count) + erasures.count <= max(checks - 2, checks / 2) else {
      throw .errorCorrection(block: 0, capacity: checks)
    }
    return (Array(word.prefix(word.count - checks)), corrected)
  }

  private static func symbol(
    _ symbology: Symbology, _ message: PDF417Message, _ details: [String: DetailValue]
  ) throws(DecodeFailure) -> DecodedSymbol {
    guard !message.bytes.isEmpty || message.structuredAppend != nil || message.isReaderProgramming else {
      throw .emptyMessage
    }
    var details = details
    if message.isReaderProgramming { details["readerProgramming"] = .boolean(true) }
    if message.isLastSegment { details["lastSegment"] = .boolean(true) }
    for (name, value) in message.fields { details[name] = .string(value) }
    // ISO/IEC 15424 for `L`: 1 where interpretations were followed, 2 in the basic channel.
    return DecodedSymbol(
      symbology: symbology, text: message.text, bytes: message.bytes,
      symbologyIdentifier: message.usesECI ? "]L1" : "]L2", structuredAppend: message.structuredAppend,
      details: details)
  }
}
