import Foundation

/// One line over a symbol whose place is known: how well some blur makes its grey of given modules.
///
/// Nothing is presumed of the blur but that it is the same all over the symbol: defocus, motion, and a lens' faults are weights
/// of one kernel, found by least squares, beside ink that spreads and light that changes along the line. Right modules leave
/// noise unexplained. Wrong ones leave more, as no one blur makes them of what is printed, however well each character by
/// itself looks like it.
struct BlurredLine {
  /// What the blur that suits modules best leaves unexplained.
  struct Fit {
    /// The share of the line's variance.
    let unexplained: Float
    fileprivate let weights: [Float]
    /// Of each sample what is left.
    fileprivate let rest: [Float]
  }

  /// Modules of light on either side that are compared, too.
  static let quiet = EANLayout.quiet

  /// Of each sample its place in modules.
  private let places: [Float]
  private let grey: [Float]
  private let variance: Float
  /// Modules of the symbol.
  private let modules: Int

  /// Steps of a module in which patterns are rendered.
  private static let steps = 8
  /// Steps between the kernel's weights: half a module.
  private static let spacing = steps / 2
  /// Weights on either side of its middle: a motion of five modules, and a defocus by whose standard deviation of a module no
  /// digit is read, reach that far.
  private static let reach = 5
  /// Modules around a pattern that its rendering has beside it.
  private static let border = 7
  /// Where ink adds to edges, in steps.
  private static let ink = [-3 * spacing, -spacing, spacing, 3 * spacing]
  /// How the light changes, as powers of the place; the kernel; how contrast changes; and ink.
  private static let unknowns = 3 + (2 * reach + 1) + 1 + ink.count
  fileprivate typealias Row = SIMD4<Float>
  private static let vectors = (unknowns + 3) / 4
  /// Each weight is drawn towards 0 by this share of what samples say of all: those that they hardly tell stay small.
  private static let damping = 1e-4
  /// The kernel by which contrast's change is shown, a defocus of 0.6 modules: any that is near the line's does.
  private static let usual: [Float] = {
    let weights = (-reach...reach).map { (step: Int) -> Float in exp(-pow(Float(step) / 2 / 0.6, 2) / 2) }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }()

  /// - Parameters:
  ///   - samples: the line's grey.
  ///   - places: of each sample in modules from the symbol's first one.
  ///   - modules: of the symbol.
  /// - Returns: nil where the line shows less than the symbol, or too little of it to tell anything.
  init?(_ samples: [Float], places: [Float], modules: Int) {
    let seen = places.indices.filter { places[$0] > Float(-Self.quiet) && places[$0] < Float(modules + Self.quiet) }
    guard seen.count > modules else { return nil }
    let mean = seen.reduce(0) { $0 + samples[$1] } / Float(seen.count)
    // Of contrasts of 1 sums keep their digits.
    grey = seen.map { (samples[$0] - mean) / 255 }
    self.places = seen.map { places[$0] }
    variance = grey.reduce(0) { $0 + $1 * $1 }
    self.modules = modules
    guard variance > 0 else { return nil }
  }

  /// The blur that suits modules best; nil where the line cannot tell it.
  ///
  /// - Parameter pattern: 1 for dark ones, with the quiet zones' on either side.
  func fit(_ pattern: [Float]) -> Fit? {
    let rows = rows(Rendering(pattern))
    let vectors = Self.vectors
    var products = [Row](repeating: .zero, count: 4 * vectors * vectors)
    var values = [Row](repeating: .zero, count: vectors)
    // Four by four at a time, whose sums stay in registers.
    for i in 0..<vectors {
      for (sample, grey) in grey.enumerated() { values[i] += grey * rows[vectors * sample + i] }
      for j in i..<vectors {
        var sums = (Row.zero, Row.zero, Row.zero, Row.zero)
        for base in stride(from: 0, to: rows.count, by: vectors) {
          let (row, other) = (rows[base + i], rows[base + j])
          sums.0 += row[0] * other
          sums.1 += row[1] * other
          sums.2 += row[2] * other
          sums.3 += row[3] * other
        }
        for (lane, sum) in [sums.0, sums.1, sums.2, sums.3].enumerated() {
          products[vectors * (4 * i + lane) + j] = sum
        }
      }
    }
    var equations = NormalEquations(
      unknowns: Self.unknowns, products: { Double(products[vectors * $0 + $1 / 4][$1 % 4]) },
      values: { Double(values[$0 / 4][$0 % 4]) })
    let mean =
      (0..<Self.unknowns).reduce(0) { $0 + Double(products[vectors * $1 + $1 / 4][$1 % 4]) } / Double(Self.unknowns)
    for i in 0..<Self.unknowns { equations.damp(i, Self.damping * mean) }
    guard let solution = equations.solution() else { return nil }
    var weights = [Row](repeating: .zero, count: vectors)
    for (i, weight) in solution.enumerated() { weights[i / 4][i % 4] = Float(weight) }
    let rest = grey.indices.map { sample -> Float in
      let explained = (0..<vectors).reduce(Row.zero) { $0 + rows[vectors * sample + $1] * weights[$1] }
      return grey[sample] - explained.sum()
    }
    return Fit(
      unexplained: rest.reduce(0) { $0 + $1 * $1 } / variance, weights: solution.map(Float.init), rest: rest)
  }

  /// How much more of the line's variance is left unexplained under the same blur if other modules stand in a place.
  ///
  /// - Parameters:
  ///   - fit: of a pattern.
  ///   - pattern: with the quiet zones.
  ///   - places: of seven modules each: the first one, counted from the symbol's first one, and what stands there instead.
  /// - Returns: for each place the same of all that stands there instead.
  func changes(_ fit: Fit, of pattern: [Float], at places: [(start: Int, others: [[Float]])]) -> [[Float]] {
    let response = Response(fit.weights)
    return places.map { changes(fit, response, of: pattern, at: $0.start, to: $0.others) }
  }

  private func changes(
    _ fit: Fit, _ response: Response, of pattern: [Float], at start: Int, to others: [[Float]]
  ) -> [Float] {
    let first = start + Self.quiet
    let present = Neighborhood(pattern, first)
    // What a module's turning dark adds to each of them, and an edge's coming: of these sums over samples are the same for all
    // that may stand there.
    var products = [Neighborhood.Values](repeating: .zero, count: Neighborhood.count)
    var left = Neighborhood.Values.zero
    for (sample, place) in places.enumerated()
    where place > Float(start) - Response.reach && place < Float(start + 7) + Response.reach {
      let share = response.shares(place - Float(start), along: 2 * place / Float(modules) - 1)
      for value in 0..<Neighborhood.count { products[value] += share[value] * share }
      left += fit.rest[sample] * share
    }
    return others.map { other in
      var changed = pattern
      changed.replaceSubrange(first..<first + 7, with: other)
      let difference = Neighborhood(changed, first).values - present.values
      var added = Neighborhood.Values.zero
      for value in 0..<Neighborhood.count where difference[value] != 0 { added += difference[value] * products[value] }
      return (difference * (added - 2 * left)).sum() / variance
    }
  }

  /// Eight modules and the edges before them, as numbers of which grey is a sum: seven modules and all edges that these have.
  private struct Neighborhood {
    typealias Values = SIMD16<Float>
    static let count = 16
    var values = Values.zero

    init(_ pattern: [Float], _ first: Int) {
      for place in 0..<8 {
        values[place] = pattern[first + place]
        values[8 + place] = abs(pattern[first + place] - pattern[first + place - 1])
      }
    }
  }

  /// What a blur makes of eight dark modules, and of the ink of the edges before them.
  private struct Response {
    /// Modules to either side that each reaches: half of the kernel, and what a rendering adds.
    static let reach: Float = 3.5
    /// Steps from the first module's start to the first and the last place within reach of the first seven.
    private static let places = -4 * steps...11 * steps
    /// For each of these places, what each of the eight adds.
    private let dark: [SIMD8<Float>]
    private let usual: [SIMD8<Float>]
    private let ink: [SIMD8<Float>]

    init(_ weights: [Float]) {
      let rendering = Rendering([0, 1, 0])
      let module = (BlurredLine.border + 1) * BlurredLine.steps
      let edge = Rendering([0, 1])
      func blurred(_ step: Int, _ weight: (Int) -> Float) -> Float {
        (0...2 * BlurredLine.reach).reduce(0) { sum, place in
          let at = module + step - (place - BlurredLine.reach) * BlurredLine.spacing
          return rendering.dark.indices.contains(at) ? sum + weight(place) * rendering.dark[at] : sum
        }
      }
      dark = Self.ofEight { blurred($0) { weights[3 + $0] } }
      usual = Self.ofEight { weights[4 + 2 * BlurredLine.reach] * blurred($0) { BlurredLine.usual[$0] } }
      ink = Self.ofEight { step in
        zip(BlurredLine.ink, (5 + 2 * BlurredLine.reach)...).reduce(0) { sum, ink in
          let at = module + step - ink.0
          return edge.edges.indices.contains(at) ? sum + weights[ink.1] * edge.edges[at] : sum
        }
      }
    }

    /// Of what one module adds so many steps from its start, what eight of them add.
    private static func ofEight(_ one: (Int) -> Float) -> [SIMD8<Float>] {
      // Further away it is nothing.
      let near = -4 * steps...5 * steps
      let values = near.map(one)
      return places.map { place in
        var eight = SIMD8<Float>.zero
        for number in 0..<8 where near.contains(place - number * steps) {
          eight[number] = values[place - number * steps - near.lowerBound]
        }
        return eight
      }
    }

    /// What they add to a sample.
    ///
    /// - Parameters:
    ///   - distance: from the first module's start, in modules, within reach of the first seven.
    ///   - along: where on the line, from −1 to 1.
    func shares(_ distance: Float, along: Float) -> Neighborhood.Values {
      let at = distance * Float(BlurredLine.steps)
      let step = Int(at.rounded(.down))
      let (place, part) = (step - Self.places.lowerBound, at - Float(step))
      func between(_ table: [SIMD8<Float>]) -> SIMD8<Float> {
        table[place] + part * (table[place + 1] - table[place])
      }
      return Neighborhood.Values(lowHalf: between(dark) + along * between(usual), highHalf: between(ink))
    }
  }

  /// What each unknown adds to each sample: eleven weights and four of ink, in vectors of four with what the light does.
  private func rows(_ rendering: Rendering) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(Self.vectors * places.count)
    // Of each step it and the three that lie a weight's spacing before it each, as the weights go backwards.
    let four = rendering.dark.indices.map { step -> Row in
      guard step >= 3 * Self.spacing else { return .zero }
      return Row(
        rendering.dark[step], rendering.dark[step - Self.spacing], rendering.dark[step - 2 * Self.spacing],
        rendering.dark[step - 3 * Self.spacing])
    }
    for place in places {
      let along = 2 * place / Float(modules) - 1
      let at = (place + Float(Self.quiet + Self.border)) * Float(Self.steps)
      let step = Int(at)
      let part = at - Float(step)
      func weights(from first: Int) -> Row {
        let from = step - (first - Self.reach) * Self.spacing
        return four[from] + part * (four[from + 1] - four[from])
      }
      let (a, b, c) = (weights(from: 0), weights(from: 4), weights(from: 8))
      var usual: Float = 0
      for i in 0..<4 { usual += Self.usual[i] * a[i] }
      for i in 0..<4 { usual += Self.usual[4 + i] * b[i] }
      for i in 0..<3 { usual += Self.usual[8 + i] * c[i] }
      func ink(_ number: Int) -> Float {
        let from = step - Self.ink[number]
        return rendering.edges[from] + part * (rendering.edges[from + 1] - rendering.edges[from])
      }
      rows.append(Row(1, along, along * along, a[0]))
      rows.append(Row(a[1], a[2], a[3], b[0]))
      rows.append(Row(b[1], b[2], b[3], c[0]))
      rows.append(Row(c[1], c[2], along * usual, ink(0)))
      rows.append(Row(ink(1), ink(2), ink(3), 0))
    }
    return rows
  }

  /// Modules as the kernel's weights see them: under a triangle as wide as two of its steps.
  private struct Rendering {
    var dark: [Float]
    /// Where edges are, light to dark and dark to light alike, each a triangle of two modules.
    var edges: [Float]

    init(_ pattern: [Float]) {
      let steps = BlurredLine.steps
      let border = BlurredLine.border * steps
      dark = [Float](repeating: 0, count: pattern.count * steps + 2 * border)
      edges = dark
      for (place, module) in pattern.enumerated() where module != 0 {
        for step in 0..<steps { dark[border + place * steps + step] = module }
      }
      for place in 1..<pattern.count where pattern[place] != pattern[place - 1] {
        let edge = border + place * steps
        for step in -steps / 2...steps / 2 {
          // What of a triangle of one module lies behind the edge.
          let t = Float(step) / Float(steps)
          let share = t < 0 ? 2 * (t + 0.5) * (t + 0.5) : 1 - 2 * (0.5 - t) * (0.5 - t)
          dark[edge + step] = pattern[place - 1] + share * (pattern[place] - pattern[place - 1])
        }
        for step in -steps...steps { edges[edge + step] += 1 - abs(Float(step)) / Float(steps) }
      }
    }
  }
}
