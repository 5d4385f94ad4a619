public import Foundation

/// Why the system did not do something, as a clause to stand behind a colon: `permission denied`.
///
/// Foundation's own words begin with a sentence that says no more than that something could not be done, and where it does not know
/// better end with a number; what the system said is told in place of both.
public struct SystemReason: Hashable, Sendable, CustomStringConvertible {
  /// The system's number (`errno`), if it was the system.
  public let code: POSIXErrorCode?
  public let description: String

  public init(_ error: any Error) {
    code = Self.code(of: error)
    description = Self.words(for: error, code)
  }

  private static func words(for error: any Error, _ code: POSIXErrorCode?) -> String {
    if let code { return clause(POSIXError(code).localizedDescription) }
    let domain = (error as NSError).domain
    guard domain == NSCocoaErrorDomain || domain == NSURLErrorDomain else { return "\(error)" }
    return clause(error.localizedDescription)
  }

  /// What follows the first sentence, or all where there is one alone, beginning with a small letter.
  private static func clause(_ text: String) -> String {
    let first = text.firstRange(of: "completed. ").map { text[$0.upperBound...] } ?? text[...]
    let rest = first.hasSuffix(".") ? first.dropLast() : first
    // A number in parentheses is all that is left where Foundation knows nothing.
    if first.hasPrefix("(") { return "no reason is given \(first)" }
    guard let letter = rest.first, rest.dropFirst().first?.isUppercase != true else { return String(rest) }
    return letter.lowercased() + rest.dropFirst()
  }

  /// Foundation wraps the system's number in errors of its own, sometimes twice.
  private static func code(of error: any Error) -> POSIXErrorCode? {
    if let error = error as? POSIXError { return error.code }
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain {
      return Int32(exactly: error.code).flatMap { POSIXErrorCode(rawValue: $0) }
    }
    return (error.userInfo[NSUnderlyingErrorKey] as? any Error).flatMap { code(of: $0) }
  }
}
