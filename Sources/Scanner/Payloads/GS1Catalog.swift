import Presentation

/// The application identifiers with their names and what their data are: GS1 General Specifications, release 25, §3.2.
///
/// A line an identifier (`n` is any digit: the place of a decimal point, or a number in a row of its kind): the form of its
/// data, and its name. Forms are parts joined by `+`: `N` digits, `X` any signs, `C` digits with a check digit at the end,
/// `D` a date, `T` a date with hours, minutes and seconds; a length, or `..` and the longest. Names are plain words, of which
/// the catalogs have translations; the standard's own short titles are English in every country.
package enum GS1Catalog {
  struct Entry: Hashable {
    let form: String
    let title: String
    /// What a measure is in; nil for what is none.
    let unit: String?
  }

  /// Nil for an identifier that the standard has not (yet) given out.
  static func entry(_ digits: String) -> Entry? {
    entries[digits] ?? (digits.count == 4 ? entries[digits.prefix(3) + "n"] : nil)
  }

  /// The identifier with its name: `(17) Expires`.
  static func name(_ digits: String) -> Sentence {
    "(\(digits)) \(entry(digits).map { Sentence(verbatim: $0.title) } ?? "unknown" as Sentence)"
  }

  /// Every name that there is, and what is said where there is none.
  package static var names: Set<String> { Set(entries.values.map(\.title)).union(["unknown"]) }

  private static let entries: [String: Entry] = Dictionary(
    lines.split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(\.trimmed)
      guard parts.count >= 3 else { return nil }
      return (parts[0], Entry(form: parts[1], title: parts[2], unit: parts.count > 3 ? parts[3] : nil))
    }, uniquingKeysWith: { first, _ in first })

  private static let lines = """
    00|C18|Shipping unit (SSCC)
    01|C14|GTIN
    02|C14|Content (GTIN)
    03|C14|Made to order (GTIN)
    10|X..20|Batch
    11|D6|Made on
    12|D6|Due
    13|D6|Packed
    15|D6|Best before
    16|D6|Sell by
    17|D6|Expires
    20|N2|Variant
    21|X..20|Serial
    22|X..20|Consumer variant
    235|X..28|Third party's serial
    240|X..30|Additional number
    241|X..30|Customer's part number
    242|N..6|Made-to-order variant
    243|X..20|Packaging component
    250|X..30|Secondary serial
    251|X..30|Source
    253|C13+X..17|Document (GDTI)
    254|X..20|Extension of the location
    255|C13+N..12|Coupon (GCN)
    30|N..8|Count
    310n|N6|Net weight|kg
    311n|N6|Length|m
    312n|N6|Width|m
    313n|N6|Height|m
    314n|N6|Area|m²
    315n|N6|Net volume|l
    316n|N6|Net volume|m³
    320n|N6|Net weight|lb
    321n|N6|Length|in
    322n|N6|Length|ft
    323n|N6|Length|yd
    324n|N6|Width|in
    325n|N6|Width|ft
    326n|N6|Width|yd
    327n|N6|Height|in
    328n|N6|Height|ft
    329n|N6|Height|yd
    330n|N6|Gross weight|kg
    331n|N6|Length, for shipping|m
    332n|N6|Width, for shipping|m
    333n|N6|Height, for shipping|m
    334n|N6|Area, for shipping|m²
    335n|N6|Volume, for shipping|l
    336n|N6|Volume, for shipping|m³
    337n|N6|Weight of an area|kg/m²
    340n|N6|Gross weight|lb
    341n|N6|Length, for shipping|in
    342n|N6|Length, for shipping|ft
    343n|N6|Length, for shipping|yd
    344n|N6|Width, for shipping|in
    345n|N6|Width, for shipping|ft
    346n|N6|Width, for shipping|yd
    347n|N6|Height, for shipping|in
    348n|N6|Height, for shipping|ft
    349n|N6|Height, for shipping|yd
    350n|N6|Area|in²
    351n|N6|Area|ft²
    352n|N6|Area|yd²
    353n|N6|Area, for shipping|in²
    354n|N6|Area, for shipping|ft²
    355n|N6|Area, for shipping|yd²
    356n|N6|Net weight|troy oz
    357n|N6|Net weight or volume|oz
    360n|N6|Net volume|qt
    361n|N6|Net volume|gal
    362n|N6|Volume, for shipping|qt
    363n|N6|Volume, for shipping|gal
    364n|N6|Net volume|in³
    365n|N6|Net volume|ft³
    366n|N6|Net volume|yd³
    367n|N6|Volume, for shipping|in³
    368n|N6|Volume, for shipping|ft³
    369n|N6|Volume, for shipping|yd³
    37|N..8|Count of the content
    390n|N..15|Amount to pay|
    391n|N3+N..15|Amount to pay|currency
    392n|N..15|Price|
    393n|N3+N..15|Price|currency
    394n|N4|Discount|%
    395n|N6|Price per unit|
    400|X..30|Order
    401|X..30|Consignment (GINC)
    402|C17|Shipment (GSIN)
    403|X..30|Route
    410|C13|Ship to (GLN)
    411|C13|Bill to (GLN)
    412|C13|Bought from (GLN)
    413|C13|Ship for (GLN)
    414|C13|Location (GLN)
    415|C13|Pay to (GLN)
    416|C13|Place of production or service (GLN)
    417|C13|Party (GLN)
    420|X..20|Ship to post code
    421|N3+X..9|Ship to country and post code
    422|N3|Country of origin
    423|N3+N..12|Countries of first processing
    424|N3|Country of processing
    425|N3+N..12|Countries of disassembly
    426|N3|Country of all processing
    427|X..3|Region of origin
    4300|X..35|Ship to company
    4301|X..35|Ship to person
    4302|X..70|Ship to address, line 1
    4303|X..70|Ship to address, line 2
    4304|X..70|Ship to district
    4305|X..70|Ship to town
    4306|X..70|Ship to region
    4307|X2|Ship to country
    4308|X..30|Ship to telephone
    4309|N20|Ship to place
    4310|X..35|Return to company
    4311|X..35|Return to person
    4312|X..70|Return to address, line 1
    4313|X..70|Return to address, line 2
    4314|X..70|Return to district
    4315|X..70|Return to town
    4316|X..70|Return to region
    4317|X2|Return to country
    4318|X..20|Return to post code
    4319|X..30|Return to telephone
    4320|X..35|Service
    4321|N1|Dangerous goods
    4322|N1|May be left without a receipt
    4323|N1|Signature needed
    4324|T10|Not delivered before
    4325|T10|Not delivered after
    4326|D6|Released
    4330|N6+X..1|Highest temperature, °F
    4331|N6+X..1|Highest temperature, °C
    4332|N6+X..1|Lowest temperature, °F
    4333|N6+X..1|Lowest temperature, °C
    7001|N13|NATO stock number
    7002|X..30|Cut of meat
    7003|T10|Expires
    7004|N..4|Active potency
    7005|X..12|Catch area
    7006|D6|First frozen
    7007|D6+D..6|Harvested
    7008|X..3|Aquatic species
    7009|X..10|Fishing gear
    7010|X..2|Way of production
    7011|T..10|Test by
    7020|X..20|Refurbishment lot
    7021|X..20|Functional status
    7022|X..20|Revision status
    7023|X..30|Assembly (GIAI)
    703n|N3+X..27|Processor
    7040|N1+X3|EU unique identification
    7041|X..4|Freight unit type
    710|X..20|Pharmacy number, Germany (PZN)
    711|X..20|Pharmacy number, France (CIP)
    712|X..20|Pharmacy number, Spain (CN)
    713|X..20|Pharmacy number, Brazil (DRN)
    714|X..20|Pharmacy number, Portugal (AIM)
    715|X..20|Pharmacy number, USA (NDC)
    716|X..20|Pharmacy number, Italy (AIC)
    717|X..20|Pharmacy number, Costa Rica
    723n|X..30|Certificate
    7240|X..20|Protocol
    7241|N2|Kind of medical label
    7242|X..25|Version of the number
    7250|N8|Born
    7251|N12|Born at
    7252|N1|Sex
    7253|X..40|Family name
    7254|X..40|Given name
    7255|X..10|Suffix of the name
    7256|X..90|Full name
    7257|X..70|Address of the person
    7258|X3|Sequence of birth
    7259|X..40|Family name of the baby
    8001|N14|Roll: width, length, core, direction, splices
    8002|X..20|Mobile telephone
    8003|N1+C13+X..16|Returnable asset (GRAI)
    8004|X..30|Asset (GIAI)
    8005|N6|Price per unit of measure
    8006|C14+N4|Piece of a trade item
    8007|X..34|IBAN
    8008|T..12|Made at
    8009|X..50|Sensor
    8010|X..30|Component (CPID)
    8011|N..12|Serial of the component
    8012|X..20|Version of the software
    8013|X..25|Model (GMN)
    8014|X..25|Device identifier (MUDI)
    8017|C18|Service provider (GSRN)
    8018|C18|Service recipient (GSRN)
    8019|N..10|Service instance
    8020|X..25|Payment slip
    8026|C14+N4|Piece contained
    8030|X..90|Digital signature
    8040|X..20|Fiber or yarn
    8110|X..70|Coupon, North America
    8111|N4|Loyalty points
    8112|X..70|Coupon without paper
    8200|X..70|Address of the product
    90|X..30|As agreed between partners
    91|X..90|A company's own
    92|X..90|A company's own
    93|X..90|A company's own
    94|X..90|A company's own
    95|X..90|A company's own
    96|X..90|A company's own
    97|X..90|A company's own
    98|X..90|A company's own
    99|X..90|A company's own
    """
}
