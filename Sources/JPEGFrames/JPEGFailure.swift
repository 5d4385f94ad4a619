/// A compressed frame that does not parse, in libjpeg-turbo's words or ours.
public struct JPEGFailure: Error, Hashable, Sendable {
  public let reason: String

  package init(reason: String) { self.reason = reason }
}
