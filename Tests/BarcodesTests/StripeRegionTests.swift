import Barcodes
import Foundation
import Geometry
import Imaging
import Testing

@Suite("Striped regions")
struct StripeRegionTests {
  /// Bars that lie across, as a lens shows them, of 10 pixels with what is between them.
  private struct Label {
    let columns: Range<Int>
    let rows: Range<Int>

    var center: Point<ImagePixels> {
      Point(Double(columns.lowerBound + columns.upperBound) / 2, Double(rows.lowerBound + rows.upperBound) / 2)
    }
  }

  @Test("A label that the edges of something else go on from is a region of its own")
  func joinedByEdges() {
    let labels = [Label(columns: 60..<140, rows: 20..<180), Label(columns: 300..<380, rows: 206..<366)]
    let (width, height) = (440, 400)
    var pixels = [UInt8](repeating: 200, count: width * height)
    for y in 0..<height {
      let bar = 120 + 80 * cos(Double(y) * 2 * .pi / 9.7)
      // What is between the labels has edges three pixels wide.
      let between = 40 + 160 * min(1, max(0, (abs(Double(y) - 192.5) - 8) / 3))
      for x in 0..<width {
        if labels.contains(where: { $0.columns.contains(x) && $0.rows.contains(y) }) {
          pixels[y * width + x] = UInt8(bar)
        } else if (60..<380).contains(x), (180..<206).contains(y) {
          pixels[y * width + x] = UInt8(between)
        }
      }
    }
    var finder = StripeFinder()
    let regions = finder.regions(in: LuminanceImage(width: width, height: height, pixels: pixels), scale: 1)
    #expect(regions.contains { $0.halfHeight > 140 }, "an edge makes one three times as large")
    for label in labels {
      let own = regions.filter {
        $0.center.distance(to: label.center) < 24 && 70...100 ~= $0.halfLength && 24...56 ~= $0.halfHeight
      }
      #expect(own.count == 1)
    }
  }
}
