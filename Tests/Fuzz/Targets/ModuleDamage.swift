import Bits

/// Single modules that are read as their opposite, and how sure the reader is of them.
struct ModuleDamage {
  private let places: [Int]
  private let tellsDoubt: Bool

  init(_ input: inout FuzzInput) {
    tellsDoubt = input.bool()
    places = (0..<input.number(below: 64)).map { _ in input.number(below: 65536) }
  }

  var isNone: Bool { places.isEmpty }

  func apply(to modules: inout BitMatrix) {
    for place in damaged(modules) { modules[place.x, place.y].toggle() }
  }

  /// For every module, low where the damage is; nil where nothing is told.
  func confidences(for modules: BitMatrix) -> [Float]? {
    guard tellsDoubt else { return nil }
    var result = [Float](repeating: 0.9, count: modules.width * modules.height)
    for place in damaged(modules) { result[place.y * modules.width + place.x] = 0.1 }
    return result
  }

  /// The damaged modules, worst first; none where nothing is told.
  func doubtful(in modules: BitMatrix) -> [(x: Int, y: Int)] { tellsDoubt ? damaged(modules) : [] }

  private func damaged(_ modules: BitMatrix) -> [(x: Int, y: Int)] {
    places.map { place in
      let at = place % (modules.width * modules.height)
      return (x: at % modules.width, y: at / modules.width)
    }
  }
}
