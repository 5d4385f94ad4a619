extension String {
  /// The text in a pair of signs, each one in it twice: how CSV and SQL's full-text queries quote.
  ///
  /// Sign by sign of Unicode, as their readers go: a mark that joins the quote before it does not hide it from them, though
  /// it makes another character of it.
  package func quoted(_ sign: Unicode.Scalar = "\"") -> String {
    var quoted = String.UnicodeScalarView([sign])
    for scalar in unicodeScalars {
      if scalar == sign { quoted.append(sign) }
      quoted.append(scalar)
    }
    quoted.append(sign)
    return String(quoted)
  }
}
