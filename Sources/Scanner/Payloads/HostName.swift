/// A host's name as the network uses it: labels of letters, digits and hyphens with dots between them.
struct HostName: Hashable {
  /// In lower case; labels with other letters by Punycode.
  let ascii: String

  /// Nil for a name that no machine can have.
  init?(_ text: String) {
    // The dots of other scripts count as dots (UTS #46 §4).
    let dots: Set<Character> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
    var labels = text.lowercased().split(omittingEmptySubsequences: false) { dots.contains($0) }.map(String.init)
    // A dot at the very end names the root.
    if labels.last == "", labels.count > 1 { labels.removeLast() }
    let encoded = labels.compactMap { Self.label($0) }
    guard encoded.count == labels.count else { return nil }
    let name = encoded.joined(separator: ".")
    // RFC 1035 §2.3.4.
    guard (1...253).contains(name.utf8.count) else { return nil }
    ascii = name
  }

  /// True for an IPv4 address in any of its spellings: the last label is a number.
  var isNumeric: Bool {
    guard let last = ascii.split(separator: ".").last else { return false }
    return last.allSatisfy(\.isNumber) || last.hasPrefix("0x")
  }

  /// Letters, digits, the marks that belong to them, and the hyphen (RFC 5892 §2.1, in the large).
  private static func isOfNames(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: true
    default: scalar == "-"
    }
  }

  private static func label(_ label: String) -> String? {
    let ascii: String
    if label.utf8.allSatisfy({ $0 < 0x80 }) {
      ascii = label
    } else {
      guard label.unicodeScalars.allSatisfy(isOfNames), let encoded = Punycode.encode(label) else { return nil }
      ascii = "xn--" + encoded
    }
    let isPlain = ascii.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    // RFC 1035 §2.3.1: a hyphen stands between others; §2.3.4: at most 63.
    let isBounded = (1...63).contains(ascii.utf8.count) && !ascii.hasPrefix("-") && !ascii.hasSuffix("-")
    return isPlain && isBounded ? ascii : nil
  }
}

/// Unicode in ASCII, RFC 3492.
enum Punycode {
  // §5: the parameters for host names.
  private static let base = 36
  private static let tMin = 1
  private static let tMax = 26
  private static let skew = 38
  private static let damp = 700
  private static let initialBias = 72
  private static let initialN = 128

  /// Nil if the label is longer than any host name can be.
  static func encode(_ label: String) -> String? {
    let scalars = label.unicodeScalars.map { Int($0.value) }
    guard scalars.count <= 63 else { return nil }
    var output = scalars.filter { $0 < 128 }.map { UInt8($0) }
    let basicCount = output.count
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var handled = basicCount
    var (n, delta, bias) = (initialN, 0, initialBias)
    // §6.3: code points in ascending order; 63 of them keep every number far below overflow.
    while handled < scalars.count {
      guard let next = scalars.filter({ $0 >= n }).min() else { return nil }
      delta += (next - n) * (handled + 1)
      n = next
      for scalar in scalars {
        if scalar < n { delta += 1 }
        guard scalar == n else { continue }
        var q = delta
        var k = base
        while true {
          let t = k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias
          if q < t { break }
          output.append(digit(t + (q - t) % (base - t)))
          q = (q - t) / (base - t)
          k += base
        }
        output.append(digit(q))
        bias = adapt(delta, points: handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      n += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// a…z are 0…25, 0…9 are 26…35.
  private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 97 : value + 22) }

  /// §6.1.
  private static func adapt(_ delta: Int, points: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / points
    var k = 0
    while delta > (base - tMin) * tMax / 2 {
      delta /= base - tMin
      k += base
    }
    return k + (base - tMin + 1) * delta / (delta + skew)
  }
}
