import CXCB
import Glibc
public import Imaging

/// The picture of an X server's whole screen, all monitors of it, for sessions without a portal.
///
/// By XCB, which tells errors to the one who asked: Xlib tells them to the whole process, and ends it.
public enum X11Picture {
  /// - Parameter display: such as `:0`; nil takes `$DISPLAY`.
  /// - Returns: the screen as it is now, opaque. Blocks until the server has sent it: some 10 ms for 1920 × 1080.
  public static func take(display: String? = nil) throws(X11Failure) -> RGBAImage {
    var number: CInt = 0
    let connection = unsafe xcb_connect(display, &number)
    defer { unsafe xcb_disconnect(connection) }
    guard unsafe xcb_connection_has_error(connection) == 0, let setup = unsafe xcb_get_setup(connection) else {
      throw .noServer
    }
    var screens = unsafe xcb_setup_roots_iterator(setup)
    while number > 0, unsafe screens.rem > 1 {
      unsafe xcb_screen_next(&screens)
      number -= 1
    }
    guard let screen = unsafe screens.data?.pointee else { throw .noServer }
    // Red, green and blue of 8 bits each in 4 bytes, as every screen of true color has had them for decades.
    guard screen.root_depth == 24 || screen.root_depth == 32, unsafe setup.pointee.image_byte_order == 0 else {
      throw .colors(depth: Int(screen.root_depth))
    }
    let cookie = unsafe xcb_get_image(
      connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), screen.root, 0, 0, screen.width_in_pixels,
      screen.height_in_pixels, .max)
    var error: UnsafeMutablePointer<xcb_generic_error_t>?
    guard let reply = unsafe xcb_get_image_reply(connection, cookie, &error) else {
      let code = unsafe error.map { unsafe Int($0.pointee.error_code) }
      unsafe free(error)
      throw .refused(code: code)
    }
    defer { unsafe free(reply) }
    let (width, height) = (Int(screen.width_in_pixels), Int(screen.height_in_pixels))
    let count = unsafe Int(xcb_get_image_data_length(reply))
    guard count >= 4 * width * height, let bytes = unsafe xcb_get_image_data(reply) else {
      throw .colors(depth: Int(screen.root_depth))
    }
    var pixels = [UInt8](repeating: 255, count: 4 * width * height)
    for place in stride(from: 0, to: pixels.count, by: 4) {
      // Blue comes first in memory.
      unsafe pixels[place] = bytes[place + 2]
      unsafe pixels[place + 1] = bytes[place + 1]
      unsafe pixels[place + 2] = bytes[place]
    }
    return RGBAImage(width: width, height: height, pixels: pixels)
  }
}

/// Why a screen has no picture.
public enum X11Failure: Error, Hashable, Sendable, CustomStringConvertible {
  case noServer
  /// A depth in bits that has other colors than 8 bits each.
  case colors(depth: Int)
  /// The server's error code (X Window System Protocol, appendix B), nil where it sent none.
  case refused(code: Int?)

  public var description: String {
    switch self {
    case .noServer: "there is no X server to ask for a picture of the screen"
    case .colors(let depth): "the screen has \(depth) bits a pixel, of which no picture can be taken"
    case .refused(let code): "the X server gave no picture of the screen\(code.map { " (error \($0))" } ?? "")"
    }
  }
}
