import Barcodes
import Capture
public import Geometry

extension Bool: SettingValue {
  init(settingText: String) throws(SettingFailure) {
    switch settingText.lowercased() {
    case "yes", "true", "on", "1": self = true
    case "no", "false", "off", "0": self = false
    default: throw .malformed(value: settingText, expected: "yes or no")
    }
  }

  var settingText: String? { self ? "yes" : "no" }

  static var settingChoices: [String]? { ["no", "yes"] }
}

extension Double: SettingValue {
  init(settingText: String) throws(SettingFailure) {
    guard let value = Double(settingText), value.isFinite, value > 0 else {
      throw .malformed(value: settingText, expected: "a number above 0")
    }
    self = value
  }

  var settingText: String? { "\(self)" }
}

extension Int: SettingValue {
  init(settingText: String) throws(SettingFailure) {
    guard let value = Int(settingText), 1...1_000_000 ~= value else {
      throw .malformed(value: settingText, expected: "a whole number between 1 and 1000000")
    }
    self = value
  }

  var settingText: String? { String(self) }
}

extension String: SettingValue {
  init(settingText: String) throws(SettingFailure) {
    guard !settingText.isEmpty, !settingText.contains(where: \.isNewline) else {
      throw .malformed(value: settingText, expected: "a name on one line")
    }
    self = settingText
  }

  var settingText: String? { contains(where: \.isNewline) ? nil : self }
}

/// In seconds, up to a day.
extension Duration: SettingValue {
  init(settingText: String) throws(SettingFailure) {
    guard let seconds = Double(settingText), seconds >= 0, seconds <= 86400 else {
      throw .malformed(value: settingText, expected: "a number of seconds, such as 0.2")
    }
    self = .milliseconds((seconds * 1000).rounded())
  }

  var settingText: String? {
    let seconds = (self / .milliseconds(1)).rounded() / 1000
    return seconds == seconds.rounded() ? String(Int(seconds)) : "\(seconds)"
  }
}

extension Optional: SettingValue where Wrapped: SettingValue {
  init(settingText: String) throws(SettingFailure) { self = .some(try Wrapped(settingText: settingText)) }

  var settingText: String? { flatMap(\.settingText) }

  static var settingChoices: [String]? { Wrapped.settingChoices }
}

/// Values whose names are their own spelling.
extension SettingValue where Self: RawRepresentable<String> & CaseIterable {
  init(settingText: String) throws(SettingFailure) {
    guard let found = Self.allCases.first(where: { $0.rawValue.lowercased() == settingText.lowercased() }) else {
      throw .unknown(value: settingText, expected: Self.allCases.map(\.rawValue).joined(separator: ", "))
    }
    self = found
  }

  var settingText: String? { rawValue }

  static var settingChoices: [String]? { allCases.map(\.rawValue) }
}

extension ScanMode: SettingValue {}
extension VideoGravity: SettingValue {}
extension RegionRule: SettingValue {}

extension SymbologyChoice: SettingValue {
  init(settingText: String) throws(SettingFailure) {
    try self.init(settingText, available: Catalog.available.sorted { $0.name < $1.name })
  }

  var settingText: String? { description }
}

extension RequestedFormat: SettingValue {
  init(settingText: String) throws(SettingFailure) {
    guard let requested = RequestedFormat(settingText) else {
      throw .malformed(value: settingText, expected: "a size such as 1280x720, and may have @30 after it for the rate")
    }
    self = requested
  }

  var settingText: String? {
    let layout = fourCC.map { $0 + ":" } ?? ""
    let figure = rate.map { $0 == $0.rounded() && $0 < 1e6 ? "@\(Int($0))" : "@\($0)" } ?? ""
    return "\(layout)\(width)x\(height)\(figure)"
  }
}

/// Four numbers: x, y, width and height, each a fraction; the rectangle has an area.
extension Rect: SettingValue {
  init(settingText: String) throws(SettingFailure) {
    let numbers = settingText.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.trimmed) }
    let parts = numbers.compactMap { $0 }.filter { (-1...2).contains($0) }
    guard numbers.count == 4, parts.count == 4, parts[2] > 0, parts[3] > 0 else {
      throw .malformed(value: settingText, expected: "x,y,width,height as fractions, such as 0.25,0.25,0.5,0.5")
    }
    self.init(x: parts[0], y: parts[1], width: parts[2], height: parts[3])
  }

  var settingText: String? {
    [minX, minY, width, height].map { "\(($0 * 1e6).rounded() / 1e6)" }.joined(separator: ",")
  }
}

extension Rect where Space == Normalized {
  /// A region of the frame from the command line: `x,y,width,height` as fractions.
  public init(region text: String) throws(SettingFailure) { try self.init(settingText: text) }
}
