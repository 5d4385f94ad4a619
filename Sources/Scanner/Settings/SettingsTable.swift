import Capture

/// All settings, a row each.
public enum SettingsTable {
  public static let all: [Setting] = [
    Setting("camera.device", "Camera: a stable name that “viewfinder devices” lists.", \.camera.device),
    Setting("camera.format", "Size and rate to ask the camera for, such as 1280x720@30.", \.camera.requested),
    Setting("scan.symbologies", "What to look for: all, or names with commas between them.", \.symbologies),
    Setting("scan.mode", "When a code is a result: once, oncePerCode or continuous.", \.scanning.mode),
    Setting("scan.outline-hide", "Seconds that an outline stays after the last sighting.", \.scanning.outlineHide),
    Setting(
      "scan.duplicate-window", "Seconds in which “continuous” does not deliver a code again.",
      \.scanning.duplicateWindow),
    Setting(
      "scan.hold", "Whether “continuous” delivers a code again only after it left the view.",
      \.scanning.holdsUntilItLeaves),
    Setting("scan.region", "Which codes count: boundsIntersect or inside.", \.regionRule),
    Setting(
      "preview.gravity", "How the picture fills the window: resizeAspectFill, resizeAspect or resize.",
      \.preview.gravity),
    Setting("preview.mirror", "Whether the picture is shown mirrored.", \.preview.isMirrored),
    Setting(
      "preview.viewfinder", "x,y,width,height of the viewfinder as fractions of the window.", \.preview.viewfinder),
    Setting("preview.scale", "Pixels per point, where the display does not tell or tells wrong.", \.preview.scale),
    Setting("feedback.quiet", "Whether results make no sound.", \.feedback.isQuiet),
    Setting("feedback.reduced-motion", "Whether changes appear at once.", \.feedback.reducesMotion),
    Setting("feedback.speech", "Whether results are said aloud, by speech-dispatcher.", \.feedback.speaks),
    Setting(
      "preview.light", "Whether the composer and the history are light; not set, as the desktop is.", \.preview.isLight),
    Setting("history.private", "Whether nothing is stored in the history.", \.history.isPrivate),
    Setting(
      "history.secrets", "Whether passwords, boarding passes and other secrets are stored.", \.history.storesSecrets),
    Setting(
      "history.thumbnails", "Whether a small picture of each code that is read is stored.", \.history.keepsThumbnails),
    Setting("history.entries", "How many entries are kept; pinned ones always are.", \.history.entries),
    Setting("history.days", "Days after which entries are removed.", \.history.days),
  ]

  /// Settings that are read once, when the program starts.
  public static let atStart: Set = ["camera.format", "preview.scale", "history.entries", "history.days"]

  public static func setting(_ key: String) -> Setting? { all.first { $0.key == key } }
}
