public import Foundation

/// One line of the history: a code that was read or made, as often as that happened.
public struct HistoryEntry: Hashable, Sendable, Identifiable {
  /// How a code came into the history.
  public enum Origin: String, CaseIterable, Codable, Hashable, Sendable {
    case read
    case made

    /// As an entry's line says it.
    var word: String {
      switch self {
      case .read: "read"
      case .made: "made"
      }
    }
  }

  /// Never given twice, also not after it was deleted.
  public let id: Int64
  public let content: HistoryContent
  /// The first time that it was read or made.
  public let first: Date
  /// The last time.
  public let last: Date
  /// How often, at least 1.
  public let count: Int
  /// The user's own name for it.
  public let label: String?
  /// Pinned entries stand first in lists, and no limit removes them.
  public let isPinned: Bool

  public init(
    id: Int64, content: HistoryContent, first: Date, last: Date, count: Int, label: String?, isPinned: Bool
  ) {
    self.id = id
    self.content = content
    self.first = first
    self.last = last
    self.count = count
    self.label = label
    self.isPinned = isPinned
  }
}

/// What was read or made: everything of an entry but when, how often, and what the user did with it.
public struct HistoryContent: Hashable, Sendable {
  public let origin: HistoryEntry.Origin
  /// A `Symbology`'s name.
  public let symbology: String
  /// Nil where the bytes are no text. Empty only without bytes: a CSV file cannot tell an empty text from none.
  public let text: String?
  public let bytes: [UInt8]
  /// The camera or file that it was read from.
  public let source: String?
  /// What it was made by, so that it can be made again.
  public let recipe: CodeRecipe?
  /// A small PNG of the frame, where the user asked for it.
  public let thumbnail: [UInt8]?

  public init(
    origin: HistoryEntry.Origin, symbology: String, text: String?, bytes: [UInt8], source: String? = nil,
    recipe: CodeRecipe? = nil, thumbnail: [UInt8]? = nil
  ) {
    self.origin = origin
    self.symbology = symbology
    self.text = text?.orNothing ?? (bytes.isEmpty ? "" : nil)
    self.bytes = bytes
    self.source = source?.orNothing
    self.recipe = recipe
    self.thumbnail = thumbnail
  }

  /// A code as it was made.
  public init(made recipe: CodeRecipe) {
    self.init(
      origin: .made, symbology: recipe.symbology, text: recipe.bytes == nil ? recipe.text : nil,
      bytes: recipe.bytes ?? Array(recipe.text.utf8),
      recipe: recipe)
  }
}
