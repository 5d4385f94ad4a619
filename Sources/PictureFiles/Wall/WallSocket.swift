import CPictureWall
import Glibc

/// One end of the socket between the loader and the decoder's process. A message arrives whole or not at all.
package struct WallSocket {
  package let descriptor: CInt

  /// Why no message went or came.
  package enum Failure: Error, Hashable {
    /// The other side is gone.
    case closed
    case timedOut
    case system(CInt)
  }

  /// Both ends, closed where another program begins.
  package static func pair() throws(Failure) -> (loader: WallSocket, worker: WallSocket) {
    var ends: [CInt] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .system(errno)
    }
    return (WallSocket(descriptor: ends[0]), WallSocket(descriptor: ends[1]))
  }

  /// - Parameter file: a descriptor that the other side gets a copy of.
  package func send(_ bytes: [UInt8], file: CInt? = nil) throws(Failure) {
    while true {
      let sent = unsafe vf_send(descriptor, bytes, bytes.count, file ?? -1)
      if sent == -Int(EINTR) { continue }
      if sent == -Int(EPIPE) || sent == -Int(ECONNRESET) { throw .closed }
      guard sent == bytes.count else { throw .system(CInt(-min(sent, 0))) }
      return
    }
  }

  /// Answers the loader.
  package func answer(_ reply: WallReply) throws(Failure) { try send(reply.bytes) }

  /// Waits for one message, and the descriptor that came with it, which the caller closes.
  func receive(upTo count: Int) throws(Failure) -> (bytes: [UInt8], file: CInt?) {
    var bytes = [UInt8](repeating: 0, count: count)
    var file: CInt = -1
    while true {
      let received = unsafe vf_receive(descriptor, &bytes, count, &file)
      if received == -Int(EINTR) { continue }
      if received == 0 || received == -Int(ECONNRESET) { throw .closed }
      guard received > 0 else { throw .system(CInt(-received)) }
      return (Array(bytes.prefix(received)), file < 0 ? nil : file)
    }
  }

  /// Waits until a message is there or the other side is gone.
  ///
  /// - Parameter left: tells how long there is still to wait.
  func wait(left: () -> Duration) throws(Failure) {
    while true {
      let milliseconds = left() / .milliseconds(1)
      guard milliseconds > 0 else { throw .timedOut }
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&wanted, 1, CInt(min(milliseconds.rounded(.up), 1e6)))
      if ready > 0 { return }
      if ready < 0, errno != EINTR { throw .system(errno) }
    }
  }
}
