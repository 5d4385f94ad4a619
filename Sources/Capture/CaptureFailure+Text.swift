public import Presentation

extension CaptureFailure {
  /// What happened, in any language.
  public var sentence: Sentence {
    switch self {
    case .noCamera: "No camera is connected."
    case .notFound(let device): "There is no camera “\(device)”."
    case .permissionDenied(let path, _): "You may not open \(path)."
    case .busy(let path, let holder?): "\(path) is in use by \(holder.name) (process \(holder.identifier))."
    case .busy(let path, nil): "\(path) is in use by another program."
    case .disconnected(let name): "\(name) was disconnected."
    case .stalled(let name, let seconds): "\(name) has sent no picture for \(Self.figure(seconds)) seconds."
    case .unsupportedFormat(let name, let offered) where offered.isEmpty: "\(name) offers no picture format."
    case .unsupportedFormat(let name, let offered):
      "\(name) offers only formats that Viewfinder does not read: \(offered.joined(separator: ", "))."
    case .unreadableSource(let path, _): "\(path) cannot be played."
    case .system(let call, let message): "The camera driver failed in \(call): \(message)."
    }
  }

  /// What to do about it, in any language.
  public var advice: Sentence {
    switch self {
    case .noCamera: "Connect one, or try the demo."
    case .notFound: "Connect it, or choose one that “viewfinder devices” lists."
    case .permissionDenied(_, let group?):
      "Add yourself to group “\(group)” (\("sudo usermod -aG \(group) $USER")) and log in again."
    case .permissionDenied(_, nil): "Ask the administrator of this machine for access to it."
    case .busy(_, let holder?): "Close \(holder.name); the picture comes by itself then."
    case .busy(_, nil): "Close the other program; the picture comes by itself then."
    case .disconnected: "Connect it again; the picture comes back by itself."
    case .stalled: "Wait, or unplug it and connect it again."
    case .unsupportedFormat: "Choose another camera with --device; “viewfinder devices” lists them."
    // Reasons are too long for a headline.
    case .unreadableSource(_, let reason):
      "\(Sentence(verbatim: reason.prefix(1).uppercased() + reason.dropFirst())). Check the file and how it is named."
    case .system: "Unplug the camera and connect it again; if that does not help, choose another with --device."
    }
  }

  /// Without a fraction that says nothing.
  private static func figure(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
  }
}

extension CaptureFailure: CustomStringConvertible {
  /// What happened and what to do, in English: a line of `watch`.
  public var description: String { "\(sentence) \(advice)" }
}
