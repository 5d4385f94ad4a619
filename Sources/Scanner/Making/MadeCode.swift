public import Barcodes
public import Bits
public import Presentation

/// A symbol as its writer made it, with what its symbology's standard says about drawing it.
public struct MadeCode: Hashable, Sendable {
  public let symbology: Symbology
  /// Without quiet zone; a linear symbol is one row.
  public let modules: BitMatrix
  /// Height of each row, in modules: 1 where modules are squares.
  public let rowHeight: Int
  /// What the writer chose, such as version, level and mask, in the order in which it is told.
  public let details: [Detail]
  /// A picture in the middle, around which the symbol has a hole.
  public var logo: Bitmap?
  /// A line below the code.
  public var caption: CodeCaption?

  public struct Detail: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(symbology: Symbology, modules: BitMatrix, details: [Detail] = []) {
    self.symbology = symbology
    self.modules = modules
    self.details = details
    rowHeight = modules.height == 1 ? Self.barHeight(width: modules.width) : 1
  }

  /// The modules that the standard wants free around the symbol.
  public var standardQuietZone: Int { Self.quietZone(of: symbology.name) }

  /// Height of a linear symbol's bars in modules: 15 % of its width, which ISO/IEC 15417 and 16388 advise for
  /// scanning by hand, and never under 20, so that a tilted line still meets all of them.
  private static func barHeight(width: Int) -> Int { max(20, (width * 15 + 99) / 100) }

  /// ISO/IEC 18004 (QR Code 4, Micro QR 2), 23941 (rMQR 2), 16022 (Data Matrix 1), 24778 (Aztec 0), 15438 (PDF417 2),
  /// 24728 (MicroPDF417 1), 16023 (MaxiCode 1, eight squares as it is drawn); of linear symbols 10 (15417, 16388, 16390), EAN and UPC 11 on the wider side (15420).
  private static func quietZone(of name: String) -> Int {
    switch name {
    case "qr": 4
    case "microQR", "rMQR", "pdf417": 2
    case "dataMatrix", "microPDF417": 1
    case "aztec": 0
    case "maxiCode": MaxiCodeDrawing.module
    case "ean13", "ean8", "upcA", "upcE": 11
    default: 10
    }
  }
}

extension MadeCode {
  /// The symbol with a quiet zone, in modules: where a dark run lies.
  public struct Run: Hashable, Sendable {
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int
  }

  /// Modules from the picture's border to the symbol's, by an appearance.
  public func quietZone(_ appearance: CodeAppearance) -> Int { max(0, appearance.quietZone ?? standardQuietZone) }

  /// Width and height with the quiet zone, in modules.
  public func size(_ appearance: CodeAppearance) -> (width: Int, height: Int) {
    let around = 2 * quietZone(appearance)
    return (modules.width + around, modules.height * rowHeight + around)
  }

  /// Height with quiet zone and caption, in modules.
  public func height(_ appearance: CodeAppearance) -> Int {
    let (columns, rows) = size(appearance)
    return rows + (caption?.rows(columns: columns) ?? 0)
  }

  /// Dark modules, joined along each row: what every exporter draws.
  public func runs(_ appearance: CodeAppearance) -> [Run] {
    let zone = quietZone(appearance)
    var runs: [Run] = []
    for row in 0..<modules.height {
      var x = 0
      while x < modules.width {
        let begin = x
        while x < modules.width, modules[x, row], hole?.contains(x, row) != true { x += 1 }
        if x > begin {
          runs.append(Run(x: begin + zone, y: row * rowHeight + zone, width: x - begin, height: rowHeight))
        } else {
          x += 1
        }
      }
    }
    return runs
  }
}
