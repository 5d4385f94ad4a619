/// All that decides how a code comes out: the same recipe makes the same picture.
public struct CodeRecipe: Codable, Hashable, Sendable {
  public var text: String
  /// In place of the text, where what is to be said is none.
  public var bytes: [UInt8]?
  /// A `Symbology`'s name.
  public var symbology: String
  /// Of QR Codes; other symbologies choose their own.
  public var level: ErrorCorrectionLevel
  public var appearance: CodeAppearance
  /// What is usually left to the writer.
  public var options: WritingOptions?
  /// The path of a picture in the middle of a QR Code, which then has the highest level.
  public var logo: String?
  /// A line below the code.
  public var caption: String?

  public init(
    text: String, bytes: [UInt8]? = nil, symbology: String = "qr", level: ErrorCorrectionLevel = .medium,
    appearance: CodeAppearance = CodeAppearance(), options: WritingOptions? = nil
  ) {
    self.text = text
    self.bytes = bytes
    self.symbology = symbology
    self.level = level
    self.appearance = appearance
    self.options = options
  }

  /// - Parameter name: of `WritingOptions.mode`; nil leaves it to the writer.
  mutating func setMode(_ name: String?) {
    var options = options ?? WritingOptions()
    options.mode = name
    self.options = options == WritingOptions() ? nil : options
  }
}

/// What a writer decides by itself unless it is told. Nil is its own choice.
public struct WritingOptions: Codable, Hashable, Sendable {
  /// QR Code 1…40, Micro QR 1…4: no smaller and no larger.
  public var version: Int?
  /// QR Code 0…7.
  public var mask: Int?
  /// Of QR Code and its kin all of the text in this mode: numeric, alphanumeric, byte or kanji; of others a form that they are
  /// written in: compact (PDF417), stacked or omnidirectional (GS1 DataBar), numeric (Telepen), 2 to 6 (MaxiCode).
  public var mode: String?
  /// The character set to name and use, by its number of AIM's list.
  public var eci: Int?
  /// The text is GS1 element strings, group separators (U+001D) between them.
  public var isGS1: Bool?
  /// A higher level where the version has room for it.
  public var raisesLevel: Bool?
  /// The text is spread over so many symbols, at most 16; 0 takes as many as it needs.
  public var symbols: Int?

  public init() {}
}
