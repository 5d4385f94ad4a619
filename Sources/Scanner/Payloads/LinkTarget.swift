/// A web address, and where it really leads.
public struct LinkTarget: Hashable, Sendable {
  /// The whole address, in ASCII, as it would be handed to a browser.
  public let address: String
  /// The machine that it leads to, in lower case and in the form that the network uses (`xn--…` kept).
  public let host: String
  /// Nil for the scheme's own.
  public let port: Int?
  /// What deserves a second look, one sentence each.
  public let cautions: [String]

  public init(address: String, host: String, port: Int? = nil, cautions: [String] = []) {
    self.address = address
    self.host = host
    self.port = port
    self.cautions = cautions
  }
}

extension LinkTarget {
  /// Takes an address apart by RFC 3986 §3: scheme, authority (user information, host, port), the rest. Nil for
  /// anything but a well-formed http or https address.
  init?(_ text: String) {
    guard text.utf8.count <= 4096, !text.unicodeScalars.contains(where: Self.isForbidden) else { return nil }
    let isSecure: Bool
    let rest: Substring
    if let after = text.after(prefix: "https://") {
      (isSecure, rest) = (true, after)
    } else if let after = text.after(prefix: "http://") {
      (isSecure, rest) = (false, after)
    } else {
      return nil
    }
    // Browsers take a backslash for a slash: both end the authority.
    let authorityEnd = rest.firstIndex { "/?#\\".contains($0) } ?? rest.endIndex
    let authority = rest[..<authorityEnd]
    guard let parts = Authority(authority) else { return nil }

    var cautions: [String] = []
    if parts.userInformation != nil {
      cautions.append("What stands before the @ is no host; the address leads to \(parts.host).")
    }
    if parts.host.split(separator: ".").contains(where: { $0.hasPrefix("xn--") }) {
      cautions.append("The host has letters beyond the Latin ones, which can look like others.")
    }
    if parts.isNumeric { cautions.append("The host is a number, not a name.") }
    if !isSecure { cautions.append("The connection would not be encrypted.") }

    let tail = rest[authorityEnd...]
    self.init(
      address: (isSecure ? "https://" : "http://") + parts.written + Self.encoded(tail), host: parts.host,
      port: parts.port, cautions: cautions)
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

/// User information, host and port of an address.
private struct Authority {
  let userInformation: String?
  let host: String
  let port: Int?
  let isNumeric: Bool

  /// As it is put into the address: without the user information, which only misleads.
  var written: String { host + (port.map { ":\($0)" } ?? "") }

  init?(_ text: Substring) {
    var rest = text
    if let at = text.lastIndex(of: "@") {
      userInformation = String(text[..<at])
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
      host = "[" + inner.lowercased() + "]"
      isNumeric = true
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
    guard let name = parts.first, let host = HostName(name.percentDecoded) else { return nil }
    if parts.count > 1, !parts[1].isEmpty {
      guard let number = Self.port(parts[1]) else { return nil }
      port = number
    } else {
      port = nil
    }
    self.host = host.ascii
    self.isNumeric = host.isNumeric
  }

  private static func port(_ digits: Substring) -> Int? {
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits), 1...65535 ~= number else {
      return nil
    }
    return number
  }
}
