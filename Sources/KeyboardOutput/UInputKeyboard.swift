import CKeyboard
import Glibc
import Station

/// Types by a keyboard that it makes in the kernel, for consoles and for Wayland, where no program may type otherwise.
///
/// The kernel knows keys and no letters: what they mean is the session's layout, which nobody tells. They are those of a US
/// keyboard, and so must the layout be.
final class UInputKeyboard: Typist {
  private let file: CInt
  private let path: String

  init(path: String) throws(DeliveryFailure) {
    self.path = path
    file = unsafe vf_uinput_open(path)
    guard file >= 0 else {
      throw .unreachable("\(path) may not be opened to type: \(unsafe String(cString: strerror(-file)))")
    }
    // A session needs a moment to see a new keyboard: the keys of the first would be lost.
    usleep(1_000_000)
  }

  deinit { if file >= 0 { vf_uinput_close(file) } }

  func type(_ text: [Unicode.Scalar], suffix: KeyboardSettings.Suffix) throws(DeliveryFailure) {
    var keys: [USKey] = []
    for scalar in text {
      guard let key = USKey(scalar) else { throw .rejected("a US keyboard has no \(name(scalar))") }
      keys.append(key)
    }
    switch suffix {
    case .none: break
    case .enter: keys.append(USKey(code: 28))
    case .tab: keys.append(USKey(code: 15))
    }
    for key in keys {
      if key.isShifted { try send(USKey.shift, true) }
      try send(key.code, true)
      try send(key.code, false)
      if key.isShifted { try send(USKey.shift, false) }
      usleep(Self.pace)
    }
  }

  /// Microseconds from key to key. The kernel keeps 64 events for whoever reads a keyboard, which is eight keys with Shift, and
  /// drops what comes before they are read.
  private static let pace: UInt32 = 2_000

  private func send(_ key: CInt, _ isDown: Bool) throws(DeliveryFailure) {
    let result = vf_uinput_key(file, key, isDown ? 1 : 0)
    guard result == 0 else { throw .unreachable("\(path): \(unsafe String(cString: strerror(-result)))") }
  }
}

/// A key of a US keyboard by the kernel's number (linux/input-event-codes.h).
package struct USKey: Hashable {
  package let code: CInt
  package var isShifted = false

  static let shift: CInt = 42

  init(code: CInt, isShifted: Bool = false) { (self.code, self.isShifted) = (code, isShifted) }

  /// Nil for what has no key.
  package init?(_ scalar: Unicode.Scalar) {
    guard let found = Self.all[scalar] else { return nil }
    self = found
  }

  /// Rows as they lie on the keyboard, each from its first key's number on.
  private static let rows: [(first: CInt, plain: String, shifted: String)] = [
    (2, "1234567890-=", "!@#$%^&*()_+"), (16, "qwertyuiop[]", "QWERTYUIOP{}"), (30, "asdfghjkl;'`", "ASDFGHJKL:\"~"),
    (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"), (57, " ", " "),
  ]

  private static let all: [Unicode.Scalar: USKey] = {
    var all: [Unicode.Scalar: USKey] = [:]
    for row in rows {
      for (place, scalar) in row.plain.unicodeScalars.enumerated() {
        all[scalar] = USKey(code: row.first + CInt(clamping: place))
      }
      for (place, scalar) in row.shifted.unicodeScalars.enumerated() where all[scalar] == nil {
        all[scalar] = USKey(code: row.first + CInt(clamping: place), isShifted: true)
      }
    }
    return all
  }()
}
