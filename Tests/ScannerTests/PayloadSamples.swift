/// A payload as it is met in the world, and what the card shows and offers.
struct PayloadSample: CustomStringConvertible {
  let text: String
  /// By name, where it decides.
  let symbology: String
  /// ISO/IEC 15424's, such as `]Q1`.
  let identifier: String
  /// Title; rows of the card, secrets as `•`; cautions after `!`; what is offered after `>`.
  let expected: [String]

  init(_ text: String, _ symbology: String = "qr", _ identifier: String = "]Q1", _ expected: [String]) {
    self.text = text
    self.symbology = symbology
    self.identifier = identifier
    self.expected = expected
  }

  init(_ text: String, _ expected: [String]) { self.init(text, "qr", "]Q1", expected) }

  var description: String { String(text.prefix(60)).debugDescription }

  /// From standards' examples where there are any; the others are made up.
  static let all = links + messages + payments + goods + documents
}
