/// A host's name as the network uses it: labels of letters, digits and hyphens with dots between them.
struct HostName: Hashable {
  /// In lower case; labels with other letters by Punycode.
  let ascii: String
  /// With its own letters, where they are not ASCII.
  let unicode: String?

  /// Nil for a name that no machine can have.
  init?(_ text: String, _ names: any HostNameEncoding) {
    // More letters than any name has need not be looked at.
    guard text.utf8.count <= 1024, let encoded = names.ascii(text)?.lowercased() else { return nil }
    var labels = encoded.split(separator: ".", omittingEmptySubsequences: false)
    // A dot at the very end names the root.
    if labels.last == "", labels.count > 1 { labels.removeLast() }
    let name = labels.joined(separator: ".")
    // RFC 1035 §2.3.4.
    guard labels.allSatisfy(Self.isLabel), (1...253).contains(name.utf8.count) else { return nil }
    ascii = name
    unicode = labels.contains { $0.hasPrefix("xn--") } ? names.unicode(name) : nil
  }

  /// True for an IPv4 address in any of its spellings: the last label is a number.
  var isNumeric: Bool {
    guard let last = ascii.split(separator: ".").last else { return false }
    return last.allSatisfy(\.isNumber) || last.hasPrefix("0x")
  }

  private static func isLabel(_ label: Substring) -> Bool {
    let isPlain = label.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    // RFC 1035 §2.3.1: a hyphen stands between others; §2.3.4: at most 63.
    return isPlain && (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
  }
}
