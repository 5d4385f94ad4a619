import Glibc

/// A path as the system holds it: bytes without a zero, which need not be UTF-8.
public struct PicturePath: Hashable, Sendable {
  public let bytes: [UInt8]

  /// - Precondition: no byte is zero.
  public init(bytes: [UInt8]) {
    precondition(!bytes.contains(0), "a path holds no zero byte")
    self.bytes = bytes
  }

  /// Up to the first zero character, where there is one: the system would stop there, too.
  public init(_ text: String) { self.init(bytes: Array(text.utf8.prefix { $0 != 0 })) }

  /// The path as text. Where its bytes are no UTF-8, each byte above 127 is spelled `\xNN`.
  public var shown: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return bytes.map { byte in
      byte < 0x80 ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  public func appending(_ name: [UInt8]) -> PicturePath {
    PicturePath(bytes: bytes.last == UInt8(ascii: "/") ? bytes + name : bytes + [UInt8(ascii: "/")] + name)
  }

  /// What follows the last dot of the last part, in lower case; empty without one.
  public var ending: String {
    let name = bytes.split(separator: UInt8(ascii: "/")).last ?? []
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// Calls `body` with the path as C wants it.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe (bytes + [0]).withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe body($0.baseAddress!) }
    }
  }
}

extension PicturePath {
  /// The paths that command line arguments mean. Swift repairs arguments that are no UTF-8, so that they name nothing
  /// any more; their bytes are found among the process's own.
  ///
  /// - Parameters:
  ///   - arguments: some of the command line's, in its order.
  ///   - commandLine: every argument's bytes.
  public static func paths(for arguments: [String], in commandLine: [[UInt8]] = commandLine) -> [PicturePath] {
    var left = commandLine[...]
    return arguments.map { argument in
      guard let place = left.firstIndex(where: { String(decoding: $0, as: UTF8.self) == argument }) else {
        return PicturePath(argument)
      }
      defer { left = left[(place + 1)...] }
      return PicturePath(bytes: left[place])
    }
  }

  /// The arguments that this process was started with, as bytes.
  public static var commandLine: [[UInt8]] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }
  }
}
