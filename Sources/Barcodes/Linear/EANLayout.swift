/// Where the modules of an EAN or UPC symbol stand. ISO/IEC 15420:2009 §4.3
struct EANLayout: Sendable {
  enum Digits: Sendable {
    /// Sets A and B, from a space to a bar.
    case mixed
    /// Set A.
    case setA
    /// Set C, from a bar to a space.
    case setC

    /// The characters that may stand there: 0…9 of set A, 10…19 of B, 20…29 of C.
    var characters: Range<Int> {
      switch self {
      case .mixed: 0..<20
      case .setA: 0..<10
      case .setC: 20..<30
      }
    }
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

extension EANLayout {
  /// The edges at both ends of each digit, and the symbol's outermost ones: their modules are known whatever the digits say. Edges
  /// are counted from the first bar's.
  var knots: [(edge: Int, module: Float)] {
    var knots: [(edge: Int, module: Float)] = [(0, 0)]
    var edge = 3
    for (place, digit) in digits.enumerated() {
      if place > 0, digit.start > digits[place - 1].start + 7 {
        knots.append((edge, Float(digits[place - 1].start + 7)))
        edge += 5
      }
      knots.append((edge, Float(digit.start)))
      edge += 4
    }
    let end = digits[digits.count - 1].start + 7
    return knots + [(edge, Float(end)), (edge + modules - end, Float(modules))]
  }

  /// Each character's modules, of sets A, B and C: 0 is light, 1 is dark.
  static let modules: [[Float]] = (0..<30).map { character in
    let isC = character >= 20
    return zip(EANDigits.alphabet.pattern(isC ? character - 20 : character), 0...).flatMap { width, place in
      [Float](repeating: place.isMultiple(of: 2) == isC ? 1 : 0, count: width)
    }
  }

  /// A number's modules, with `quiet` of light on either side.
  func pattern(_ number: EANNumber) -> [Float] {
    var pattern = [Float](repeating: 0, count: modules + 2 * Self.quiet)
    func put(_ modules: [Float], _ start: Int) {
      pattern.replaceSubrange(start + Self.quiet..<start + Self.quiet + modules.count, with: modules)
    }
    for mark in guards { put(mark.modules.map(Float.init), mark.start) }
    for (digit, character) in zip(digits, number.characters) { put(Self.modules[character], digit.start) }
    return pattern
  }
}

/// How dark the samples of a symbol's digits and guards are, rendered with blur: what `EANFit` compares the picture with.
struct EANTemplates: Sendable {
  typealias Module = GreyAlphabet.Module

  /// Sets A (0…9), B (10…19), C (20…29).
  let digits: GreyAlphabet
  /// The layout's guards, each as its modules.
  let guards: [(start: Int, modules: [Module])]

  /// - Parameters:
  ///   - blur: standard deviation in modules.
  ///   - spread: how much wider bars are printed than they should be, in modules.
  init(blur: Double, spread: Double, layout: EANLayout) {
    let characters = EANLayout.modules.map { $0.map(Double.init) }
    digits = GreyAlphabet(characters, blur: blur, spread: spread)
    let longest = layout.guards.reduce(0) { max($0, $1.modules.count) }
    let edges = BlurredEdges(blur: blur, spread: spread, modules: longest + 2)
    guards = layout.guards.map { mark in
      let rendered = edges.render([mark.before] + mark.modules + [mark.after])
      return (mark.start, GreyAlphabet.modules(rendered.dropFirst(GreyAlphabet.density).dropLast(GreyAlphabet.density)))
    }
  }
}
