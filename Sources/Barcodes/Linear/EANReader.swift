/// EAN-13, EAN-8, UPC-A and UPC-E with their add-ons, ISO/IEC 15420:2009.
package struct EANReader: LinearDecoder {
  package static let symbologies: Set<Symbology> = [.ean13, .ean8, .upcA, .upcE]

  /// Mean squared error of a guard's elements, in modules: a third of a module each, as blur of half a module
  /// gives; chance gives more than half.
  static let guardLimit: Float = 0.14
  /// Squared error of a digit, summed over its four elements. Two neighbouring digits of the alphabet differ by
  /// 2 (one module from one element to another), so half of that is the border.
  static let digitLimit: Float = 0.8
  /// The same as a mean over all digits: noise whose digits are all near the border is none.
  static let meanLimit: Float = 0.35

  package init() {}

  package func read(_ bars: BarSequence, wanted: Set<Symbology>) -> [LinearReading] {
    var readings: [LinearReading] = []
    let count = bars.widths.count
    let wants13 = wanted.contains(.ean13) || wanted.contains(.upcA)
    let (wants8, wantsE) = (wanted.contains(.ean8), wanted.contains(.upcE))
    var start = 0
    while start + 33 <= count {
      guard mayStart(bars, start) else {
        start += 2
        continue
      }
      let found =
        (wants13 ? readEAN13(bars, start, wanted) : nil) ?? (wants8 ? readEAN8(bars, start, wanted) : nil)
        ?? (wantsE ? readUPCE(bars, start, wanted) : nil)
      if let found {
        readings.append(found)
        start = found.elements.upperBound + 2
      } else {
        start += 2
      }
    }
    return readings
  }

  // MARK: - The symbols

  /// Guard, six digits of A and B, middle guard, six of C, guard: 59 elements, 95 modules. §4.3.1
  private func readEAN13(_ bars: BarSequence, _ start: Int, _ wanted: Set<Symbology>) -> LinearReading? {
    guard start + 59 <= bars.widths.count else { return nil }
    let module = bars.width(start..<start + 59) / 95
    // Specified are 11 modules before and 7 behind (9 and 9 for UPC-A); a line that lacks half of one needs
    // others to say the same.
    let quiet = Self.leastQuiet(.ean13)
    guard let cut = cutQuietZones(bars, start, start + 58, module, before: 11, after: 7, least: quiet),
      areGuards(bars, module, Self.guards13, from: start, bends: true)
    else { return nil }
    let growth = growth(bars, module, Self.guards13, from: start)
    guard
      let left = EANRun(bars, at: start + 3, count: 6, module: module, mixed: true, bends: true, growth: growth),
      let leading = EANDigits.leadingParities.firstIndex(of: left.parity),
      let right = EANRun(bars, at: start + 32, count: 6, module: module, mixed: false, bends: true, growth: growth)
    else { return nil }
    let digits = [leading] + left.digits + right.digits
    guard isReadable([left, right]), EANDigits.isValid(digits),
      let symbol = EANNumber(form: .ean13, digits: digits).symbol(wanted: wanted)
    else { return nil }
    let misfit = (left.sum + right.sum) / 12
    return LinearReading(
      symbol: symbol, elements: start...start + 58, misfit: misfit,
      linesNeeded: 2 + cut + doubt(misfit) + (left.isBent || right.isBent ? 1 : 0),
      addOn: readAddOn(bars, after: start + 58, module))
  }

  /// Guard, four digits of A, middle guard, four of C, guard: 43 elements, 67 modules. §4.3.2
  private func readEAN8(_ bars: BarSequence, _ start: Int, _ wanted: Set<Symbology>) -> LinearReading? {
    guard start + 43 <= bars.widths.count else { return nil }
    return readFlatEAN8(bars, start, wanted)
      ?? bars.flattened(start...start + 42, knots: Self.knots8)
      .flatMap { readFlatEAN8($0, start, wanted, linesMore: Self.linesMoreAskew) }
  }

  private func readFlatEAN8(
    _ bars: BarSequence, _ start: Int, _ wanted: Set<Symbology>, linesMore: Int = 0
  ) -> LinearReading? {
    let module = bars.width(start..<start + 43) / 67
    guard let cut = cutQuietZones(bars, start, start + 42, module, before: 7, after: 7, least: Self.leastQuiet(.ean8)),
      areGuards(bars, module, Self.guards8, from: start)
    else { return nil }
    let growth = growth(bars, module, Self.guards8, from: start)
    guard let left = EANRun(bars, at: start + 3, count: 4, module: module, mixed: false, growth: growth),
      let right = EANRun(bars, at: start + 24, count: 4, module: module, mixed: false, growth: growth)
    else { return nil }
    let digits = left.digits + right.digits
    guard isReadable([left, right]), EANDigits.isValid(digits),
      let symbol = EANNumber(form: .ean8, digits: digits).symbol(wanted: wanted)
    else { return nil }
    let misfit = (left.sum + right.sum) / 8
    return LinearReading(
      symbol: symbol, elements: start...start + 42, misfit: misfit,
      linesNeeded: 3 + cut + doubt(misfit) + linesMore)
  }

  /// Guard, six digits of A and B, guard of six: 33 elements, 51 modules. §4.3.4
  private func readUPCE(_ bars: BarSequence, _ start: Int, _ wanted: Set<Symbology>) -> LinearReading? {
    guard start + 33 <= bars.widths.count else { return nil }
    return readFlatUPCE(bars, start, wanted)
      ?? bars.flattened(start...start + 32, knots: Self.knotsE, knotLimit: Self.knotLimitE)
      .flatMap { readFlatUPCE($0, start, wanted, isAskew: true) }
  }

  private func readFlatUPCE(
    _ bars: BarSequence, _ start: Int, _ wanted: Set<Symbology>, isAskew: Bool = false
  ) -> LinearReading? {
    let module = bars.width(start..<start + 33) / 51
    let quiet = isAskew ? 6.5 : Self.leastQuiet(.upcE)
    guard let cut = cutQuietZones(bars, start, start + 32, module, before: 9, after: 7, least: quiet),
      areGuards(bars, module, Self.guardsE, from: start)
    else { return nil }
    let growth = growth(bars, module, Self.guardsE, from: start)
    guard let run = EANRun(bars, at: start + 3, count: 6, module: module, mixed: true, growth: growth),
      isReadable([run]),
      let digits = UPCEParity.digits(run),
      let symbol = EANNumber(form: .upcE, digits: digits).symbol(wanted: wanted),
      !EANNumber.isLikeHalf(system: digits[0]) || bars.lightAfter(start + 32) >= UPCEParity.leastLight * module
    else { return nil }
    let misfit = run.sum / 6
    guard !isAskew || misfit < LinearReading.doubt else { return nil }
    return LinearReading(
      symbol: symbol, elements: start...start + 32, misfit: misfit,
      linesNeeded: 3 + 2 * cut + doubt(misfit) + (isAskew ? Self.linesMoreAskew : 0),
      addOn: readAddOn(bars, after: start + 32, module))
  }

  private static let knots8 = EANLayout.ean8.knots
  private static let knotsE = EANLayout.upcE.knots
  /// Modules by which an edge of UPC-E may lie off that is seen askew: with 0.75 parts of blurred Codabar were one, three in 3,000
  /// symbols.
  private static let knotLimitE: Float = 0.4
  /// Lines more that a short symbol needs that is seen askew: a view can be found of many things.
  private static let linesMoreAskew = 1

  // MARK: - Their parts

  /// Modules of light that must be seen on either side: of the 7 and more that are specified half where a symbol is short.
  static func leastQuiet(_ form: EANNumber.Form) -> Float {
    switch form {
    case .ean13: 2
    case .ean8: 3.5
    case .upcE: 4.5
    }
  }

  /// A quick check of the guard, which lets all pass that `areGuards` and the quiet zones let pass: its bars are alike,
  /// and there is light before it.
  private func mayStart(_ bars: BarSequence, _ start: Int) -> Bool {
    let width = bars.width(start..<start + 3)
    return abs(bars.widths[start] - bars.widths[start + 2]) < 0.45 * width
      && bars.isQuietBefore(start, least: 0.35 * width)
  }

  /// Elements of a module each, from a symbol's first one on.
  private typealias Guard = Range<Int>

  private static let guards13: [Guard] = [0..<3, 27..<32, 56..<59]
  private static let guards8: [Guard] = [0..<3, 19..<24, 40..<43]
  private static let guardsE: [Guard] = [0..<3, 27..<33]

  /// True where all elements of these are a module each; where paper may be bent, or as wide as each other.
  private func areGuards(
    _ bars: BarSequence, _ module: Float, _ guards: [Guard], from start: Int, bends: Bool = false
  ) -> Bool {
    guard module > 0 else { return false }
    return guards.allSatisfy { place in
      let at = start + place.lowerBound
      let own = bars.width(at..<at + place.count) / Float(place.count)
      let local = bends ? min(max(own, 0.7 * module), 1.4 * module) : module
      return bars.misfitOfSingles(place.count, at: at, module: local) < Self.guardLimit
    }
  }

  /// Modules by which bars are wider than they should be, as the guards tell, whose elements are a module each: with it 1 is
  /// told from 7 and 2 from 8, which a bar of half a module more makes of each other.
  private func growth(_ bars: BarSequence, _ module: Float, _ guards: [Guard], from start: Int) -> Float {
    var (sum, count): (Float, Float) = (0, 0)
    for place in guards {
      for element in start + place.lowerBound..<start + place.upperBound {
        let error = bars.widths[element] / module - 1
        sum += element.isMultiple(of: 2) ? error : -error
        count += 1
      }
    }
    let growth = sum / count
    return abs(growth) < Self.leastGrowth ? 0 : min(max(growth, -Self.mostGrowth), Self.mostGrowth)
  }

  /// Modules by which blur and noise move the edges of single modules, and not those of others.
  private static let leastGrowth: Float = 0.2
  /// Bars that lost more than that have no room for data, and spaces likewise.
  private static let mostGrowth: Float = 0.5

  private func isReadable(_ runs: [EANRun]) -> Bool {
    let digits = runs.reduce(0) { $0 + $1.characters.count }
    return runs.reduce(0) { $0 + $1.sum } / Float(digits) < Self.meanLimit
  }

  /// How many lines more are asked for as digits fit badly: blur that takes a third of a module from an element makes
  /// the same wrong digit of a right one on line after line.
  private func doubt(_ misfit: Float) -> Int { misfit < 0.08 ? 0 : misfit < 0.15 ? 1 : misfit < 0.22 ? 3 : 6 }

  /// How many lines more are asked for, as a quiet zone has less than half of the modules that it should have, or
  /// nil where one has less than `least`. A zone that the image's border cuts is the less sure.
  private func cutQuietZones(
    _ bars: BarSequence, _ first: Int, _ last: Int, _ module: Float, before: Float, after: Float, least: Float
  ) -> Int? {
    guard let cut = bars.cutQuietZones(first, last, least: least * module) else { return nil }
    let (left, right) = (bars.lightBefore(first) / module, bars.lightAfter(last) / module)
    return cut + (left < before / 2 ? 1 : 0) + (right < after / 2 ? 1 : 0)
  }

  /// Two or five digits to the right of a symbol, of sets A and B. §4.3.5
  func readAddOn(_ bars: BarSequence, after last: Int, _ module: Float) -> String? {
    let start = last + 2
    // Specified are 7 to 12 modules in between; 5 to 16 are seen.
    guard start + 13 <= bars.widths.count, 5...16 ~= bars.lightAfter(last) / module,
      bars.misfit([1, 1, 2], at: start, module: module) < 2 * Self.guardLimit
    else { return nil }
    for count in [5, 2] {
      let end = start + 3 + 6 * count - 2
      // Five digits are specified with five modules of light behind them, and have a check digit: where the paper ends they are
      // believed with less.
      guard end <= bars.widths.count, bars.isQuietAfter(end - 1, least: (count == 5 ? 1.5 : 4) * module),
        let run = EANRun(bars, at: start + 3, count: count, every: 6, module: module, mixed: true), isReadable([run]),
        run.parity == EANAddOn.parity(of: run.digits)
      else { continue }
      return EANDigits.text(run.digits)
    }
    return nil
  }
}

/// Which sets UPC-E's digits are of: they carry the check digit and the number system. Table 6.
enum UPCEParity {
  /// For each check digit with number system 0, a bit a digit, 1 for set B; for system 1 the other way round.
  static let system0 = [
    0b111000, 0b110100, 0b110010, 0b110001, 0b101100, 0b100110, 0b100011, 0b101010, 0b101001, 0b100101,
  ]

  /// System, six digits and check digit, or nil where the sets tell none or the check digit is wrong.
  static func digits(_ run: EANRun) -> [Int]? {
    for (system, parity) in [(0, run.parity), (1, run.parity ^ 0b111111)] {
      guard let check = system0.firstIndex(of: parity) else { continue }
      let digits = [system] + run.digits + [check]
      if EANDigits.isValid(EANNumber.expanded(upcE: digits)) { return digits }
    }
    return nil
  }

  /// Modules of light that must be seen behind a symbol that is like half of another one, and may not be cut by the picture's
  /// border: 7 are specified. In an EAN-13 at most four stand there, and glare that hides its next bar made 5 of them, line
  /// after line.
  static let leastLight: Float = 6

  static func parity(system: Int, check: Int) -> Int { system == 0 ? system0[check] : system0[check] ^ 0b111111 }
}

/// Which sets an add-on's digits are of: they carry its check. §4.3.5
enum EANAddOn {
  static let five = [0b11000, 0b10100, 0b10010, 0b10001, 0b01100, 0b00110, 0b00011, 0b01010, 0b01001, 0b00101]

  static func parity(of digits: [Int]) -> Int {
    if digits.count == 2 { return (10 * digits[0] + digits[1]) % 4 }
    return five[(3 * (digits[0] + digits[2] + digits[4]) + 9 * (digits[1] + digits[3])) % 10]
  }
}
