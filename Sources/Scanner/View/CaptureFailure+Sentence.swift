public import Capture
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
    // What is measured in seconds without a fraction is told so; a device is lost long before there are 2⁶³ of them.
    case .stalled(let name, let seconds):
      "\(name) has sent no picture for \(seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)") seconds."
    case .unsupportedFormat(let name, let offered) where offered.isEmpty: "\(name) offers no picture format."
    case .unsupportedFormat(let name, let offered):
      "\(name) offers only formats that Viewfinder does not read: \(offered.joined(separator: ", "))."
    case .unreadableSource(let path, let reason): "\(path) cannot be played: \(Sentence(verbatim: reason))."
    case .system(let call, let message): "The camera driver failed in \(call): \(message)."
    }
  }

  /// What to do about it, in any language.
  public var advice: Sentence {
    switch self {
    case .permissionDenied(_, let group?):
      "Add yourself to group “\(group)” (\("sudo usermod -aG \(group) $USER")) and log in again."
    case .busy(_, let holder?): "Close \(holder.name); the picture comes by itself then."
    default: Sentence(verbatim: remedy)
    }
  }
}
