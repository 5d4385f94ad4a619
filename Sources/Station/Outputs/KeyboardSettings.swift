/// How scans are typed.
public struct KeyboardSettings: Hashable, Sendable {
  /// What is typed of a scan.
  public var text: ScanTemplate
  public var suffix: Suffix
  public var way: Way

  /// The key that ends it.
  public enum Suffix: String, CaseIterable, Hashable, Sendable {
    case none
    case enter
    case tab
  }

  /// By what keys are pressed.
  public enum Way: String, CaseIterable, Hashable, Sendable {
    /// By X11 in its sessions, else by uinput.
    case automatic = "auto"
    /// The X server's XTEST, in the layout that is set.
    case x11
    /// A keyboard of the kernel's, with the keys of a US layout; `/dev/uinput` must be writable.
    case uinput
  }

  public init(text: ScanTemplate, suffix: Suffix = .enter, way: Way = .automatic) {
    (self.text, self.suffix, self.way) = (text, suffix, way)
  }
}
