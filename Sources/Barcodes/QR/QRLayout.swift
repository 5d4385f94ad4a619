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
    var drawing = FunctionPatterns(side: version.side)
    drawing.drawTiming()
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
    path = Self.zigzag(side: version.side, skipping: 6, isFunction: drawing.isFunction)
  }

  /// Upwards and downwards by turns in columns two modules wide, from the right.
  ///
  /// - Parameter column: one that is left out altogether, so that the pairs begin anew beside it.
  package static func zigzag(side: Int, skipping column: Int?, isFunction: [Bool]) -> [Int] {
    var path: [Int] = []
    path.reserveCapacity(isFunction.count)
    var isUpward = true
    var right = side - 1
    while right > 0 {
      if right == column { right -= 1 }
      for step in 0..<side {
        let row = (isUpward ? side - 1 - step : step) * side
        if !isFunction[row + right] { path.append(row + right) }
        if !isFunction[row + right - 1] { path.append(row + right - 1) }
      }
      isUpward.toggle()
      right -= 2
    }
    return path
  }
}

/// Draws what QR's and Micro QR's symbols have besides codewords.
struct FunctionPatterns {
  private(set) var matrix: BitMatrix
  private(set) var isFunction: [Bool]
  private let side: Int

  init(side: Int) {
    self.side = side
    matrix = BitMatrix(side: side)
    isFunction = [Bool](repeating: false, count: side * side)
  }

  mutating func set(_ x: Int, _ y: Int, dark: Bool) {
    matrix[x, y] = dark
    isFunction[y * side + x] = true
  }

  mutating func reserve(_ x: Int, _ y: Int) { isFunction[y * side + x] = true }

  /// Alternating modules in a row and a column, dark first, which tell the size of a module.
  mutating func drawTiming(at line: Int = 6) {
    for at in 0..<side {
      set(at, line, dark: at % 2 == 0)
      set(line, at, dark: at % 2 == 0)
    }
  }

  /// Three squares in one another, and the light separator around them.
  mutating func drawFinder(_ centerX: Int, _ centerY: Int) {
    for y in max(0, centerY - 4)...min(side - 1, centerY + 4) {
      for x in max(0, centerX - 4)...min(side - 1, centerX + 4) {
        let ring = max(abs(x - centerX), abs(y - centerY))
        set(x, y, dark: ring != 2 && ring != 4)
      }
    }
  }

  mutating func drawAlignment(_ centerX: Int, _ centerY: Int) {
    for y in centerY - 2...centerY + 2 {
      for x in centerX - 2...centerX + 2 {
        set(x, y, dark: max(abs(x - centerX), abs(y - centerY)) != 1)
      }
    }
  }
}
