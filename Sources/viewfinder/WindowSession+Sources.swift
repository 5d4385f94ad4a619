import Capture
import DesktopBus
import Dispatch
import Foundation
import Imaging
import PictureFiles
import Presentation
import SDLScreen
import Scanner
import V4L2Camera
import X11Screen

// Cameras and what is shown in their place: opened, dropped, pasted, or taken of the screen.
extension WindowSession {
  /// Round the cameras and what was shown beside them last.
  func showNextCamera() {
    guard sources.current == .camera else { return show(.camera) }
    // After the last camera comes the other source, if there is one.
    if let other = sources.other, cameras.isLast { return show(other) }
    if cameras.chooseNext() != nil { capture.reopen() }
  }

  /// Plays a source and says what the window shows now.
  func show(_ source: ChosenSource) {
    play(source)
    loop.begin(source.kind, at: clock.now())
    screen.title = title(of: source)
    tell(Outcome(sentence: announcement(source), isTrouble: false))
    screen.waker.wake()
  }

  /// What the window is called while it shows a source.
  func title(of source: ChosenSource) -> String {
    source == .camera ? "Viewfinder" : words("{source} – Viewfinder", ["source": words(source.heading)])
  }

  func announcement(_ source: ChosenSource) -> Sentence {
    switch source {
    case .camera:
      guard let other = sources.other else { return "Showing the camera" }
      return "Showing the camera; N goes round to \(other.title)"
    case .pictures(let paths, let place) where paths.count > 1:
      return "\(place + 1) of \(paths.count): \(source.title); Page ↓ shows the next, N the camera"
    default: return "Showing \(source.title); N goes back to the camera"
    }
  }

  func step(_ count: Int) {
    guard let next = sources.current.stepped(by: count) else { return }
    guard next != sources.current else {
      return tell(
        Outcome(sentence: count > 0 ? "This is the last picture" : "This is the first picture", isTrouble: false))
    }
    show(next)
  }

  /// Files and folders that a person named or dropped.
  func openFiles(_ paths: [String]) {
    let home = UserFolders.current.home
    let named = paths.map { PicturePath($0.hasPrefix("~/") ? home + $0.dropFirst() : $0) }
    do throws(CaptureFailure) { show(try .opening(named)) } catch {
      tell(Outcome(sentence: "Not opened: \(error.sentence)", isTrouble: true))
      screen.waker.wake()
    }
  }

  // MARK: What is asked for aside

  enum Arrival: Sendable {
    case source(ChosenSource)
    case path(String)
    /// The desktop has no dialog for files.
    case pathWanted
    /// The desktop takes no picture of the screen: we do.
    case screenWanted
    case nothing(Sentence)
  }

  func take(_ arrival: Arrival) {
    screen.isHidden = false
    switch arrival {
    case .source(let source): show(source)
    case .path(let path): openFiles([path])
    case .pathWanted:
      focus.leadToFirst()
      loop.askForPath()
    case .screenWanted: takeScreen()
    case .nothing(let why): tell(Outcome(sentence: why, isTrouble: true))
    }
  }

  /// Aside: the program that has the picture may take its time.
  func paste() {
    let clipboard = ClipboardPicture(environment: ProcessInfo.processInfo.environment)
    aside {
      do throws(Trouble) {
        switch try clipboard.content() {
        case .picture(let bytes): return .source(.picture(bytes, from: .clipboard))
        case .file(let path): return .path(path)
        }
      } catch {
        return .nothing(error.sentence)
      }
    }
  }

  /// Aside: the desktop asks the person.
  ///
  /// - Parameter otherwise: what is done where the desktop cannot, by its reason.
  func ask(
    _ portal: @escaping @Sendable () throws(BusFailure) -> Portal.Answer,
    otherwise: @escaping @Sendable (Sentence) -> Arrival
  ) {
    aside {
      do throws(BusFailure) {
        if case .path(let path) = try portal() { return .path(path) }
        return nil
      } catch {
        let isAbsent = error.isAbsent || error.name == nil
        return otherwise(
          isAbsent ? "there is no desktop portal here" : Sentence(verbatim: HarmlessText.escaped(error.description)))
      }
    }
  }

  /// What other programs need to paint what lay below a window of ours: each hears of it by a message, and none answers.
  nonisolated private static let unveiling = 0.3

  /// The whole screen, of which a person then selects a part with the viewfinder.
  func takeScreen() {
    screen.isHidden = true
    aside {
      Thread.sleep(forTimeInterval: Self.unveiling)
      do {
        return .source(.picture(try PNGExport.bytes(X11Picture.take()), from: .screen))
      } catch {
        return .nothing(Self.noScreen(Sentence(verbatim: "\(error)")))
      }
    }
  }

  nonisolated static func noScreen(_ reason: Sentence) -> Sentence {
    "No picture of the screen: \(reason); paste a screenshot with Ctrl V"
  }

  func aside(_ work: @escaping @Sendable () -> Arrival?) {
    DispatchQueue.global(qos: .userInitiated).async { [arrivals, waker = screen.waker] in
      guard let arrival = work() else { return }
      arrivals.put(arrival)
      waker.wake()
    }
  }

  func play(_ source: ChosenSource) {
    capture.stop()
    capture = Self.session(sources.opening(source), output, screen.waker)
    askPeer()
    capture.start()
  }

  /// Asks the other reader of what is shown now; what it said of another picture is no more.
  func askPeer() {
    loop.tell(nil)
    if let peer, let path = sourcePath { inspector.ask(peer, of: path) }
  }
}
