public import Foundation
import Scanner

/// Finds secrets where the settings say that they are.
public struct SecretReader: Sendable {
  private let credentials: String?
  private let read: @Sendable (String) throws -> Data

  /// - Parameters:
  ///   - credentials: systemd's folder of credentials, `$CREDENTIALS_DIRECTORY`; nil where there is none.
  ///   - read: a file's bytes.
  public init(credentials: String?, read: @escaping @Sendable (String) throws -> Data) {
    self.credentials = credentials
    self.read = read
  }

  /// Of this process.
  public init(environment: [String: String]) {
    self.init(
      credentials: environment["CREDENTIALS_DIRECTORY"], read: { try Data(contentsOf: URL(filePath: $0)) })
  }

  /// Of a file beside the settings that is no secret; nil where it cannot be read.
  func bytes(_ path: String) -> [UInt8]? { (try? read(path)).map { Array($0) } }

  /// The secret of a file; nil where there is none.
  public func secret(at path: String) -> [UInt8]? {
    do throws(SettingFailure) { return try secret(file: path, credential: nil) } catch { return nil }
  }

  func secret(file: String?, credential: String?) throws(SettingFailure) -> [UInt8] {
    let path = try place(file: file, credential: credential)
    guard let data = try? read(path) else {
      throw .malformed(value: path, expected: "a file that can be read")
    }
    var bytes = Array(data)
    while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw .malformed(value: path, expected: "a file with a secret in it")
    }
    return bytes
  }

  private func place(file: String?, credential: String?) throws(SettingFailure) -> String {
    if let file { return file }
    let name = credential ?? ""
    guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
      throw .malformed(value: name, expected: "a credential's name")
    }
    guard let credentials else {
      throw .malformed(value: name, expected: "a credential of this process: systemd gave it none")
    }
    return credentials + "/" + name
  }
}
