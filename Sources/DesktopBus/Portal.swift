import Foundation

/// The desktop's portal: dialogs and pictures that the desktop itself shows and takes, in any kind of session. XDG Desktop
/// Portal, `org.freedesktop.portal.FileChooser` and `org.freedesktop.portal.Screenshot`.
public struct Portal {
  static let name = "org.freedesktop.portal.Desktop"
  static let root = "/org/freedesktop/portal/desktop"

  let address: BusAddress
  /// Names the one request among all of the program's: letters and digits.
  private let token: String

  public init(_ address: BusAddress = .session, token: String = "viewfinder") {
    self.address = address
    self.token = token
  }

  /// What a person decided.
  public enum Answer: Hashable, Sendable {
    /// The path of a file.
    case path(String)
    case canceled
  }

  /// Lets a person choose a picture or video.
  ///
  /// - Throws: where there is no portal, or it cannot.
  public func openFile() throws(BusFailure) -> Answer {
    try openFile(title: "Open a picture or video", kinds: ["image/*", "video/*", "application/pdf"])
  }

  /// Lets a person choose a file.
  ///
  /// - Parameter kinds: media types, such as `image/*`; others are not offered.
  public func openFile(title: String, kinds: [String]) throws(BusFailure) -> Answer {
    let filter = BusValue.tuple([
      .string(kinds.joined(separator: ", ")), .array(kinds.map { .tuple([.uint32(1), .string($0)]) }, of: "(us)"),
    ])
    return try ask(
      "FileChooser", "OpenFile", [.string(""), .string(title)], ["filters": .array([filter], of: "(sa(us))")])
  }

  /// Lets a person name a new file, and say whether one that is there gives way.
  ///
  /// - Parameter suggestion: a path, whose last part is offered as the name.
  public func saveFile(title: String, suggestion: String) throws(BusFailure) -> Answer {
    let name = suggestion.split(separator: "/").last.map { String($0) } ?? ""
    return try ask(
      "FileChooser", "SaveFile", [.string(""), .string(title)], ["current_name": .string(name)])
  }

  /// Lets a person choose a part of the screen, and takes its picture.
  public func screenshot() throws(BusFailure) -> Answer {
    try ask("Screenshot", "Screenshot", [.string("")], ["interactive": .boolean(true)])
  }

  /// A request answers by a signal of an object whose path is known before: `org.freedesktop.portal.Request`.
  private func ask(
    _ interface: String, _ method: String, _ arguments: [BusValue], _ options: [String: BusValue]
  ) throws(BusFailure) -> Answer {
    let bus = try DesktopBus(address)
    let sender = bus.uniqueName.dropFirst().replacing(".", with: "_")
    let path = "\(Self.root)/request/\(sender)/\(token)"
    var options = options
    options["handle_token"] = .string(token)
    let call = arguments + [.dictionary(options)]
    // A person may look for long; after ten minutes nobody is there any more.
    let answer = try bus.wait(
      for: BusSignal(sender: Self.name, path: path, interface: "org.freedesktop.portal.Request", member: "Response"),
      milliseconds: 600_000,
      start: { (bus: DesktopBus) throws(BusFailure) in
        _ = try bus.call(Self.name, Self.root, "org.freedesktop.portal." + interface, method, call)
        return false
      }, until: { _ in true })
    guard let answer, answer.first?.uint32 == 0 else { return .canceled }
    let given = answer.last?["uri"]?.string ?? answer.last?["uris"]?.items.first?.string
    guard let given, let url = URL(string: given), url.isFileURL, url.host() ?? "" == "" || url.host() == "localhost"
    else { throw BusFailure("The desktop's answer names no file of this machine") }
    return .path(url.path(percentEncoded: false))
  }
}
