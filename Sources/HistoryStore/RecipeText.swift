import Foundation
import Scanner

/// A recipe as the database holds it: JSON whose members are in order, so that equal recipes are equal text.
enum RecipeText {
  static func text(_ recipe: CodeRecipe) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(recipe) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  /// Nil where a later version wrote something that this one does not understand.
  static func recipe(_ text: String) -> CodeRecipe? {
    try? JSONDecoder().decode(CodeRecipe.self, from: Data(text.utf8))
  }
}
