public import Barcodes

/// What should be done about an event; somebody else does it.
public enum ScannerEffect: Hashable, Sendable {
  /// A result: to the outputs, the history, whoever wants it.
  case deliver(Observation)
  /// The sound of a result.
  case playSound
}
