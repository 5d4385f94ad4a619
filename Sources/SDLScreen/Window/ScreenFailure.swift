/// Why there is no window.
public enum ScreenFailure: Error, Hashable, Sendable {
  /// Neither Wayland nor X11 can be reached.
  case noDisplay(reason: String)
  /// There is a display, but something that a window needs was refused.
  case refused(SDLFailure)
}

extension ScreenFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noDisplay(let reason):
      """
      no display to open a window on (\(reason)): run it in a graphical session, or use `viewfinder watch`, \
      which needs none
      """
    case .refused(let failure): "the window could not be opened: \(failure)"
    }
  }
}
