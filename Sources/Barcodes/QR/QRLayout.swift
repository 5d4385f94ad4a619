package import Bits

/// Where a symbol of one version has its function patterns, and the way along which its codewords lie.
/// Reading and writing both go by it. ISO/IEC 18004:2024 §5.3 and §7.7.3.
///
/// - Complexity: O(side²) to make: some 100 µs for version 40.
package struct QRLayout: Sendable {
  package let version: QRVersion
  /// Finder, separator, timing, alignment and version modules as they are dark in every symbol of the
  /// version, and the one dark module beside the format information, which itself is left light.
  package let template: BitMatrix
  /// True for modules that carry no codeword, row after row.
  package let isFunction: [Bool]
  /// The modules that carry codewords, as indices in row-major order, first bit first; remainder bits last.
  package let path: [Int]

  package init(_ version: QRVersion) {
    self.version = version
    var drawing = FunctionPatterns(width: version.side, height: version.side)
    drawing.drawTiming(along: 6)
    for center in [(3, 3), (version.side - 4, 3), (3, version.side - 4)] { drawing.drawFinder(center.0, center.1) }
    let centers = version.alignmentCenters
    for y in centers {
      for x in centers where !((x == 6 && (y == 6 || y == centers.last)) || (y == 6 && x == centers.last)) {
        drawing.drawAlignment(x, y)
      }
    }
    for place in QRFormatInfo.places(side: version.side).joined() { drawing.reserve(place.x, place.y) }
    drawing.set(8, version.side - 8, dark: true)
    if version.hasVersionInformation {
      for places in QRVersionInfo.places(side: version.side) {
        for (bit, place) in places.enumerated() {
          drawing.set(place.x, place.y, dark: QRVersionInfo.word(version) >> (17 - bit) & 1 == 1)
        }
      }
    }
    template = drawing.matrix
    isFunction = drawing.isFunction
    path = drawing.zigzag(from: version.side - 1, skipping: 6)
  }
}

/// Layouts made so far: a camera shows the same few versions frame after frame.
final class QRLayouts {
  private var known: [QRVersion: QRLayout] = [:]

  subscript(version: QRVersion) -> QRLayout {
    if let layout = known[version] { return layout }
    let layout = QRLayout(version)
    known[version] = layout
    return layout
  }
}

/// Draws what the family's symbols have besides codewords, and finds the way through what is left.
struct FunctionPatterns {
  private(set) var matrix: BitMatrix
  /// True for modules that carry no codeword, row after row.
  private(set) var isFunction: [Bool]

  init(width: Int, height: Int) {
    matrix = BitMatrix(width: width, height: height)
    isFunction = [Bool](repeating: false, count: width * height)
  }

  mutating func set(_ x: Int, _ y: Int, dark: Bool) {
    matrix[x, y] = dark
    isFunction[y * matrix.width + x] = true
  }

  mutating func reserve(_ x: Int, _ y: Int) { isFunction[y * matrix.width + x] = true }

  /// Alternating modules in a row and a column, dark first, which tell the size of a module.
  mutating func drawTiming(along line: Int) {
    for x in 0..<matrix.width { set(x, line, dark: x % 2 == 0) }
    for y in 0..<matrix.height { set(line, y, dark: y % 2 == 0) }
  }

  /// Squares in one another around a middle, `rings` modules to each side; light ones are given.
  mutating func drawSquares(_ centerX: Int, _ centerY: Int, rings: Int, light: Set<Int>) {
    for y in max(0, centerY - rings)...min(matrix.height - 1, centerY + rings) {
      for x in max(0, centerX - rings)...min(matrix.width - 1, centerX + rings) {
        set(x, y, dark: !light.contains(max(abs(x - centerX), abs(y - centerY))))
      }
    }
  }

  /// 7×7 modules, and the light separator around them. ISO/IEC 18004:2024 §5.3.3 and §5.3.4.
  mutating func drawFinder(_ centerX: Int, _ centerY: Int) {
    drawSquares(centerX, centerY, rings: 4, light: [2, 4])
  }

  /// 5×5 modules. ISO/IEC 18004:2024 §5.3.6.
  mutating func drawAlignment(_ centerX: Int, _ centerY: Int) {
    drawSquares(centerX, centerY, rings: 2, light: [1])
  }

  /// The modules that are left, as indices in row-major order: upwards and downwards by turns in columns two
  /// modules wide, from the right. ISO/IEC 18004:2024 §7.7.3.
  ///
  /// - Parameters:
  ///   - first: the first column.
  ///   - column: one that is left out altogether, so that the pairs begin anew beside it.
  func zigzag(from first: Int, skipping column: Int? = nil) -> [Int] {
    let (width, height) = (matrix.width, matrix.height)
    var path: [Int] = []
    path.reserveCapacity(isFunction.count)
    var isUpward = true
    var right = first
    while right > 0 {
      if right == column { right -= 1 }
      for step in 0..<height {
        let at = (isUpward ? height - 1 - step : step) * width + right
        if !isFunction[at] { path.append(at) }
        if !isFunction[at - 1] { path.append(at - 1) }
      }
      isUpward.toggle()
      right -= 2
    }
    return path
  }
}
