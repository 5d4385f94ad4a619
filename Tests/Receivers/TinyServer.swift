import Foundation
import Synchronization

/// A web server of the tests' own on loopback: every request is answered by a function.
package final class TinyServer: Sendable {
  package struct Request: Sendable {
    package let head: String
    package let body: [UInt8]

    /// A header's value; nil where it is not there.
    package func header(_ name: String) -> String? {
      let lines = head.split(separator: "\r\n").dropFirst()
      let found = lines.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      return found.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The whole answer; nil closes the connection without one.
  package typealias Answer = @Sendable (Request) -> String?

  package let port: Int
  private let socket: Int32
  private let keepsRequests: Bool
  private let taken = Mutex<[Request]>([])

  /// - Parameter keepsRequests: for whoever looks at them afterwards.
  package init(keepsRequests: Bool = true, _ answer: @escaping Answer) throws {
    (socket, port) = try Self.listen()
    self.keepsRequests = keepsRequests
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { self.serve(connection, answer) }
      }
    }
  }

  /// A port of loopback that nobody listens to, for a server of another program.
  package static func freePort() throws -> Int {
    let (socket, port) = try listen()
    close(socket)
    return port
  }

  /// Whether somebody listens to a port.
  package static func answers(_ port: Int) -> Bool {
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    return withAddress(port) { connect(socket, $0, $1) == 0 }.result
  }

  private static func listen() throws -> (socket: Int32, port: Int) {
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let (isListening, address) = withAddress(0) { pointer, length in
      var length = length
      return bind(socket, pointer, length) == 0 && Foundation.listen(socket, 16) == 0
        && getsockname(socket, pointer, &length) == 0
    }
    guard isListening else { throw POSIXError(.EADDRINUSE) }
    return (socket, Int(UInt16(bigEndian: address.sin_port)))
  }

  private static func withAddress<Result>(
    _ port: Int, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> (result: Result, address: sockaddr_in) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
    return (result, address)
  }

  package var requests: [Request] { taken.withLock { $0 } }

  package func stop() {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  package static func reply(_ status: String, _ body: String = "") -> String {
    "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private func serve(_ connection: Int32, _ answer: Answer) {
    defer { close(connection) }
    var pending: [UInt8] = []
    while let request = next(connection, &pending) {
      if keepsRequests { taken.withLock { $0.append(request) } }
      guard let reply = answer(request) else { return }
      let bytes = Array(reply.utf8)
      guard send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
    }
  }

  private func next(_ connection: Int32, _ pending: inout [UInt8]) -> Request? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let range = pending.firstRange(of: end) {
        let head = String(decoding: pending[..<range.lowerBound], as: UTF8.self)
        let request = Request(head: head, body: [])
        let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
        if pending.count >= range.upperBound + length {
          let body = Array(pending[range.upperBound..<range.upperBound + length])
          pending.removeFirst(range.upperBound + length)
          return Request(head: head, body: body)
        }
      }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      pending += chunk.prefix(count)
    }
  }
}
