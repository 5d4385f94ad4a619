import Barcodes
import Presentation

/// Numbers of things for sale, told by their symbology.
enum ProductPayload {
  /// Nil for a symbol that is no product number.
  static func describe(_ symbol: DecodedSymbol) -> PayloadDescription? {
    guard let text = symbol.text, !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == " ") }) else {
      return nil
    }
    let digits = String(text.prefix { $0 != " " })
    let addOn = text.dropFirst(digits.count).trimmed
    switch symbol.symbology.name {
    case "ean13" where digits.count == 13: return number(digits, addOn: addOn)
    case "upcA" where digits.count == 12: return number("0" + digits, addOn: addOn, shown: digits)
    case "upcE": return plain("Product number", digits)
    case "ean8" where digits.count == 8:
      // GS1 General Specifications §2.1.1.2: 0 and 2 are a shop's own.
      if digits.hasPrefix("0") || digits.hasPrefix("2") { return plain("A shop's own number", digits) }
      return plain("Product number", digits, country: GS1Prefix.country(digits))
    case "ean8": return plain("Product number", digits)
    case "itf14": return plain("Trade unit number", digits, label: "GTIN")
    default: return nil
    }
  }

  /// Of 13 digits; one of 12 has a zero before it.
  private static func number(_ digits: String, addOn: String, shown: String? = nil) -> PayloadDescription {
    // Bookland and Musicland, §1.4.4 (prefixes 978 and 979; 9790 is ISMN), and periodicals (977).
    if digits.hasPrefix("9790") { return plain("Sheet music (ISMN)", digits, label: "ISMN", addOn: addOn) }
    if digits.hasPrefix("978") || digits.hasPrefix("979") {
      var description = [PayloadDescription.Row("ISBN", digits)]
      if digits.hasPrefix("978") { description.append(.init("ISBN-10", isbn10(digits.dropFirst(3).prefix(9)))) }
      // Five digits beside a book tell its price, the first of them the currency.
      description.add("Price code", addOn)
      return PayloadDescription(kind: .product, title: "Book (ISBN)", rows: description)
    }
    if digits.hasPrefix("977") {
      var rows = [PayloadDescription.Row("ISSN", issn(digits.dropFirst(3).prefix(7)))]
      rows.add("Variant", digits.dropFirst(10).prefix(2).description, isDetail: true)
      rows.add("Issue", addOn)
      rows.add("Number", digits, isDetail: true)
      return PayloadDescription(kind: .product, title: "Periodical (ISSN)", rows: rows)
    }
    if let use = GS1Prefix.specialUse(digits) { return plain(use, shown ?? digits, addOn: addOn) }
    return plain("Product number", shown ?? digits, country: GS1Prefix.country(digits), addOn: addOn)
  }

  private static func plain(
    _ title: String, _ digits: String, label: Sentence = "Number", country: String? = nil, addOn: String = ""
  ) -> PayloadDescription {
    var rows = [PayloadDescription.Row(label, digits)]
    // Where the number was given out, which need not be where the thing was made.
    rows.add("Number from", said: country.map { Sentence(verbatim: $0) })
    rows.add("Add-on", addOn)
    return PayloadDescription(kind: .product, title: title, rows: rows)
  }

  /// ISO 2108:2005 annex C: weights of 10 to 2, modulo 11, `X` for ten.
  private static func isbn10(_ digits: Substring) -> String { String(digits) + check11(digits, heaviest: 10) }

  /// ISO 3297 annex A: weights of 8 to 2, modulo 11, `X` for ten; four signs, a hyphen, four signs.
  private static func issn(_ digits: Substring) -> String {
    "\(digits.prefix(4))-\(digits.dropFirst(4))" + check11(digits, heaviest: 8)
  }

  private static func check11(_ digits: Substring, heaviest: Int) -> String {
    let sum = digits.enumerated().reduce(0) { $0 + (heaviest - $1.offset) * ($1.element.wholeNumberValue ?? 0) }
    let check = (11 - sum % 11) % 11
    return check == 10 ? "X" : "\(check)"
  }
}

/// Who gave a number out, by its first three digits: GS1 General Specifications §1.4.2.
package enum GS1Prefix {
  /// Numbers of 13 digits that name nothing in the world's shops.
  static func specialUse(_ digits: String) -> String? {
    guard let prefix = Int(digits.prefix(3)) else { return nil }
    return switch prefix {
    case 20...29, 40...49, 200...299: "A shop's own number"
    case 50...59, 981...984, 990...999: "Coupon"
    case 980: "Refund receipt"
    default: nil
    }
  }

  /// Nil for a prefix that is given to no country.
  static func country(_ digits: String) -> String? {
    guard let prefix = Int(digits.prefix(3)) else { return nil }
    return ranges.first { $0.0 ~= prefix }?.1
  }

  /// Every country that there is.
  package static var countries: Set<String> { Set(ranges.map(\.1)) }

  private static let ranges: [(ClosedRange<Int>, String)] = [
    (1...19, "USA or Canada"), (30...39, "USA or Canada"), (60...139, "USA or Canada"), (300...379, "France"),
    (380...380, "Bulgaria"), (383...383, "Slovenia"), (385...385, "Croatia"), (387...387, "Bosnia and Herzegovina"),
    (389...389, "Montenegro"), (390...390, "Kosovo"), (400...440, "Germany"), (450...459, "Japan"),
    (460...469, "Russia"), (470...470, "Kyrgyzstan"), (471...471, "Taiwan"), (474...474, "Estonia"),
    (475...475, "Latvia"), (476...476, "Azerbaijan"), (477...477, "Lithuania"), (478...478, "Uzbekistan"),
    (479...479, "Sri Lanka"), (480...480, "Philippines"), (481...481, "Belarus"), (482...482, "Ukraine"),
    (483...483, "Turkmenistan"), (484...484, "Moldova"), (485...485, "Armenia"), (486...486, "Georgia"),
    (487...487, "Kazakhstan"), (488...488, "Tajikistan"), (489...489, "Hong Kong"), (490...499, "Japan"),
    (500...509, "United Kingdom"), (520...521, "Greece"), (528...528, "Lebanon"), (529...529, "Cyprus"),
    (530...530, "Albania"), (531...531, "North Macedonia"), (535...535, "Malta"), (539...539, "Ireland"),
    (540...549, "Belgium or Luxembourg"), (560...560, "Portugal"), (569...569, "Iceland"), (570...579, "Denmark"),
    (590...590, "Poland"), (594...594, "Romania"), (599...599, "Hungary"), (600...601, "South Africa"),
    (603...603, "Ghana"), (604...604, "Senegal"), (605...605, "Uganda"), (606...606, "Angola"), (607...607, "Oman"),
    (608...608, "Bahrain"), (609...609, "Mauritius"), (611...611, "Morocco"), (613...613, "Algeria"),
    (615...615, "Nigeria"), (616...616, "Kenya"), (617...617, "Cameroon"), (618...618, "Ivory Coast"),
    (619...619, "Tunisia"), (620...620, "Tanzania"), (621...621, "Syria"), (622...622, "Egypt"), (623...623, "Brunei"),
    (624...624, "Libya"), (625...625, "Jordan"), (626...626, "Iran"), (627...627, "Kuwait"),
    (628...628, "Saudi Arabia"), (629...629, "United Arab Emirates"), (630...630, "Qatar"), (640...649, "Finland"),
    (680...681, "China"), (690...699, "China"), (700...709, "Norway"), (729...729, "Israel"), (730...739, "Sweden"),
    (740...740, "Guatemala"), (741...741, "El Salvador"), (742...742, "Honduras"), (743...743, "Nicaragua"),
    (744...744, "Costa Rica"), (745...745, "Panama"), (746...746, "Dominican Republic"), (750...750, "Mexico"),
    (754...755, "Canada"), (759...759, "Venezuela"), (760...769, "Switzerland or Liechtenstein"),
    (770...771, "Colombia"), (773...773, "Uruguay"), (775...775, "Peru"), (777...777, "Bolivia"),
    (778...779, "Argentina"), (780...780, "Chile"), (784...784, "Paraguay"), (786...786, "Ecuador"),
    (789...790, "Brazil"), (800...839, "Italy"), (840...849, "Spain"), (850...850, "Cuba"), (858...858, "Slovakia"),
    (859...859, "Czechia"), (860...860, "Serbia"), (865...865, "Mongolia"), (867...867, "North Korea"),
    (868...869, "Türkiye"), (870...879, "Netherlands"), (880...881, "South Korea"), (883...883, "Myanmar"),
    (884...884, "Cambodia"), (885...885, "Thailand"), (888...888, "Singapore"), (890...890, "India"),
    (893...893, "Vietnam"), (896...896, "Pakistan"), (899...899, "Indonesia"), (900...919, "Austria"),
    (930...939, "Australia"), (940...949, "New Zealand"), (955...955, "Malaysia"), (958...958, "Macao"),
  ]
}
