import Barcodes
import Foundation
import Geometry

/// What is true of one picture: a line of a folder's `truth.jsonl`.
struct TruthRow: Decodable {
  /// Absent where a row tells of several pictures together.
  let file: String?
  let codes: [TruthCode]
  /// So many codes are in the picture, their texts unknown.
  let atLeast: Int?
}

/// A code that is in a picture, as far as it is known.
struct TruthCode: Decodable {
  let symbology: String
  let text: String?
  /// Base64.
  let bytes: String?
  /// In pixels of the picture, in no promised order.
  let corners: [[Double]]?

  /// True where no more than the symbology is known.
  var isUnknown: Bool { text == nil && bytes == nil && corners == nil }

  /// True for an observation that says what this code says. Texts are compared without trailing line ends,
  /// brackets and group separators; numbers without leading zeros, as UPC-A is an EAN-13 that begins with one. An
  /// add-on may be told of where the truth names the symbol alone, a Code 39 may be known by the Code 32 that it means, and
  /// a UPC-E by its eight digits as printed.
  func says(_ symbol: DecodedSymbol) -> Bool {
    if let text {
      var want = Self.folded(text)
      let got = Self.folded(symbol.text ?? "")
      for name in ["code32", "upcE"] {
        if case .string(let number)? = symbol.details[name], number == want { return true }
      }
      if case .string(let addOn)? = symbol.details["addOn"], got.hasSuffix(addOn),
        want.drop(while: { $0 == "0" }).count + addOn.count <= got.drop(while: { $0 == "0" }).count
      {
        want += addOn
      }
      let digits = CharacterSet(charactersIn: "0123456789")
      let areNumbers =
        !want.isEmpty && !got.isEmpty && want.unicodeScalars.allSatisfy(digits.contains)
        && got.unicodeScalars.allSatisfy(digits.contains)
      return want == got || (areNumbers && want.drop { $0 == "0" } == got.drop { $0 == "0" })
    }
    if let bytes { return Data(symbol.bytes).base64EncodedString() == bytes }
    return !symbol.isEmpty
  }

  /// True where the center of one outline lies within the other; also where the place is not known.
  func lies(at seen: Quadrilateral<FramePixels>) -> Bool {
    guard let quad = outline else { return true }
    return quad.contains(seen.center) || seen.contains(quad.center)
  }

  /// The corners in an order around their middle, so that they make an outline.
  var outline: Quadrilateral<FramePixels>? {
    guard let corners, corners.count == 4 else { return nil }
    let points = corners.map { Point<FramePixels>($0[0], $0[1]) }
    let center = Point<FramePixels>(
      points.reduce(0) { $0 + $1.x } / 4, points.reduce(0) { $0 + $1.y } / 4)
    let turned = points.sorted { atan2($0.y - center.y, $0.x - center.x) < atan2($1.y - center.y, $1.x - center.x) }
    return Quadrilateral(turned[0], turned[1], turned[2], turned[3])
  }

  private static func folded(_ text: String) -> String {
    var kept = text.filter { !"()[]\u{1D}".contains($0) }
    while let last = kept.last, last.isNewline { kept.removeLast() }
    return kept
  }
}

/// A folder of pictures with its truth.
struct TruthFolder {
  let path: URL
  let rows: [TruthRow]

  /// The last two parts of the path, which name the set.
  var name: String { path.pathComponents.suffix(2).joined(separator: "/") }

  /// Every folder at or below the paths that has a `truth.jsonl`, in order of name.
  static func all(below paths: [String]) throws -> [TruthFolder] {
    var folders: [TruthFolder] = []
    for path in paths {
      let root = URL(filePath: path, directoryHint: .isDirectory)
      var found: [URL] = []
      if FileManager.default.fileExists(atPath: root.appending(path: "truth.jsonl").path) { found.append(root) }
      let below = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      while let file = below?.nextObject() as? URL {
        let folder = file.deletingLastPathComponent()
        if file.lastPathComponent == "truth.jsonl" && folder.path != root.path { found.append(folder) }
      }
      for folder in found.sorted(by: { $0.path < $1.path }) {
        let text = try String(contentsOf: folder.appending(path: "truth.jsonl"), encoding: .utf8)
        let rows = try text.split(separator: "\n").map {
          try JSONDecoder().decode(TruthRow.self, from: Data($0.utf8))
        }
        folders.append(TruthFolder(path: folder, rows: rows))
      }
    }
    return folders
  }
}
