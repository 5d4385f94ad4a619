/// Turns a message into data codewords: runs of digits, of text, and of other bytes.
/// ISO/IEC 15438:2015 Annex P is the model.
package enum PDF417Encoder {
  package static func codewords(_ bytes: [UInt8], eci: Int? = nil) -> [Int] {
    var result = eci.map(eciCodewords) ?? []
    var mode = PDF417Codeword.text
    var position = 0
    while position < bytes.count {
      let digits = bytes[position...].prefix { 48...57 ~= $0 }.count
      if digits >= 13 {
        result.append(PDF417Codeword.numeric)
        mode = PDF417Codeword.numeric
        result += numeric(Array(bytes[position..<position + digits]))
        position += digits
        continue
      }
      let text = textRun(bytes, from: position)
      if text >= 5 || text == bytes.count - position {
        if mode != PDF417Codeword.text { result.append(PDF417Codeword.text) }
        mode = PDF417Codeword.text
        result += self.text(Array(bytes[position..<position + text]))
        position += text
        continue
      }
      var end = position
      while end < bytes.count {
        let digits = bytes[end...].prefix { 48...57 ~= $0 }.count
        if digits >= 13 || (end > position && textRun(bytes, from: end) >= 5) { break }
        end += 1
      }
      let run = Array(bytes[position..<max(end, position + 1)])
      result.append(run.count % 6 == 0 ? PDF417Codeword.byteSixes : PDF417Codeword.byte)
      mode = PDF417Codeword.byte
      result += self.bytes(run)
      position += run.count
    }
    return result
  }

  /// Characters that Text compaction knows, up to where 13 digits follow each other.
  private static func textRun(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start
    var digits = 0
    while end < bytes.count, bytes[end] == 9 || bytes[end] == 10 || bytes[end] == 13 || 32...126 ~= bytes[end] {
      digits = 48...57 ~= bytes[end] ? digits + 1 : 0
      end += 1
      if digits == 13 { return end - 13 - start }
    }
    return end - start
  }

  /// §5.5.
  private static func eciCodewords(_ number: Int) -> [Int] {
    if number < 900 { return [PDF417Codeword.eci, number] }
    if number < 810_900 { return [PDF417Codeword.generalECI, number / 900 - 1, number % 900] }
    return [PDF417Codeword.userECI, number - 810_900]
  }

  static func numeric(_ digits: [UInt8]) -> [Int] {
    stride(from: 0, to: digits.count, by: 44).flatMap { start -> [Int] in
      // A 1 before the digits, from base 10 to base 900.
      var number = [1] + digits[start..<min(start + 44, digits.count)].map { Int($0) - 48 }
      var result: [Int] = []
      while !number.isEmpty {
        var remainder = 0
        var quotient: [Int] = []
        for digit in number {
          remainder = remainder * 10 + digit
          if !quotient.isEmpty || remainder >= 900 { quotient.append(remainder / 900) }
          remainder %= 900
        }
        result.append(remainder)
        number = quotient
      }
      return result.reversed()
    }
  }

  private static func bytes(_ run: [UInt8]) -> [Int] {
    var result: [Int] = []
    var position = 0
    // With latch 901 a whole last group of six would be read as single bytes: only full groups before others.
    while run.count - position >= 6 {
      var packed = run[position..<position + 6].reduce(0) { $0 << 8 | Int($1) }
      var group: [Int] = []
      for _ in 0..<5 {
        group.append(packed % 900)
        packed /= 900
      }
      result += group.reversed()
      position += 6
    }
    return result + run[position...].map { Int($0) }
  }

  // MARK: Text compaction

  private static let sets: [[UInt8]] = [
    Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ ".utf8), Array("abcdefghijklmnopqrstuvwxyz ".utf8),
    Array("0123456789&\r\t,:#-.$/+%*=^".utf8) + [0, 32], Array(";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'".utf8),
  ]
  /// Values that latch from one submode (alpha, lower, mixed, punctuation) to another.
  private static let latches: [[[Int]]] = [
    [[], [27], [28], [28, 25]], [[28, 28], [], [28], [28, 25]], [[28], [27], [], [25]],
    [[29], [29, 27], [29, 28], []],
  ]

  /// The cheapest way through the submodes (dynamic programming); every text begins in alpha.
  private static func text(_ run: [UInt8]) -> [Int] {
    var best: [[Int]?] = [[], nil, nil, nil]
    for byte in run {
      var next: [[Int]?] = [nil, nil, nil, nil]
      func offer(_ submode: Int, _ values: [Int]) {
        if next[submode].map({ values.count < $0.count }) ?? true { next[submode] = values }
      }
      for (from, values) in best.enumerated() {
        guard let values else { continue }
        for to in 0..<4 {
          if let value = sets[to].firstIndex(of: byte) { offer(to, values + latches[from][to] + [value]) }
        }
        // Shifts: one character of punctuation from anywhere, one capital from lower.
        if from != 3, let value = sets[3].firstIndex(of: byte) { offer(from, values + [29, value]) }
        if from == 1, let value = sets[0].prefix(26).firstIndex(of: byte) { offer(from, values + [27, value]) }
      }
      best = next
    }
    var values = best.compactMap { $0 }.min { $0.count < $1.count } ?? []
    // A last value that says nothing: a shift, or in punctuation the latch to alpha. §5.4.2.5
    if values.count % 2 != 0 { values.append(29) }
    return stride(from: 0, to: values.count, by: 2).map { 30 * values[$0] + values[$0 + 1] }
  }
}
