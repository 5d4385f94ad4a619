package import Bits

/// Where an rMQR symbol has its function patterns, and its codewords. ISO/IEC 23941:2022 §5.3 and §7.7.
package struct RMQRLayout: Sendable {
  /// All function patterns; format information is left light.
  package let template: BitMatrix
  package let isFunction: [Bool]
  /// The modules that carry codewords, as indices in row-major order, first bit first; remainder bits last.
  package let path: [Int]

  /// The one mask of rMQR. ISO/IEC 23941:2022 §7.8.
  package static let mask = QRMask(4)

  package init(_ version: RMQRVersion) {
    let (width, height) = (version.width, version.height)
    var drawing = FunctionPatterns(width: width, height: height)
    // Timing along all sides, and down at each alignment pattern.
    for x in 0..<width {
      drawing.set(x, 0, dark: x % 2 == 0)
      drawing.set(x, height - 1, dark: x % 2 == 0)
    }
    for x in [0, width - 1] + version.alignmentCenters {
      for y in 0..<height { drawing.set(x, y, dark: y % 2 == 0) }
    }
    for x in version.alignmentCenters {
      for y in [1, height - 2] { drawing.drawSquares(x, y, rings: 1, light: [0]) }
    }
    // The corner patterns at the top right and, where the finder leaves room, at the bottom left.
    for (x, y) in [(width - 2, 0), (width - 1, 0), (width - 1, 1)] { drawing.set(x, y, dark: true) }
    drawing.set(width - 2, 1, dark: false)
    if height > 7 {
      for x in 0...1 { drawing.set(x, height - 1, dark: true) }
    }
    if height > 9 {
      drawing.set(0, height - 2, dark: true)
      drawing.set(1, height - 2, dark: false)
    }
    drawing.drawFinder(3, 3, bottom: height == 7 ? 6 : 7)
    drawing.drawSquares(width - 3, height - 3, rings: 2, light: [1])
    for place in RMQRFormatInfo.places(width: width, height: height).joined() { drawing.reserve(place.x, place.y) }
    template = drawing.matrix
    isFunction = drawing.isFunction
    path = drawing.zigzag(from: width - 2)
  }
}

extension FunctionPatterns {
  /// A finder whose separator ends with row `bottom`: the lowest symbols have no room for it below.
  fileprivate mutating func drawFinder(_ centerX: Int, _ centerY: Int, bottom: Int) {
    for y in 0...bottom {
      for x in 0...7 {
        let ring = max(abs(x - centerX), abs(y - centerY))
        set(x, y, dark: ring != 2 && ring != 4)
      }
    }
  }
}
