package import Bits
import Foundation

/// From modules to message, for Micro QR. ISO/IEC 18004:2024 §12.
package enum MicroQRDecoder {
  /// Bits of evidence below which a reading is not believed; see `QREvidence.suffices`. An intact M1 whose
  /// digits fill it has 16 of its check codewords, 10 of its format information and 21 of its patterns.
  private static let leastEvidence = 36.0

  /// Reads a symbol seen from the front; a mirrored one is `modules.transposed`.
  ///
  /// - Parameter confidences: how sure each module is, row after row, 0 to 1.
  /// - Throws: `DecodeFailure` for the first stage that fails.
  package static func decode(_ modules: BitMatrix, confidences: [Float]? = nil) throws(DecodeFailure) -> DecodedSymbol {
    guard modules.width == modules.height, let version = MicroQRVersion(side: modules.width) else {
      throw .dimension(modules: modules.width)
    }
    let layout = MicroQRLayout(version)
    let candidates = MicroQRFormatInfo.candidates(in: modules, confidences: confidences)
    // Any two words differ in seven bits or more, so that up to three wrong ones are certain.
    guard let best = candidates.first, best.distance <= 3 else {
      throw .formatInformation(distance: candidates.first?.distance ?? 15)
    }
    let info = best.info
    let blocks = version.blocks(info.level)
    let half = version.endsInHalfCodeword ? blocks.dataCodewords - 1 : nil
    let codewords = QRCodewords(
      info.mask.inverting(modules), confidences, path: layout.path, count: version.codewords, half: half)
    var repaired = try blocks.repair(codewords)
    // Generators are in use that make the checks with other bits in the lower half of a half codeword than the
    // zeros of ISO/IEC 18004:2024 §7.5.2. What it holds is then not known, and the message must end before it.
    let isHalfKnown = half.map { repaired.data[$0] & 0xF == 0 } ?? true
    let bits = BitReader(repaired.data, count: version.dataBits(info.level) - (isHalfKnown ? 0 : 4))
    let message = try QRMessage(reading: bits, in: version.dialect)
    let (wrong, count) = layout.wrongModules(in: modules)
    repaired.evidence.format = 15 - 5 - log2(ball(of: best.distance, in: 15))
    repaired.evidence.pattern = Double(count) - log2(ball(of: wrong, in: count))
    repaired.evidence.structure = Double(message.regularBits)
    guard repaired.evidence.suffices(blocks: 1, least: leastEvidence) else {
      throw .errorCorrection(block: 0, capacity: blocks.checksPerBlock / 2)
    }
    return try message.symbol(
      .microQR,
      details: [
        "version": .string(version.name), "errorCorrectionLevel": .string(version.number == 1 ? "" : info.level.letter),
        "mask": .integer(info.maskIndex), "correctedCodewords": .integer(repaired.corrected),
      ])
  }
}
