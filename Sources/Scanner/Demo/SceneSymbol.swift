public import Bits
public import Geometry

/// A printed symbol: its modules and how they are drawn.
public struct SceneSymbol: Hashable, Sendable {
  public enum ModuleShape: Hashable, Sendable {
    case square
    /// Disks of this diameter in modules, at most 1, as decorative generators draw them.
    case dot(diameter: Double)
  }

  public var modules: BitMatrix
  /// Light margin in modules. 0 leaves the symbol without one, on the bare background.
  public var quietZone: Double
  public var shape: ModuleShape
  /// Light reflected by the dark and the light modules, 0…1.
  public var dark: Double
  public var light: Double
  /// Light modules on dark ground.
  public var isInverted: Bool
  /// The share of the side that a plain square in the middle covers; 0 for none.
  public var logo: Double

  public init(
    _ modules: BitMatrix, quietZone: Double = 4, shape: ModuleShape = .square, dark: Double = 0.08,
    light: Double = 0.92, isInverted: Bool = false, logo: Double = 0
  ) {
    self.modules = modules
    self.quietZone = quietZone
    self.shape = shape
    self.dark = dark
    self.light = light
    self.isInverted = isInverted
    self.logo = logo
  }

  public var size: Size<Modules> { Size(modules.width, modules.height) }

  /// The light that the print reflects at a place; the quiet zone and what lies beyond is light.
  func reflectance(x: Double, y: Double) -> Float {
    isPrinted(x: x, y: y) != isInverted ? Float(dark) : Float(light)
  }

  private func isPrinted(x: Double, y: Double) -> Bool {
    guard x >= 0, y >= 0, x < Double(modules.width), y < Double(modules.height) else { return false }
    if logo > 0 {
      let (halfWidth, halfHeight) = (size.width / 2, size.height / 2)
      if abs(x - halfWidth) < halfWidth * logo, abs(y - halfHeight) < halfHeight * logo { return false }
    }
    let (column, row) = (Int(x), Int(y))
    guard modules[column, row] else { return false }
    switch shape {
    case .square: return true
    case .dot(let diameter):
      let (dx, dy) = (x - Double(column) - 0.5, y - Double(row) - 0.5)
      return dx * dx + dy * dy <= diameter * diameter / 4
    }
  }
}
