import Presentation

/// Countries by their numbers, ISO 3166-1: those whose GS1 organizations give numbers out, and their neighbors in one.
package enum CountryNumber {
  /// The country with its number, as a person and a machine call it: `Germany (276)`; nil for a number that is not known.
  static func name(_ digits: some StringProtocol) -> Sentence? {
    names[String(digits)].map { "\(Sentence(verbatim: $0)) (\(digits))" }
  }

  /// Every country that there is.
  package static var countries: Set<String> { Set(names.values) }

  private static let names: [String: String] = [
    "008": "Albania", "012": "Algeria", "024": "Angola", "031": "Azerbaijan", "032": "Argentina", "036": "Australia",
    "040": "Austria", "048": "Bahrain", "051": "Armenia", "056": "Belgium", "068": "Bolivia",
    "070": "Bosnia and Herzegovina", "076": "Brazil", "096": "Brunei", "100": "Bulgaria", "104": "Myanmar",
    "112": "Belarus", "116": "Cambodia", "120": "Cameroon", "124": "Canada", "144": "Sri Lanka", "152": "Chile",
    "156": "China", "158": "Taiwan", "170": "Colombia", "188": "Costa Rica", "191": "Croatia", "192": "Cuba",
    "196": "Cyprus", "203": "Czechia", "208": "Denmark", "214": "Dominican Republic", "218": "Ecuador",
    "222": "El Salvador", "233": "Estonia", "246": "Finland", "250": "France", "268": "Georgia", "276": "Germany",
    "288": "Ghana", "300": "Greece", "320": "Guatemala", "340": "Honduras", "344": "Hong Kong", "348": "Hungary",
    "352": "Iceland", "356": "India", "360": "Indonesia", "364": "Iran", "372": "Ireland", "376": "Israel",
    "380": "Italy", "384": "Ivory Coast", "392": "Japan", "398": "Kazakhstan", "400": "Jordan", "404": "Kenya",
    "408": "North Korea", "410": "South Korea", "414": "Kuwait", "417": "Kyrgyzstan", "422": "Lebanon",
    "428": "Latvia", "434": "Libya", "438": "Liechtenstein", "440": "Lithuania", "442": "Luxembourg", "446": "Macao",
    "458": "Malaysia", "470": "Malta", "480": "Mauritius", "484": "Mexico", "496": "Mongolia", "498": "Moldova",
    "499": "Montenegro", "504": "Morocco", "512": "Oman", "528": "Netherlands", "554": "New Zealand",
    "558": "Nicaragua", "566": "Nigeria", "578": "Norway", "586": "Pakistan", "591": "Panama", "600": "Paraguay",
    "604": "Peru", "608": "Philippines", "616": "Poland", "620": "Portugal", "634": "Qatar", "642": "Romania",
    "643": "Russia", "682": "Saudi Arabia", "686": "Senegal", "688": "Serbia", "702": "Singapore", "703": "Slovakia",
    "704": "Vietnam", "705": "Slovenia", "710": "South Africa", "724": "Spain", "752": "Sweden", "756": "Switzerland",
    "760": "Syria", "762": "Tajikistan", "764": "Thailand", "784": "United Arab Emirates", "788": "Tunisia",
    "792": "Türkiye", "795": "Turkmenistan", "800": "Uganda", "804": "Ukraine", "807": "North Macedonia",
    "818": "Egypt", "826": "United Kingdom", "834": "Tanzania", "840": "USA", "858": "Uruguay", "860": "Uzbekistan",
    "862": "Venezuela",
  ]
}
