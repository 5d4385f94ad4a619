/// Random numbers that come again with the same seed: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in 0..<1.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number around 0 with standard deviation 1: the sum of twelve uniform ones (Irwin–Hall), cut at ±6.
  public mutating func gaussian() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + unit() }
  }
}
