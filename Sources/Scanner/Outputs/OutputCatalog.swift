/// The outputs there are; each is a flag of `scan` and `watch` by its name.
public enum OutputCatalog: String, CaseIterable, Sendable {
  case text
  case json
  case raw
  case null

  public var help: String {
    switch self {
    case .text: "A line a code; control characters are spelled out, so that nothing acts on the terminal."
    case .json: "JSON Lines: an object a picture or result (see Assets/Schema/result.schema.json)."
    case .raw: "Each code as it is, bytes included, and a line end."
    case .null: "Each code as it is, and a null byte, for xargs -0."
    }
  }

  /// - Parameter namesSources: begin each line of text with its source, as for several files.
  public func output(namesSources: Bool) -> any ScanOutput {
    switch self {
    case .text: TextOutput(namesSources: namesSources)
    case .json: JSONOutput()
    case .raw: RawOutput(terminator: UInt8(ascii: "\n"))
    case .null: RawOutput(terminator: 0)
    }
  }
}
