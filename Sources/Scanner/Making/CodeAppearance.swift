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

  /// Pixels of a module, and modules of a quiet zone, that are drawn.
  public static let moduleSizes = 1...1000
  public static let quietZones = 0...100

  /// Module sizes that the composer offers, in pixels: below 6 a phone must come close to a screen, above 20
  /// a version 40 symbol with its quiet zone (185 modules) no longer fits the height of a 4K display.
  public static let composerModuleSizes = 6...20
}

extension CodeAppearance {
  private enum CodingKeys: String, CodingKey { case foreground, background, moduleSize, quietZone }

  /// - Throws: `DecodingError` for sizes that are not drawn: recipes come out of files.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      foreground: try fields.decode(CodeColor.self, forKey: .foreground),
      background: try fields.decode(CodeColor.self, forKey: .background),
      moduleSize: try fields.decode(Int.self, forKey: .moduleSize),
      quietZone: try fields.decodeIfPresent(Int.self, forKey: .quietZone))
    guard Self.moduleSizes ~= moduleSize, Self.quietZones ~= quietZone ?? 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .moduleSize, in: fields, debugDescription: "a module is 1 to 1000 pixels, a quiet zone 0 to 100 modules"
      )
    }
  }
}
