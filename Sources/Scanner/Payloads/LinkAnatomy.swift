/// A web address in its parts, RFC 3986 §3: scheme, authority (user information, host, port), path, query, fragment.
struct LinkAnatomy: Hashable {
  /// `http` or `https`.
  let scheme: String
  /// What stands before the `@`, decoded; it is not handed on.
  let userInformation: String?
  /// As the network knows it: by Punycode, an IPv6 address in brackets.
  let host: String
  /// The host with its own letters, where it has others than ASCII's.
  let hostAsWritten: String?
  let port: Int?
  /// True where the host is an address and no name.
  let isNumeric: Bool
  /// Encoded, from the slash on; empty where there is none.
  let path: String
  /// Encoded, as they stand between `?` and `#`, parted by `&`; a `?` with nothing behind it has one that is empty.
  let queryItems: [String]
  /// Encoded, without its `#`; nil where there is none.
  let fragment: String?

  /// In ASCII, without the user information, which only misleads.
  var address: String { address(queryItems) }

  /// The same without what only tells who sent somebody here; nil if nothing of that is in it.
  var addressWithoutTracking: String? {
    let rest = queryItems.filter { !TrackingParameters.contain(Self.parts(of: $0).name) }
    return rest.count == queryItems.count ? nil : address(rest)
  }

  /// Names of the parameters that only tell who sent somebody here.
  var trackingNames: [String] {
    queryItems.map { Self.parts(of: $0).name }.filter { TrackingParameters.contain($0) }
  }

  /// Names and values decoded, in order.
  var parameters: [(name: String, value: String)] { queryItems.map { Self.parts(of: $0) } }

  private func address(_ items: [String]) -> String {
    "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") + path
      + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
      + (fragment.map { "#" + $0 } ?? "")
  }

  private static func parts(of item: String) -> (name: String, value: String) {
    let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.first?.percentDecoded ?? "", parts.count > 1 ? parts[1].percentDecoded : "")
  }

  /// Nil for anything but a well-formed http or https address.
  init?(_ text: String, _ names: any HostNameEncoding) {
    guard text.utf8.count <= 4096, !text.unicodeScalars.contains(where: Self.isForbidden) else { return nil }
    let rest: Substring
    if let after = text.after(prefix: "https://") {
      (scheme, rest) = ("https", after)
    } else if let after = text.after(prefix: "http://") {
      (scheme, rest) = ("http", after)
    } else {
      return nil
    }
    // Browsers take a backslash for a slash: both end the authority.
    let authorityEnd = rest.firstIndex { "/?#\\".contains($0) } ?? rest.endIndex
    guard let authority = LinkAuthority(rest[..<authorityEnd], names) else { return nil }
    userInformation = authority.userInformation
    host = authority.host
    hostAsWritten = authority.hostAsWritten
    port = authority.port
    isNumeric = authority.isNumeric

    var tail = Self.encoded(rest[authorityEnd...])[...]
    if let hash = tail.firstIndex(of: "#") {
      fragment = String(tail[tail.index(after: hash)...])
      tail = tail[..<hash]
    } else {
      fragment = nil
    }
    let mark = tail.firstIndex(of: "?") ?? tail.endIndex
    path = String(tail[..<mark])
    let hasQuery = mark != tail.endIndex
    queryItems =
      hasQuery ? tail[mark...].dropFirst().split(separator: "&", omittingEmptySubsequences: false).map(String.init) : []
  }

  /// White space, controls and invisible characters have no place in an address, and hide where it leads.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || HarmlessText.isHarmful(scalar) || scalar.properties.isWhitespace || scalar.value == 0x200C
      || scalar.value == 0x200D
  }

  /// Path, query and fragment in ASCII: what is beyond it, and what a shell or browser would take apart, by
  /// percent signs (RFC 3986 §2.1).
  private static func encoded(_ tail: Substring) -> String {
    tail.utf8.map { byte in
      let isPlain = byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}'".utf8.contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + HarmlessText.hex(UInt32(byte), digits: 2)
    }.joined()
  }
}

/// User information, host and port of an address, RFC 3986 §3.2.
private struct LinkAuthority {
  let userInformation: String?
  let host: String
  let hostAsWritten: String?
  let port: Int?
  let isNumeric: Bool

  init?(_ text: Substring, _ names: any HostNameEncoding) {
    var rest = text
    if let at = text.lastIndex(of: "@") {
      userInformation = text[..<at].percentDecoded
      rest = text[text.index(after: at)...]
    } else {
      userInformation = nil
    }
    if rest.hasPrefix("[") {
      // An IPv6 address (RFC 3986 §3.2.2).
      guard let close = rest.firstIndex(of: "]") else { return nil }
      let inner = rest[rest.index(after: rest.startIndex)..<close]
      guard inner.count >= 2, inner.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") }) else {
        return nil
      }
      (host, hostAsWritten, isNumeric) = ("[" + inner.lowercased() + "]", nil, true)
      rest = rest[rest.index(after: close)...]
      if rest.isEmpty {
        port = nil
        return
      }
      guard rest.first == ":", let number = Self.port(rest.dropFirst()) else { return nil }
      port = number
      return
    }
    let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let host = HostName(name.percentDecoded, names) else { return nil }
    if parts.count > 1, !parts[1].isEmpty {
      guard let number = Self.port(parts[1]) else { return nil }
      port = number
    } else {
      port = nil
    }
    self.host = host.ascii
    hostAsWritten = host.unicode
    isNumeric = host.isNumeric
  }

  private static func port(_ digits: Substring) -> Int? {
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits), 1...65535 ~= number else {
      return nil
    }
    return number
  }
}
