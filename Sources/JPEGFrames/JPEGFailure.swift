/// A compressed frame that does not parse, in libjpeg-turbo's words.
public struct JPEGFailure: Error, Hashable, Sendable {
  public let reason: String
}
