/// What a verdict sounds like: told apart by rhythm and by pitch, as some hear one and some the other.
public struct VerdictSound: Hashable, Sendable {
  /// A tone, or silence where the pitch is 0.
  public struct Tone: Hashable, Sendable {
    /// In hertz.
    public let pitch: Double
    public let milliseconds: Int
  }

  public let tones: [Tone]

  /// Between 500 and 2,000 Hz, which old ears and small loudspeakers have.
  public init(_ kind: StationVerdict.Kind) {
    func tones(_ list: (Double, Int)...) -> [Tone] { list.map { Tone(pitch: $0.0, milliseconds: $0.1) } }
    switch kind {
    case .accepted: self.tones = tones((1319, 90), (1760, 160))
    case .refused: self.tones = tones((587, 180), (0, 60), (587, 180), (0, 60), (587, 260))
    case .repeated: self.tones = tones((988, 120), (0, 80), (988, 120))
    case .waiting: self.tones = tones((988, 60))
    }
  }

  /// At most so loud, of 1.
  private static let loudness = 0.4

  /// One channel, -32,768…32,767; each tone rises and falls within 5 ms, lest it click.
  public func samples(rate: Int) -> [Int16] {
    tones.flatMap { tone -> [Int16] in
      let count = rate * tone.milliseconds / 1000
      let slope = max(1, rate * 5 / 1000)
      return (0..<count).map { index in
        let envelope = min(1, Double(min(index, count - 1 - index)) / Double(slope))
        let phase = Double(index) * tone.pitch / Double(rate)
        return Int16(clamping: Int(Self.loudness * 32_767 * envelope * Self.sine(phase)))
      }
    }
  }

  /// Of turns: a parabola each half, which differs from a sine by its third harmonic, a thirtieth as loud.
  private static func sine(_ turns: Double) -> Double {
    let part = turns - turns.rounded(.down)
    let half = part < 0.5 ? part * 2 : (part - 0.5) * 2
    let arch = 4 * half * (1 - half)
    return part < 0.5 ? arch : -arch
  }
}
