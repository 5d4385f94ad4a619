public import Foundation

/// An entry as an export holds it: everything but its number, which belongs to one database.
public struct HistoryRecord: Hashable, Sendable {
  public let content: HistoryContent
  public let first: Date
  public let last: Date
  public let count: Int
  public let label: String?
  public let isPinned: Bool

  /// Nobody scans a code more often; a file that claims to must not make the sum overflow.
  package static let mostCounted = 1_000_000_000

  /// - Parameter count: taken to the nearest that is possible, from 1.
  public init(
    content: HistoryContent, first: Date, last: Date, count: Int, label: String? = nil, isPinned: Bool = false
  ) {
    self.content = content
    self.first = first
    self.last = last
    self.count = min(max(1, count), Self.mostCounted)
    self.label = label?.orNothing
    self.isPinned = isPinned
  }

  public init(_ entry: HistoryEntry) {
    self.init(
      content: entry.content, first: entry.first, last: entry.last, count: entry.count, label: entry.label,
      isPinned: entry.isPinned)
  }
}

extension HistoryRecord: Codable {
  private enum CodingKeys: String, CodingKey {
    case origin, symbology, text, bytes, first, last, count, source, label, pinned, recipe, thumbnail
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func time(_ key: CodingKeys) throws -> Date {
      let text = try fields.decode(String.self, forKey: key)
      guard let date = HistoryTime.date(text) else {
        throw DecodingError.dataCorruptedError(forKey: key, in: fields, debugDescription: "“\(text)” is no time")
      }
      return date
    }
    let symbology = try fields.decode(String.self, forKey: .symbology)
    guard !symbology.isEmpty else {
      throw DecodingError.dataCorruptedError(forKey: .symbology, in: fields, debugDescription: "it is empty")
    }
    self.init(
      content: HistoryContent(
        origin: try fields.decode(HistoryEntry.Origin.self, forKey: .origin), symbology: symbology,
        text: try fields.decodeIfPresent(String.self, forKey: .text),
        bytes: Array(try fields.decode(Data.self, forKey: .bytes)),
        source: try fields.decodeIfPresent(String.self, forKey: .source),
        recipe: try fields.decodeIfPresent(CodeRecipe.self, forKey: .recipe),
        thumbnail: try fields.decodeIfPresent(Data.self, forKey: .thumbnail).map { Array($0) }),
      first: try time(.first), last: try time(.last),
      count: try fields.decode(Int.self, forKey: .count),
      label: try fields.decodeIfPresent(String.self, forKey: .label),
      isPinned: try fields.decodeIfPresent(Bool.self, forKey: .pinned) ?? false)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(content.origin, forKey: .origin)
    try fields.encode(content.symbology, forKey: .symbology)
    try fields.encodeIfPresent(content.text, forKey: .text)
    try fields.encode(Data(content.bytes), forKey: .bytes)
    try fields.encode(HistoryTime.text(first), forKey: .first)
    try fields.encode(HistoryTime.text(last), forKey: .last)
    try fields.encode(count, forKey: .count)
    try fields.encodeIfPresent(content.source, forKey: .source)
    try fields.encodeIfPresent(label, forKey: .label)
    try fields.encode(isPinned, forKey: .pinned)
    try fields.encodeIfPresent(content.recipe, forKey: .recipe)
    try fields.encodeIfPresent(content.thumbnail.map { Data($0) }, forKey: .thumbnail)
  }
}

/// Times of the history: whole milliseconds since 1970, written as ISO 8601 in UTC.
public enum HistoryTime {
  /// 100 million days about 1970, as far as ECMAScript's times reach (ECMA-262 §21.4.1.1): within it every millisecond is told
  /// apart, and calendars reckon. What a file claims beyond is taken for its end.
  private static let reach: ClosedRange<Double> = -8.64e15...8.64e15

  public static func milliseconds(_ date: Date) -> Int64 {
    let exact = date.timeIntervalSince1970 * 1000
    return exact.isNaN ? 0 : Int64(min(max(exact, reach.lowerBound), reach.upperBound).rounded())
  }

  public static func date(_ milliseconds: Int64) -> Date {
    let within = min(max(Double(milliseconds), reach.lowerBound), reach.upperBound)
    return Date(timeIntervalSince1970: within / 1000)
  }

  /// `2026-11-21T08:15:30.250Z`.
  public static func text(_ date: Date) -> String {
    let (seconds, rest) = milliseconds(date).quotientAndFloor(dividingBy: 1000)
    let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    let digits = String(rest)
    return whole.dropLast() + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
  }

  /// Reads what `text` writes; the fraction may be missing.
  public static func date(_ text: String) -> Date? {
    guard text.hasSuffix("Z") else { return nil }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = try? Date(parts[0] + "Z", strategy: .iso8601) else { return nil }
    guard parts.count == 2 else { return date(milliseconds(whole)) }
    let digits = parts[1].utf8
    guard 1...3 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    // "25" are 250 milliseconds.
    let fraction = (digits + Array(repeating: 0x30, count: 3 - digits.count)).reduce(0) { 10 * $0 + Int64($1) - 0x30 }
    return date(milliseconds(whole) + fraction)
  }
}

extension String {
  /// Nil for an empty one.
  var orNothing: String? { isEmpty ? nil : self }
}

extension Int64 {
  /// Division that rounds down, so that the rest is never negative.
  fileprivate func quotientAndFloor(dividingBy divisor: Int64) -> (Int64, Int64) {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
