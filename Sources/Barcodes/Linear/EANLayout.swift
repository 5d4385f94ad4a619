import Foundation

/// Where the modules of an EAN or UPC symbol stand. ISO/IEC 15420:2009 §4.3
struct EANLayout: Sendable {
  enum Digits: Sendable {
    /// Sets A and B, from a space to a bar.
    case mixed
    /// Set A.
    case setA
    /// Set C, from a bar to a space.
    case setC
  }

  /// Nil for an add-on, which is no number by itself.
  let form: EANNumber.Form?
  let modules: Int
  /// First module and what its digit may be of.
  let digits: [(start: Int, of: Digits)]
  /// The parts that are the same in every symbol, each with the light or the bars around it.
  let guards: [Guard]

  struct Guard: Sendable {
    /// Of the first module; quiet zones have negative ones.
    let start: Int
    /// 0 is light, 1 is dark.
    let modules: [Double]
    let before: Double
    let after: Double
  }

  /// Modules of quiet zone that are compared on either side. Fewer than specified, as those are often cut.
  static let quiet = 4

  private init(
    form: EANNumber.Form, modules: Int, digits: [(start: Int, of: Digits)], middle: Int?, end: [Double]
  ) {
    self.form = form
    self.modules = modules
    self.digits = digits
    let light = [Double](repeating: 0, count: Self.quiet)
    var guards = [Guard(start: -Self.quiet, modules: light + [1, 0, 1], before: 0, after: 0)]
    if let middle { guards.append(Guard(start: middle, modules: [0, 1, 0, 1, 0], before: 1, after: 1)) }
    guards.append(Guard(start: modules - end.count, modules: end + light, before: end[0] == 1 ? 0 : 1, after: 0))
    self.guards = guards
  }

  /// A guard of 1011, then digits with 01 between them. What is behind the last one is not compared: paper often ends
  /// there. §4.3.5
  private init(addOn count: Int) {
    form = nil
    modules = 4 + 9 * count - 2
    digits = (0..<count).map { (4 + 9 * $0, .mixed) }
    let start = [Double](repeating: 0, count: Self.quiet) + [1, 0, 1, 1]
    guards =
      [Guard(start: -Self.quiet, modules: start, before: 0, after: 0)]
      + (1..<count).map { Guard(start: 9 * $0 + 2, modules: [0, 1], before: 1, after: 0) }
  }

  static let addOn2 = EANLayout(addOn: 2)
  static let addOn5 = EANLayout(addOn: 5)
  static let ean13 = EANLayout(
    form: .ean13, modules: 95, digits: (0..<6).map { (3 + 7 * $0, .mixed) } + (0..<6).map { (50 + 7 * $0, .setC) },
    middle: 45, end: [1, 0, 1])
  static let ean8 = EANLayout(
    form: .ean8, modules: 67, digits: (0..<4).map { (3 + 7 * $0, .setA) } + (0..<4).map { (36 + 7 * $0, .setC) },
    middle: 31, end: [1, 0, 1])
  static let upcE = EANLayout(
    form: .upcE, modules: 51, digits: (0..<6).map { (3 + 7 * $0, .mixed) }, middle: nil, end: [0, 1, 0, 1, 0, 1])
}

/// How dark the samples of a digit are, rendered with blur: what `EANFit` compares the picture with.
struct EANTemplates: Sendable {
  /// Samples a module: enough to show where an edge lies to a tenth of a module. A module is one vector.
  static let density = 4
  typealias Module = SIMD4<Float>
  /// Where a module's samples lie in it.
  static let offsets = Module(0.125, 0.375, 0.625, 0.875)
  static let samples = 7 * density

  /// Sets A (0…9), B (10…19), C (20…29), seven modules each: 0 is light, 1 is dark.
  let values: [Module]
  /// For each what `misfit` needs of its sums.
  private let solutions: [SIMD3<Float>]
  /// The layout's guards, each as its modules.
  let guards: [(start: Int, modules: [Module])]

  /// - Parameters:
  ///   - blur: standard deviation in modules.
  ///   - spread: how much wider bars are printed than they should be, in modules.
  init(blur: Double, spread: Double, layout: EANLayout) {
    var values: [Module] = []
    var solutions: [SIMD3<Float>] = []
    for character in 0..<30 {
      let isC = character >= 20
      var modules: [Double] = []
      for (place, width) in EANDigits.alphabet.pattern(isC ? character - 20 : character).enumerated() {
        modules += [Double](repeating: place.isMultiple(of: 2) == isC ? 1 : 0, count: width)
      }
      // A digit's neighbours begin and end as it does, so the module on either side is known; beyond, as much
      // is dark as light.
      let context = [0.5, 0.5, isC ? 0 : 1] + modules + [isC ? 1 : 0, 0.5, 0.5]
      let rendered = Self.render(context, blur: blur, spread: spread).dropFirst(3 * Self.density).prefix(Self.samples)
      values += Self.modules(rendered)
      solutions.append(Self.solution(sum: rendered.reduce(0, +), squares: rendered.reduce(0) { $0 + $1 * $1 }))
    }
    self.values = values
    self.solutions = solutions
    guards = layout.guards.map { mark in
      let rendered = Self.render([mark.before] + mark.modules + [mark.after], blur: blur, spread: spread)
      return (mark.start, Self.modules(rendered.dropFirst(Self.density).dropLast(Self.density)))
    }
  }

  private static func modules(_ samples: ArraySlice<Float>) -> [Module] {
    stride(from: samples.startIndex, to: samples.endIndex, by: density).map { Module(samples[$0..<$0 + density]) }
  }

  /// Modules as samples, under a Gaussian blur. A bar grows at each of its edges by half of the spread.
  static func render(_ modules: [Double], blur: Double, spread: Double) -> [Float] {
    let scale = 1 / (blur * 2.0.squareRoot())
    // Each edge is a step that the blur makes a slope.
    var edges: [(at: Double, step: Double)] = []
    for place in 1..<modules.count where modules[place] != modules[place - 1] {
      let step = modules[place] - modules[place - 1]
      edges.append((Double(place) - (step > 0 ? spread : -spread) / 2, step))
    }
    return (0..<modules.count * density).map { sample in
      let at = (Double(sample) + 0.5) / Double(density)
      return Float(edges.reduce(modules[0]) { $0 + $1.step * (1 + erf((at - $1.at) * scale)) / 2 })
    }
  }

  /// Weight against a digit having another contrast or brightness than the line: as much as a tenth of its samples.
  private static let stiffness: Float = 0.1 * Float(samples)

  /// Squared error of samples against a character, after the contrast and brightness that fit best, less what those
  /// deviate from 1 and 0.
  func misfit(_ samples: [Module], at start: Int, sum: Float, square: Float, character: Int) -> Float {
    var products = Module.zero
    let base = character * 7
    for i in 0..<7 { products += samples[start + i] * values[base + i] }
    let product = products.sum() + Self.stiffness
    let solution = solutions[character]
    let explained = solution.x * product * product + (solution.y * product + solution.z * sum) * sum
    return max(0, square + Self.stiffness - explained)
  }

  /// What of a character's squares the best contrast and brightness explain, for a product P with the samples and their
  /// sum S: x P² + y P S + z S².
  private static func solution(sum value: Float, squares: Float) -> SIMD3<Float> {
    let (a, d) = (squares + stiffness, Float(samples) + stiffness)
    return SIMD3(d, -2 * value, a) / (a * d - value * value)
  }
}
