import ArgumentParser
import Barcodes
import Imaging
import PictureFiles
import SDLScreen
import Scanner

/// Makes the files of a code, and reads each of them back before it is given out.
struct CodePress {
  /// What files there are.
  enum Form: String, CaseIterable {
    case png, svg, pdf
  }

  private let recipe: CodeRecipe
  private let count: Int
  private let millimeters: Double
  private let proof: CodeProof
  private let loader: any PictureLoader

  /// - Parameters:
  ///   - count: how many symbols the recipe makes.
  ///   - millimeters: of a module on paper.
  ///   - loader: reads files back.
  init(recipe: CodeRecipe, count: Int = 1, millimeters: Double = 0.5, loader: any PictureLoader) {
    self.loader = loader
    self.recipe = recipe
    self.count = count
    self.millimeters = millimeters
    proof = CodeProof(
      detector: Detector(DetectionOptions(symbologies: Catalog.available, effort: .thorough)))
  }

  static func form(of path: String) throws -> Form {
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard let form = Form(rawValue: ending) else {
      throw ValidationError("\(HarmlessText.escaped(path)): end it in .png, .svg or .pdf")
    }
    return form
  }

  /// `code.png` as `code-2.png`.
  static func numbered(_ path: String, _ number: Int) -> String {
    let end = path.lastIndex(of: ".") ?? path.endIndex
    return path[..<end] + "-\(number)" + path[end...]
  }

  /// Reads the code as it will be drawn.
  func prove(_ code: MadeCode, index: Int = 0) throws(CodeExportFailure) {
    try prove(image(code), code, index)
  }

  /// A file's bytes, read back from those very bytes; of a PDF, whose modules are no whole pixels in
  /// any drawing of its page, from the same calls.
  ///
  /// - Parameter name: what an error is about: the file that will be.
  func file(
    _ code: MadeCode, _ form: Form, index: Int = 0, name: String = "the PNG"
  ) throws(CodeExportFailure) -> [UInt8] {
    do {
      switch form {
      case .png:
        let bytes = try PNGExport.bytes(image(code))
        try prove(try picture(bytes, name), code, index)
        return bytes
      case .svg:
        let text = SVGExport.text(code, recipe.appearance)
        try prove(try SVGDrawing(text).raster(), code, index)
        return Array(text.utf8)
      case .pdf:
        let drawing = drawing(code)
        try prove(
          try drawing.raster(unit: max(2, recipe.appearance.moduleSize)), code, index,
          unit: max(2, recipe.appearance.moduleSize))
        return try drawing.pdf(millimeters: millimeters, title: code.symbology.title)
      }
    } catch let error as CodeExportFailure {
      throw error
    } catch {
      throw CodeExportFailure("\(error)")
    }
  }

  private func image(_ code: MadeCode) throws(CodeExportFailure) -> RGBAImage {
    do { return try CodePicture.image(code, recipe.appearance) } catch { throw CodeExportFailure("\(error)") }
  }

  private func drawing(_ code: MadeCode) -> CairoExport {
    let (width, height) = code.size(recipe.appearance)
    let (ink, ground) = (recipe.appearance.foreground, recipe.appearance.background)
    return CairoExport(
      width: width, height: height,
      rectangles: code.runs(recipe.appearance).map {
        CairoExport.Rectangle(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
      },
      ink: (ink.red, ink.green, ink.blue, ink.alpha), ground: (ground.red, ground.green, ground.blue, ground.alpha))
  }

  /// The file as whoever opens it sees it.
  private func picture(_ bytes: [UInt8], _ name: String) throws(CodeExportFailure) -> RGBAImage {
    do throws(PictureFailure) {
      return try loader.frame(bytes: bytes, name: name).rgba
    } catch {
      throw CodeExportFailure("\(error)")
    }
  }

  private func prove(_ image: RGBAImage, _ code: MadeCode, _ index: Int, unit: Int? = nil) throws(CodeExportFailure) {
    // One part of several says only its part, which the reader tells by its place.
    let expected: ExpectedMessage =
      count > 1 ? .part(index, of: count) : recipe.bytes.map { .bytes($0) } ?? .text(recipe.text)
    do throws(CodeProof.Failure) {
      try proof.prove(
        GreyPicture(image), moduleSize: unit ?? recipe.appearance.moduleSize, says: expected,
        symbology: code.symbology.name)
    } catch {
      throw CodeExportFailure("nothing is written: \(error)")
    }
  }
}
