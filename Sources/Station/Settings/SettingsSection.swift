import Barcodes
import Capture
import Geometry
import Scanner

/// One table of a settings file while it is read: every key that is taken is ticked off, and what is left over is a problem.
struct SettingsSection {
  private var values: [String: SettingsDocument.Entry] = [:]
  private var lists: [String: [SettingsDocument.Entry]] = [:]
  private let place: (line: Int, column: Int)
  private(set) var problems: [SettingsProblem] = []

  /// - Parameter path: the table's, such as `output[0]`.
  init(_ document: SettingsDocument, at path: String) {
    var place = (line: 1, column: 1)
    for entry in document.entries {
      if entry.path == path { place = (entry.line, entry.column) }
      guard entry.path.hasPrefix(path + ".") else { continue }
      let key = String(entry.path.dropFirst(path.count + 1))
      if let bracket = key.firstIndex(of: "["), key.hasSuffix("]") {
        lists[String(key[..<bracket]), default: []].append(entry)
      } else {
        values[key] = entry
      }
    }
    self.place = place
  }

  // MARK: Values

  mutating func string(_ key: String) -> String? {
    take(key, expected: "a text in quotes") { if case .string(let text) = $0 { text } else { nil } }
  }

  mutating func boolean(_ key: String) -> Bool? {
    take(key, expected: "true or false") { if case .boolean(let value) = $0 { value } else { nil } }
  }

  mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
    take(key, expected: "a whole number between \(range.lowerBound) and \(range.upperBound)") { value in
      if case .integer(let number) = value, range.contains(number) { number } else { nil }
    }
  }

  /// In seconds, whole or with a fraction.
  mutating func duration(_ key: String, in range: ClosedRange<Double>) -> Duration? {
    take(key, expected: "seconds between \(range.lowerBound) and \(range.upperBound)") { value in
      let seconds: Double? =
        switch value {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
      guard let seconds, range.contains(seconds) else { return nil }
      return Duration.milliseconds(1) * (seconds * 1000).rounded()
    }
  }

  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: String, _ type: Choice.Type) -> Choice? {
    let names = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return take(key, expected: "one of \(names)") { value in
      if case .string(let text) = value { Choice(rawValue: text) } else { nil }
    }
  }

  /// A camera control's value.
  mutating func control(_ key: String) -> ControlValue? {
    take(key, expected: "a whole number or \"auto\"") { value in
      switch value {
      case .integer(let number): .number(number)
      case .string("auto"): .automatic
      default: nil
      }
    }
  }

  /// A list of texts, or one text.
  mutating func strings(_ key: String) -> [String]? {
    if let single = values[key], case .string(let text) = single.value {
      values[key] = nil
      return [text]
    }
    let isThere = take(key, expected: "a list of texts") { $0 == .array ? true : nil } ?? false
    guard isThere else { return nil }
    return (lists.removeValue(forKey: key) ?? []).compactMap { entry in
      if case .string(let text) = entry.value { return text }
      complain(entry, "\(key): not a text in quotes")
      return nil
    }
  }

  /// `HH:MM`, in quotes or as TOML's own time.
  mutating func timeOfDay(_ key: String) -> TimeOfDay? {
    take(key, expected: "a time of day such as \"06:00\"") { value in
      switch value {
      case .string(let text), .time(let text): TimeOfDay(text)
      default: nil
      }
    }
  }

  mutating func timesOfDay(_ key: String) -> [TimeOfDay]? {
    let entry = values[key]
    return strings(key)?.compactMap { text in
      if let time = TimeOfDay(text) { return time }
      if let entry { complain(entry, "\(key): “\(HarmlessText.escaped(text))” is no time of day such as \"06:00\"") }
      return nil
    }
  }

  mutating func pin(_ key: String) -> PINHash? {
    let entry = values[key]
    guard let text = string(key) else { return nil }
    do throws(SettingFailure) {
      return try PINHash(text)
    } catch {
      // Not what was written: it may be the PIN itself.
      if let entry { complain(entry, "\(key): not a line that “viewfinder settings pin” makes") }
      return nil
    }
  }

  mutating func template(_ key: String) -> ScanTemplate? {
    let entry = values[key]
    guard let text = string(key) else { return nil }
    return template(text, key, entry)
  }

  mutating func templates(_ key: String) -> [ScanTemplate]? {
    let entry = values[key]
    return strings(key)?.compactMap { template($0, key, entry) }
  }

  private mutating func template(_ text: String, _ key: String, _ entry: SettingsDocument.Entry?) -> ScanTemplate? {
    do throws(SettingFailure) {
      return try ScanTemplate(text)
    } catch {
      if let entry { complain(entry, "\(key): \(error)") }
      return nil
    }
  }

  /// Where a request goes.
  mutating func address(_ key: String) -> String? {
    take(key, expected: "an address that begins with https:// or http://") { value in
      guard case .string(let text) = value, text.hasPrefix("https://") || text.hasPrefix("http://") else { return nil }
      return text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F } ? nil : text
    }
  }

  /// A list of `Name: value`, none of which brings a line of its own.
  mutating func headers(_ key: String) -> [String]? {
    let entry = values[key]
    let headers = strings(key)
    for header in headers ?? [] {
      let isWhole = header.contains(":") && !header.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
      if !isWhole, let entry { complain(entry, "\(key): not of the form “Name: value”") }
    }
    return headers
  }

  /// A file's path, which does not depend on the folder that a service is started in.
  mutating func path(_ key: String) -> String? {
    take(key, expected: "an absolute path, such as \"/etc/viewfinder/key\"") { value in
      if case .string(let text) = value, text.hasPrefix("/"), !text.utf8.contains(0) { text } else { nil }
    }
  }

  /// A secret from `KEY-file` or `KEY-credential` (systemd.exec(5), `LoadCredential=`), without a line end at its end. The secret
  /// itself has no place in this file, which is shown, copied and checked.
  mutating func secret(_ key: String, _ secrets: SecretReader) -> [UInt8]? {
    if let entry = values.removeValue(forKey: key) {
      complain(entry, "a secret has no place in this file: give \(key)-file or \(key)-credential")
    }
    let entry = values[key + "-file"] ?? values[key + "-credential"]
    let (file, credential) = (path(key + "-file"), string(key + "-credential"))
    guard let entry, file != nil || credential != nil else { return nil }
    do throws(SettingFailure) {
      return try secrets.secret(file: file, credential: credential)
    } catch {
      complain(entry, "\(error)")
      return nil
    }
  }

  mutating func symbologies(_ key: String) -> Set<Symbology>? {
    let entry = values[key]
    guard let names = strings(key) else { return nil }
    do throws(SettingFailure) {
      let available = Catalog.available.sorted { $0.name < $1.name }
      return try SymbologyChoice(names.joined(separator: ","), available: available)
        .symbologies(among: Catalog.available)
    } catch {
      if let entry { complain(entry, "\(key): \(error)") }
      return nil
    }
  }

  mutating func pattern(_ key: String) -> LinearPattern? {
    let entry = values[key]
    guard let text = string(key) else { return nil }
    do throws(SettingFailure) {
      return try LinearPattern(text)
    } catch {
      if let entry { complain(entry, "\(key): \(error)") }
      return nil
    }
  }

  /// The codes of a file, read now.
  mutating func list(_ key: String, _ files: SecretReader) -> CodeList? {
    let entry = values[key]
    guard let path = path(key) else { return nil }
    guard let bytes = files.bytes(path) else {
      if let entry { complain(entry, "\(key): “\(HarmlessText.escaped(path))” cannot be read") }
      return nil
    }
    return CodeList(bytes)
  }

  /// A part of a picture: `x,y,width,height` as fractions of it.
  mutating func region(_ key: String) -> Rect<Normalized>? {
    let entry = values[key]
    guard let text = string(key) else { return nil }
    do throws(SettingFailure) {
      return try Rect(region: text)
    } catch {
      if let entry { complain(entry, "\(key): \(error)") }
      return nil
    }
  }

  /// What to ask a camera for, such as `1280x720@30`.
  mutating func format(_ key: String) -> RequestedFormat? {
    take(key, expected: "a size and rate such as \"1280x720@30\"") { value in
      if case .string(let text) = value { RequestedFormat(text) } else { nil }
    }
  }

  /// What is missing is a problem of the table.
  mutating func required<Value>(_ key: String, _ value: Value?) -> Value? {
    // One that is there and wrong was told of.
    if value == nil, !problems.contains(where: { $0.reason.hasPrefix(key + ":") }) {
      problems.append(SettingsProblem(line: place.line, column: place.column, reason: "\(key) is missing"))
    }
    return value
  }

  /// - Returns: all problems, with those of keys that nobody took.
  consuming func end() -> [SettingsProblem] {
    for (key, entry) in values {
      problems.append(
        SettingsProblem(
          line: entry.line, column: entry.column, reason: "there is no setting “\(HarmlessText.escaped(key))” here"))
    }
    return problems
  }

  private mutating func take<Value>(
    _ key: String, expected: String, _ read: (SettingsDocument.Value) -> Value?
  ) -> Value? {
    guard let entry = values.removeValue(forKey: key) else { return nil }
    if let value = read(entry.value) { return value }
    complain(entry, "\(key): not \(expected)")
    return nil
  }

  private mutating func complain(_ entry: SettingsDocument.Entry, _ reason: String) {
    problems.append(SettingsProblem(line: entry.line, column: entry.column, reason: reason))
  }
}
