package import Bits

/// From modules to message. ISO/IEC 18004:2024 §12.
///
/// ```swift
/// let symbol = try QRDecoder.decode(modules)
/// ```
package enum QRDecoder {
  /// Bits of evidence below which a reading is not believed; see `QREvidence.suffices`.
  static let leastEvidence = 40.0

  /// Reads a symbol seen from the front; a mirrored one is `modules.transposed`.
  ///
  /// - Parameter confidences: how sure each module is, row after row, 0 to 1. With them the least sure
  ///   codewords are tried as erasures.
  /// - Throws: `DecodeFailure` for the first stage that fails.
  /// - Complexity: O(modules), and O(codewords × checks) for damage.
  package static func decode(_ modules: BitMatrix, confidences: [Float]? = nil) throws(DecodeFailure) -> DecodedSymbol {
    try decode(modules, confidences, QRLayouts())
  }

  /// The same with the layouts of symbols read before.
  static func decode(
    _ modules: BitMatrix, _ confidences: [Float]?, _ layouts: QRLayouts
  ) throws(DecodeFailure) -> DecodedSymbol {
    guard modules.width == modules.height, let version = QRVersion(side: modules.width) else {
      throw .dimension(modules: modules.width)
    }
    let layout = layouts[version]
    let candidates = QRFormatInfo.candidates(in: modules, confidences: confidences)
    var failure: DecodeFailure?
    for (rank, candidate) in candidates.enumerated() {
      // A second reading is worth a try where it is nearly as near as the first.
      guard rank == 0 || candidate.totalDistance <= candidates[0].totalDistance + 3 else { break }
      do { return try decode(modules, confidences, layout, candidate) } catch { failure = failure ?? error }
    }
    if let older = try? decodeModel1(modules, confidences, version, unlike: candidates[0]) { return older }
    // Three wrong bits of a copy are corrected. ISO/IEC 18004:2024 Annex C.
    if candidates[0].distance > 3 { throw .formatInformation(distance: candidates[0].distance) }
    throw failure ?? .formatInformation(distance: candidates[0].distance)
  }

  /// Model 1 has the same finders and sizes, and tells itself by another pattern over its format information.
  private static func decodeModel1(
    _ modules: BitMatrix, _ confidences: [Float]?, _ version: QRVersion, unlike model2: QRFormatCandidate
  ) throws(DecodeFailure) -> DecodedSymbol {
    let pattern = QRFormatInfo.patternOfModel1
    guard QRModel1.versions.contains(version.number) else { throw .dimension(modules: version.side) }
    let format = QRFormatInfo.candidates(in: modules, confidences: confidences, pattern: pattern, limit: 1)[0]
    guard format.distance <= 3, format.totalDistance < model2.totalDistance else {
      throw .formatInformation(distance: format.distance)
    }
    return try QRModel1.decode(modules, confidences, version, format)
  }

  private static func decode(
    _ modules: BitMatrix, _ confidences: [Float]?, _ layout: QRLayout, _ format: QRFormatCandidate
  ) throws(DecodeFailure) -> DecodedSymbol {
    let version = layout.version
    let blocks = version.blocks(format.info.level)
    let codewords = QRCodewords(
      format.info.mask.inverting(modules), confidences, path: layout.path, count: version.codewords)
    var repaired = try blocks.repair(codewords)
    let message = try QRMessage(reading: BitReader(repaired.data), in: .qr(version))
    repaired.evidence.format = format.evidence
    repaired.evidence.structure = Double(message.regularBits)
    guard repaired.evidence.suffices(blocks: blocks.count, least: leastEvidence) else {
      throw .errorCorrection(block: 0, capacity: blocks.checksPerBlock / 2)
    }
    return try message.symbol(
      .qr,
      details: [
        "version": .integer(version.number), "errorCorrectionLevel": .string(format.info.level.letter),
        "mask": .integer(format.info.mask.number), "correctedCodewords": .integer(repaired.corrected),
      ])
  }
}
