public import Imaging

/// Watches a detection, stage by stage. Nobody watching costs nothing: `trace?.f(expensive())` evaluates
/// nothing without an observer.
///
/// Each event has an empty default, so that an observer names only what it cares about.
public protocol DetectionTrace: AnyObject {
  /// The grey image that is searched: the region of interest with its margin, perhaps scaled.
  func didExtract(_ image: LuminanceImage)
}

extension DetectionTrace {
  public func didExtract(_ image: LuminanceImage) {}
}
