import Barcodes
import Geometry
import Scanner
import Testing

/// Frames and windows of many shapes, odd and extreme ones among them, in pixels.
private let sizes: [(Int, Int)] = [(1280, 720), (640, 480), (720, 1280), (641, 479), (1, 1), (3840, 17), (99, 1000)]

private let layers: [PreviewLayer] = sizes.flatMap { frame in
  sizes.flatMap { window in
    VideoGravity.allCases.flatMap { gravity in
      [(false, 1), (true, 1), (false, 2.5), (true, 8)].map { mirrored, zoom in
        PreviewLayer(
          frameSize: Size(frame.0, frame.1), size: Size(window.0, window.1), videoGravity: gravity,
          isMirrored: mirrored, zoom: zoom)
      }
    }
  }
}

private func close(_ a: Double, _ b: Double, _ scale: Double) -> Bool { abs(a - b) <= 1e-9 * max(1, scale) }

private func expectSame<Space>(_ a: Rect<Space>, _ b: Rect<Space>, _ scale: Double, _ layer: PreviewLayer) {
  #expect(close(a.minX, b.minX, scale) && close(a.maxX, b.maxX, scale), "\(a) \(b) \(layer)")
  #expect(close(a.minY, b.minY, scale) && close(a.maxY, b.maxY, scale), "\(a) \(b) \(layer)")
}

@Test func aRegionOfTheFrameComesBackFromTheScreen() {
  let regions: [Rect<Normalized>] = [
    .full, Rect(x: 0.2, y: 0.1, width: 0.3, height: 0.7), Rect(x: 0.5, y: 0.5, width: 0, height: 0),
  ]
  for layer in layers {
    for region in regions {
      let there = layer.layerRect(fromMetadataOutputRect: region)
      expectSame(layer.metadataOutputRect(fromLayerRect: there), region, 1, layer)
    }
  }
}

@Test func theShownPartOfTheScreenComesBackFromTheFrame() {
  for layer in layers {
    let picture = layer.layerRect(fromMetadataOutputRect: .full)
    let window = Rect<ScreenPixels>(origin: Point(0, 0), size: layer.size)
    // What is both in the window and on the picture survives the round trip whole.
    guard let shown = window.intersection(picture) else { continue }
    for part in [shown, shown.inset(by: 0.2 * shown.size.shorterSide)] {
      let there = layer.metadataOutputRect(fromLayerRect: part)
      expectSame(layer.layerRect(fromMetadataOutputRect: there), part, layer.size.longerSide * 100, layer)
    }
  }
}

@Test func theFrameIsCenteredWhateverTheGravity() {
  for layer in layers {
    let middle = layer.toScreen(Point<FramePixels>(layer.frameSize.width / 2, layer.frameSize.height / 2))
    #expect(close(middle.x, layer.size.width / 2, 4000) && close(middle.y, layer.size.height / 2, 4000), "\(layer)")
  }
}

@Test func theGravitiesKeepTheirPromises() {
  for layer in layers where layer.zoom == 1 {
    let picture = layer.layerRect(fromMetadataOutputRect: .full)
    let (wide, high) = (picture.width - layer.size.width, picture.height - layer.size.height)
    let slack = 1e-6
    switch layer.videoGravity {
    case .resizeAspectFill: #expect(min(wide, high) > -slack && min(abs(wide), abs(high)) < slack, "\(layer)")
    case .resizeAspect: #expect(max(wide, high) < slack && min(abs(wide), abs(high)) < slack, "\(layer)")
    case .resize: #expect(abs(wide) < slack && abs(high) < slack, "\(layer)")
    }
  }
}

@Test func mirroringSwapsLeftAndRightAboutTheMiddle() {
  let plain = PreviewLayer(frameSize: Size(1280, 720), size: Size(800, 800))
  let mirrored = PreviewLayer(frameSize: Size(1280, 720), size: Size(800, 800), isMirrored: true)
  let point = Point<FramePixels>(400, 100)
  #expect(abs(plain.toScreen(point).x + mirrored.toScreen(point).x - 800) < 1e-9)
  #expect(plain.toScreen(point).y == mirrored.toScreen(point).y)
}

@Test func theBarsBesideThePictureAreNoPartOfTheRegion() {
  let layer = PreviewLayer(frameSize: Size(1600, 800), size: Size(800, 800), videoGravity: .resizeAspect)
  // The picture covers y 200…600: of this rectangle the upper half lies on the bar.
  let region = layer.metadataOutputRect(fromLayerRect: Rect(x: 200, y: 0, width: 400, height: 400))
  #expect(region == Rect(x: 0.25, y: 0, width: 0.5, height: 0.5))
  let beside = layer.metadataOutputRect(fromLayerRect: Rect(x: 200, y: 0, width: 400, height: 100))
  #expect(beside.size.area == 0)
  // Drawing does not stop at the picture's edge.
  #expect(
    layer.layerRect(fromMetadataOutputRect: Rect(x: 0, y: -0.5, width: 1, height: 2))
      == Rect(x: 0, y: 0, width: 800, height: 800))
}

@Test func aspectFillIsTheFormulaOfTheField() {
  // s = max(Lw/Fw, Lh/Fh); layer (x, y) ↦ ((x − Lw/2)/s + Fw/2, (y − Lh/2)/s + Fh/2) / (Fw, Fh).
  let layer = PreviewLayer(frameSize: Size(1280, 720), size: Size(600, 900))
  let s = max(600.0 / 1280, 900.0 / 720)
  let point = layer.toNormalized(Point<ScreenPixels>(123, 456))
  #expect(abs(point.x - ((123 - 300) / s + 640) / 1280) < 1e-12)
  #expect(abs(point.y - ((456 - 450) / s + 360) / 720) < 1e-12)
}

@Test func aReportOfAnotherFrameSizeIsNotDrawn() {
  let layer = PreviewLayer(frameSize: Size(640, 480), size: Size(640, 480))
  let same = report([observation("A", at: Rect(x: 10, y: 20, width: 30, height: 40))], frame: Size(640, 480))
  let other = report(same.observations, frame: Size(1280, 720))
  #expect(layer.transformed(same)?.map(\.bounds) == [Rect(x: 10, y: 20, width: 30, height: 40)])
  #expect(layer.transformed(other) == nil)
}
