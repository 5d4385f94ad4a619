/// What describing a payload depends on besides its text.
public struct PayloadContext: Sendable {
  /// Of names beyond ASCII.
  public var hostNames: any HostNameEncoding
  /// The present year, by which years of two digits are understood (GS1 General Specifications §7.12); nil takes all of
  /// them for years of this century.
  public var year: Int?

  public init(hostNames: any HostNameEncoding, year: Int? = nil) {
    self.hostNames = hostNames
    self.year = year
  }

  /// Without any knowledge of the world: an address whose host is not ASCII is text.
  public static let plain = PayloadContext(hostNames: ASCIIHostNames())

  /// A year of two digits, 0…99: the one that lies from 49 years ago to 50 years ahead.
  func year(ofTwoDigits digits: Int) -> Int {
    guard let year else { return 2000 + digits }
    let difference = digits - year % 100
    let century = year / 100 * 100
    if difference >= 51 { return century - 100 + digits }
    return difference <= -50 ? century + 100 + digits : century + digits
  }
}

/// Names of hosts in any script, and as the network uses them (IDNA 2008 by the rules of UTS #46).
public protocol HostNameEncoding: Sendable {
  /// In ASCII: lower case, labels with other letters by Punycode (`xn--…`), normalized first, so that two spellings that
  /// look the same are the same name. Nil for a name that the rules do not allow.
  func ascii(_ name: String) -> String?
  /// With its own letters. Nil for a name that the rules do not allow.
  func unicode(_ ascii: String) -> String?
}

/// Knows names of ASCII alone; any other is none.
public struct ASCIIHostNames: HostNameEncoding {
  public init() {}
  public func ascii(_ name: String) -> String? { name.utf8.allSatisfy { $0 < 0x80 } ? name.lowercased() : nil }
  public func unicode(_ ascii: String) -> String? { nil }
}
