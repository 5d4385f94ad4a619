import Bits

/// What may have become of a picture: stains, lost lines, few greys, shifted rows.
struct PixelDamage {
  private var steps: [Step] = []

  private enum Step {
    case rectangle(x: Int, y: Int, width: Int, height: Int, value: UInt8)
    case stripes(x: Int, y: Int, width: Int, height: Int, period: Int)
    case negative
    case coarse(shift: UInt8)
    case shiftedRows(every: Int, by: Int)
    case spots(every: Int)
    case gradient(Int)
  }

  init(_ input: inout FuzzInput) {
    for _ in 0..<input.number(below: 6) {
      let place = (input.number(below: 256), input.number(below: 256))
      let size = (input.number(in: 1...64), input.number(in: 1...64))
      switch input.number(below: 12) {
      case 0, 1, 2, 3:
        steps.append(.rectangle(x: place.0, y: place.1, width: size.0, height: size.1, value: input.byte()))
      case 4, 5:
        steps.append(.stripes(x: place.0, y: place.1, width: size.0, height: size.1, period: input.number(in: 1...8)))
      case 6: steps.append(.negative)
      case 7: steps.append(.coarse(shift: UInt8(input.number(in: 1...6))))
      case 8: steps.append(.shiftedRows(every: size.0, by: size.1))
      case 9, 10: steps.append(.spots(every: input.number(in: 3...200)))
      default: steps.append(.gradient(size.0))
      }
    }
  }

  func apply(to pixels: inout [UInt8], width: Int, height: Int) {
    for step in steps { Self.apply(step, to: &pixels, width, height) }
  }

  private static func apply(_ step: Step, to pixels: inout [UInt8], _ width: Int, _ height: Int) {
    switch step {
    case .rectangle(let x, let y, let across, let down, let value):
      for row in y % height..<min(height, y % height + down) {
        for column in x % width..<min(width, x % width + across) { pixels[row * width + column] = value }
      }
    case .stripes(let x, let y, let across, let down, let period):
      for row in y % height..<min(height, y % height + down) {
        for column in x % width..<min(width, x % width + across) {
          pixels[row * width + column] = (column / period).isMultiple(of: 2) ? 20 : 230
        }
      }
    case .negative: for index in pixels.indices { pixels[index] = 255 - pixels[index] }
    case .coarse(let shift): for index in pixels.indices { pixels[index] = (pixels[index] >> shift) << shift }
    case .shiftedRows(let every, let distance):
      for row in stride(from: 0, to: height, by: every) {
        let old = Array(pixels[row * width..<(row + 1) * width])
        for column in 0..<width { pixels[row * width + column] = old[(column + distance) % width] }
      }
    case .spots(let every):
      for index in stride(from: every / 2, to: pixels.count, by: every) { pixels[index] ^= 0xC0 }
    case .gradient(let slope):
      for index in pixels.indices {
        pixels[index] = UInt8(clamping: Int(pixels[index]) - slope * (index % width) * 2 / width)
      }
    }
  }
}

/// Linear symbols as they are printed.
enum BarsPicture {
  /// The one row of a linear symbol, so many times.
  static func rows(of modules: BitMatrix, count: Int) -> BitMatrix {
    var result = BitMatrix(width: modules.width, height: count)
    for y in 0..<count { for x in 0..<modules.width { result[x, y] = modules[x, 0] } }
    return result
  }
}
