public import Barcodes
public import Geometry

/// The one place that maps between frame and screen. Names are AVCaptureVideoPreviewLayer's.
///
/// Mirroring changes the picture on screen and nothing else: frames, regions and observations stay as the
/// camera delivered them.
public struct PreviewLayer: Hashable, Sendable {
  public let frameSize: Size<FramePixels>
  /// The window's drawable.
  public let size: Size<ScreenPixels>
  public let videoGravity: VideoGravity
  /// True if left and right change places on screen.
  public let isMirrored: Bool
  /// How much larger than the gravity has it, about the window's middle; at least 1 for a window that stays full.
  public let zoom: Double
  /// Where each point of the frame comes to lie on screen.
  public let toScreen: Mapping<FramePixels, ScreenPixels>

  /// - Parameter retreat: how all of it is made smaller and moved, to make room for something else.
  /// - Precondition: both sizes have a positive area, and the zoom is positive.
  public init(
    frameSize: Size<FramePixels>, size: Size<ScreenPixels>, videoGravity: VideoGravity = .resizeAspectFill,
    isMirrored: Bool = false, zoom: Double = 1,
    retreat: Mapping<ScreenPixels, ScreenPixels> = Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0)
  ) {
    self.frameSize = frameSize
    self.size = size
    self.videoGravity = videoGravity
    self.isMirrored = isMirrored
    self.zoom = zoom
    self.toScreen = videoGravity.mapping(content: frameSize, area: size, mirrored: isMirrored)
      .then(
        Mapping(
          scaleX: zoom, scaleY: zoom, shiftX: size.width * (1 - zoom) / 2,
          shiftY: size.height * (1 - zoom) / 2)
      )
      .then(retreat)
  }

  /// Where each point of the screen lies as a fraction of the frame; past the picture's edge outside 0…1.
  public var toNormalized: Mapping<ScreenPixels, Normalized> {
    toScreen.inverse.then(
      Mapping(scaleX: 1 / frameSize.width, scaleY: 1 / frameSize.height, shiftX: 0, shiftY: 0))
  }

  /// The region of interest under a rectangle of the screen. What lies beside the picture (the bars of
  /// `resizeAspect`) is cut off, so that the answer is inside 0…1; AVFoundation states no rule for it.
  public func metadataOutputRect(fromLayerRect rect: Rect<ScreenPixels>) -> Rect<Normalized> {
    toNormalized(rect).clippedToUnit
  }

  /// Where a region of the frame lies on screen, also as far as it lies outside the window.
  public func layerRect(fromMetadataOutputRect rect: Rect<Normalized>) -> Rect<ScreenPixels> {
    toNormalized.inverse(rect)
  }

  /// An observation as the screen shows it.
  public func transformed(_ observation: Observation) -> LayerObservation {
    LayerObservation(observation: observation, corners: toScreen(observation.corners))
  }

  /// A report's observations as the screen shows them, or nil if the report is of frames of another size, as
  /// from a camera that was changed since.
  public func transformed(_ report: DetectionReport) -> [LayerObservation]? {
    guard report.frameSize == frameSize else { return nil }
    return report.observations.map { transformed($0) }
  }
}

/// An observation with its place on screen.
public struct LayerObservation: Hashable, Sendable {
  public let observation: Observation
  /// In the order of the observation's corners: clockwise from the symbol's own top left, on screen
  /// counterclockwise if either the symbol or the picture is mirrored.
  public let corners: Quadrilateral<ScreenPixels>

  public init(observation: Observation, corners: Quadrilateral<ScreenPixels>) {
    self.observation = observation
    self.corners = corners
  }

  public var bounds: Rect<ScreenPixels> { corners.bounds }
}
