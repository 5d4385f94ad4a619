import Geometry
import Imaging

/// The modules of a symbol whose color is known whatever it says: its borders, and a part of its quiet zone.
struct DataMatrixBorder {
  /// A module's center, and what it should be.
  struct Known {
    let place: Point<Modules>
    let isDark: Bool
  }

  /// How many of the modules are compared.
  enum Part {
    /// Of large symbols about `few`, which suffice as long as corners are moved by parts of a module.
    case some
    case all
  }

  /// Modules by the color that they should have.
  private struct Sides {
    let dark: GridPlaces
    let light: GridPlaces

    init(_ modules: [Known]) {
      dark = GridPlaces(modules.filter(\.isDark).map(\.place))
      light = GridPlaces(modules.filter { !$0.isDark }.map(\.place))
    }
  }

  let modules: [Known]
  private let all: Sides
  private let some: Sides
  /// Those of the symbol's own alternating sides.
  private let alternating: Sides

  /// One a size, made once: a finder asks for up to five of them.
  private static let known = Dictionary(
    uniqueKeysWithValues: DataMatrixSize.shapes.map { ($0, DataMatrixBorder(making: $0)) })

  init(_ size: DataMatrixSize) { self = Self.known[size] ?? DataMatrixBorder(making: size) }

  private init(making size: DataMatrixSize) {
    modules = Self.modules(size)
    all = Sides(modules)
    // The golden ratio's multiples keep no rhythm with the sides, whose modules alternate.
    let share = Double(Self.few) / Double(modules.count)
    let chosen = modules.indices.filter { (Double($0) * Self.golden).truncatingRemainder(dividingBy: 1) < share }
    some = Sides(chosen.map { [modules] in modules[$0] })
    let (top, right) = (0.5, Double(size.columns) - 0.5)
    alternating = Sides(modules.filter { $0.place.y == top || $0.place.x == right })
  }

  /// A dozen times the eight numbers that are looked for.
  private static let few = 96
  private static let golden = (5.0.squareRoot() - 1) / 2

  private static func modules(_ size: DataMatrixSize) -> [Known] {
    var result: [Known] = []
    let all = 2 * (size.regionRows * size.columns + size.regionColumns * size.rows)
    // Some hundreds of modules fix eight numbers: of larger symbols only every second or third is compared.
    let every = max(1, all / 400)
    var index = 0
    for y in 0..<size.rows {
      for x in 0..<size.columns where size.isFinder(x: x, y: y) {
        index += 1
        let isOuter = x == 0 || y == 0 || x == size.columns - 1 || y == size.rows - 1
        guard isOuter || index % every == 0 else { continue }
        result.append(
          Known(place: Point(Double(x) + 0.5, Double(y) + 0.5), isDark: size.isDarkFinder(x: x, y: y)))
      }
    }
    // One module of quiet zone. §7.1
    for x in stride(from: 0, to: size.columns, by: 2) {
      result.append(Known(place: Point(Double(x) + 0.5, -0.5), isDark: false))
      result.append(Known(place: Point(Double(x) + 0.5, Double(size.rows) + 0.5), isDark: false))
    }
    for y in stride(from: 0, to: size.rows, by: 2) {
      result.append(Known(place: Point(-0.5, Double(y) + 0.5), isDark: false))
      result.append(Known(place: Point(Double(size.columns) + 0.5, Double(y) + 0.5), isDark: false))
    }
    return result
  }

  /// The correlation of what a grid shows with what should be: near 1 where every known module shows its color. Nil where
  /// all show the same.
  func score(_ part: Part, _ map: Perspective<Modules, ImagePixels>, _ grey: GreyField) -> Double? {
    let sides = part == .all ? all : some
    guard let dark = grey.sums(at: sides.dark, map), let light = grey.sums(at: sides.light, map) else { return nil }
    let (darkCount, lightCount) = (Double(sides.dark.count), Double(sides.light.count))
    let count = darkCount + lightCount
    let mean = (dark.sum + light.sum) / count
    let variance = (dark.squares + light.squares) / count - mean * mean
    guard variance > 4 else { return nil }
    let difference = light.sum / lightCount - dark.sum / darkCount
    return difference * (darkCount * lightCount).squareRoot() / count / variance.squareRoot()
  }

  /// How much lighter the light modules of the alternating sides are than the dark ones, as a share of how much lighter all light
  /// ones are: near 1 where they show, near 0 where other things lie there. Nil where all show the same.
  func alternation(_ part: Part, _ map: Perspective<Modules, ImagePixels>, _ grey: GreyField) -> Double? {
    guard let own = difference(alternating, map, grey), let all = difference(part == .all ? all : some, map, grey),
      all > 0
    else { return nil }
    return own / all
  }

  /// Grey levels by which the light modules are lighter than the dark ones.
  private func difference(
    _ sides: Sides, _ map: Perspective<Modules, ImagePixels>, _ grey: GreyField
  ) -> Double? {
    guard let dark = grey.sums(at: sides.dark, map), let light = grey.sums(at: sides.light, map) else { return nil }
    return light.sum / Double(sides.light.count) - dark.sum / Double(sides.dark.count)
  }
}
