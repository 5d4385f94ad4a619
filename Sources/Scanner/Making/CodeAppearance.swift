/// How a made code looks: colors, and sizes in whole pixels and modules.
public struct CodeAppearance: Codable, Hashable, Sendable {
  public var foreground: CodeColor
  public var background: CodeColor
  /// Pixels along one module's side, at least 1: whole, so that no module is blurred.
  public var moduleSize: Int
  /// Modules of background around the symbol; nil is what the symbology's standard asks for.
  public var quietZone: Int?

  public init(
    foreground: CodeColor = .black, background: CodeColor = .white, moduleSize: Int = 10, quietZone: Int? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.moduleSize = moduleSize
    self.quietZone = quietZone
  }

  /// Module sizes that the composer offers, in pixels: below 6 a phone must come close to a screen, above 20
  /// a version 40 symbol with its quiet zone (185 modules) no longer fits the height of a 4K display.
  public static let composerModuleSizes = 6...20
}
