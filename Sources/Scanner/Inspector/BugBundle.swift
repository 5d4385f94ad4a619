public import Barcodes
import Foundation
public import Geometry
public import Imaging

/// All that reproduces the search of a frame: its pixels as they came, what was looked for and where, what the search
/// told, and what the window had read. Files of a zip, by `Assets/Schema/bundle.schema.json`.
public struct BugBundle: Sendable {
  public let frame: Frame
  public let symbologies: Set<Symbology>
  /// As a fraction of the frame.
  public let region: Rect<Normalized>
  public let rule: RegionRule
  /// What was read of the frame as it ran; nil where that is not known. A camera's frames are searched for a short time
  /// and together with those before: what is searched again may read more, or less.
  public let live: [Observation]?

  public init(
    frame: Frame, symbologies: Set<Symbology>, region: Rect<Normalized>, rule: RegionRule = .boundsIntersect,
    live: [Observation]? = nil
  ) {
    (self.frame, self.symbologies, self.region, self.rule) = (frame, symbologies, region.clippedToUnit, rule)
    self.live = live
  }

  /// How it is searched on every machine alike: by itself, and for as long as it takes.
  public var options: DetectionOptions { DetectionOptions(symbologies: symbologies) }

  /// Searches it; nil where the region has no part of the frame.
  public func inspection() -> Inspection? {
    let interest = RegionOfInterest(region, frameSize: frame.size, rule: rule)
    guard let searched = interest.searched else { return nil }
    return Inspection(frame, region: searched == frame.bounds ? nil : searched, by: Detector(options))
  }

  /// The names of its files.
  public enum File {
    public static let manifest = "manifest.json"
    public static let frame = "frame.raw"
    public static let trace = "trace.json"
    /// How the pictures of stages begin; they are for people, and nothing is read from them.
    public static let stage = "stage-"
  }

  static let kind = "viewfinder-bundle"
  static let version = 1
  /// Pixels along a side at most, as for pictures.
  static let longestSide = 32_767
  /// Bytes of a frame at most: 100 megapixels in color.
  public static let mostFrameBytes = 300_000_000
  /// Bytes of the manifest and of the trace at most.
  public static let mostTextBytes = 64_000_000

  // MARK: Writing

  /// - Parameter program: the name and version of what writes it.
  public func files(of inspection: Inspection, program: String) -> [(name: String, bytes: [UInt8])] {
    [
      (File.manifest, Array((manifest(program: program).description + "\n").utf8)), (File.frame, frame.bytes),
      (File.trace, Array((inspection.trace.description + "\n").utf8)),
    ]
  }

  private func manifest(program: String) -> JSONValue {
    .object([
      .init("kind", .string(Self.kind)), .init("version", .integer(Self.version)), .init("program", .string(program)),
      .init(
        "frame",
        .object([
          .init("format", .string(frame.format.rawValue)), .init("width", .integer(frame.width)),
          .init("height", .integer(frame.height)), .init("fullRange", .boolean(frame.isFullRange)),
          .init("sequence", .integer(frame.sequence)),
          .init("nanoseconds", .integer(Int(frame.timestamp / .nanoseconds(1)))),
          .init(
            "planes",
            .array(
              frame.planes.map {
                .object([
                  .init("offset", .integer($0.offset)), .init("stride", .integer($0.stride)),
                  .init("rows", .integer($0.rows)),
                ])
              })),
        ])),
      .init("symbologies", .array(symbologies.map(\.name).sorted().map { .string($0) })),
      .init(
        "region", .array([region.minX, region.minY, region.width, region.height].map { .number($0, decimals: 9) })),
      .init("rule", .string(rule.rawValue)),
      .init("live", live.map { .array($0.map(JSONOutput.object(for:))) } ?? .null),
    ])
  }
}

/// Why something is no bundle of a bug, as a sentence without its end.
public struct BundleFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

// MARK: - Reading

extension BugBundle {
  private struct Manifest: Decodable {
    let kind: String
    let version: Int
    let frame: Picture
    let symbologies: [String]
    let region: [Double]
    let rule: String

    struct Picture: Decodable {
      let format: String
      let width: Int
      let height: Int
      let fullRange: Bool
      let sequence: Int
      let nanoseconds: Int
      let planes: [Layout]
    }

    struct Layout: Decodable {
      let offset: Int
      let stride: Int
      let rows: Int
    }
  }

  /// - Parameter files: by name, of a stranger: nothing in them is believed.
  public init(files: [String: [UInt8]]) throws(BundleFailure) {
    func file(_ name: String) throws(BundleFailure) -> [UInt8] {
      guard let bytes = files[name] else { throw BundleFailure("it has no \(name)") }
      return bytes
    }
    let manifest: Manifest
    do { manifest = try JSONDecoder().decode(Manifest.self, from: Data(try file(File.manifest))) } catch let failure
      as BundleFailure
    {
      throw failure
    } catch {
      throw BundleFailure("its \(File.manifest) is not as bundle.schema.json has it")
    }
    guard manifest.kind == Self.kind else { throw BundleFailure("it is no bundle of this program") }
    guard manifest.version == Self.version else {
      throw BundleFailure("it is of version \(manifest.version), and this program reads version \(Self.version)")
    }
    symbologies = try Self.symbologies(manifest.symbologies)
    let part = manifest.region
    guard part.count == 4, part.allSatisfy({ 0...1 ~= $0 }), part[2] > 0, part[3] > 0 else {
      throw BundleFailure("its region is no part of a picture")
    }
    region = Rect(x: part[0], y: part[1], width: part[2], height: part[3]).clippedToUnit
    guard let rule = RegionRule(rawValue: manifest.rule) else { throw BundleFailure("its region has no rule we know") }
    self.rule = rule
    frame = try Self.frame(manifest.frame, try file(File.frame))
    live = nil
  }

  private static func symbologies(_ names: [String]) throws(BundleFailure) -> Set<Symbology> {
    var known: Set<Symbology> = []
    for name in names {
      guard let symbology = Catalog.available.first(where: { $0.name == name }) else {
        throw BundleFailure(
          "it asks for the symbology “\(HarmlessText.escaped(String(name.prefix(40))))”, which is not known")
      }
      known.insert(symbology)
    }
    return known
  }

  private static func frame(_ told: Manifest.Picture, _ bytes: [UInt8]) throws(BundleFailure) -> Frame {
    guard let format = PixelFormat(rawValue: told.format) else {
      throw BundleFailure("its frame has no format we know")
    }
    let sides = 1...longestSide
    let most = mostFrameBytes
    guard sides ~= told.width, sides ~= told.height else { throw BundleFailure("its frame has no size a frame has") }
    guard told.planes.count <= 3,
      told.planes.allSatisfy({ 0...most ~= $0.offset && 0...most ~= $0.stride && sides ~= $0.rows })
    else { throw BundleFailure("its frame’s planes have no size a plane has") }
    do throws(FrameError) {
      return try Frame(
        format: format, width: told.width, height: told.height,
        planes: told.planes.map { Plane(offset: $0.offset, stride: $0.stride, rows: $0.rows) }, bytes: bytes,
        sequence: max(0, told.sequence), timestamp: .nanoseconds(min(max(0, told.nanoseconds), 1 << 53)),
        isFullRange: told.fullRange)
    } catch {
      throw BundleFailure("\(error)")
    }
  }
}
