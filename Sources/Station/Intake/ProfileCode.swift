public import Foundation
import Scanner

/// A code that switches the station to another profile, signed with a secret that the station shares with whoever prints it:
/// `viewfinder-profile:1:NAME:SECONDS:HMAC`.
///
/// The name is one level (`ScanTemplate.oneLevel`), the seconds since 1970 are those from which on it counts no more, and the code is
/// the HMAC-SHA-256 of all that stands before its colon, in hexadecimal digits. It may be shown as often as one likes until then.
public enum ProfileCode {
  /// Makes the code of a message with a secret: HMAC-SHA-256, 32 bytes.
  public typealias Authentication = @Sendable (_ message: [UInt8], _ secret: [UInt8]) -> [UInt8]

  static let prefix = "viewfinder-profile:"

  public static func text(
    profile: String, expires: Date, secret: [UInt8], authentication: Authentication
  ) -> String {
    let signed = prefix + "1:\(ScanTemplate.oneLevel(profile)):\(Int(expires.timeIntervalSince1970))"
    return signed + ":" + authentication(Array(signed.utf8), secret).hexadecimal
  }

  /// Whether a code wants to be one, and is therefore never a scan.
  static func isOne(_ text: String?) -> Bool { text?.hasPrefix(prefix) ?? false }

  /// - Parameter secret: nil where the station has none.
  /// - Returns: the name of one of `profiles`.
  static func profile(
    in text: String, profiles: [String], secret: [UInt8]?, now: Date, authentication: Authentication
  ) throws(ProfileCodeFailure) -> String {
    guard let secret else { throw .noSecret }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[1] == "1", let seconds = Int(parts[3]) else { throw .malformed }
    let signed = Array(parts[0..<4].joined(separator: ":").utf8)
    guard isEqual(authentication(signed, secret).hexadecimal.utf8, parts[4].utf8) else { throw .wrongSignature }
    // Only of what is signed more is said.
    guard now.timeIntervalSince1970 < Double(seconds) else { throw .expired }
    guard let name = profiles.first(where: { ScanTemplate.oneLevel($0) == parts[2] }) else { throw .unknownProfile }
    return name
  }

  /// Takes as long for codes that differ in the first byte as for those that differ in the last: time tells nothing.
  private static func isEqual(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
    one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// Why a profile code does nothing, in words for the person at the station.
public enum ProfileCodeFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case noSecret
  case malformed
  case wrongSignature
  case expired
  case unknownProfile

  public var description: String {
    switch self {
    case .noSecret: "this station takes no profile codes: its settings name no secret for them"
    case .malformed: "this profile code is not of the form that is known"
    case .wrongSignature: "this profile code was not made with the station's secret"
    case .expired: "this profile code has expired"
    case .unknownProfile: "this station has no such profile"
    }
  }
}
