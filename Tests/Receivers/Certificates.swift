import Foundation

/// An authority of the tests' own, with a server's certificate for loopback and a client's, as openssl makes them.
package struct Certificates {
  private let folder: String

  package init(in folder: String) throws {
    self.folder = folder
    try Self.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=authority", "-keyout",
        folder + "/authority.key", "-out", authority,
      ])
    try sign("server", "127.0.0.1", "subjectAltName=IP:127.0.0.1")
    try sign("client", "station", "extendedKeyUsage=clientAuth")
  }

  package var authority: String { folder + "/authority.pem" }

  /// - Parameter name: `server` or `client`.
  package func certificate(_ name: String) -> String { "\(folder)/\(name).pem" }
  package func key(_ name: String) -> String { "\(folder)/\(name).key" }

  private func sign(_ name: String, _ subject: String, _ extensions: String) throws {
    try Self.run(
      "openssl",
      [
        "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=\(subject)", "-keyout", key(name), "-out",
        "\(folder)/\(name).csr",
      ])
    try Data((extensions + "\n").utf8).write(to: URL(filePath: "\(folder)/\(name).names"))
    try Self.run(
      "openssl",
      [
        "x509", "-req", "-in", "\(folder)/\(name).csr", "-CA", authority, "-CAkey", folder + "/authority.key", "-days",
        "2", "-CAcreateserial", "-extfile", "\(folder)/\(name).names", "-out", certificate(name),
      ])
  }

  private static func run(_ name: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw POSIXError(.EPERM) }
  }
}
