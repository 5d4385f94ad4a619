import Barcodes
import Geometry
import Imaging
import Presentation

/// An explanation as one object, by `Assets/Schema/explanation.schema.json`.
extension Explanation {
  /// - Parameter source: a path, as results name it.
  public static func json(_ inspection: Inspection, _ diagnosis: Diagnosis, source: String) -> JSONValue {
    .object([
      .init("source", .string(source)),
      .init("width", .integer(inspection.frame.width)),
      .init("height", .integer(inspection.frame.height)),
      .init("cause", diagnosis.cause.map(json) ?? .null),
      .init("observations", .array(inspection.observations.map(JSONOutput.object(for:)))),
      .init("candidates", .array(diagnosis.candidates.prefix(mostListed).map { json($0, inspection) })),
      .init("moreCandidates", .integer(max(0, diagnosis.candidates.count - mostListed))),
      .init(
        "found",
        .object([
          .init("patterns", .integer(inspection.patterns.count)),
          .init("stripedRegions", .integer(inspection.stripes.count)),
          .init("scanLines", .integer(inspection.scans.count)), .init("grids", .integer(inspection.grids.count)),
          .init("givenUp", .integer(inspection.rejections.count)),
        ])),
      .init("restored", .array(inspection.restored.map { json($0.toFrame($0.bounds)) })),
    ])
  }

  /// Why a source could not be looked at.
  public static func json(unreadable reason: String, source: String) -> JSONValue {
    .object([.init("source", .string(source)), .init("error", .string(reason))])
  }

  /// Candidates listed; a picture of leaves has thousands.
  private static let mostListed = 20

  private static func json(_ part: Rect<FramePixels>) -> JSONValue {
    .array([part.minX, part.minY, part.width, part.height].map { .number($0, decimals: 2) })
  }

  private static func json(_ cause: Cause) -> JSONValue {
    .object([.init("kind", .string(cause.kind.rawValue)), .init("sentence", .string(cause.sentence.description))])
  }

  private static func json(_ candidate: DetectionCandidate, _ inspection: Inspection) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("symbology", candidate.symbology.map { .string($0.name) } ?? .null),
      .init("reach", .string(candidate.reach.rawValue)),
      .init(
        "corners",
        .array(
          candidate.corners.points.map { .array([.number($0.x, decimals: 2), .number($0.y, decimals: 2)]) })),
      .init("moduleSize", candidate.moduleSize.map { .number($0, decimals: 2) } ?? .null),
      .init("failure", candidate.failure.map { .string($0.sentence.description) } ?? .null),
    ]
    if candidate.observation != nil {
      let quality = PrintQuality(candidate, in: inspection.luminance)
      func number(_ value: Double?) -> JSONValue { value.map { .number($0, decimals: 3) } ?? .null }
      members.append(
        .init(
          "quality",
          .object([
            .init("symbolContrast", number(quality.symbolContrast)), .init("modulation", number(quality.modulation)),
            .init("axialNonuniformity", number(quality.axialNonuniformity)), .init("blur", number(quality.blur)),
            .init("tilt", number(quality.tilt)), .init("unusedErrorCorrection", number(quality.unusedErrorCorrection)),
          ])))
    }
    return .object(members)
  }
}
