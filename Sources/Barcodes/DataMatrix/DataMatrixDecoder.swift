package import Bits

/// From modules to message. ISO/IEC 16022:2006 §9.
package enum DataMatrixDecoder {
  /// Reads a symbol from its modules, the solid sides at the left and at the bottom.
  ///
  /// - Parameter doubtful: modules whose color was hard to tell, worst first.
  /// - Throws: `DecodeFailure` for the first stage that fails.
  package static func decode(
    _ modules: BitMatrix, doubtful: [(x: Int, y: Int)] = []
  ) throws(DecodeFailure) -> DecodedSymbol {
    guard let size = DataMatrixSize(rows: modules.height, columns: modules.width) else {
      throw .dimension(modules: modules.width)
    }
    let placement = DataMatrixPlacement(size)
    let codewords = placement.codewords(of: modules, size)
    let suspects = doubtful.isEmpty ? [] : placement.codewordPlaces(of: doubtful, size)
    let (data, corrected) = try repair(codewords, suspects, size)
    let message = try DataMatrixMessage(reading: data)
    guard !message.bytes.isEmpty || message.structuredAppend != nil || message.isReaderProgramming else {
      throw .emptyMessage
    }
    return symbol(message, size, corrected: corrected)
  }

  private static func repair(
    _ codewords: [UInt8], _ doubtful: [Int], _ size: DataMatrixSize
  ) throws(DecodeFailure) -> (data: [UInt8], corrected: Int) {
    do {
      return try DataMatrixBlocks(size).repair(codewords, doubtful: doubtful)
    } catch {
      guard size.dataCodewords % size.blocks != 0 else { throw error }
      return try DataMatrixBlocks(size, dealing: .restarted).repair(codewords, doubtful: doubtful)
    }
  }

  private static func symbol(_ message: DataMatrixMessage, _ size: DataMatrixSize, corrected: Int) -> DecodedSymbol {
    var details: [String: DetailValue] = [
      "rows": .integer(size.rows), "columns": .integer(size.columns), "correctedCodewords": .integer(corrected),
    ]
    if message.isReaderProgramming { details["readerProgramming"] = .boolean(true) }
    if size.isExtension { details["rectangularExtension"] = .boolean(true) }
    return DecodedSymbol(
      symbology: .dataMatrix, text: message.text, bytes: message.bytes,
      symbologyIdentifier: identifier(message, size), structuredAppend: message.structuredAppend, details: details)
  }

  /// ISO/IEC 15424 for `d`: 1…3 by FNC1, 4…6 the same with ECI; ISO/IEC 21471:2020 Annex B adds 6 for its sizes.
  private static func identifier(_ message: DataMatrixMessage, _ size: DataMatrixSize) -> String {
    let marking =
      switch message.marking {
      case .none: 1
      case .gs1: 2
      case .industry: 3
      }
    let number = marking + (message.usesECI ? 3 : 0) + (size.isExtension ? 6 : 0)
    return "]d" + String(number, radix: 16, uppercase: true)
  }
}
