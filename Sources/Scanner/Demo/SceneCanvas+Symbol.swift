import Geometry

extension SceneCanvas {
  /// Paints a symbol with its quiet zone, each pixel the mean over its area.
  ///
  /// - Parameter samples: along each side of a pixel. 2 shows no stairs; 4 is true for modules of one pixel.
  /// - Returns: the pixels that were touched, or nil if it lies outside.
  mutating func paint(_ symbol: SceneSymbol, _ pose: ScenePose, samples: Int) -> PixelRange? {
    let strips = symbol.strips(pose)
    guard let bounds = Rect(enclosing: strips.flatMap { $0.corners.points }), let range = pixels(in: bounds) else {
      return nil
    }
    for strip in strips { paint(strip, of: symbol, samples: samples) }
    return range
  }

  private mutating func paint(_ strip: SceneStrip, of symbol: SceneSymbol, samples: Int) {
    guard let range = pixels(in: strip.corners.bounds) else { return }
    let (left, right) = (strip.rect.minX, strip.rect.maxX)
    let (top, bottom) = (strip.rect.minY, strip.rect.maxY)
    let step = 1 / Double(samples)
    let weight = Float(step * step)
    for row in range.rows {
      for column in range.columns {
        var covered: Float = 0
        var reflected: Float = 0
        for i in 0..<samples {
          let y = Double(row) + (Double(i) + 0.5) * step
          for j in 0..<samples {
            let place = strip.toModules(Point(Double(column) + (Double(j) + 0.5) * step, y))
            if place.x >= left, place.x < right, place.y >= top, place.y < bottom {
              covered += weight
              reflected += weight * symbol.reflectance(x: place.x, y: place.y)
            }
          }
        }
        if covered > 0 {
          let index = row * width + column
          light[index] = light[index] * (1 - covered) + reflected
        }
      }
    }
  }
}

/// A part of a symbol that is flat enough to be seen through one perspective.
struct SceneStrip: Sendable {
  let rect: Rect<Modules>
  let corners: Quadrilateral<FramePixels>
  let toModules: Perspective<FramePixels, Modules>
}

extension SceneSymbol {
  /// One strip for a flat symbol; for a wrapped one as many as bend by less than 2°, where the sagitta of a
  /// strip, radius · (1 − cos 1°), is below a hundredth of a module for symbols of 180 modules.
  func strips(_ pose: ScenePose) -> [SceneStrip] {
    let whole = Rect<Modules>(origin: Point(0, 0), size: size).inset(by: -quietZone)
    let count = max(1, Int((pose.wrap * 90 / .pi).rounded(.up)))
    let width = whole.width / Double(count)
    return (0..<count).compactMap { index in
      let rect = Rect<Modules>(
        x: whole.minX + Double(index) * width, y: whole.minY, width: width, height: whole.height)
      let corners = rect.corners.map { pose.project($0, of: size) }
      guard let toModules = Perspective(from: corners, to: rect.corners) else { return nil }
      return SceneStrip(rect: rect, corners: corners, toModules: toModules)
    }
  }
}
