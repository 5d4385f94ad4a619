import Geometry
import Imaging

/// The modules of a symbol whose color is known whatever it says: its borders, and a part of its quiet zone.
struct DataMatrixBorder {
  /// A module's center, and what it should be.
  struct Known {
    let place: Point<Modules>
    let isDark: Bool
  }

  let modules: [Known]
  private let dark: GridPlaces
  private let light: GridPlaces

  init(_ size: DataMatrixSize) {
    modules = Self.known(size)
    dark = GridPlaces(modules.filter(\.isDark).map(\.place))
    light = GridPlaces(modules.filter { !$0.isDark }.map(\.place))
  }

  private static func known(_ size: DataMatrixSize) -> [Known] {
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
  func score(_ map: Perspective<Modules, ImagePixels>, _ grey: GreyField) -> Double? {
    guard let dark = grey.sums(at: dark, map), let light = grey.sums(at: light, map) else { return nil }
    let (darkCount, lightCount) = (Double(self.dark.count), Double(self.light.count))
    let count = darkCount + lightCount
    let mean = (dark.sum + light.sum) / count
    let variance = (dark.squares + light.squares) / count - mean * mean
    guard variance > 4 else { return nil }
    let difference = light.sum / lightCount - dark.sum / darkCount
    return difference * (darkCount * lightCount).squareRoot() / count / variance.squareRoot()
  }
}
