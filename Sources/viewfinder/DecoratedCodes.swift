import Imaging
import PictureFiles
import Presentation
import Scanner

/// The library's writers, with the logo and the line below that a recipe asks for.
struct DecoratedCodes: CodeGenerating {
  private let catalog = CatalogGenerator()

  /// Pixels on a logo's longer side: 300 dots an inch on 20 mm of paper.
  private static let logoSide = 240

  var kinds: [CodeKind] { catalog.kinds }

  func codes(for recipe: CodeRecipe) throws(MakeFailure) -> [MadeCode] {
    var recipe = recipe
    let caption: CodeCaption? = if let caption = recipe.caption { try CodeCaption(caption) } else { nil }
    var logo: Bitmap?
    if let path = recipe.logo {
      guard recipe.symbology.lowercased() == "qr" else {
        throw .decoration("a picture in the middle needs a QR Code, whose level makes up for what it covers")
      }
      guard recipe.options?.symbols ?? 1 == 1 else {
        throw .decoration("a picture in the middle needs all of the text in one symbol")
      }
      logo = try picture(path)
      recipe.level = .high
    }
    return try catalog.codes(for: recipe).map { code in
      var code = code
      (code.logo, code.caption) = (logo, caption)
      return code
    }
  }

  private func picture(_ path: String) throws(MakeFailure) -> Bitmap {
    let path = path.hasPrefix("~/") ? UserFolders.current.home + path.dropFirst() : path
    do throws(PictureFailure) {
      let image = try WalledPictureLoader.ofThisProgram().frame(path: path).rgba
      return Bitmap(width: image.width, height: image.height, pixels: image.pixels).reduced(to: Self.logoSide)
    } catch {
      throw .decoration("\(error)")
    }
  }
}
