/// A call of SDL that failed, in SDL's words.
public struct SDLFailure: Error, Hashable, Sendable {
  public let call: String
  public let reason: String
}
