public import ArgumentParser
public import Scanner

extension OutputCatalog: EnumerableFlag {
  public static func help(for value: OutputCatalog) -> ArgumentHelp? { ArgumentHelp(value.help) }
}

/// How results are written: `scan` and `watch`.
struct OutputOptions: ParsableArguments {
  @Flag(exclusivity: .exclusive)
  var format = OutputCatalog.text
}
