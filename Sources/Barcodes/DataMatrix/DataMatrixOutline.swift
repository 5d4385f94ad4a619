import Geometry
import Imaging

/// A Data Matrix symbol that is all that a picture shows, upright: two sides of the content are solid, and the two others
/// alternate as evenly as they were drawn. ISO/IEC 16022:2006 §4.2.
struct DataMatrixOutline {
  let size: DataMatrixSize
  /// From the symbol's own top left; the solid sides meet at the third corner.
  let corners: Quadrilateral<ImagePixels>
  let isInverted: Bool

  /// - Returns: nil where no size's modules are counted along the sides.
  init?(of content: PictureContent, in image: LuminanceImage) {
    // Where modules have borders that are blurred, the outermost pixel shows half of them.
    for inset in [0.5, 1.5] {
      let middles = content.bounds.inset(by: inset).corners.points
      let sides = (0..<4).map { Side(image, from: middles[$0], to: middles[($0 + 1) % 4], level: content.level) }
      // The left side leads up to the top left corner and the bottom one to the left, clockwise.
      guard
        let bottom = (0..<4).first(where: { first in
          let (one, next) = (sides[first], sides[(first + 1) % 4])
          return one.isSolid && next.isSolid && one.isDark == next.isDark
        })
      else { continue }
      let (top, right) = (sides[(bottom + 2) % 4], sides[(bottom + 3) % 4])
      guard top.isEven, right.isEven,
        let size = DataMatrixSize.shapes.first(where: { $0.columns == top.modules && $0.rows == right.modules })
      else { continue }
      let outer = content.bounds.corners.points
      func corner(_ number: Int) -> Point<ImagePixels> { outer[(bottom + 2 + number) % 4] }
      self.size = size
      corners = Quadrilateral(corner(0), corner(1), corner(2), corner(3))
      isInverted = !sides[bottom].isDark
      return
    }
    return nil
  }

  /// The pixels along one side.
  private struct Side {
    /// Runs of dark and of light.
    var modules = 1
    /// Of the first pixel.
    let isDark: Bool
    /// Whether all runs are as long as each other.
    let isEven: Bool
    var isSolid: Bool { modules == 1 }

    init(_ image: LuminanceImage, from start: Point<ImagePixels>, to end: Point<ImagePixels>, level: Double) {
      let count = Int(start.distance(to: end))
      let step = (end - start) * (1 / Double(max(1, count)))
      func isDark(_ index: Int) -> Bool {
        let place = start + step * Double(index)
        let (x, y) = (min(max(Int(place.x), 0), image.width - 1), min(max(Int(place.y), 0), image.height - 1))
        return Double(image.pixels[y * image.width + x]) < level
      }
      self.isDark = isDark(0)
      var last = self.isDark
      var changes: [Int] = []
      for index in 1..<max(2, count + 1) where isDark(index) != last {
        last.toggle()
        changes.append(index)
      }
      modules = changes.count + 1
      let module = Double(count + 1) / Double(modules)
      isEven =
        module >= 1
        && zip(1..., changes).allSatisfy {
          abs(Double($1) - Double($0) * module) < DataMatrixOutline.mostUneven * module + 0.5
        }
    }
  }

  /// Modules by which a border between two modules may be elsewhere than counting has it.
  private static let mostUneven = 0.3
}
