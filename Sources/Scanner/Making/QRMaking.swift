import Barcodes

/// QR Code, Micro QR and rMQR by a recipe's options.
enum QRMaking {
  static let entries: [WriterCatalog.Entry] = [
    WriterCatalog.Entry(.qr) { recipe throws(WriteFailure) in try qr(recipe) },
    WriterCatalog.Entry(.microQR) { recipe throws(WriteFailure) in [try microQR(recipe)] },
    WriterCatalog.Entry(.rMQR) { recipe throws(WriteFailure) in [try rMQR(recipe)] },
  ]

  private static func qr(_ recipe: CodeRecipe) throws(WriteFailure) -> [MadeCode] {
    let options = recipe.options ?? WritingOptions()
    let versions = try range(options.version, in: 1...40, of: "QR Code")
    var mask: QRMask?
    if let number = options.mask {
      guard 0...7 ~= number else { throw .invalid("QR Code has the masks 0 to 7, not \(number)") }
      mask = QRMask(number)
    }
    let writer = QRWriter(
      versions: versions, level: QRErrorCorrection(recipe.level), boostsLevel: options.raisesLevel ?? false,
      mask: mask, mode: try mode(options), eci: options.eci, marking: options.isGS1 == true ? .gs1 : .none)
    let symbols: [QRSymbol] =
      if let bytes = recipe.bytes {
        [try writer.symbol(bytes: bytes)]
      } else if let count = options.symbols {
        try writer.symbols(recipe.text, count: count == 0 ? nil : count)
      } else {
        [try writer.symbol(recipe.text)]
      }
    return symbols.enumerated().map { index, symbol in
      var details = [
        MadeCode.Detail("version", "\(symbol.version.number)"), MadeCode.Detail("level", symbol.level.letter),
        MadeCode.Detail("mask", "\(symbol.mask.number)"),
      ]
      if symbols.count > 1 { details.append(MadeCode.Detail("part", "\(index + 1) of \(symbols.count)")) }
      return MadeCode(symbology: .qr, modules: symbol.modules, details: details)
    }
  }

  private static func microQR(_ recipe: CodeRecipe) throws(WriteFailure) -> MadeCode {
    let options = recipe.options ?? WritingOptions()
    guard options.eci == nil else { throw .invalid("Micro QR Code has no ECI") }
    if let mask = options.mask, !(0...3 ~= mask) { throw .invalid("Micro QR has the masks 0 to 3, not \(mask)") }
    let writer = MicroQRWriter(
      versions: try range(options.version, in: 1...4, of: "Micro QR"), level: QRErrorCorrection(recipe.level),
      boostsLevel: options.raisesLevel ?? false, maskIndex: options.mask, mode: try mode(options))
    let symbol = try writer.symbol(recipe.text)
    return MadeCode(
      symbology: .microQR, modules: symbol.modules,
      details: [
        MadeCode.Detail("level", symbol.level.letter), MadeCode.Detail("mask", "\(symbol.maskIndex)"),
      ])
  }

  private static func rMQR(_ recipe: CodeRecipe) throws(WriteFailure) -> MadeCode {
    let options = recipe.options ?? WritingOptions()
    var writer = RMQRWriter()
    // rMQR has the levels M and H alone.
    writer.level = recipe.level == .quartile || recipe.level == .high ? .high : .medium
    writer.boostsLevel = options.raisesLevel ?? false
    writer.mode = try mode(options)
    writer.eci = options.eci
    writer.isGS1 = options.isGS1 == true
    let symbol = try writer.symbol(recipe.text)
    return MadeCode(
      symbology: .rMQR, modules: symbol.modules, details: [MadeCode.Detail("level", symbol.level.letter)])
  }

  private static func range(
    _ version: Int?, in all: ClosedRange<Int>, of name: String
  ) throws(WriteFailure) -> ClosedRange<Int> {
    guard let version else { return all }
    guard all ~= version else {
      throw .invalid("\(name) has the versions \(all.lowerBound) to \(all.upperBound), not \(version)")
    }
    return version...version
  }

  private static func mode(_ options: WritingOptions) throws(WriteFailure) -> QRMode? {
    guard let name = options.mode else { return nil }
    guard let mode = QRMode(rawValue: name.lowercased()) else {
      throw .invalid("there is no mode “\(HarmlessText.escaped(name))”: numeric, alphanumeric, byte or kanji")
    }
    return mode
  }
}

extension QRErrorCorrection {
  fileprivate init(_ level: ErrorCorrectionLevel) {
    switch level {
    case .low: self = .low
    case .medium: self = .medium
    case .quartile: self = .quartile
    case .high: self = .high
    }
  }
}
