import Imaging

/// Asks the grey whether what edges said is what stands there.
///
/// Blur moves the edges of a whole symbol alike and makes characters of others, on line after line, so that no count of lines
/// tells that. Rendered characters take the same blur, and the place of the symbol is known from its edges.
protocol GreyProof {
  /// Takes a line on which the symbol begins at a place, in pixels along it, with its edges from there on; those of a symbol
  /// that is met from its end go backwards.
  mutating func add(_ line: ScanLine, start: Float, edges: [Float], isReversed: Bool, inverted: Bool)

  /// How many lines were taken.
  var lineCount: Int { get }

  /// What they say together; nil where that is nothing that is wanted.
  mutating func answer(wanted: Set<Symbology>) -> GreyAnswer?

  /// What the blur of the lines says of the likeliest message.
  ///
  /// - Parameter mayConfirm: false where all that is asked is whether it refutes that, which takes half the time.
  mutating func blurVerdict(mayConfirm: Bool) -> BlurVerdict

  /// The margin that a message must have which edges say too.
  var leastMargin: Float { get }
}

/// The likeliest message.
struct GreyAnswer {
  let symbol: DecodedSymbol
  /// How much worse the next likely one is, in errors of a character.
  let margin: Float
  /// Squared error a sample, in squares of the line's contrast.
  let residual: Float
}

/// What the grey says of what edges say.
enum GreyVerdict: Hashable {
  /// It is this: the same, or another message of which the grey is quite sure.
  case message(DecodedSymbol)
  /// The same is likeliest, and not sure.
  case open
  /// Another message is likelier, and not sure.
  case refuted
}

extension GreyProof {
  mutating func blurVerdict(mayConfirm: Bool) -> BlurVerdict { .open }

  /// How much further than usual light and dark are taken from: near ones follow shadows, and where blur leaves no light
  /// between many narrow spaces only far ones tell how light paper is.
  static var farReach: Double { 3 }

  /// How many lines are asked at most.
  static var mostLines: Int { 5 }
  /// How many it takes to be sure.
  static var leastLines: Int { 2 }

  /// The margin where edges say something else.
  private static var sureMargin: Float { 10 }

  /// True where the lines so far leave no doubt, so that no more need be asked.
  ///
  /// - Parameters:
  ///   - said: what edges say.
  ///   - mayConfirm: whether their blur is asked, too, where characters alone leave some; that takes twice the time.
  mutating func isSure(_ said: DecodedSymbol, wanted: Set<Symbology>, mayConfirm: Bool = true) -> Bool {
    guard lineCount >= Self.leastLines, let answer = answer(wanted: wanted), answer.symbol.bytes == said.bytes else {
      return false
    }
    if answer.margin >= 2 * leastMargin { return blurVerdict(mayConfirm: false) != .refuted }
    return mayConfirm && blurVerdict(mayConfirm: true) == .confirmed
  }

  /// What the lines so far say of what edges say.
  mutating func verdict(_ said: DecodedSymbol, wanted: Set<Symbology>) -> GreyVerdict {
    guard let answer = answer(wanted: wanted) else { return .refuted }
    let agrees = answer.symbol.bytes == said.bytes && answer.margin >= leastMargin
    switch blurVerdict(mayConfirm: !agrees) {
    case .confirmed: return .message(answer.symbol)
    case .refuted: return .refuted
    case .open: break
    }
    if answer.symbol.bytes == said.bytes { return agrees ? .message(said) : .open }
    let isSure =
      answer.margin >= Self.sureMargin && lineCount >= Self.leastLines && answer.residual < EANLineFit.residualLimit
    return isSure ? .message(answer.symbol) : .refuted
  }

  /// How far edges may lie beside where a bar that grew ends, in modules: blur pulls them towards narrow elements.
  private static var shifts: [Float] { [0, -0.2, 0.2] }

  /// Takes light and dark of a line near and far, with bars of each spread.
  ///
  /// - Parameters:
  ///   - module: in samples of the line.
  ///   - consider: asked with the darkness, the spread's number, and modules by which edges lie further out of the bars than
  ///     they should; returns the error where it is less than that spread's before.
  static func sweep(
    _ line: ScanLine, module: Float, inverted: Bool, _ consider: ([Float], Int, Float) -> Float?
  ) {
    let grey = inverted ? line.samples.map { 255 - $0 } : line.samples
    var best: (error: Float, shift: Float) = (.infinity, 0)
    func ask(_ darkness: [Float], _ shift: Float) {
      for (number, spread) in GreyAlphabet.spreads.enumerated() {
        // A bar grows by half of the spread at each of its edges.
        guard let error = consider(darkness, number, Float(spread / 2) + shift), error < best.error else { continue }
        best = (error, shift)
      }
    }
    let near = ScanLine.darkness(grey, module: Double(module))
    for shift in shifts { ask(near, shift) }
    ask(ScanLine.darkness(grey, module: farReach * Double(module)), best.shift)
  }
}

extension LinearReading {
  /// Whether the grey can be asked: the edges of such readings are kept.
  var isProvable: Bool { form != nil || symbol.symbology == .code128 }

  /// What asks the grey, or nil where none can or edges are where they were printed.
  var proof: (any GreyProof)? {
    if let proof = EANProof(self) { return misfit > EANProof.needless ? proof : nil }
    return misfit > Code128Proof.needless ? Code128Proof(self) : nil
  }
}
