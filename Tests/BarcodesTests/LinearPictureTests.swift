import Barcodes
import Bits
import Geometry
import Imaging
import Testing

@Suite("Linear symbols in pictures")
struct LinearPictureTests {
  static let samples: [(writer: any SymbolWriter, text: String, said: String)] = [
    (EANWriter(.ean13), "9780441014989", "9780441014989"), (EANWriter(.ean8), "9031101", "90311017"),
    (EANWriter(.upcA), "036000291452", "036000291452"), (EANWriter(.upcE), "425261", "042100005264"),
    (Code128Writer(), "Code 128", "Code 128"), (Code39Writer(), "CODE39", "CODE39"),
    (Code93Writer(), "CODE 93", "CODE 93"), (ITFWriter(), "12345678", "12345678"),
    (ITFWriter(.itf14), "15400141288763", "15400141288763"), (CodabarWriter(), "A1234567B", "A1234567B"),
    (DataBarWriter(), "09521234543213", "0109521234543213"),
    (DataBarWriter(style: .stacked), "09521234543213", "0109521234543213"),
    (DataBarWriter(.gs1DataBarLimited), "09521234543213", "0109521234543213"),
    (DataBarExpandedWriter(), "(01)09521234543213(10)ABC123", "010952123454321310ABC123"),
    (DataBarExpandedWriter(), "(10)a/B-1(21)12345", "10a/B-1\u{1D}2112345"),
  ]

  @Test(
    "Each one at each angle, named among all of them", arguments: samples.indices, [0.0, 17, 45, 90, 135, 180, 271])
  func angles(sample: Int, angle: Double) throws {
    let (writer, text, said) = Self.samples[sample]
    let picture = LinearPicture(heightPixels: 60, angle: angle)
    let (frame, corners) = picture.draw(try writer.write(text))
    let found = LinearPicture.read(frame, linearSymbologies)
    #expect(found.map { $0.symbol.text } == [said])
    #expect(found.first?.symbol.symbology == writer.symbology)
    guard let seen = found.first?.corners else { return }
    // The blur, and the outermost spaces of DataBar's halves, which cannot be seen.
    for (a, b) in zip(seen.points, corners.points) {
      #expect(a.distance(to: b) < 11, "corner at \(a), drawn at \(b)")
    }
  }

  /// A drawing without blur or noise, its modules squares of so many pixels.
  ///
  /// - Parameters:
  ///   - light: modules of it on every side.
  ///   - isUpended: whether it is turned by a right angle, so that its bars lie along the rows.
  private func drawing(_ row: BitMatrix, modulePixels: Int, light: Int = 10, isUpended: Bool = false) throws -> Frame {
    let high = row.height == 1 ? 15 : row.height
    let (length, height) = ((row.width + 2 * light) * modulePixels, (high + 2 * light) * modulePixels)
    var bytes = [UInt8](repeating: 255, count: length * height)
    for y in 0..<high * modulePixels {
      for x in 0..<row.width * modulePixels where row[x / modulePixels, row.height == 1 ? 0 : y / modulePixels] {
        let (across, down) = (x + light * modulePixels, y + light * modulePixels)
        bytes[isUpended ? (length - 1 - across) * height + down : down * length + across] = 0
      }
    }
    let (width, rows) = isUpended ? (height, length) : (length, height)
    return try Frame(format: .grey, width: width, height: rows, bytes: bytes)
  }

  @Test(
    "A drawing of any size, upright and turned by a right angle", arguments: [2, 4, 6, 8, 10, 12, 16], [false, true])
  func sizes(modulePixels: Int, isUpended: Bool) throws {
    let shortest: [(writer: any SymbolWriter, text: String, said: String)] = [
      (ITFWriter(), "1234", "1234"), (Code39Writer(), "A", "A"), (Code128Writer(), "A1", "A1"),
      (DataBarExpandedWriter(), "(10)AB", "10AB"),
    ]
    for (writer, text, said) in Self.samples + shortest {
      let frame = try drawing(try writer.write(text), modulePixels: modulePixels, isUpended: isUpended)
      let found = Detector(DetectionOptions(symbologies: linearSymbologies)).detect(in: frame)
      #expect(found.map { $0.symbol.text } == [said], "\(writer.symbology.name) \(text)")
    }
  }

  @Test("Cut out of a drawing with a module of light around it, or three", arguments: [1, 3])
  func cutOut(light: Int) throws {
    let short: (writer: any SymbolWriter, text: String, said: String) = (CodabarWriter(), "A12345B", "A12345B")
    for (writer, text, said) in Self.samples + [short] {
      let frame = try drawing(try writer.write(text), modulePixels: 3, light: light)
      let found = Detector(DetectionOptions(symbologies: linearSymbologies)).detect(in: frame)
      #expect(found.map { $0.symbol.text } == [said], "\(writer.symbology.name) \(text)")
    }
  }

  @Test(
    "At one and a half pixels a module, and under blur of two thirds of a module",
    arguments: [(1.5, 0.5), (3.0, 1.9), (2.0, 1.2)])
  func blurred(module: Double, blur: Double) throws {
    let picture = LinearPicture(modulePixels: module, blurPixels: blur, noise: 6)
    #expect(
      picture.read(try EANWriter(.ean13).write("9780441014989"), [.ean13]).map { $0.symbol.text } == ["9780441014989"])
    #expect(
      picture.read(try EANWriter(.upcA).write("036000291452"), [.upcA]).map { $0.symbol.text } == ["036000291452"])
  }

  @Test func lightOnDark() throws {
    let picture = LinearPicture(isInverted: true)
    let found = picture.read(try Code128Writer().write("INVERTED"), [.code128])
    #expect(found.map { $0.symbol.text } == ["INVERTED"])
    #expect(found.first?.isInverted == true)
  }

  @Test("A label torn down to a third of its height on one half and scratched on the other")
  func torn() throws {
    let picture = LinearPicture(heightPixels: 60, isTorn: { x, y in x < 40 ? y < 12 : abs(y - x / 8) < 1 })
    #expect(picture.read(try Code128Writer().write("TORN 1"), [.code128]).map { $0.symbol.text } == ["TORN 1"])
  }

  @Test("A symbol whose bars have forty pixels and more, as it fills a photograph")
  func large() throws {
    let picture = LinearPicture(modulePixels: 40, heightPixels: 900, blurPixels: 0)
    #expect(picture.read(try EANWriter(.ean8).write("9031101"), [.ean8]).map { $0.symbol.text } == ["90311017"])
    #expect(picture.read(try EANWriter(.upcE).write("425261"), [.upcE]).map { $0.symbol.text } == ["042100005264"])
  }

  @Test("Bars of eight pixels' height")
  func short() throws {
    let picture = LinearPicture(heightPixels: 8)
    #expect(
      picture.read(try EANWriter(.ean13).write("9780441014989"), [.ean13]).map { $0.symbol.text } == ["9780441014989"])
  }

  @Test("A symbol that fills a turned picture: few lines meet all of its bars", arguments: [40.0, 45, 50])
  func filling(angle: Double) throws {
    let matrix = try Code39Writer().write("TEST12")
    let picture = LinearPicture(modulePixels: 2, heightPixels: 2 * Double(matrix.width), angle: angle, quiet: 10)
    let (frame, corners) = picture.draw(matrix)
    // What a camera shows that is held near: the largest upright square in which the symbol is whole on some line.
    let side = (corners.topRight - corners.topLeft).length * 0.9
    let region = Rect<FramePixels>(center: corners.center, size: Size(side, side))
    let detector = Detector(DetectionOptions(symbologies: linearSymbologies, effort: .thorough))
    #expect(detector.detect(in: frame, region: region).map { $0.symbol.text } == ["TEST12"])
  }

  @Test("A piece of a longer symbol is none", arguments: [0, 10, 20, 30])
  func crop(cut: Int) throws {
    let (frame, _) = LinearPicture(quiet: 12).draw(try ITFWriter().write("12345678901234567890"))
    let region = Rect<FramePixels>(
      x: Double(36 + 3 * cut), y: 0, width: 200, height: Double(frame.height))
    let detector = Detector(
      DetectionOptions(symbologies: linearSymbologies, effort: .thorough))
    #expect(detector.detect(in: frame, region: region).isEmpty)
  }

  @Test("Noise, stripes and blinds say nothing", arguments: 0..<12)
  func phantoms(seed: UInt64) throws {
    var state = seed &* 7919 &+ 1
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    let (width, height) = (320, 240)
    // Stripes of random widths across the picture, with noise over them: all a code has but its order.
    var stripes: [UInt8] = []
    var dark = false
    while stripes.count < width {
      stripes += [UInt8](repeating: dark ? 40 : 210, count: 2 + Int(random() * Double(2 + seed)))
      dark.toggle()
    }
    var pixels: [UInt8] = []
    for _ in 0..<height {
      for x in 0..<width { pixels.append(UInt8(Double(stripes[x]) * 0.8 + random() * 40)) }
    }
    let frame = try Frame(format: .grey, width: width, height: height, bytes: pixels)
    #expect(LinearPicture.read(frame, linearSymbologies).map { $0.symbol.text } == [])
  }

  @Test("Pictures of a pixel or two", arguments: [(1, 1), (2, 2), (500, 1), (1, 500), (7, 7), (9, 40)])
  func tiny(width: Int, height: Int) throws {
    let pixels = (0..<width * height).map { UInt8($0 % 5 * 50) }
    let frame = try Frame(format: .grey, width: width, height: height, bytes: pixels)
    _ = LinearPicture.read(frame, linearSymbologies)
  }
}
