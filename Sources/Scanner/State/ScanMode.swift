/// When scanning delivers.
public enum ScanMode: String, CaseIterable, Hashable, Sendable {
  /// The first result, then nothing more until *scan again*.
  case once
  /// Each message one time, as long as it is among the 100,000 seen last.
  case oncePerCode
  /// Every appearance of a code, with a window against repeats.
  case continuous
}
