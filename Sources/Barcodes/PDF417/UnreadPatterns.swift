/// How many patterns a scan found that are of no symbol read: what speaks for a finer scan.
struct UnreadPatterns {
  /// Those that what lies beside them confirms.
  var confirmed = 0
  /// Those that look like a pattern only, as other things do.
  var others = 0

  mutating func add(isConfirmed: Bool) {
    if isConfirmed { confirmed += 1 } else { others += 1 }
  }

  /// How much likelier than others a finer scan is to read something. Symbols too small or too askew for what was tried
  /// before show no pattern.
  var promise: Double { confirmed > 0 ? 4 : others > 0 ? 1.5 : 0.5 }

  static func += (a: inout UnreadPatterns, b: UnreadPatterns) {
    a.confirmed += b.confirmed
    a.others += b.others
  }
}
