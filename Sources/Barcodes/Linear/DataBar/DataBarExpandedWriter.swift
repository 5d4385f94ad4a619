package import Bits

/// Writes GS1 DataBar Expanded in one row or stacked: element strings, with identifiers in brackets or U+001D as separator.
package struct DataBarExpandedWriter: SymbolWriter {
  package let symbology = Symbology.gs1DataBarExpanded
  /// Pairs of characters in a row, 1…10, or nil for one row of all.
  package let pairsPerRow: Int?

  /// - Precondition: a row has 1 to 10 pairs. ISO/IEC 24724:2011 §7.2.8
  package init(pairsPerRow: Int? = nil) {
    precondition(pairsPerRow.map { 1...10 ~= $0 } ?? true, "a row of DataBar Expanded Stacked has 1 to 10 pairs")
    self.pairsPerRow = pairsPerRow
  }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    // A GTIN of 16 digits, its identifier included, takes 44 bits; brackets are not written.
    let written = text.unicodeScalars.count { !["(", ")", "[", "]"].contains($0) }
    try CapacityLimit(available: 21 * 12, densest: (44, 16)).check(written)
    // And there are as many of these as identifiers at most.
    guard text.unicodeScalars.count <= 3 * written else { throw .invalid("no GS1 element strings") }
    let message = GS1ElementString.message(bracketed: text) ?? text
    guard GS1ElementString.elements(message) != nil else {
      throw .invalid("no GS1 element strings, such as (01)09521234543213(10)ABC")
    }
    let bits = try GS1Compaction.bits(message, pairsPerRow: pairsPerRow)
    let values = stride(from: 0, to: bits.count, by: 12).map { start in
      bits[start..<start + 12].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
    guard let places = DataBarExpanded.places(characters: values.count + 1) else {
      throw .tooLong(needed: bits.count, available: 21 * 12)
    }
    let parts = zip(places.dropFirst(), values).map { place, value in
      DataBarExpanded.Pair(
        finder: place.finder, isSecond: place.isSecond, isRight: place.isRight, character: value)
    }
    let sum = parts.reduce(0) { $0 + $1.checksum } % 211
    let characters = [211 * (values.count + 1 - 4) + sum] + values
    let pairs = Self.pairs(places, characters)
    guard let pairsPerRow, pairsPerRow < pairs.count else {
      var row = ModuleRow()
      row.append([1, 1] + pairs.joined() + [1, 1], startsDark: false)
      return row.matrix
    }
    return Self.stacked(pairs, pairsPerRow)
  }

  /// The widths of each pair: a character, its finder, and the mirrored character behind it, which the last may lack.
  private static func pairs(_ places: [DataBarExpanded.Place], _ characters: [Int]) -> [[Int]] {
    var pairs: [[Int]] = []
    for (place, character) in zip(places, characters) {
      let own = DataBarExpanded.characters.widths(character)
      if place.isRight {
        pairs[pairs.count - 1] += own.reversed()
      } else {
        let finder = DataBarExpanded.finders.pattern(place.finder)
        pairs.append(own + (place.isSecond ? finder.reversed() : finder))
      }
    }
    return pairs
  }

  /// Rows of 34 modules. §7.2.8: where a row has an even number of pairs, every second row is mirrored, lest it begin
  /// as the first one does; if that is the last one and has an odd number, it is moved by a module instead.
  private static func stacked(_ pairs: [[Int]], _ pairsPerRow: Int) -> BitMatrix {
    let rows = stride(from: 0, to: pairs.count, by: pairsPerRow).map { start -> DataBarRow in
      let own = pairs[start..<min(start + pairsPerRow, pairs.count)]
      var modules = ModuleRow()
      // Each pair begins in the color in which the one before it ends in the row of all.
      modules.append([1, 1] + own.joined() + [1, 1], startsDark: !start.isMultiple(of: 2))
      let finders = own.indices.map { pair in
        // Of the first kind the wide elements come first, of the second kind they come last.
        let finder = 19 + 49 * (pair - start) + (pair.isMultiple(of: 2) ? 0 : 2)
        return finder..<finder + 13
      }
      let row = DataBarRow(modules.modules, finders: finders)
      let isSecond = !(start / pairsPerRow).isMultiple(of: 2)
      guard isSecond, pairsPerRow.isMultiple(of: 2) else { return row }
      return own.count.isMultiple(of: 2) ? row.mirrored : row.shifted
    }
    return DataBarRow.stacked(rows, height: 34)
  }
}
