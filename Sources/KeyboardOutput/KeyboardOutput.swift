import Scanner
public import Station

/// Types every scan into the window that has the keyboard, as a hand scanner does that says it is one.
///
/// It is delivered once it was typed. Who gets it is up to the desktop: nobody says that it arrived. What a code says is
/// typed if each of its characters is one that is printed and that the layout has a key for; a code with an Enter, a Tab or
/// another control character in it would press keys of its own choice, and is set aside.
public final class KeyboardOutput: DeliveryOutput {
  private let settings: KeyboardSettings
  private let session: Session
  private let uinput: String
  private var typist: (any Typist)?

  /// The session in which it types.
  public struct Session: Hashable, Sendable {
    /// The X server, such as `:0`; nil where there is none.
    public let display: String?
    /// Whether it is Wayland's, where windows of an X server are guests.
    public let isWayland: Bool

    public init(environment: [String: String]) {
      display = environment["DISPLAY"].flatMap { $0.isEmpty ? nil : $0 }
      isWayland = environment["WAYLAND_DISPLAY"].map { !$0.isEmpty } ?? false
    }
  }

  /// - Parameter uinput: the node at which the kernel makes keyboards.
  public init(_ settings: KeyboardSettings, session: Session, uinput: String = "/dev/uinput") {
    self.settings = settings
    self.session = session
    self.uinput = uinput
  }

  public func deliver(_ scan: AcceptedScan) throws(DeliveryFailure) -> DeliveryReceipt {
    let text = Array(settings.text.text(for: scan).unicodeScalars)
    if let control = text.first(where: { HarmlessText.isHarmful($0) }) {
      throw .rejected("it holds \(name(control)), which is not typed")
    }
    // Before anything is opened: it is told even where nobody can type.
    guard !text.isEmpty else { throw .rejected("it has no text to type") }
    do throws(DeliveryFailure) {
      let typist: any Typist = if let known = self.typist { known } else { try open() }
      self.typist = typist
      try typist.type(text, suffix: settings.suffix)
    } catch {
      if case .unreachable = error { typist = nil }
      throw error
    }
    return DeliveryReceipt()
  }

  public func close() { typist = nil }

  private func open() throws(DeliveryFailure) -> any Typist {
    switch settings.way {
    case .x11: return try X11Keyboard(display: session.display)
    case .uinput: return try UInputKeyboard(path: uinput)
    case .automatic: break
    }
    if session.display != nil, !session.isWayland { return try X11Keyboard(display: session.display) }
    do throws(DeliveryFailure) {
      return try UInputKeyboard(path: uinput)
    } catch {
      let place = session.isWayland ? "Wayland lets no program type" : "there is no X server to type at"
      throw .unreachable("\(place), and \(error.reason)")
    }
  }
}

/// Presses keys.
protocol Typist: AnyObject {
  /// - Parameter text: printable characters.
  /// - Throws: `.rejected` before the first key where there is none for a character.
  func type(_ text: [Unicode.Scalar], suffix: KeyboardSettings.Suffix) throws(DeliveryFailure)
}

/// A character for people, whatever it would do to a terminal.
func name(_ scalar: Unicode.Scalar) -> String {
  HarmlessText.isHarmful(scalar)
    ? "U+" + HarmlessText.hex(scalar.value, digits: 4)
    : "“\(String(scalar))” (U+" + HarmlessText.hex(scalar.value, digits: 4) + ")"
}
