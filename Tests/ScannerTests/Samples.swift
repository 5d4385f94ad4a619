import Barcodes
import Geometry
import Imaging
import Scanner

/// A symbology of the tests' own: the scanner must not care which it is.
let sampleSymbology = Symbology(name: "sample", title: "Sample Code")

func symbol(_ text: String?, bytes: [UInt8]? = nil, _ symbology: Symbology = sampleSymbology) -> DecodedSymbol {
  DecodedSymbol(symbology: symbology, text: text, bytes: bytes ?? Array((text ?? "").utf8), symbologyIdentifier: "]X0")
}

func observation(
  _ text: String?, bytes: [UInt8]? = nil, at bounds: Rect<FramePixels> = Rect(x: 300, y: 200, width: 100, height: 100)
) -> Observation {
  Observation(symbol: symbol(text, bytes: bytes), corners: bounds.corners, isMirrored: false, isInverted: false)
}

func report(
  _ observations: [Observation], frame: Size<FramePixels> = Size(640, 480), sequence: Int = 0,
  region: Rect<Normalized> = .full, of picture: Frame? = nil
) -> DetectionReport {
  DetectionReport(
    observations: observations, sequence: sequence, timestamp: .zero,
    region: RegionOfInterest(region, frameSize: frame), elapsed: .milliseconds(2),
    insight: picture.map { insight(of: $0, observations) }, frame: picture)
}

/// What a search of a frame tells that finds these.
func insight(of frame: Frame, _ observations: [Observation]) -> DetectionInsight {
  final class Told: FrameDetector {
    var options = DetectionOptions(symbologies: [sampleSymbology])
    let observations: [Observation]
    init(_ observations: [Observation]) { self.observations = observations }
    func reset() {}
    func detect(in frame: Frame, region: Rect<FramePixels>?, trace: (any DetectionTrace)?) -> [Observation] {
      if let image = LuminanceImage(frame) { trace?.didExtract(image) }
      for observation in observations { trace?.didRead(observation) }
      return observations
    }
  }
  var configuration = DetectionConfiguration(symbologies: [sampleSymbology])
  configuration.keepsInsight = true
  return Told(observations).report(on: frame, configuration, now: { .zero }).insight ?? DetectionInsight()
}

func grey(_ width: Int, _ height: Int, sequence: Int = 0) throws -> Frame {
  try Frame(
    format: .grey, width: width, height: height, bytes: [UInt8](repeating: 128, count: width * height),
    sequence: sequence, timestamp: .milliseconds(33 * sequence))
}
