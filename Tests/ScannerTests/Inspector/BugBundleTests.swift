import Barcodes
import Foundation
import Geometry
import Imaging
import Scanner
import Testing

private func bundle(_ name: String = "not asked for qr") throws -> BugBundle {
  let scene = try #require(FaultScene.all.first { $0.name == name })
  return BugBundle(frame: try scene.frame(), symbologies: Catalog.available, region: .full)
}

private func files(_ bundle: BugBundle) throws -> [String: [UInt8]] {
  let inspection = try #require(bundle.inspection())
  return Dictionary(uniqueKeysWithValues: bundle.files(of: inspection, program: "test").map { ($0.name, $0.bytes) })
}

@Test(
  "A bundle that is read again is searched alike: the same observations and the same trace, to the last figure",
  arguments: ["not asked for qr", "damaged qr", "tiny dataMatrix", "quiet zone ean13", "not asked for pdf417"])
func replayed(name: String) throws {
  let bundle = try bundle(name)
  let files = try files(bundle)
  let again = try BugBundle(files: files)
  #expect(again.frame.bytes == bundle.frame.bytes && again.symbologies == bundle.symbologies)
  let inspection = try #require(again.inspection())
  #expect(inspection.observations == bundle.inspection()?.observations)
  #expect(Array((inspection.trace.description + "\n").utf8) == files[BugBundle.File.trace])
}

@Test("A frame with padded rows, another layout and a part of it comes back as it was") func layouts() throws {
  let bytes = (0..<40 * 32).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  let frame = try Frame(
    format: .yuyv, width: 16, height: 32, planes: [Plane(offset: 0, stride: 40, rows: 32)], bytes: bytes, sequence: 7,
    timestamp: .milliseconds(5), isFullRange: false)
  let bundle = BugBundle(
    frame: frame, symbologies: [.qr, .ean13], region: Rect(x: 0.25, y: 0.125, width: 0.5, height: 0.5), rule: .inside)
  let again = try BugBundle(files: try files(bundle))
  #expect(again.frame.format == .yuyv && again.frame.planes == frame.planes && !again.frame.isFullRange)
  #expect(again.region == bundle.region && again.rule == .inside && again.symbologies == [.qr, .ean13])
}

@Test("A manifest that a stranger wrote is an error, whatever it says")
func hostileManifests() throws {
  let good = try files(try bundle())
  let text = String(decoding: try #require(good[BugBundle.File.manifest]), as: UTF8.self)
  let changes = [
    ("\"width\":480", "\"width\":-1"), ("\"width\":480", "\"width\":0"), ("\"width\":480", "\"width\":999999999999"),
    ("\"width\":480", "\"width\":1e300"), ("\"width\":480", "\"width\":32767"), ("\"height\":360", "\"height\":361"),
    ("\"stride\":480", "\"stride\":9223372036854775807"), ("\"stride\":480", "\"stride\":-480"),
    ("\"offset\":0", "\"offset\":9223372036854775807"), ("\"offset\":0", "\"offset\":-1"),
    ("\"rows\":360", "\"rows\":9223372036854775807"), ("\"rows\":360", "\"rows\":0"),
    ("\"format\":\"grey\"", "\"format\":\"nv12\""), ("\"format\":\"grey\"", "\"format\":\"../grey\""),
    ("\"version\":1", "\"version\":2"), ("viewfinder-bundle", "another"), ("\"qr\"", "\"\\u001b[2J\""),
    ("\"region\":[0,0,1,1]", "\"region\":[0,0,0,0]"), ("\"region\":[0,0,1,1]", "\"region\":[0,0,1e99,1]"),
    ("\"region\":[0,0,1,1]", "\"region\":[]"), ("boundsIntersect", "anything"), ("{\"kind\"", "{{\"kind\""),
  ]
  for (before, after) in changes {
    #expect(text.contains(before), "\(before)")
    var files = good
    files[BugBundle.File.manifest] = Array(text.replacing(before, with: after).utf8)
    let failure = #expect(throws: BundleFailure.self, "\(after)") { try BugBundle(files: files) }
    #expect(failure?.description.unicodeScalars.contains("\u{1B}") == false)
  }
  for name in [BugBundle.File.manifest, BugBundle.File.frame] {
    var files = good
    files[name] = nil
    #expect(throws: BundleFailure.self) { try BugBundle(files: files) }
    files[name] = []
    #expect(throws: BundleFailure.self) { try BugBundle(files: files) }
  }
  var short = good
  short[BugBundle.File.frame]?.removeLast()
  #expect(throws: BundleFailure.self) { try BugBundle(files: short) }
}

@Test("A change of the picture is undone by its flags, and nothing changes nothing") func changes() throws {
  let frame = try Frame(format: .grey, width: 3, height: 2, bytes: [10, 20, 30, 40, 50, 60])
  #expect(PictureChange().applied(to: frame).bytes == frame.bytes)
  var change = PictureChange()
  change.quarterTurns = 1
  let turned = change.applied(to: frame)
  #expect((turned.width, turned.height) == (2, 3) && turned.bytes == [40, 10, 50, 20, 60, 30])
  #expect(
    change.applied(to: Rect(x: 0, y: 0, width: 0.5, height: 0.25)) == Rect(x: 0.75, y: 0, width: 0.25, height: 0.5))
  change = PictureChange()
  change.threshold = 35
  #expect(change.applied(to: frame).bytes == [0, 0, 0, 255, 255, 255])
  change = PictureChange()
  change.enlargement = 2
  let large = change.applied(to: frame)
  #expect((large.width, large.height) == (6, 4) && large.bytes.first == 10 && large.bytes.last == 60)
}
