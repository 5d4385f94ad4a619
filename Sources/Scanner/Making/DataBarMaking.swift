import Barcodes

/// GS1 DataBar by a recipe's mode.
enum DataBarMaking {
  static let entries: [WriterCatalog.Entry] = [
    WriterCatalog.Entry(.gs1DataBar) { recipe throws(WriteFailure) in
      let style: DataBarWriter.Style =
        switch recipe.options?.mode {
        case nil: .oneRow
        case "stacked": .stacked
        case "omnidirectional": .stackedOmnidirectional
        case let mode?:
          throw .invalid("GS1 DataBar has two modes to choose, stacked and omnidirectional, not “\(mode)”")
        }
      let modules = try DataBarWriter(.gs1DataBar, style: style).write(recipe.text)
      return [MadeCode(symbology: .gs1DataBar, modules: modules)]
    },
    WriterCatalog.Entry(DataBarWriter(.gs1DataBarLimited)),
    WriterCatalog.Entry(.gs1DataBarExpanded) { recipe throws(WriteFailure) in
      let writer: DataBarExpandedWriter
      switch recipe.options?.mode {
      case nil: writer = DataBarExpandedWriter()
      case "stacked": writer = DataBarExpandedWriter(pairsPerRow: usualPairs)
      case let mode?: throw .invalid("GS1 DataBar Expanded has one mode to choose, stacked, not “\(mode)”")
      }
      return [MadeCode(symbology: .gs1DataBarExpanded, modules: try writer.write(recipe.text))]
    },
  ]

  /// Pairs in a row of Expanded Stacked: as wide as an omnidirectional symbol, 102 modules to its 96.
  private static let usualPairs = 2
}
