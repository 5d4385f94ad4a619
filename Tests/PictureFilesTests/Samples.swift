import Foundation
import Imaging
import PictureFiles

/// A loader whose process is the built program.
func walledLoader(
  limits: PictureLimits = patient, now: @escaping () -> Duration = monotonicTime
) -> WalledPictureLoader {
  WalledPictureLoader(programCommand, limits: limits, now: now)
}

/// A machine that is busy with other work may take long for anything.
let patient = PictureLimits(time: .seconds(120))

/// The program lies where the tests lie.
let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  .appending(path: "viewfinder")

let programCommand = PictureWorkerCommand(program: program.path, arguments: ["decode-picture"])

private let tests = URL(filePath: #filePath).deletingLastPathComponent()

/// A picture of Assets/Pictures.
func picture(_ name: String) throws -> [UInt8] {
  let top = tests.deletingLastPathComponent().deletingLastPathComponent()
  return [UInt8](try Data(contentsOf: top.appending(path: "Assets/Pictures/\(name)")))
}

/// A file that once did harm.
func damaged(_ name: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: tests.appending(path: "Damaged/\(name)")))
}

/// A folder for the time of a test.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "viewfinder-pictures-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: PicturePath { PicturePath(url.path) }

  /// Writes a file whose name may be any bytes.
  @discardableResult func write(_ bytes: [UInt8], _ name: [UInt8]) throws -> PicturePath {
    let path = path.appending(name)
    let file = (path.bytes + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { fopen($0.baseAddress!, "wb") }
    guard let file else { throw CocoaError(.fileWriteUnknown) }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return path
  }
}

extension Frame {
  /// Grey, or red, green and blue.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let channels = format == .grey ? 1 : 3
    return Array(bytes[(channels * (y * width + x))...].prefix(channels))
  }
}

/// A page of a TIFF: grey pixels without compression, in one row or in several.
struct TIFFPage {
  let shades: [UInt8]
  var width: Int?
  /// NewSubfileType: 1 is a smaller copy, 2 a page, 4 a mask.
  var kind = 0

  /// The header, and for each page its pixels and its directory, which ends with the place of the next one.
  static func file(_ pages: [TIFFPage]) -> [UInt8] {
    var file = Array("II*\0".utf8) + little32(0)
    var link = 4
    for page in pages {
      let pixels = file.count
      file += page.shades + [UInt8](repeating: 0, count: page.shades.count % 2)
      file.replaceSubrange(link..<link + 4, with: little32(file.count))
      let width = page.width ?? page.shades.count
      let fields = [
        (254, page.kind), (256, width), (257, page.shades.count / width), (258, 8), (259, 1), (262, 1), (273, pixels),
        (277, 1), (278, page.shades.count / width), (279, page.shades.count),
      ]
      // Each field is a tag, the type LONG, one value, and the value.
      file += little16(fields.count)
      for (tag, value) in fields { file += little16(tag) + little16(4) + little32(1) + little32(value) }
      link = file.count
      file += little32(0)
    }
    return file
  }
}

/// 4 bytes, the lowest first.
func little32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
func little16(_ value: Int) -> [UInt8] { Array(little32(value).prefix(2)) }
