import CSDL2
import Glibc

/// A call of SDL that failed, in SDL's words.
public struct SDLFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let call: String
  public let reason: String

  public var description: String { "\(call): \(reason)" }
}

/// The one way to make a call of SDL that answers 0, or something negative where it failed.
@discardableResult
func checked(_ call: StaticString, _ body: () -> CInt) throws(SDLFailure) -> CInt {
  let result = body()
  guard result >= 0 else { throw SDLFailure(call: "\(call)", reason: sdlReason()) }
  return result
}

/// The one way to make a call of SDL that answers a new object, or nil where it failed.
func made<Object>(_ call: StaticString, _ body: () -> Object?) throws(SDLFailure) -> Object {
  guard let object = body() else { throw SDLFailure(call: "\(call)", reason: sdlReason()) }
  return object
}

/// What SDL says about the call that just failed on this thread. It says things after good calls, too.
func sdlReason() -> String { unsafe String(cString: SDL_GetError()) }

/// What the system says about the call that just failed on this thread.
func systemReason() -> String { unsafe String(cString: strerror(errno)) }

/// R G B A in memory. SDL names its packed formats by a 32-bit number's bytes from the top, and has an alias
/// by the order in memory that Swift cannot see.
let sdlPixelFormatRGBA = SDL_PIXELFORMAT_ABGR8888.rawValue
