/// What this library can read and write: a new symbology is a folder and a line in each list.
public enum Catalog {
  /// A line a family.
  package static var readers: [any SymbolReader.Type] {
    [
      QRReader.self,
      AztecReader.self,
      DataMatrixReader.self,
      StackedReader.self,
      LinearReader.self,
    ]
  }

  /// A line a symbology, with the settings that suit most.
  package static var writers: [any SymbolWriter] {
    [
      QRWriter(),
      MicroQRWriter(),
      RMQRWriter(),
      AztecWriter(),
      MaxiCodeWriter(),
      DataMatrixWriter(),
      EANWriter(.ean13),
      EANWriter(.ean8),
      EANWriter(.upcA),
      EANWriter(.upcE),
      Code128Writer(),
      Code39Writer(.code39),
      Code39Writer(.code39Mod43),
      Code93Writer(),
      ITFWriter(.itf),
      ITFWriter(.itf14),
      CodabarWriter(),
      TelepenWriter(),
      DXFilmEdgeWriter(),
      DataBarWriter(.gs1DataBar),
      DataBarWriter(.gs1DataBarLimited),
      DataBarExpandedWriter(),
      PDF417Writer(),
      MicroPDF417Writer(),
    ]
  }

  /// Every symbology that some reader reads.
  public static var available: Set<Symbology> {
    readers.reduce(into: []) { $0.formUnion($1.symbologies) }
  }
}
