/// What an output must do: turn results into bytes for standard output or a file. It keeps no state.
public protocol ScanOutput: Sendable {
  /// All of a result's lines with their ends; empty where the result has nothing to say in this form.
  func bytes(for result: ScanResult) -> [UInt8]
  /// True if it writes what could not be read among the results, so that nobody else has to tell.
  var reportsFailures: Bool { get }
}
