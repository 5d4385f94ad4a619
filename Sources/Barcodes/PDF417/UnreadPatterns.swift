/// How many patterns a scan found that are of no symbol read: what speaks for a finer scan.
struct UnreadPatterns {
  /// Those that what lies beside them confirms.
  var confirmed = 0
  /// Those that look like a pattern only, as other things do.
  var others = 0
  /// Those of them that look just like a pattern, as a symbol's do that scan lines cross so aslant that they leave a row before its
  /// indicator ends, or count on from row to row.
  var plain = 0

  /// Whether they speak for a symbol beside what was read.
  var areEvident: Bool { confirmed > 0 || plain > 0 }

  /// Adds the side of a MicroPDF417 symbol.
  mutating func add(_ side: PDF417Guard) {
    if side.isConfirmed { confirmed += 1 } else { others += 1 }
    if side.countsOn { plain += 1 }
  }

  /// How much likelier than others a finer scan is to read something. Symbols too small or too askew for what was tried
  /// before show no pattern.
  var promise: Double { areEvident ? 4 : others > 0 ? 1.5 : 0.5 }

  static func += (a: inout UnreadPatterns, b: UnreadPatterns) {
    a.confirmed += b.confirmed
    a.others += b.others
    a.plain += b.plain
  }
}
