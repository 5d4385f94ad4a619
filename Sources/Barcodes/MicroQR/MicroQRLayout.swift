package import Bits

/// Where a Micro QR symbol has its function patterns, and its codewords. ISO/IEC 18004:2024 §5.3.2.
package struct MicroQRLayout: Sendable {
  /// The finder, its separator and timing patterns; format information is left light.
  package let template: BitMatrix
  package let isFunction: [Bool]
  /// The modules that carry codewords, as indices in row-major order, first bit first.
  package let path: [Int]

  package init(_ version: MicroQRVersion) {
    var drawing = FunctionPatterns(width: version.side, height: version.side)
    drawing.drawTiming(along: 0)
    drawing.drawFinder(3, 3)
    for place in MicroQRFormatInfo.places { drawing.reserve(place.x, place.y) }
    template = drawing.matrix
    isFunction = drawing.isFunction
    path = drawing.zigzag(from: version.side - 1)
  }

  /// How many of the separator's and the timing patterns' modules are not as they should be, and of how many.
  func wrongModules(in modules: BitMatrix) -> (wrong: Int, count: Int) {
    let side = template.width
    let separator = (0...7).map { (7, $0) } + (0...6).map { ($0, 7) }
    let timing = (8..<side).flatMap { [($0, 0), (0, $0)] }
    let places = separator + timing
    return (places.count { modules[$0.0, $0.1] != template[$0.0, $0.1] }, places.count)
  }
}
