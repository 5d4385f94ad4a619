import Foundation
public import Geometry
public import Imaging

/// A part of a picture that has as much dark beside light as codes have, found without any of their patterns: where
/// a code is too blurred or too small for a detector, it still stands out from paper.
public struct CodePatch: Hashable, Sendable {
  public let bounds: Rect<ImagePixels>
  /// Its outermost points in four directions.
  public let corners: Quadrilateral<ImagePixels>
  /// Grey levels between its dark and its light places.
  public let contrast: Double
  /// The share of its bounds that is busy.
  public let fill: Double
  /// True where it reaches the border of the picture.
  public let touchesBorder: Bool
  /// True where at least half a side of it lies along the border of the picture, as of something that goes on beyond.
  public let isCutOff: Bool

  /// Pixels along a block's side.
  static let block = 8

  /// The patches of a picture, those first that cover most by most contrast.
  ///
  /// - Parameters:
  ///   - contrast: grey levels within a block from which it counts as busy.
  ///   - overlap: pixels of the next blocks that count as well. Where modules are as large as blocks and lie on them, no block
  ///     has both dark and light; but with an overlap more of what lies beside each other is one patch.
  public static func all(in image: LuminanceImage, contrast: Int, overlap: Int = 0) -> [CodePatch] {
    let (columns, rows) = (image.width / block, image.height / block)
    guard columns >= 3, rows >= 3 else { return [] }
    var busy = [Int](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        var (least, most) = (255, 0)
        for y in row * block..<min(image.height, (row + 1) * block + overlap) {
          let start = y * image.width + column * block
          for value in image.pixels[start..<min((y + 1) * image.width, start + block + overlap)] {
            (least, most) = (min(least, Int(value)), max(most, Int(value)))
          }
        }
        busy[row * columns + column] = most - least
      }
    }
    var owner = [Int](repeating: -1, count: columns * rows)
    var patches: [CodePatch] = []
    for start in busy.indices where busy[start] >= contrast && owner[start] < 0 {
      var stack = [start]
      owner[start] = start
      var members: [Int] = []
      while let index = stack.popLast() {
        members.append(index)
        let (column, row) = (index % columns, index / columns)
        for (x, y) in [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        where x >= 0 && y >= 0 && x < columns && y < rows {
          let next = y * columns + x
          if busy[next] >= contrast, owner[next] < 0 {
            owner[next] = start
            stack.append(next)
          }
        }
      }
      guard members.count >= 6 else { continue }
      patches.append(CodePatch(members, columns: columns, rows: rows, busy))
    }
    return patches.sorted { $0.weight > $1.weight }
  }

  var weight: Double { bounds.size.area * fill * fill * contrast }

  private init(_ members: [Int], columns: Int, rows: Int, _ busy: [Int]) {
    let side = Double(Self.block)
    var (left, top, right, bottom) = (columns, rows, 0, 0)
    for index in members {
      let (column, row) = (index % columns, index / columns)
      (left, right) = (min(left, column), max(right, column + 1))
      (top, bottom) = (min(top, row), max(bottom, row + 1))
    }
    let box = Rect<ImagePixels>(
      x: Double(left) * side, y: Double(top) * side, width: Double(right - left) * side,
      height: Double(bottom - top) * side)
    let centers = members.map {
      Point<ImagePixels>((Double($0 % columns) + 0.5) * side, (Double($0 / columns) + 0.5) * side)
    }
    func most(_ value: (Point<ImagePixels>) -> Double) -> Point<ImagePixels> {
      centers.max { value($0) < value($1) } ?? box.center
    }
    bounds = box
    let upright = Quadrilateral(
      most { -$0.x - $0.y }, most { $0.x - $0.y }, most { $0.x + $0.y }, most { -$0.x + $0.y })
    let turned = Quadrilateral(
      most { -$0.y }, most { $0.x }, most { $0.y }, most { -$0.x })
    corners = abs(upright.signedArea) >= abs(turned.signedArea) ? upright : turned
    let strengths = members.map { busy[$0] }.sorted()
    contrast = Double(strengths[strengths.count * 3 / 4])
    fill = Double(members.count) / Double((right - left) * (bottom - top))
    touchesBorder = left == 0 || top == 0 || right == columns || bottom == rows
    var along = (left: 0, top: 0, right: 0, bottom: 0)
    for index in members {
      let (column, row) = (index % columns, index / columns)
      if column == 0 { along.left += 1 }
      if row == 0 { along.top += 1 }
      if column == columns - 1 { along.right += 1 }
      if row == rows - 1 { along.bottom += 1 }
    }
    isCutOff = 2 * max(along.left, along.right) >= bottom - top || 2 * max(along.top, along.bottom) >= right - left
  }
}
