public import ArgumentParser
import Barcodes
public import Scanner

extension OutputCatalog: EnumerableFlag {
  public static func help(for value: OutputCatalog) -> ArgumentHelp? { ArgumentHelp(value.help) }
}

/// How results are written: `scan` and `watch`.
struct OutputOptions: ParsableArguments {
  @Flag(exclusivity: .exclusive)
  var format = OutputCatalog.text
}

/// What is looked for: every command that detects.
struct SymbologyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to look for: “all”, or names with commas between them.", valueName: "names"))
  var symbologies = "all"

  func validate() throws { _ = try choice() }

  func choice() throws -> SymbologyChoice {
    do throws(SettingFailure) {
      return try SymbologyChoice(symbologies, available: Catalog.available.sorted { $0.name < $1.name })
    } catch {
      throw ValidationError("--symbologies: \(error)")
    }
  }

  func chosen() throws -> Set<Symbology> { try choice().symbologies(among: Catalog.available) }
}
