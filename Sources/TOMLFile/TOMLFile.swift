import CTOML
import Scanner
public import Station

/// Reads TOML (version 1.0.0) by toml++.
public enum TOMLFile {
  /// - Throws: `SettingsProblem` with the first place at which the text is no TOML.
  public static func document(_ text: String) throws(SettingsProblem) -> SettingsDocument {
    var text = text
    let parsed = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe vf_toml_parse($0.baseAddress, $0.count) }
    }
    guard let document = unsafe parsed else {
      throw SettingsProblem(line: 1, column: 1, reason: "no memory to read it")
    }
    defer { unsafe vf_toml_free(document) }
    var (line, column): (UInt32, UInt32) = (0, 0)
    if let trouble = unsafe vf_toml_trouble(document, &line, &column) {
      throw unsafe SettingsProblem(
        line: Int(line), column: Int(column), reason: HarmlessText.escaped(String(cString: trouble)))
    }
    return SettingsDocument(
      entries: unsafe (0..<vf_toml_count(document)).map { unsafe entry(vf_toml_at(document, $0)) })
  }

  private static func entry(_ raw: vf_toml_value) -> SettingsDocument.Entry {
    let bytes = unsafe UnsafeRawBufferPointer(start: raw.text, count: raw.length)
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    let value: SettingsDocument.Value =
      switch unsafe Int(raw.kind) {
      case VF_TOML_TABLE: .table
      case VF_TOML_ARRAY: .array
      case VF_TOML_STRING: .string(text)
      case VF_TOML_INTEGER: .integer(Int(text) ?? 0)
      case VF_TOML_NUMBER: .number(Double(text) ?? .nan)
      case VF_TOML_BOOLEAN: .boolean(text == "true")
      default: .time(text)
      }
    return unsafe SettingsDocument.Entry(
      path: String(cString: raw.path), value: value, line: Int(raw.line), column: Int(raw.column))
  }
}
