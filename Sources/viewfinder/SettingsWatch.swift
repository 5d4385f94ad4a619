import Dispatch
import Foundation
import Synchronization

/// Tells when a settings file has become another one.
///
/// By looking at it once a second, and not by inotify: editors replace a file by another of its name, management tools replace
/// its folder or a link on the way, and network file systems tell nothing.
final class SettingsWatch: Sendable {
  private struct Look: Equatable {
    let modified: Date?
    let size: Int?
    let node: Int?
  }

  private struct Looks {
    var known: Look
    var last: Look
  }

  private let path: String
  private let looks: Mutex<Looks>

  init(_ path: String) {
    self.path = path
    let look = Self.look(path)
    looks = Mutex(Looks(known: look, last: look))
  }

  /// Whether it is another one, and stands still: whoever writes it may take more than one step. True once for each change.
  func hasChanged() -> Bool {
    let look = Self.look(path)
    return looks.withLock { looks in
      defer { looks.last = look }
      // A file that is away for now is no change.
      guard look != looks.known, look == looks.last, look.node != nil else { return false }
      looks.known = look
      return true
    }
  }

  /// - Returns: a timer, which whoever ends it cancels.
  func start(_ onChange: @escaping @Sendable () -> Void) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { [self] in if hasChanged() { onChange() } }
    timer.resume()
    return timer
  }

  private static func look(_ path: String) -> Look {
    // Of what a link leads to.
    let found = try? FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
    return Look(
      modified: found?[.modificationDate] as? Date, size: found?[.size] as? Int,
      node: found?[.systemFileNumber] as? Int)
  }
}
