import Presentation

/// An element's data, checked and made readable by what the catalog says of them.
struct GS1Value {
  /// For people: dates as dates, measures with their unit.
  let text: String
  /// What is wrong with the data, if anything.
  let fault: Fault?
  /// A country's name, where the data are its number.
  private let country: Sentence?

  enum Fault: Hashable {
    case short(signs: Int)
    case letters, checkDigit, date, long

    /// - Parameter element: the identifier and its title.
    func sentence(of element: Sentence) -> Sentence {
      switch self {
      case .short(let signs): "\(element) is \(signs) signs long, which is too short."
      case .letters: "\(element) has signs that are no digits."
      case .checkDigit: "\(element) has a wrong check digit."
      case .date: "\(element) is no date."
      case .long: "\(element) is longer than it may be."
      }
    }
  }

  init(_ data: String, of identifier: String, _ context: PayloadContext) {
    guard let entry = GS1Catalog.entry(identifier) else {
      (text, fault, country) = (data, nil, nil)
      return
    }
    var rest = data[...]
    var parts: [String] = []
    var fault: Fault?
    for part in entry.form.split(separator: "+") {
      let kind = part.first ?? "X"
      let isOpen = part.dropFirst().hasPrefix("..")
      let length = Int(part.drop { !$0.isNumber }) ?? 90
      let piece = rest.prefix(length)
      rest = rest.dropFirst(piece.count)
      if isOpen, piece.isEmpty, !parts.isEmpty { continue }
      if !isOpen, piece.count != length { fault = fault ?? .short(signs: data.count) }
      if kind != "X", !piece.allSatisfy({ $0.isASCII && $0.isNumber }) {
        fault = fault ?? .letters
      }
      switch kind {
      case "C" where fault == nil && !ModuloCheck.isGS1(piece): fault = .checkDigit
      case "D", "T":
        if let date = Self.date(piece, context) {
          parts.append(date)
          continue
        }
        fault = fault ?? .date
      default: break
      }
      parts.append(String(piece))
    }
    if !rest.isEmpty {
      fault = fault ?? .long
      parts.append(String(rest))
    }
    self.fault = fault
    // Where something is wrong, the data are shown as they are.
    text = fault == nil ? Self.readable(parts, data, entry, identifier) : data
    country = ["422", "424", "426"].contains(identifier) ? CountryNumber.name(data) : nil
  }

  func row(_ label: Sentence, isSecret: Bool = false) -> PayloadDescription.Row {
    country.map { .init(label, said: $0, isSecret: isSecret) } ?? .init(label, text, isSecret: isSecret)
  }

  private static func readable(
    _ parts: [String], _ data: String, _ entry: GS1Catalog.Entry, _ identifier: String
  ) -> String {
    if let unit = entry.unit, let decimals = identifier.last?.wholeNumberValue {
      let number = decimal(parts.last ?? "", decimals)
      if unit == "currency" { return "\(number) \(GS1Currency.name(parts.first ?? ""))" }
      return unit.isEmpty ? number : "\(number) \(unit)"
    }
    if identifier == "8007" { return IBAN.grouped(data) }
    if entry.form.hasPrefix("D") || entry.form.hasPrefix("T") {
      return parts.filter { !$0.isEmpty }.joined(separator: " – ")
    }
    if identifier.hasPrefix("433"), let degrees = Int(parts.first ?? "") {
      return (parts.last == "-" ? "−" : "") + decimal("\(degrees)", 2)
    }
    return data
  }

  /// `001234` with three decimals as `1.234`.
  private static func decimal(_ digits: String, _ decimals: Int) -> String {
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let whole = padded.dropLast(decimals).drop { $0 == "0" }
    return (whole.isEmpty ? "0" : whole) + (decimals == 0 ? "" : "." + padded.suffix(decimals))
  }

  /// YYMMDD, and hours, minutes and seconds after it; a day of `00` means the month.
  private static func date(_ digits: Substring, _ context: PayloadContext) -> String? {
    let numbers = digits.compactMap(\.wholeNumberValue)
    guard numbers.count == digits.count, [6, 8, 10, 12].contains(numbers.count) else { return nil }
    let pairs = stride(from: 0, to: numbers.count, by: 2).map { 10 * numbers[$0] + numbers[$0 + 1] }
    guard let date = PlainDate(year: context.year(ofTwoDigits: pairs[0]), month: pairs[1], day: pairs[2]) else {
      return nil
    }
    let time = pairs.dropFirst(3)
    // 99 stands for any hour and minute (AI 4324, 4325).
    if time.isEmpty || time.allSatisfy({ $0 == 99 }) { return date.text }
    guard time.first ?? 0 < 24, time.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    let parts = time.count == 1 ? Array(time) + [0] : Array(time)
    return date.text + " " + parts.map { PlainDate.two($0) }.joined(separator: ":")
  }
}

/// Currencies by the numbers of ISO 4217, the ones that most is paid in.
private enum GS1Currency {
  static func name(_ number: String) -> String {
    [
      "036": "AUD", "124": "CAD", "156": "CNY", "203": "CZK", "208": "DKK", "344": "HKD", "348": "HUF", "356": "INR",
      "392": "JPY", "410": "KRW", "484": "MXN", "554": "NZD", "578": "NOK", "702": "SGD", "710": "ZAR", "752": "SEK",
      "756": "CHF", "826": "GBP", "840": "USD", "941": "RSD", "946": "RON", "949": "TRY", "975": "BGN", "978": "EUR",
      "980": "UAH", "985": "PLN", "986": "BRL",
    ][number] ?? "(ISO 4217: \(number))"
  }
}
