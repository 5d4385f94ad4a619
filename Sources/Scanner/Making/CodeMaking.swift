/// Makes codes: what the composer and the command line know of the writers.
public protocol CodeGenerating: Sendable {
  /// What can be made, as names and titles, the usual first.
  var kinds: [CodeKind] { get }

  /// The symbol that a recipe describes; several where it asks for structured append.
  func codes(for recipe: CodeRecipe) throws(MakeFailure) -> [MadeCode]
}

/// Puts made codes where other programs find them. Calls wait for the disk.
public protocol CodeExporting: Sendable {
  /// Writes a picture that no other one gives way to, proven to be read.
  ///
  /// - Returns: its path.
  func save(_ code: MadeCode, _ recipe: CodeRecipe) throws(CodeExportFailure) -> String

  /// Leaves the picture for other programs to paste.
  func copyPicture(_ code: MadeCode, _ recipe: CodeRecipe) throws(CodeExportFailure)
}

/// Why a picture was not put where it should go, as a sentence.
public struct CodeExportFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// A kind of code that can be made.
public struct CodeKind: Hashable, Sendable {
  public let name: String
  public let title: String
  /// Whether it has QR Code's four levels.
  public let hasLevels: Bool

  public init(name: String, title: String, hasLevels: Bool) {
    (self.name, self.title, self.hasLevels) = (name, title, hasLevels)
  }
}
