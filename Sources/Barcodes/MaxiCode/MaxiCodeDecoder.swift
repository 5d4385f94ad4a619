package import Bits

/// From modules to message. ISO/IEC 16023:2000 §4.
package enum MaxiCodeDecoder {
  /// Reads a symbol from its 30 × 33 modules, a row of 29 with one more that is not looked at.
  ///
  /// - Parameter doubtful: modules whose color was hard to tell, worst first.
  /// - Throws: `DecodeFailure` for the first stage that fails.
  package static func decode(
    _ modules: BitMatrix, doubtful: [(x: Int, y: Int)] = []
  ) throws(DecodeFailure) -> DecodedSymbol {
    guard modules.width == MaxiCodeLayout.columns, modules.height == MaxiCodeLayout.rows else {
      throw .dimension(modules: modules.width)
    }
    let read = try MaxiCodeCodewords.repair(
      MaxiCodeCodewords.codewords(in: modules), doubtful: MaxiCodeCodewords.indices(of: doubtful))
    var details: [String: DetailValue] = ["mode": .integer(read.mode), "correctedCodewords": .integer(read.corrected)]
    var message: MaxiCodeMessage
    if read.mode <= 3 {
      guard let carrier = MaxiCodeCarrier(codewords: read.primary) else { throw .dataStructure(atBit: 0) }
      message = try MaxiCodeMessage(reading: read.secondary)
      message.insert(carrier)
      details.merge(carrier.details) { $1 }
    } else {
      message = try MaxiCodeMessage(reading: read.primary.dropFirst() + read.secondary)
      if read.mode == 6 { details["readerProgramming"] = .boolean(true) }
    }
    guard !message.bytes.isEmpty || message.structuredAppend != nil else { throw .emptyMessage }
    // ISO/IEC 15424 for `U`: 1 with a carrier's fields, 2 more with ECI.
    let option = (read.mode <= 3 ? 1 : 0) + (message.usesECI ? 2 : 0)
    return DecodedSymbol(
      symbology: .maxiCode, text: message.text, bytes: message.bytes, symbologyIdentifier: "]U\(option)",
      structuredAppend: message.structuredAppend, details: details)
  }
}
