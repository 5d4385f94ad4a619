/// When scanning delivers.
public enum ScanMode: String, CaseIterable, Hashable, Sendable {
  /// The first result, then nothing more until *scan again*.
  case once
  /// Each message one time.
  case oncePerCode
  /// Every appearance of a code, with a window against repeats.
  case continuous
}
