public import Presentation

/// Makes codes: what the composer and the command line know of the writers.
public protocol CodeGenerating: Sendable {
  /// What can be made, as names and titles, the usual first.
  var kinds: [CodeKind] { get }

  /// The symbol that a recipe describes; several where it asks for structured append.
  func codes(for recipe: CodeRecipe) throws(MakeFailure) -> [MadeCode]
}

/// Puts made codes where other programs find them. Calls wait for the disk.
public protocol CodeExporting: Sendable {
  /// Where a picture of the code would go, as a person would type it: PNG, and a name that no file there has.
  func suggestedPath(for code: MadeCode) -> String

  /// Writes a picture, proven to be read.
  ///
  /// - Parameters:
  ///   - path: its ending says which kind: `.png`, `.svg` or `.pdf`.
  ///   - replaces: whether a file that is there gives way.
  /// - Returns: its path.
  func save(_ code: MadeCode, _ recipe: CodeRecipe, to path: String, replaces: Bool) throws(CodeExportFailure) -> String

  /// Leaves the picture for other programs to paste.
  func copyPicture(_ code: MadeCode, _ recipe: CodeRecipe) throws(CodeExportFailure)

  /// Writes a PDF of labels, one for each row of a file of comma-separated values, each proven to be read.
  ///
  /// - Parameters:
  ///   - table: the file's path.
  ///   - recipe: how each label's code is made, but for its text and caption.
  ///   - form: writes the text out of a row's cells; nil takes the cell of the column `text`.
  ///   - progress: told how many labels of how many are made; false ends the work.
  func saveSheet(
    of table: String, _ recipe: CodeRecipe, form: PayloadForm?, on sheet: LabelSheet,
    progress: (_ done: Int, _ all: Int) -> Bool
  ) throws(CodeExportFailure) -> SavedSheet
}

/// A PDF of labels that was written.
public struct SavedSheet: Hashable, Sendable {
  public let path: String
  public let labels: Int
  public let pages: Int

  public init(path: String, labels: Int, pages: Int) { (self.path, self.labels, self.pages) = (path, labels, pages) }
}

/// Why a picture was not put where it should go, as a sentence.
public struct CodeExportFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let sentence: Sentence
  /// A file of this name is there, and was not to be replaced.
  public let isTaken: Bool

  public var description: String { sentence.description }

  public init(_ sentence: Sentence, isTaken: Bool = false) { (self.sentence, self.isTaken) = (sentence, isTaken) }
}

/// A kind of code that can be made.
public struct CodeKind: Hashable, Sendable {
  public let name: String
  public let title: String
  /// Whether it has QR Code's four levels.
  public let hasLevels: Bool
  /// The forms that it is written in, the usual one first; empty where there is one alone.
  public let modes: [Mode]

  public struct Mode: Hashable, Sendable {
    /// As `WritingOptions.mode` has it; nil is the usual one.
    public let name: String?
    public let title: String

    public init(name: String?, title: String) { (self.name, self.title) = (name, title) }
  }

  public init(name: String, title: String, hasLevels: Bool, modes: [Mode] = []) {
    (self.name, self.title, self.hasLevels, self.modes) = (name, title, hasLevels, modes)
  }
}
