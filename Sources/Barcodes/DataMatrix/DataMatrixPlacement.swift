package import Bits

/// Which module carries which bit of which codeword. ISO/IEC 16022:2006 Annex F.
///
/// Codewords lie as eight modules in the shape of the state of Utah along diagonals, and are cut where they
/// meet the border; what is cut off goes on at the opposite side.
package struct DataMatrixPlacement: Sendable {
  private let rows: Int
  private let columns: Int
  /// For each module, 8 × codeword + bit (the most significant bit is 0), or nil in the corner that no
  /// codeword reaches.
  private var places: [Int?]

  package init(_ size: DataMatrixSize) {
    rows = size.mappingRows
    columns = size.mappingColumns
    places = Array(repeating: nil, count: rows * columns)
    var codeword = 0
    var row = 4
    var column = 0
    repeat {
      // Where a diagonal begins in certain corners, a codeword has a shape of its own.
      if row == rows && column == 0 {
        put(&codeword, [(-1, 0), (-1, 1), (-1, 2), (0, -2), (0, -1), (1, -1), (2, -1), (3, -1)])
      } else if row == rows - 2 && column == 0 && columns % 4 != 0 {
        put(&codeword, [(-3, 0), (-2, 0), (-1, 0), (0, -4), (0, -3), (0, -2), (0, -1), (1, -1)])
      } else if row == rows - 2 && column == 0 && columns % 8 == 4 {
        put(&codeword, [(-3, 0), (-2, 0), (-1, 0), (0, -2), (0, -1), (1, -1), (2, -1), (3, -1)])
      } else if row == rows + 4 && column == 2 && columns % 8 == 0 {
        put(&codeword, [(-1, 0), (-1, -1), (0, -3), (0, -2), (0, -1), (1, -3), (1, -2), (1, -1)])
      }
      // Up and to the right, then down and to the left.
      repeat {
        if row < rows && column >= 0 && isFree(row, column) { putUtah(&codeword, row, column) }
        row -= 2
        column += 2
      } while row >= 0 && column < columns
      row += 1
      column += 3
      repeat {
        if row >= 0 && column < columns && isFree(row, column) { putUtah(&codeword, row, column) }
        row += 2
        column -= 2
      } while row < rows && column >= 0
      row += 3
      column += 1
    } while row < rows || column < columns
  }

  private func isFree(_ row: Int, _ column: Int) -> Bool { places[row * columns + column] == nil }

  /// The bits of a corner codeword; negative rows and columns count from the far side.
  private mutating func put(_ codeword: inout Int, _ modules: [(Int, Int)]) {
    for (bit, module) in modules.enumerated() {
      let row = module.0 < 0 ? module.0 + rows : module.0
      let column = module.1 < 0 ? module.1 + columns : module.1
      places[row * columns + column] = 8 * codeword + bit
    }
    codeword += 1
  }

  /// The bits of an ordinary codeword whose last module is this one.
  private mutating func putUtah(_ codeword: inout Int, _ row: Int, _ column: Int) {
    let shape = [(-2, -2), (-2, -1), (-1, -2), (-1, -1), (-1, 0), (0, -2), (0, -1), (0, 0)]
    for (bit, module) in shape.enumerated() {
      var (row, column) = (row + module.0, column + module.1)
      if row < 0 {
        row += rows
        column += 4 - (rows + 4) % 8
      }
      if column < 0 {
        column += columns
        row += 4 - (columns + 4) % 8
      }
      // ISO/IEC 21471:2020 Annex A: in very flat symbols the shift can leave at the bottom.
      if row >= rows { row -= rows }
      places[row * columns + column] = 8 * codeword + bit
    }
    codeword += 1
  }

  /// Calls with each module's column and row in the whole symbol and its 8 × codeword + bit.
  package func forEach(in size: DataMatrixSize, _ body: (_ x: Int, _ y: Int, _ place: Int?) -> Void) {
    for row in 0..<rows {
      let y = row + 1 + 2 * (row / size.regionHeight)
      for column in 0..<columns {
        body(column + 1 + 2 * (column / size.regionWidth), y, places[row * columns + column])
      }
    }
  }

  /// The codewords of a symbol, in the order of the symbol (blocks still interleaved).
  package func codewords(of modules: BitMatrix, _ size: DataMatrixSize) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: size.codewords)
    forEach(in: size) { x, y, place in
      guard let place, place / 8 < result.count, modules[x, y] else { return }
      result[place / 8] |= 0x80 >> UInt8(place % 8)
    }
    return result
  }

  /// The whole symbol with its finder patterns.
  package func symbol(of codewords: [UInt8], _ size: DataMatrixSize) -> BitMatrix {
    var result = BitMatrix(width: size.columns, height: size.rows)
    for y in 0..<size.rows {
      for x in 0..<size.columns where size.isFinder(x: x, y: y) { result[x, y] = size.isDarkFinder(x: x, y: y) }
    }
    forEach(in: size) { x, y, place in
      if let place {
        result[x, y] = codewords[place / 8] & (0x80 >> UInt8(place % 8)) != 0
      } else {
        // The corner that is left over is a checkerboard, dark on the diagonal. Annex F.3.
        result[x, y] = (x + size.columns) % 2 == (y + size.rows) % 2
      }
    }
    return result
  }
}

extension DataMatrixPlacement {
  /// The codewords that modules belong to, each once, in the order given.
  package func codewordPlaces(of modules: [(x: Int, y: Int)], _ size: DataMatrixSize) -> [Int] {
    var codewordAt = [Int?](repeating: nil, count: size.rows * size.columns)
    forEach(in: size) { x, y, place in codewordAt[y * size.columns + x] = place.map { $0 / 8 } }
    var seen: Set<Int> = []
    return modules.compactMap { module in
      guard let codeword = codewordAt[module.y * size.columns + module.x], seen.insert(codeword).inserted else {
        return nil
      }
      return codeword
    }
  }
}
