import Foundation
import PictureFiles
import Presentation
import SDLScreen
import Scanner

/// Makes sheets of labels out of a table, each label proven to be read.
struct SheetPress {
  private let recipe: CodeRecipe
  private let form: PayloadForm?
  private let sheet: LabelSheet

  /// - Parameter recipe: of each label, but for its text and caption.
  init(recipe: CodeRecipe, form: PayloadForm?, sheet: LabelSheet) {
    (self.recipe, self.form, self.sheet) = (recipe, form, sheet)
  }

  /// Labels in their places.
  struct Pages {
    fileprivate let placed: [[CairoExport.Placed]]
    let labels: Int
    /// The smallest module on paper, in millimeters.
    let module: Double

    var count: Int { placed.count }
  }

  /// 16 MiB: more than `LabelTable.limit` labels of some hundred characters.
  private static let byteLimit = 1 << 24

  /// A table's text.
  static func text(of path: String) throws(CodeExportFailure) -> String {
    let name = HarmlessText.escaped(path)
    guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: byteLimit + 1) else {
      throw CodeExportFailure("\(name) cannot be read: check its name and its permissions")
    }
    guard data.count <= byteLimit else { throw CodeExportFailure("\(name) is larger than 16 MiB: split it") }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CodeExportFailure("\(name) is no UTF-8 text: save it as CSV in UTF-8")
    }
    return text
  }

  /// - Parameter progress: told how many labels of how many are made; false ends the work.
  func pages(of table: String, progress: (Int, Int) -> Bool) throws(CodeExportFailure) -> Pages {
    let labels: [LabelTable.Label]
    do throws(LabelTable.Failure) { labels = try LabelTable(table, form: form).labels } catch {
      throw CodeExportFailure(error.sentence)
    }
    let generator = DecoratedCodes()
    var placed = Array(repeating: [CairoExport.Placed](), count: sheet.pages(of: labels.count))
    var module = Double.infinity
    for (index, label) in labels.enumerated() {
      guard progress(index, labels.count) else { throw CodeExportFailure("no labels were saved") }
      var recipe = recipe
      (recipe.text, recipe.bytes, recipe.caption) = (label.text, nil, label.caption)
      recipe.options?.symbols = nil
      do {
        guard let code = try generator.codes(for: recipe).first else { continue }
        let press = CodePress(recipe: recipe, loader: WalledPictureLoader.ofThisProgram())
        try press.prove(code)
        let width = code.size(recipe.appearance).width
        let place = sheet.place(of: index, width: width, height: code.height(recipe.appearance))
        module = min(module, place.unit)
        placed[index / sheet.perPage].append(
          CairoExport.Placed(drawing: press.drawing(code), x: place.x, y: place.y, unit: place.unit))
      } catch let failure as MakeFailure {
        throw CodeExportFailure("line \(label.line): \(failure.sentence)")
      } catch let failure as CodeExportFailure {
        throw CodeExportFailure("line \(label.line): \(failure.sentence)")
      } catch {
        throw CodeExportFailure("line \(label.line): \("\(error)")")
      }
    }
    _ = progress(labels.count, labels.count)
    return Pages(placed: placed, labels: labels.count, module: module)
  }

  func file(_ pages: Pages) throws(CodeExportFailure) -> [UInt8] {
    do throws(ExportFailure) {
      return try CairoExport.pdf(
        pages: pages.placed, width: LabelSheet.paper.width, height: LabelSheet.paper.height, title: "Labels")
    } catch {
      throw CodeExportFailure("\(error)")
    }
  }
}
