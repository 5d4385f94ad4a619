import Barcodes
import Capture
import DesktopBus
import Dispatch
import Foundation
import Imaging
import Presentation
import SDLScreen
import Scanner
import V4L2Camera

// What the loop and the screens ask for: done, and told.
extension WindowSession {
  /// - Returns: false for a request to quit.
  func perform(_ effect: LoopEffect) -> Bool {
    switch effect {
    case .deliver(let observation):
      remember(observation, from: sourceName, loop.frame)
      if loop.settings.feedback.speaks { say(observation) }
    case .playSound: sound?.play()
    case .copy(let text): report { try screen.copy(text) }
    case .open(let address): hand(address)
    case .save(let file, let opens): save(file, opens: opens)
    case .join(let network): join(network)
    case .toggleFullScreen: screen.isFullScreen.toggle()
    case .nextCamera: showNextCamera()
    case .camera(let request): controlWork.perform(request, isCamera: sources.current == .camera)
    case .paste: paste()
    case .openFile:
      ask { () throws(BusFailure) in
        try Portal().openFile()
      } otherwise: { _ in
        .pathWanted
      }
    case .pastePath: loop.type(intoPath: screen.clipboard)
    case .screenshot:
      let isX11 = screen.isX11
      ask { () throws(BusFailure) in
        try Portal().screenshot()
      } otherwise: {
        isX11 ? .screenWanted : .nothing(Self.noScreen($0))
      }
    case .step(let count): step(count)
    case .showGenerator: open { studio.openComposer(at: clock.now()) }
    case .showHistory: open { studio.openHistory() }
    case .showSettings: open { studio.openSettings(loop.settings, words, loop.desktop) }
    case .startDemo: show(.demo)
    case .scan: break
    case .savePicture: savePicture(loop.frame)
    case .saveBundle: saveBundle(loop.bugBundle, inspector)
    case .saveVideo: saveVideo(loop.keptFrames, inspector)
    case .keep(let settings):
      studio.setPrivacy(HistoryPrivacy(settings.history))
      report { try keeper.keep(settings) }
    case .quit: return false
    }
    return true
  }

  /// What a person has confirmed.
  func carryOut(_ action: PayloadAction) {
    switch action {
    case .open(let address, _): hand(address)
    case .save(let file): save(file, opens: false)
    case .join(let network): join(network)
    }
  }

  /// Aside: the desktop's dialog asks the person.
  func choosePath(_ purpose: PathPrompt.Purpose, suggestion: String) {
    let words = words
    let title =
      switch purpose {
      case .save: words("Save the code as")
      case .logo: words("Picture in the middle of the code")
      case .sheet: words("Labels from a file of comma-separated values")
      }
    DispatchQueue.global(qos: .userInitiated).async { [paths, waker = screen.waker] in
      do throws(BusFailure) {
        let answer =
          switch purpose {
          case .save: try Portal().saveFile(title: title, suggestion: suggestion)
          case .logo: try Portal().openFile(title: title, kinds: ["image/*"])
          case .sheet: try Portal().openFile(title: title, kinds: ["text/csv", "text/plain"])
          }
        if case .path(let path) = answer { paths.put(.success(path)) }
      } catch {
        let isAbsent = error.isAbsent || error.name == nil
        paths.put(
          .failure(
            Studio.PathTrouble(
              sentence: isAbsent
                ? words("There is no desktop dialog here: type the path") : HarmlessText.escaped(error.description))))
      }
      waker.wake()
    }
  }

  /// What somebody else has changed in the file, and not the window itself.
  func readSettingsAgain() {
    do throws(SettingsFileFailure) {
      guard let changed = try keeper.reread() else { return }
      takeOver(changed)
      StandardError.write("viewfinder: the settings were read again")
      tell(Outcome(sentence: "The settings were read again", isTrouble: false))
    } catch {
      tell(Trouble("The settings were not taken over: \(error.path): \(error.reason)"))
    }
  }

  /// Takes over what was changed on the settings' screen, and keeps it.
  func apply(_ settings: Settings) {
    takeOver(settings)
    report { try keeper.keep(settings) }
  }

  /// As far as it does not wait for the next start.
  private func takeOver(_ settings: Settings) {
    let before = loop.settings
    loop.apply(settings, at: clock.now())
    studio.setPrivacy(HistoryPrivacy(settings.history))
    studio.setColors(loop.desktop.palette(settings))
    if !settings.feedback.isQuiet, sound == nil { sound = try? SDLSound() }
    output.regionRule = settings.regionRule
    report { try output.setSymbologies(settings.symbologies.symbologies(among: Catalog.available)) }
    if let device = settings.camera.device, device != before.camera.device {
      cameras.choose(device)
      if sources.current == .camera { capture.reopen() }
    }
  }

  /// The key that opens a screen also types its letter, which the screen shall not get.
  func open(_ body: () -> Void) {
    body()
    while let event = screen.poll() { if case .text = event { break } else { missed.append(event) } }
    screen.waker.wake()
  }

  func remember(_ observation: Observation, from source: String?, _ frame: Frame?) {
    studio.recorder.record(
      HistoryContent(read: observation.symbol, source: source, thumbnail: thumbnail(of: observation, in: frame)),
      at: Date())
  }

  func say(_ observation: Observation) {
    let payload = PayloadDescription(of: observation.symbol, context)
    do throws(Trouble) {
      try speech.say(
        Speech.words(payload, text: observation.symbol.shownText, kind: words(payload.title)))
    } catch {
      tell(error)
    }
  }

  /// Where the user asked for it.
  func thumbnail(of observation: Observation, in frame: Frame?) -> [UInt8]? {
    guard loop.settings.history.keepsThumbnails, let frame else { return nil }
    return HistoryThumbnail.image(of: frame, around: observation.bounds).flatMap { try? PNGExport.bytes($0) }
  }

  var sourceName: String? {
    if case .running(let source) = capture.state { source.name } else { nil }
  }

  /// What came of something that a person asked for.
  struct Outcome: Sendable {
    let sentence: Sentence
    let isTrouble: Bool
    /// Whether it is still at work, and another one follows.
    var goesOn = false
  }

  /// To the desktop's program for it: an address, or a file's path.
  func hand(_ address: String, said: Sentence? = nil) {
    do throws(Trouble) {
      try links.open(address) { [outcomes, waker = screen.waker] failure in
        outcomes.put(Outcome(sentence: failure.sentence, isTrouble: true))
        waker.wake()
      }
      let isWeb = address.hasPrefix("http")
      tell(Outcome(sentence: said ?? (isWeb ? "Opened in the browser" : "Handed to the desktop"), isTrouble: false))
    } catch {
      tell(error)
    }
    screen.waker.wake()
  }

  func save(_ file: PayloadFile, opens: Bool) {
    do throws(Trouble) {
      let path = try files.save(file)
      let said = Self.saved(as: path, files)
      if opens { hand(path, said: said) } else { tell(Outcome(sentence: said, isTrouble: false)) }
    } catch {
      tell(error)
    }
    screen.waker.wake()
  }

  /// A frame as it is shown, without what lies on it.
  func savePicture(_ frame: Frame?) {
    guard let frame, let bytes = InspectorWork.picture(of: frame) else { return }
    keep(bytes, named: "Viewfinder frame \(frame.sequence)", ending: "png")
  }

  /// The frames that an inspector keeps, with their own samples.
  func saveVideo(_ frames: [Frame], _ inspector: InspectorWork) {
    tell(Outcome(sentence: "Writing the frames…", isTrouble: false, goesOn: true))
    inspector.record(frames) { [outcomes, files] bytes in
      guard let bytes, let first = frames.first else {
        return outcomes.put(Outcome(sentence: "Not saved: the frames are unlike each other", isTrouble: true))
      }
      outcomes.put(Self.kept(bytes, named: "Viewfinder frames \(first.sequence)", ending: "y4m", files))
    }
  }

  func saveBundle(_ bundle: BugBundle?, _ inspector: InspectorWork) {
    guard let bundle else { return }
    tell(Outcome(sentence: "Writing the bundle…", isTrouble: false, goesOn: true))
    inspector.pack(bundle) { [outcomes, files] packed in
      switch packed {
      case .success(let bytes):
        outcomes.put(Self.kept(bytes, named: "Viewfinder bundle \(bundle.frame.sequence)", ending: "zip", files))
      case .failure(let failure):
        outcomes.put(Outcome(sentence: "No bundle: \(Sentence(verbatim: "\(failure)"))", isTrouble: true))
      }
    }
  }

  nonisolated static func saved(as path: String, _ files: SavedFiles) -> Sentence {
    "Saved as \(HarmlessText.escaped(files.shown(path)))"
  }

  func keep(_ bytes: [UInt8], named name: String, ending: String) {
    tell(Self.kept(bytes, named: name, ending: ending, files))
    screen.waker.wake()
  }

  nonisolated static func kept(
    _ bytes: [UInt8], named name: String, ending: String, _ files: SavedFiles
  ) -> Outcome {
    do throws(Trouble) {
      let path = try files.save(bytes, named: name, ending: ending)
      return Outcome(sentence: saved(as: path, files), isTrouble: false)
    } catch {
      return Outcome(sentence: error.sentence, isTrouble: true)
    }
  }

  /// Nil for cameras, and for streams, which are gone.
  var sourcePath: String? {
    sources.current.path
  }

  /// Aside: the system asks the person, and the network takes its time.
  func join(_ network: WiFiNetwork) {
    let name = HarmlessText.escaped(network.name)
    tell(Outcome(sentence: "Joining \(name)…", isTrouble: false, goesOn: true))
    DispatchQueue.global(qos: .userInitiated).async { [outcomes, waker = screen.waker] in
      do throws(BusFailure) {
        try NetworkManager().join(network)
        outcomes.put(Outcome(sentence: "This machine is in \(name) now", isTrouble: false))
      } catch {
        outcomes.put(Outcome(sentence: Sentence(verbatim: error.description), isTrouble: true))
      }
      waker.wake()
    }
    screen.waker.wake()
  }

  func tell(_ trouble: Trouble) { tell(Outcome(sentence: trouble.sentence, isTrouble: true)) }

  /// In the part of the window where the person is.
  func tell(_ outcome: Outcome) {
    if outcome.isTrouble { StandardError.write("viewfinder: \(HarmlessText.escaped(outcome.sentence.description))") }
    let text = words(outcome.sentence)
    if studio.tell(text, isFailure: outcome.isTrouble) { return }
    if focus.part > 0, let second {
      second.tell(text, isTrouble: outcome.isTrouble, goesOn: outcome.goesOn, at: clock.now())
    } else {
      loop.tell(text, isTrouble: outcome.isTrouble, goesOn: outcome.goesOn, at: clock.now())
    }
  }

  /// What fails beside the picture is told, and the picture goes on.
  func report(_ body: () throws -> Void) {
    do { try body() } catch { StandardError.write("viewfinder: \(HarmlessText.escaped("\(error)"))") }
  }
}
