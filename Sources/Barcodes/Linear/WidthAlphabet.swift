/// The characters of a symbology whose elements are whole modules: for each its widths, and the most likely
/// one for widths that were measured.
///
/// Printing and blur make all bars wider by the same amount and all spaces narrower. So the misfit is that of
/// the widths after the best such shift is taken away; the shift itself costs too, as the rest of the symbol
/// has about the same.
package struct WidthAlphabet: Sendable {
  /// Elements a character.
  package let elements: Int
  /// Modules a character.
  package let modules: Int
  package let count: Int
  /// Eight elements a vector, the last one filled up with zeros: `vectors` for each character.
  private let widths: [SIMD8<Float>]
  private let vectors: Int
  /// Of each character the sum of squared widths, and that of its bars less that of its spaces if it began with a bar.
  private let squares: [Float]
  private let balances: [Float]

  /// - Parameter patterns: a number a character, a decimal digit an element, the first highest.
  package init(_ patterns: [Int], elements: Int) {
    precondition(elements <= 16, "two vectors hold sixteen elements")
    self.elements = elements
    let digits = patterns.map { Self.digits($0, count: elements) }
    modules = digits[0].reduce(0, +)
    precondition(digits.allSatisfy { $0.reduce(0, +) == digits[0].reduce(0, +) }, "characters differ in width")
    count = patterns.count
    let vectors = (elements + 7) / 8
    self.vectors = vectors
    widths = digits.flatMap { digits in
      (0..<vectors).map { vector in
        var widths = SIMD8<Float>.zero
        for i in 0..<min(8, elements - 8 * vector) { widths[i] = Float(digits[8 * vector + i]) }
        return widths
      }
    }
    squares = digits.map { Float($0.reduce(0) { $0 + $1 * $1 }) }
    balances = digits.map { digits in
      Float(zip(digits, 0...).reduce(0) { $0 + ($1.1.isMultiple(of: 2) ? $1.0 : -$1.0) })
    }
  }

  /// The widths of a character in modules.
  package func pattern(_ character: Int) -> [Int] {
    (0..<elements).map { Int(widths[character * vectors + $0 / 8][$0 % 8]) }
  }

  private static func digits(_ number: Int, count: Int) -> [Int] {
    var rest = number
    var result = [Int](repeating: 0, count: count)
    for place in (0..<count).reversed() {
      result[place] = rest % 10
      rest /= 10
    }
    return result
  }

  /// The most likely character.
  package struct Match: Sendable {
    package var character = 0
    /// Squared error in modules, summed over the elements.
    package var misfit = Float.infinity
  }

  /// The character whose widths fit best, among those in `range`.
  ///
  /// - Parameter growth: modules by which all bars are wider than they should be, and all spaces narrower, where the symbol
  ///   tells that.
  /// - Precondition: the elements from `start` lie in the sequence.
  package func match(
    _ bars: BarSequence, at start: Int, among range: Range<Int>? = nil, growth: Float = 0
  ) -> Match {
    let module = bars.width(start..<start + elements) / Float(modules)
    var best = Match()
    guard module > 0 else { return best }
    // Up to sixteen elements, in two vectors.
    var (low, high) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var square: Float = 0
    var balance: Float = 0
    for i in 0..<elements {
      let size = bars.widths[start + i] / module - ((start + i).isMultiple(of: 2) ? growth : -growth)
      if i < 8 { low[i] = size } else { high[i - 8] = size }
      square += size * size
      balance += i.isMultiple(of: 2) ? size : -size
    }
    for character in range ?? 0..<count {
      var product = (low * widths[character * vectors]).sum()
      if vectors > 1 { product += (high * widths[character * vectors + 1]).sum() }
      let shift = balance - balances[character]
      // The shift that fits best is `shift / elements`; with as much weight against it as one more element has, what
      // remains is this.
      let misfit = max(0, square - 2 * product + squares[character] - shift * shift / Float(elements + 1))
      if misfit < best.misfit { best = Match(character: character, misfit: misfit) }
    }
    return best
  }
}

extension BarSequence {
  /// How badly elements fit a fixed pattern such as a guard: squared error in modules, mean over the elements,
  /// with the same allowance for wide bars.
  package func misfit(_ pattern: [Float], at start: Int, module: Float) -> Float {
    var sum: Float = 0
    var shift: Float = 0
    for (i, wanted) in pattern.enumerated() {
      let error = widths[start + i] / module - wanted
      sum += error * error
      shift += (start + i).isMultiple(of: 2) ? error : -error
    }
    return (sum - shift * shift / Float(pattern.count + 1)) / Float(pattern.count)
  }

  /// The same for elements that are a module each.
  func misfitOfSingles(_ count: Int, at start: Int, module: Float) -> Float {
    var sum: Float = 0
    var shift: Float = 0
    for element in start..<start + count {
      let error = widths[element] / module - 1
      sum += error * error
      shift += element.isMultiple(of: 2) ? error : -error
    }
    return (sum - shift * shift / Float(count + 1)) / Float(count)
  }
}

/// A row of modules being written, from widths that alternate between bar and space.
package struct ModuleRow: Sendable {
  package private(set) var modules: [Bool] = []

  package init() {}

  /// Appends elements, the first one a bar unless told otherwise.
  package mutating func append(_ widths: [Int], startsDark: Bool = true) {
    var dark = startsDark
    for width in widths {
      modules.append(contentsOf: repeatElement(dark, count: width))
      dark.toggle()
    }
  }

  /// - Throws: `WriteFailure.tooLong` for a row that no picture has room for.
  package func checkLength() throws(WriteFailure) {
    guard modules.count <= CapacityLimit.longestRow else {
      throw .tooLong(needed: modules.count, available: CapacityLimit.longestRow, unit: .modules)
    }
  }
}
