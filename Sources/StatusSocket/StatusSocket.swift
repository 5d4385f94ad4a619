import CStatusSocket
import Foundation
import Synchronization

/// Where a station tells how it does, to the same user alone.
public final class StatusSocket: Sendable {
  /// What may be asked for.
  public enum Form: UInt8, Sendable {
    case json = 0x6A
    case prometheus = 0x70
  }

  private let path: String
  private let listener: Int32
  private let isStopped = Mutex(false)

  /// `viewfinder/station.sock` in the user's folder for what runs; nil where there is none, as outside a session
  /// (XDG Base Directory Specification 0.8).
  public static func path(environment: [String: String]) -> String? {
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
    return folder + "/viewfinder/station.sock"
  }

  /// - Throws: where the socket cannot be made, or another station has it.
  public init(path: String) throws(StatusSocketFailure) {
    // A service's manager has made the folder, and lets nothing be made beside it (`RuntimeDirectory=`).
    try? FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let listener = unsafe vf_status_listen(path)
    // The folder itself, as nobody is asked here.
    if listener == -ENOENT { throw StatusSocketFailure(path, .system("its folder cannot be made")) }
    guard listener >= 0 else { throw StatusSocketFailure(path, -listener) }
    (self.path, self.listener) = (path, listener)
  }

  /// Answers on a thread of its own.
  ///
  /// - Parameter tell: what there is to tell, in the form that was asked for.
  public func start(_ tell: @escaping @Sendable (Form) -> String) {
    let listener = listener
    Thread.detachNewThread {
      while true {
        var question: UInt8 = 0
        let connection = unsafe vf_status_accept(listener, &question)
        guard connection >= 0 else { break }
        let text = tell(Form(rawValue: question) ?? .json)
        unsafe vf_status_tell(connection, text, text.utf8.count)
      }
      close(listener)
    }
  }

  /// Ends it, once.
  public func stop() {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    guard isFirst else { return }
    vf_status_shut(listener)
    _ = unsafe unlink(path)
  }

  /// What a station tells.
  ///
  /// - Throws: where none answers, or not to the end.
  public static func ask(_ path: String, for form: Form) throws(StatusSocketFailure) -> String {
    // A station of a hundred outputs tells 20 kB.
    var answer = [CChar](repeating: 0, count: 1 << 18)
    let length = unsafe vf_status_ask(path, form.rawValue, &answer, answer.count)
    guard length >= 0 else { throw StatusSocketFailure(path, CInt(-length)) }
    return String(decoding: answer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Why a station's socket tells nothing.
public struct StatusSocketFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Cause: Hashable, Sendable {
    case nobodyAnswers
    case anotherAnswers
    case isBrokenOff
    /// The system's reason.
    case system(String)
  }

  public let path: String
  public let cause: Cause

  init(_ path: String, _ cause: Cause) { (self.path, self.cause) = (path, cause) }

  init(_ path: String, _ number: CInt) {
    switch number {
    case ENOENT, ECONNREFUSED: self.init(path, .nobodyAnswers)
    case EADDRINUSE: self.init(path, .anotherAnswers)
    case ENODATA: self.init(path, .isBrokenOff)
    default: self.init(path, .system(unsafe String(cString: strerror(number))))
    }
  }

  public var description: String {
    switch cause {
    case .nobodyAnswers: "no station answers at \(path)"
    case .anotherAnswers: "another station answers at \(path)"
    case .isBrokenOff: "the answer from \(path) was broken off; ask again"
    case .system(let reason): "\(path): \(reason)"
    }
  }
}
