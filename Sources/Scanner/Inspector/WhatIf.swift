public import Barcodes
import Foundation
public import Geometry
public import Imaging
public import Presentation

/// Another way of searching a frame, to be compared with the present one.
public struct WhatIf: Hashable, Sendable {
  /// Nil leaves what is looked for as it is.
  public var symbologies: Set<Symbology>?
  public var effort: DetectionEffort?
  public var triesInverted: Bool?
  /// Search all of the frame and not only the region.
  public var ignoresRegion = false
  public var picture = PictureChange()

  public init() {}

  /// What a search comes to.
  public struct Outcome: Sendable {
    public let change: WhatIf
    /// `Frame.sequence` of the frame.
    public let sequence: Int
    public let region: Rect<Normalized>
    /// What was read, or why nothing was.
    public let sentence: Sentence
    public let elapsed: Duration
  }

  /// Whether a code that is not read would be if more were asked for: what a live search has no time to find out.
  public struct Probe: Sendable {
    public let frame: Frame
    public let present: Present

    /// The cause, where it is what was asked for; nil where it is another, which the search told itself.
    public func cause() -> Answer {
      let interest = RegionOfInterest(present.region, frameSize: frame.size)
      let searched = interest.searched.flatMap { $0 == frame.bounds ? nil : $0 }
      let detector = Detector(DetectionOptions(symbologies: present.symbologies))
      let cause = Inspection(frame, region: searched, by: detector).flatMap {
        Diagnosis($0, askingBy: detector).cause
      }
      let isAsked = cause.map { [.notAskedFor, .outsideRegion, .inverted].contains($0.kind) } ?? false
      return Answer(present: present, cause: isAsked ? cause : nil)
    }
  }

  public struct Answer: Sendable {
    public let present: Present
    public let cause: Cause?
  }

  /// What a frame is searched for, and where, if nothing is changed.
  public struct Present: Hashable, Sendable {
    public var symbologies: Set<Symbology>
    public var region: Rect<Normalized>

    public init(symbologies: Set<Symbology>, region: Rect<Normalized>) {
      (self.symbologies, self.region) = (symbologies, region)
    }
  }

  /// Searches a frame so, without a limit of time.
  ///
  /// - Parameter now: a clock that never goes back.
  public func outcome(_ frame: Frame, _ present: Present, now: () -> Duration) -> Outcome {
    let begin = now()
    var options = DetectionOptions(symbologies: symbologies ?? present.symbologies, effort: effort ?? .normal)
    options.triesInverted = triesInverted ?? true
    let region = ignoresRegion ? .full : present.region
    let changed = picture.applied(to: frame)
    let interest = RegionOfInterest(picture.applied(to: region), frameSize: changed.size)
    let searched = interest.searched.flatMap { $0 == changed.bounds ? nil : $0 }
    let sentence = Inspection(changed, region: searched, by: Detector(options)).map { Diagnosis($0).sentence }
    return Outcome(
      change: self, sequence: frame.sequence, region: present.region,
      sentence: sentence ?? "the region lies outside the picture", elapsed: now() - begin)
  }

  /// The flags of `viewfinder explain` that do the same.
  public func flags(_ present: Present) -> [String] {
    var flags: [String] = []
    let wanted = symbologies ?? present.symbologies
    if wanted != Catalog.available { flags += ["--symbologies", wanted.map(\.name).sorted().joined(separator: ",")] }
    if let effort, effort != .normal { flags += ["--effort", effort.rawValue] }
    if triesInverted == false { flags.append("--no-inverted") }
    let region = ignoresRegion ? Rect.full : present.region
    // As fine as a pixel of any frame; all of it needs no flag.
    let parts = [region.minX, region.minY, region.width, region.height].map { String(format: "%.4f", abs($0)) }
    if parts != ["0.0000", "0.0000", "1.0000", "1.0000"] { flags += ["--roi", parts.joined(separator: ",")] }
    return flags + picture.flags
  }
}
