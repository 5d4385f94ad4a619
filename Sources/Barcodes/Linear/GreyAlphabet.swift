import Foundation

/// The characters of a symbology, rendered with a blur: what the grey of scan lines is compared with.
struct GreyAlphabet: Sendable {
  /// Samples a module: enough to show where an edge lies to a tenth of a module. A module is one vector.
  static let density = 4
  typealias Module = SIMD4<Float>
  /// Where a module's samples lie in it.
  static let offsets = Module(0.125, 0.375, 0.625, 0.875)

  /// Modules, deviations of the blur; beyond the last one characters are alike.
  static let blurs = [0.25, 0.45, 0.65, 0.85, 1.1]
  /// Modules by which bars are printed wider than they should be.
  static let spreads = [-0.35, 0.0, 0.35]

  /// Modules a character.
  private let modules: Int
  /// Each character's modules, one after the other: 0 is light, 1 is dark.
  private let values: [Module]
  /// For each what `misfit` needs of its sums.
  private let solutions: [SIMD3<Float>]
  /// The same for four characters at once: each sample's values, and what is needed of the sums. A last group is filled up with
  /// its last character.
  private let fours: [SIMD4<Float>]
  private let solutionsOfFours: [(x: SIMD4<Float>, y: SIMD4<Float>, z: SIMD4<Float>)]
  /// Weight against a character having another contrast or brightness than the line: as much as a tenth of its samples.
  private let stiffness: Float

  /// - Parameters:
  ///   - characters: each as its modules, all as many; 0 is light, 1 is dark.
  ///   - blur: standard deviation in modules.
  ///   - spread: how much wider bars are printed than they should be, in modules.
  init(_ characters: [[Double]], blur: Double, spread: Double) {
    modules = characters[0].count
    let samples = Float(modules * Self.density)
    let stiffness = 0.1 * samples
    var values: [Module] = []
    var solutions: [SIMD3<Float>] = []
    let edges = BlurredEdges(blur: blur, spread: spread, modules: modules + 6)
    for character in characters {
      // A character's neighbours end and begin with what it does not, so the module on either side is known; beyond, as
      // much is dark as light.
      let context = [0.5, 0.5, 1 - character[0]] + character + [1 - character[modules - 1], 0.5, 0.5]
      let rendered = edges.render(context).dropFirst(3 * Self.density).prefix(Int(samples))
      values += Self.modules(rendered)
      let squares = rendered.reduce(0) { $0 + $1 * $1 }
      solutions.append(
        Self.solution(sum: rendered.reduce(0, +), squares: squares + stiffness, weight: samples + stiffness))
    }
    (self.values, self.solutions, self.stiffness) = (values, solutions, stiffness)
    let modules = modules
    let groups = stride(from: 0, to: characters.count, by: 4).map { first in
      (0..<4).map { min(first + $0, characters.count - 1) }
    }
    func four(_ group: [Int], _ value: (Int) -> Float) -> SIMD4<Float> { SIMD4(group.map(value)) }
    fours = groups.flatMap { group in
      (0..<modules * Self.density).map { sample in
        four(group) { values[modules * $0 + sample / Self.density][sample % Self.density] }
      }
    }
    solutionsOfFours = groups.map { group in
      (four(group) { solutions[$0].x }, four(group) { solutions[$0].y }, four(group) { solutions[$0].z })
    }
  }

  /// Samples as modules.
  static func modules(_ samples: ArraySlice<Float>) -> [Module] {
    stride(from: samples.startIndex, to: samples.endIndex, by: density).map { Module(samples[$0..<$0 + density]) }
  }

  /// The sum of a character's samples, and that of their squares.
  func sums(_ samples: [Module], at start: Int) -> (sum: Float, square: Float) {
    var (sums, squares) = (Module.zero, Module.zero)
    for module in samples[start..<start + modules] {
      sums += module
      squares += module * module
    }
    return (sums.sum(), squares.sum())
  }

  /// Squared error of samples against a character, after the contrast and brightness that fit best, less what those
  /// deviate from 1 and 0.
  ///
  /// - Parameter sums: of the same samples.
  func misfit(_ samples: [Module], at start: Int, _ sums: (sum: Float, square: Float), character: Int) -> Float {
    var products = Module.zero
    let base = character * modules
    for i in 0..<modules { products += samples[start + i] * values[base + i] }
    let product = products.sum() + stiffness
    let solution = solutions[character]
    let explained = solution.x * product * product + (solution.y * product + solution.z * sums.sum) * sums.sum
    return max(0, sums.square + stiffness - explained)
  }

  /// The same of four characters of each of two groups, which take little longer than one: each waits for its sum.
  func misfits(
    _ samples: [Module], at start: Int, _ sums: (sum: Float, square: Float), groups: (Int, Int)
  ) -> (SIMD4<Float>, SIMD4<Float>) {
    var (first, second) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    let size = modules * Self.density
    let bases = (groups.0 * size, groups.1 * size)
    for i in 0..<modules {
      let module = samples[start + i]
      for lane in 0..<Self.density {
        let place = Self.density * i + lane
        first += module[lane] * fours[bases.0 + place]
        second += module[lane] * fours[bases.1 + place]
      }
    }
    return (misfits(first, sums, group: groups.0), misfits(second, sums, group: groups.1))
  }

  /// The same of four characters: those of a group.
  func misfits(_ samples: [Module], at start: Int, _ sums: (sum: Float, square: Float), group: Int) -> SIMD4<Float> {
    var products = SIMD4<Float>.zero
    let base = group * modules * Self.density
    for i in 0..<modules {
      let module = samples[start + i]
      for lane in 0..<Self.density { products += module[lane] * fours[base + Self.density * i + lane] }
    }
    return misfits(products, sums, group: group)
  }

  /// - Parameter products: of the samples with those of each character.
  private func misfits(
    _ products: SIMD4<Float>, _ sums: (sum: Float, square: Float), group: Int
  ) -> SIMD4<Float> {
    let products = products + stiffness
    let (x, y, z) = solutionsOfFours[group]
    let explained = x * products * products + (y * products + z * sums.sum) * sums.sum
    let errors = sums.square + stiffness - explained
    // The standard library's `clamped` and `pointwiseMin` are calls, for one instruction.
    let none = SIMD4<Float>.zero
    return errors.replacing(with: none, where: errors .< none)
  }

  /// What of a character's squares the best contrast and brightness explain, for a product P with the samples and their
  /// sum S: x P² + y P S + z S².
  private static func solution(sum value: Float, squares a: Float, weight d: Float) -> SIMD3<Float> {
    SIMD3(d, -2 * value, a) / (a * d - value * value)
  }
}

/// What a Gaussian blur makes of the edges between modules: samples lie the same about all of them, so that each is rendered
/// once.
struct BlurredEdges {
  /// How far a light sample has become dark, from `reach` samples before the edge on, and the same of one that becomes light.
  private let rising: [Double]
  private let falling: [Double]
  private let reach: Int

  /// - Parameters:
  ///   - blur: standard deviation in modules.
  ///   - spread: how much wider bars are printed than they should be, in modules: by half of it at each of their edges.
  ///   - modules: the most that are rendered.
  init(blur: Double, spread: Double, modules: Int) {
    let reach = modules * GreyAlphabet.density
    let scale = 1 / (blur * 2.0.squareRoot())
    func slope(movedBy moved: Double) -> [Double] {
      (-reach..<reach).map { sample -> Double in
        let place = (Double(sample) + 0.5) / Double(GreyAlphabet.density)
        return (1 + erf((place - moved) * scale)) / 2
      }
    }
    self.reach = reach
    (rising, falling) = (slope(movedBy: -spread / 2), slope(movedBy: spread / 2))
  }

  /// Modules as samples; 0 is light, 1 is dark.
  func render(_ modules: [Double]) -> [Float] {
    var samples: [Float] = []
    for sample in 0..<modules.count * GreyAlphabet.density {
      var grey = modules[0]
      for place in 1..<modules.count where modules[place] != modules[place - 1] {
        let step = modules[place] - modules[place - 1]
        let slope = step > 0 ? rising : falling
        grey += step * slope[sample - place * GreyAlphabet.density + reach]
      }
      samples.append(Float(grey))
    }
    return samples
  }
}
