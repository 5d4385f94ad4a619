import ArgumentParser
import Barcodes
import Foundation
import Imaging
import PictureFiles
import SDLScreen
import Scanner
import ZipFiles

/// Bug bundles as files.
struct BundleFile {
  let bundle: BugBundle
  /// As it was written down.
  let trace: [UInt8]
  /// What was read of the frame as it ran, and then of it alone, as result objects.
  let inspection: Inspection

  /// A file that begins as zips do; a picture never does.
  static func isBundle(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    // Neither a pipe nor a device is read from here: it would be short of its beginning.
    guard let kind = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType,
      kind == .typeRegular || kind == .typeSymbolicLink
    else { return false }
    return (try? file.read(upToCount: 4)) == Data("PK\u{3}\u{4}".utf8)
  }

  /// - Throws: `BundleFailure` for one that is hostile or damaged.
  init(path: String) throws(BundleFailure) {
    let bytes: [UInt8]
    do throws(InputFailure) { bytes = try InputFile.read(path, limit: Self.mostBytes) } catch {
      throw BundleFailure(error.reason)
    }
    guard bytes.count <= Self.mostBytes else { throw BundleFailure("it has more than \(Self.mostBytes) bytes") }
    try self.init(bytes)
  }

  init(_ bytes: [UInt8]) throws(BundleFailure) {
    let files: [String: [UInt8]]
    do throws(ZipFailure) { files = try ZipArchive.unpack(bytes, Self.limits) } catch {
      throw BundleFailure(error.description)
    }
    bundle = try BugBundle(files: files)
    guard let trace = files[BugBundle.File.trace] else { throw BundleFailure("it has no \(BugBundle.File.trace)") }
    self.trace = trace
    guard let inspection = bundle.inspection() else { throw BundleFailure("its region has no part of its frame") }
    self.inspection = inspection
  }

  /// Bytes of a bundle at most: what a frame and its pictures pack to at worst.
  private static let mostBytes = 600_000_000

  private static let limits = ZipArchive.Limits(files: 64) { name in
    switch name {
    case BugBundle.File.frame: BugBundle.mostFrameBytes
    case BugBundle.File.manifest, BugBundle.File.trace: BugBundle.mostTextBytes
    default: 0
    }
  }

  /// Whether the same search tells the same again, to the last figure.
  var isSame: Bool { BundleFile.trace(of: inspection) == trace }

  private static func trace(of inspection: Inspection) -> [UInt8] { Array((inspection.trace.description + "\n").utf8) }

  /// Searches a bundle's frame and packs all of it, with a picture of each stage.
  static func bytes(of bundle: BugBundle) throws(BundleFailure) -> [UInt8] {
    guard let inspection = bundle.inspection() else { throw BundleFailure("the region has no part of the picture") }
    var files = bundle.files(of: inspection, program: "viewfinder \(Viewfinder.configuration.version)")
    for (name, image) in inspection.pictures {
      if let bytes = try? PNGExport.bytes(image) { files.append((BugBundle.File.stage + name + ".png", bytes)) }
    }
    do throws(ZipFailure) { return try ZipArchive.pack(files) } catch { throw BundleFailure(error.description) }
  }
}
