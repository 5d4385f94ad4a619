import Foundation
import Imaging
import PictureFiles
import SDLScreen
import Testing

/// A picture in Assets/Golden that something is to look like.
///
/// After a change that is meant, look at the new pictures that `VIEWFINDER_RECORD=1 swift test` leaves there.
struct GoldenPicture {
  let name: String

  /// The fonts that golden pictures are drawn with, as a file of fontconfig's.
  static var fonts: String { folder.appending(path: "fonts.conf").path }

  private static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Assets/Golden")
  }

  private var file: URL { Self.folder.appending(path: "\(name).png") }

  /// Compares the means of squares.
  ///
  /// - Parameters:
  ///   - side: of a square in pixels. 1 compares pixels; a letter's size makes no difference of how the machine's
  ///     fonts are smoothed, and still shows a word that is missing, cut or moved.
  ///   - tolerance: of a mean's red, green or blue, in 0…255.
  ///   - share: of the squares that may differ.
  func expect(_ shown: RGBAImage, side: Int, tolerance: Int, share: Double) throws {
    if ProcessInfo.processInfo.environment["VIEWFINDER_RECORD"] == "1" {
      try PNGExport.write(shown, path: file.path)
    }
    let golden = try programLoader().frame(path: file.path)
    try #require((golden.width, golden.height) == (shown.width, shown.height))
    let now = Self.means(width: shown.width, height: shown.height, side) { x, y, part in
      Int(shown.pixels[4 * (y * shown.width + x) + part])
    }
    let was = Self.means(width: golden.width, height: golden.height, side) { x, y, part in
      Int(golden.bytes[3 * (y * golden.width + x) + part])
    }
    let different = zip(now, was).count { now, was in (0..<3).contains { abs(now[$0] - was[$0]) > tolerance } }
    #expect(Double(different) < share * Double(was.count), "\(different) squares of \(side) differ from \(file.path)")
  }

  private static func means(
    width: Int, height: Int, _ side: Int, _ value: (_ x: Int, _ y: Int, _ part: Int) -> Int
  ) -> [[Int]] {
    var means: [[Int]] = []
    for top in stride(from: 0, to: height, by: side) {
      for left in stride(from: 0, to: width, by: side) {
        var sums = [0, 0, 0]
        let (rows, columns) = (top..<min(height, top + side), left..<min(width, left + side))
        for y in rows { for x in columns { for part in 0..<3 { sums[part] += value(x, y, part) } } }
        means.append(sums.map { $0 / (rows.count * columns.count) })
      }
    }
    return means
  }
}

/// Reads pictures as the program does, by the program, which lies where the tests lie.
func programLoader() -> any PictureLoader {
  let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "viewfinder")
  return WalledPictureLoader(PictureWorkerCommand(program: program.path, arguments: ["decode-picture"]))
}
