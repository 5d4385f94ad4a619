import Foundation

/// libqrencode, where it is installed: the writer that ours is measured against. It is looked for when the program
/// runs, so that nothing depends on it.
@safe public final class QRencode {
  /// `QRcode` of qrencode.h begins with its version as an `int`.
  private typealias Encode = @convention(c) (UnsafePointer<CChar>, CInt, CInt, CInt, CInt) -> UnsafeMutableRawPointer?
  private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void

  private let library: UnsafeMutableRawPointer
  private let encode: Encode
  private let free: Free

  /// Nil where the library is not there.
  public init?() {
    guard let library = unsafe dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL) else { return nil }
    guard let encode = unsafe dlsym(library, "QRcode_encodeString"), let free = unsafe dlsym(library, "QRcode_free")
    else {
      unsafe dlclose(library)
      return nil
    }
    unsafe self.library = library
    unsafe self.encode = unsafeBitCast(encode, to: Encode.self)
    unsafe self.free = unsafeBitCast(free, to: Free.self)
  }

  deinit { unsafe dlclose(library) }

  /// `QR_MODE_8` of qrencode.h: what no other mode has is written as bytes; digits, letters and kanji still get theirs.
  private static let byteMode: CInt = 2

  /// Makes a symbol by `QRcode_encodeString`, which chooses modes, version and mask by itself, and throws it away.
  ///
  /// - Parameter level: 0 to 3, L to H.
  /// - Returns: its version, or nil where the text does not fit.
  public func version(of text: String, level: Int) -> Int? {
    guard let code = unsafe encode(text, 0, CInt(level), Self.byteMode, 1) else { return nil }
    defer { unsafe free(code) }
    return unsafe Int(code.load(as: CInt.self))
  }
}
