import CXCB
import Glibc

/// What the desktop tells all programs of an X server, of which none asks its monitors: `RESOURCE_MANAGER` on the root window
/// (X Toolkit Intrinsics, §2.3), where settings daemons and `xrdb` write it.
public enum X11Resources {
  /// Pixels per point, by `Xft.dpi`: 96 dots an inch are 1. Nil where nobody has set it.
  ///
  /// - Parameter display: such as `:0`; nil takes `$DISPLAY`.
  public static func scale(display: String? = nil) -> Double? {
    let connection = unsafe xcb_connect(display, nil)
    defer { unsafe xcb_disconnect(connection) }
    guard unsafe xcb_connection_has_error(connection) == 0, let setup = unsafe xcb_get_setup(connection),
      let root = unsafe xcb_setup_roots_iterator(setup).data?.pointee.root
    else { return nil }
    // 4 × 65,536 bytes are more than any desktop writes.
    let cookie = unsafe xcb_get_property(
      connection, 0, root, xcb_atom_t(XCB_ATOM_RESOURCE_MANAGER.rawValue), xcb_atom_t(XCB_ATOM_STRING.rawValue), 0,
      65_536)
    guard let reply = unsafe xcb_get_property_reply(connection, cookie, nil) else { return nil }
    defer { unsafe free(reply) }
    let count = Int(unsafe xcb_get_property_value_length(reply))
    guard count > 0, let bytes = unsafe xcb_get_property_value(reply) else { return nil }
    return unsafe scale(in: String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self))
  }

  /// The same, of resources as text: a line each, the name, a colon, the value. 0.5 to 4, as far as layouts are made for.
  static func scale(in resources: String) -> Double? {
    for line in resources.split(whereSeparator: \.isNewline) where line.hasPrefix("Xft.dpi:") {
      let value = line.dropFirst("Xft.dpi:".count).filter { !$0.isWhitespace }
      guard let dots = Double(value), dots > 0, dots.isFinite else { return nil }
      return min(max(dots / 96, 0.5), 4)
    }
    return nil
  }
}
