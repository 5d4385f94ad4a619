package import Bits

/// From modules to message. ISO/IEC 24778:2008 §9.
package enum AztecDecoder {
  /// Reads a symbol from its modules, three orientation marks dark at the top left.
  ///
  /// - Throws: `DecodeFailure` for the first stage that fails.
  package static func decode(_ modules: BitMatrix) throws(DecodeFailure) -> DecodedSymbol {
    guard modules.width == modules.height else { throw .dimension(modules: modules.width) }
    if modules.width == 11 { return try rune(modules) }
    let sizes = AztecSize.all.filter { $0.side == modules.width }
    guard !sizes.isEmpty else { throw .dimension(modules: modules.width) }
    for size in sizes {
      let bits = size.modePath.map { modules[$0.x, $0.y] }
      if let mode = AztecModeMessage(bits: bits, isCompact: size.isCompact), mode.size == size {
        return try decode(modules, mode)
      }
    }
    throw .formatInformation(distance: 0)
  }

  /// Reads the layers of a symbol whose mode message is known.
  ///
  /// - Parameters:
  ///   - doubtful: modules whose color was hard to tell, worst first.
  ///   - isOver: asked between two attempts at repairing it whether to stop there.
  package static func decode(
    _ modules: BitMatrix, _ mode: AztecModeMessage, doubtful: [(x: Int, y: Int)] = [], isOver: () -> Bool = { false }
  ) throws(DecodeFailure) -> DecodedSymbol {
    let size = mode.size
    guard modules.width == size.side, modules.height == size.side else { throw .dimension(modules: modules.width) }
    let path = size.path
    let suspects = doubtful.isEmpty ? [] : codewordPlaces(of: doubtful, size, path)
    let (data, corrected) = try AztecCodewords.repair(
      path.map { modules[$0.x, $0.y] }, mode, doubtful: suspects, isOver: isOver)
    guard let bits = AztecCodewords.unstuff(data, wordSize: size.wordSize) else { throw .dataStructure(atBit: 0) }
    let message = try AztecMessage(reading: bits)
    guard !message.bytes.isEmpty || message.structuredAppend != nil else { throw .emptyMessage }
    var details: [String: DetailValue] = [
      "layers": .integer(size.layers), "compact": .boolean(size.isCompact), "correctedCodewords": .integer(corrected),
    ]
    if mode.isReaderInitialization { details["readerProgramming"] = .boolean(true) }
    return DecodedSymbol(
      symbology: .aztec, text: message.text, bytes: message.bytes, symbologyIdentifier: identifier(message),
      structuredAppend: message.structuredAppend, details: details)
  }

  /// The number in three digits, as the standard wants it sent. Annex A.
  ///
  /// - Parameter isWhole: whether to read it only where none of its modules is wrong.
  package static func rune(_ modules: BitMatrix, isWhole: Bool = false) throws(DecodeFailure) -> DecodedSymbol {
    let size = AztecSize(isCompact: true, layers: 0)
    let bits = size.modePath.map { modules[$0.x, $0.y] }
    guard let value = AztecRune.value(bits: bits), !isWhole || AztecRune.bits(value: value) == bits else {
      throw .formatInformation(distance: 0)
    }
    let digits = String(String(1000 + value).dropFirst())
    return DecodedSymbol(
      symbology: .aztec, text: digits, bytes: Array(digits.utf8), symbologyIdentifier: "]zC",
      details: ["rune": .boolean(true), "compact": .boolean(true)])
  }

  /// ISO/IEC 15424 for `z`: FNC1 first 1, later 2; 3 more with ECI; 6 more for a part of a message.
  private static func identifier(_ message: AztecMessage) -> String {
    let marking =
      switch message.marking {
      case .none: 0
      case .gs1: 1
      case .industry: 2
      }
    let number = marking + (message.usesECI ? 3 : 0) + (message.structuredAppend != nil ? 6 : 0)
    return "]z" + String(number, radix: 16, uppercase: true)
  }

  private static func codewordPlaces(
    of modules: [(x: Int, y: Int)], _ size: AztecSize, _ path: [(x: Int, y: Int)]
  ) -> [Int] {
    let offset = size.bits % size.wordSize
    var codewordAt = [Int](repeating: -1, count: size.side * size.side)
    for (bit, place) in path.enumerated() where bit >= offset {
      codewordAt[place.y * size.side + place.x] = (bit - offset) / size.wordSize
    }
    var seen: Set<Int> = []
    return modules.compactMap { module in
      let codeword = codewordAt[module.y * size.side + module.x]
      return codeword >= 0 && seen.insert(codeword).inserted ? codeword : nil
    }
  }
}
