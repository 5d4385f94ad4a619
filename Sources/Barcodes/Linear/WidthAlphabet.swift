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
  private let widths: [Float]

  /// - Parameter patterns: a number a character, a decimal digit an element, the first highest.
  package init(_ patterns: [Int], elements: Int) {
    self.elements = elements
    let digits = patterns.map { Self.digits($0, count: elements) }
    modules = digits[0].reduce(0, +)
    precondition(digits.allSatisfy { $0.reduce(0, +) == digits[0].reduce(0, +) }, "characters differ in width")
    count = patterns.count
    widths = digits.joined().map(Float.init)
  }

  /// The widths of a character in modules.
  package func pattern(_ character: Int) -> [Int] {
    (0..<elements).map { Int(widths[character * elements + $0]) }
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
    /// That of the next likely one.
    package var runnerUp = Float.infinity
    /// How much wider bars are than they should be, in modules.
    package var spread = Float.zero
  }

  /// The character whose widths fit best, among those in `range`.
  ///
  /// - Precondition: the elements from `start` lie in the sequence.
  package func match(_ bars: BarSequence, at start: Int, among range: Range<Int>? = nil) -> Match {
    let module = bars.width(start..<start + elements) / Float(modules)
    var best = Match()
    guard module > 0 else { return best }
    let scale = 1 / module
    let first: Float = start.isMultiple(of: 2) ? 1 : -1
    for character in range ?? 0..<count {
      let base = character * elements
      var sum: Float = 0
      var shift: Float = 0
      var sign = first
      for i in 0..<elements {
        let error = bars.widths[start + i] * scale - widths[base + i]
        sum += error * error
        shift += sign * error
        sign = -sign
      }
      // The shift that fits best is `shift / elements`; with as much weight against it as one more element has,
      // what remains is this.
      let misfit = sum - shift * shift / Float(elements + 1)
      if misfit < best.misfit {
        best.runnerUp = best.misfit
        best.misfit = misfit
        best.character = character
        best.spread = shift / Float(elements)
      } else if misfit < best.runnerUp {
        best.runnerUp = misfit
      }
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
}
