import Presentation

extension PayloadKind {
  /// The sign of the kind.
  var glyph: Glyph {
    switch self {
    case .text: .text
    case .link: .link
    case .network: .network
    case .contact: .contact
    case .event: .event
    case .telephone: .telephone
    case .message: .message
    case .mail: .mail
    case .place: .place
    case .payment: .payment
    case .trade, .product: .product
    case .password, .login: .key
    case .ticket: .ticket
    case .identity: .identity
    case .setup: .setup
    case .data: .data
    }
  }
}
