import Barcodes
import Bits
import Foundation
import Geometry
import Imaging
import Testing

@Suite("Linear symbols under glare")
struct LinearGlareTests {
  /// The picture with a streak of light over its middle that is as bright as can be, and fades within so many pixels.
  ///
  /// - Parameter degrees: the streak's direction, clockwise from the bars' across.
  private func lit(_ frame: Frame, degrees: Double, width: Double) throws -> Frame {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    var pixels = try #require(LuminanceImage(frame)).pixels
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let (u, v) = (Double(x) - Double(frame.width) / 2, Double(y) - Double(frame.height) / 2)
        let beside = (u * s - v * c) / width
        let light = 260 * exp(-beside * beside)
        pixels[y * frame.width + x] = UInt8(min(255, Double(pixels[y * frame.width + x]) + light))
      }
    }
    return try Frame(format: .grey, width: frame.width, height: frame.height, bytes: pixels)
  }

  private func said(_ frame: Frame) -> [String] {
    Detector(DetectionOptions(symbologies: linearSymbologies)).detect(in: frame).compactMap(\.symbol.text)
  }

  @Test(
    "What glare cuts off is not told as the whole", arguments: [60.0, 75, 90, 105], [8.0, 12, 20])
  func cutOff(degrees: Double, width: Double) throws {
    var picture = LinearPicture()
    picture.modulePixels = 2.6
    picture.heightPixels = 100
    for (text, modules) in [
      ("83609984759452", try ITFWriter().write("83609984759452")),
      ("73204282860027", try ITFWriter().write("73204282860027")),
      ("91916300439957", try ITFWriter().write("91916300439957")),
      ("A115601288769B", try CodabarWriter().write("A115601288769B")),
    ] {
      let frame = try lit(picture.draw(modules).frame, degrees: degrees, width: width)
      let said = said(frame)
      #expect(said.allSatisfy { $0 == text }, "\(said) of \(text)")
    }
  }

  @Test("A label that glare splits is one label", arguments: [0.0, 10, -20], [4.0, 8])
  func split(degrees: Double, width: Double) throws {
    var picture = LinearPicture()
    picture.modulePixels = 2
    picture.heightPixels = 120
    let text = "9780441014989"
    let frame = try lit(picture.draw(try EANWriter(.ean13).write(text)).frame, degrees: degrees, width: width)
    let found = Detector(DetectionOptions(symbologies: linearSymbologies)).detect(in: frame)
    #expect(found.map(\.symbol.text) == [text])
  }

  @Test("Two labels that say the same stay two, whatever light falls between them", arguments: [false, true])
  func twoLabels(isLit: Bool) throws {
    let row = try EANWriter(.ean13).write("9780441014989")
    var both = BitMatrix(width: row.width, height: 100)
    for y in 0..<100 where !(40..<60).contains(y) {
      for x in 0..<row.width { both[x, y] = row[x, 0] }
    }
    var picture = LinearPicture()
    picture.modulePixels = 2
    picture.heightPixels = 200
    picture.noise = 8
    var frame = picture.draw(both).frame
    if isLit { frame = try lit(frame, degrees: 0, width: 4) }
    #expect(said(frame) == ["9780441014989", "9780441014989"])
  }

  @Test("Lines that cross one symbol at a slant are not apart, those of two symbols are", arguments: [0.0, 0.3, 0.6])
  func slanted(slope: Double) throws {
    let modules = try EANWriter(.ean8).write("9031101")
    let (left, right) = (60.0, 60 + 4 * Double(modules.width))
    let bars = (0..<modules.width).map { modules[$0, 0] }
    func image(gap: ClosedRange<Double>) -> LuminanceImage {
      LuminanceImage(
        width: Int(right) + 60, height: 700,
        pixels: (0..<700 * (Int(right) + 60)).map { place in
          let (x, y) = (Double(place % (Int(right) + 60)), Double(place / (Int(right) + 60)))
          guard left..<right ~= x, !gap.contains(y) else { return 230 }
          return bars[Int((x - left) / 4)] ? 20 : 230
        })
    }
    func line(_ y: Double) -> LinearOutline.Extent {
      LinearOutline.Extent(start: Point(left, y), end: Point(right, y + slope * (right - left)))
    }
    #expect(!LinearOutline(image(gap: -2...(-1))).isApart(line(60), line(360), areAlike: true))
    // Lines must fit between the two.
    let below = 300 + slope * (right - left)
    #expect(LinearOutline(image(gap: 220...below)).isApart(line(10), line(below + 10), areAlike: true))
  }
}
