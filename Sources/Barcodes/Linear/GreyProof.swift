import Imaging

/// Asks the grey whether what edges said is what stands there.
///
/// Blur moves the edges of a whole symbol alike and makes characters of others, on line after line, so that no count of lines
/// tells that. Rendered characters take the same blur, and the place of the symbol is known from its edges.
protocol GreyProof {
  /// Takes a line on which the symbol begins at a place, in pixels along it, with its edges from there on; those of a symbol
  /// that is met from its end go backwards.
  mutating func add(_ line: ScanLine, start: Float, edges: [Float], isReversed: Bool, inverted: Bool)

  /// True where the lines so far leave no doubt, so that no more need be asked.
  ///
  /// - Parameters:
  ///   - said: what edges say.
  ///   - times: how many times as sure as usual it must be.
  mutating func isSure(_ said: DecodedSymbol, wanted: Set<Symbology>, times: Float) -> Bool

  /// What the lines so far say together, as sure as `isSure` has it.
  mutating func verdict(_ said: DecodedSymbol, wanted: Set<Symbology>, times: Float) -> GreyVerdict
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
  /// How much further than usual light and dark are taken from: near ones follow shadows, and where blur leaves no light
  /// between many narrow spaces only far ones tell how light paper is.
  static var farReach: Double { 3 }

  /// How many lines are asked at most.
  static var mostLines: Int { 5 }

  /// How far edges may lie beside where a bar that grew ends, in modules: blur pulls them towards narrow elements.
  static var shifts: [Float] { [-0.2, 0.2] }
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
