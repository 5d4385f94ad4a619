public import Barcodes
import Scanner

/// What a station accepts. Every rule that is set must hold; the first that does not is told.
public struct ScanRules: Hashable, Sendable {
  /// Nil is every one.
  public var symbologies: Set<Symbology>?
  /// In signs of Unicode, or in bytes where a code is no text.
  public var length: ClosedRange<Int>?
  public var prefixes: [String] = []
  public var suffixes: [String] = []
  public var pattern: LinearPattern?
  public var checkDigit: CheckDigit?
  public var gs1: GS1Rule?
  public var allowed: CodeList?
  public var refused: CodeList?
  /// A code counts once in a shift; a second time it is no scan, and the person is told.
  public var oncePerShift = false

  public init() {}

  /// Why a code is refused; nil if it is accepted.
  ///
  /// - Parameter today: for expiry dates.
  public func refusal(of symbol: DecodedSymbol, today: CalendarDay) -> ScanRefusal? {
    if let symbologies, !symbologies.contains(symbol.symbology) { return .symbology(symbol.symbology.title) }
    let count = symbol.text?.unicodeScalars.count ?? symbol.bytes.count
    if let length, !length.contains(count) { return .length(count, allowed: length) }
    let bytes = symbol.text.map { Array($0.utf8) } ?? symbol.bytes
    if !prefixes.isEmpty, !prefixes.contains(where: { bytes.starts(with: $0.utf8) }) { return .prefix }
    if !suffixes.isEmpty, !suffixes.contains(where: { bytes.reversed().starts(with: $0.utf8.reversed()) }) {
      return .suffix
    }
    if let pattern, !(symbol.text.map(pattern.matches) ?? false) { return .pattern }
    if let checkDigit, !(symbol.text.map(checkDigit.isRight) ?? false) { return .checkDigit }
    if let gs1 {
      guard let text = symbol.text else { return .notGS1 }
      if let refusal = gs1.refusal(of: text, today: today) { return refusal }
    }
    if let refused, refused.contains(bytes) { return .onRefusedList }
    if let allowed, !allowed.contains(bytes) { return .notOnAllowedList }
    return nil
  }
}

/// Which rule refused a code, in words for the person at the station; of the code nothing is quoted.
public enum ScanRefusal: Hashable, Sendable, CustomStringConvertible {
  case symbology(String)
  case length(Int, allowed: ClosedRange<Int>)
  case prefix
  case suffix
  case pattern
  case checkDigit
  case notGS1
  case missesIdentifier(String)
  /// Too long or too short, letters where there are to be digits, or signs that GS1 codes do not have.
  case badForm(identifier: String)
  case badDate(identifier: String, data: String)
  case expired(CalendarDay)
  case onRefusedList
  case notOnAllowedList

  public var description: String {
    switch self {
    case .symbology(let name): "\(name) is not accepted here"
    case .length(let count, let allowed) where allowed.count == 1:
      "it has \(count) signs, and must have \(allowed.lowerBound)"
    case .length(let count, let allowed):
      "it has \(count) signs, and must have \(allowed.lowerBound) to \(allowed.upperBound)"
    case .prefix: "it begins with none of the accepted prefixes"
    case .suffix: "it ends with none of the accepted suffixes"
    case .pattern: "it is not of the accepted form"
    case .checkDigit: "its check digit is wrong"
    case .notGS1: "it is no GS1 code"
    case .missesIdentifier(let identifier): "it lacks the application identifier (\(identifier))"
    case .badForm(let identifier): "its (\(identifier)) is not of the form that GS1 gives it"
    case .badDate(let identifier, let data): "(\(identifier))\(HarmlessText.escaped(data)) is no date"
    case .expired(let day): "it expired on \(day)"
    case .onRefusedList: "it is on the list of refused codes"
    case .notOnAllowedList: "it is not on the list of accepted codes"
    }
  }
}
