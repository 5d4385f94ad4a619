package import Bits

/// From modules to message, for rMQR. ISO/IEC 23941:2022 §12.
package enum RMQRDecoder {
  /// Reads a symbol seen from the front and upright; a mirrored one is turned to that by the caller.
  ///
  /// - Parameter confidences: how sure each module is, row after row, 0 to 1.
  /// - Throws: `DecodeFailure` for the first stage that fails.
  package static func decode(_ modules: BitMatrix, confidences: [Float]? = nil) throws(DecodeFailure) -> DecodedSymbol {
    guard let version = RMQRVersion(width: modules.width, height: modules.height) else {
      throw .dimension(modules: modules.width)
    }
    let layout = RMQRLayout(version)
    let candidates = RMQRFormatInfo.candidates(in: modules, confidences: confidences)
    var failure: DecodeFailure?
    // Three wrong bits of a copy are corrected; past that, both levels are tried, and evidence decides. Where the level
    // is certain the other one may not be: an intact block of level H is an intact block of level M as well, with check
    // codewords among its data.
    let isCertain = candidates.first.map { $0.distance <= 3 } ?? false
    for candidate in candidates where candidate.distance <= 3 || !isCertain {
      do {
        return try decode(modules, confidences, layout, candidate)
      } catch {
        failure = failure ?? error
      }
    }
    if let best = candidates.first, best.distance > 3 { throw .formatInformation(distance: best.distance) }
    throw failure ?? .formatInformation(distance: 18)
  }

  private static func decode(
    _ modules: BitMatrix, _ confidences: [Float]?, _ layout: RMQRLayout, _ format: RMQRFormatCandidate
  ) throws(DecodeFailure) -> DecodedSymbol {
    let version = format.info.version
    let blocks = version.blocks(format.info.level)
    let codewords = QRCodewords(
      RMQRLayout.mask.inverting(modules), confidences, path: layout.path, count: version.codewords)
    var repaired = try blocks.repair(codewords)
    let message = try QRMessage(reading: BitReader(repaired.data), in: version.dialect)
    repaired.evidence.format = format.evidence
    repaired.evidence.structure = Double(message.regularBits)
    guard repaired.evidence.suffices(blocks: blocks.count, least: QRDecoder.leastEvidence) else {
      throw .errorCorrection(block: 0, capacity: blocks.checksPerBlock / 2)
    }
    return try message.symbol(
      .rMQR,
      details: [
        "version": .string(version.name), "errorCorrectionLevel": .string(format.info.level.letter),
        "correctedCodewords": .integer(repaired.corrected),
      ])
  }
}
