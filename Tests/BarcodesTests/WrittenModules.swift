import Barcodes
import Bits

/// What the modules of a symbol say to its symbology's own decoder, without any picture.
enum WrittenModules {
  /// Nil where it is not read; what several of the readings say where it is linear.
  static func symbol(_ modules: BitMatrix, _ symbology: Symbology) throws -> DecodedSymbol? {
    switch symbology {
    case .qr: return try QRDecoder.decode(modules)
    case .microQR: return try MicroQRDecoder.decode(modules)
    case .rMQR: return try RMQRDecoder.decode(modules)
    case .dataMatrix: return try DataMatrixDecoder.decode(modules)
    case .aztec: return try AztecDecoder.decode(modules)
    case .maxiCode: return try MaxiCodeDrawing.modules(in: modules).map { try MaxiCodeDecoder.decode($0) }
    case .pdf417: return try pdf417(modules)
    case .microPDF417: return try microPDF417(modules)
    case .ean13, .ean8, .upcA, .upcE: return linear(modules, EANReader(), symbology)
    case .code128: return linear(modules, Code128Reader(), symbology)
    case .code39, .code39Mod43: return linear(modules, Code39Reader(), symbology)
    case .code93: return linear(modules, Code93Reader(), symbology)
    case .itf, .itf14: return linear(modules, ITFReader(), symbology)
    case .codabar: return linear(modules, CodabarReader(), symbology)
    case .telepen: return linear(modules, TelepenReader(), symbology)
    case .dxFilmEdge:
      return DXFilmEdge(data: (0..<modules.width).map { modules[$0, modules.height - 1] })?.symbol
    case .gs1DataBarLimited: return linear(modules, DataBarLimitedReader(), symbology)
    default:
      return LinearPicture().read(modules, linearSymbologies).first { $0.symbol.symbology == symbology }?.symbol
    }
  }

  private static func linear(_ modules: BitMatrix, _ reader: some LinearDecoder, _ symbology: Symbology)
    -> DecodedSymbol?
  {
    let row = (0..<modules.width).map { modules[$0, 0] }
    return reader.read(BarSequence(modules: row), wanted: [symbology]).first.map { reading in
      reading.addOn.map(reading.symbol.withAddOn) ?? reading.symbol
    }
  }

  private static func codeword(_ modules: BitMatrix, _ x: Int, _ y: Int) -> Int? {
    PDF417Patterns.codeword((0..<17).reduce(0) { $0 << 1 | (modules[x + $1, y] ? 1 : 0) })?.value
  }

  private static func pdf417(_ modules: BitMatrix) throws -> DecodedSymbol? {
    let (columns, rows) = ((modules.width - 1) / 17 - 4, modules.height / 3)
    let layout = (0...8).lazy.compactMap { PDF417Layout(columns: columns, rows: rows, level: $0) }.first { layout in
      (0..<3).allSatisfy { codeword(modules, 17, 3 * $0) == layout.leftIndicator(row: $0) }
    }
    let codewords = (0..<rows).flatMap { row in (0..<columns).map { codeword(modules, 34 + 17 * $0, 3 * row) } }
    return try layout.map { try PDF417Decoder.decode(codewords, $0) }
  }

  private static func microPDF417(_ modules: BitMatrix) throws -> DecodedSymbol? {
    let rows = modules.height / 2
    guard let variant = MicroPDF417Variant.all.first(where: { $0.width == modules.width && $0.rows == rows }) else {
      return nil
    }
    let codewords = (0..<rows).flatMap { row in
      (0..<variant.columns).map { column in
        let isAfterMiddle = variant.columns >= 3 && column >= variant.columnsBeforeMiddle
        return codeword(modules, 10 + 17 * column + (isAfterMiddle ? 10 : 0), 2 * row)
      }
    }
    return try PDF417Decoder.decode(codewords, variant)
  }
}
