/// All that decides how a code comes out: the same recipe makes the same picture.
public struct CodeRecipe: Codable, Hashable, Sendable {
  public var text: String
  /// A `Symbology`'s name.
  public var symbology: String
  /// Of QR Codes; other symbologies choose their own.
  public var level: ErrorCorrectionLevel
  public var appearance: CodeAppearance

  public init(
    text: String, symbology: String = "qr", level: ErrorCorrectionLevel = .medium,
    appearance: CodeAppearance = CodeAppearance()
  ) {
    self.text = text
    self.symbology = symbology
    self.level = level
    self.appearance = appearance
  }
}
