import ArgumentParser
import Barcodes
import Imaging
import PictureFiles
import Presentation
import SDLScreen
import Scanner

/// Makes the files of a code, and reads each of them back before it is given out.
struct CodePress {
  /// What files there are.
  enum Form: String, CaseIterable {
    case png, svg, pdf

    /// By a path's ending.
    init?(ending path: String) {
      self.init(rawValue: path.split(separator: ".").last.map { $0.lowercased() } ?? "")
    }
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
    guard let form = Form(ending: path) else {
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
        let logo = try code.logo.map {
          try PNGExport.bytes(RGBAImage(width: $0.width, height: $0.height, pixels: $0.pixels))
        }
        let text = SVGExport.text(code, recipe.appearance, logo: logo ?? [])
        try prove(try SVGDrawing(text).raster(), code, index)
        // The logo is not read from the file: with it the code is proven as a picture.
        if logo != nil { try prove(image(code), code, index) }
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
      throw CodeExportFailure(Sentence(verbatim: "\(error)"))
    }
  }

  private func image(_ code: MadeCode) throws(CodeExportFailure) -> RGBAImage {
    do {
      let image = try CodePicture.image(code, recipe.appearance)
      return try code.caption.map { try captioned(image, $0, code) } ?? image
    } catch let failure as MakeFailure {
      throw CodeExportFailure(failure.sentence)
    } catch {
      throw CodeExportFailure(Sentence(verbatim: "\(error)"))
    }
  }

  /// With the line below, in the modules' color on their ground.
  private func captioned(_ image: RGBAImage, _ caption: CodeCaption, _ code: MadeCode) throws -> RGBAImage {
    let columns = code.size(recipe.appearance).width
    let scale = max(1, recipe.appearance.moduleSize)
    let height = caption.rows(columns: columns) * scale
    let coverage = try CairoExport.coverage(
      of: caption.text, letterHeight: caption.letterHeight(columns: columns) * Double(scale), width: image.width,
      height: height)
    let (ink, ground) = (recipe.appearance.foreground, recipe.appearance.background)
    var pixels = image.pixels
    pixels.reserveCapacity(pixels.count + 4 * coverage.count)
    for covered in coverage {
      let share = Int(covered) * Int(ink.alpha) / 255
      func mixed(_ over: UInt8, _ under: UInt8) -> UInt8 {
        // What is transparent has no color that could shine through.
        ground.alpha == 0 ? over : UInt8((Int(over) * share + Int(under) * (255 - share)) / 255)
      }
      pixels += [
        mixed(ink.red, ground.red), mixed(ink.green, ground.green), mixed(ink.blue, ground.blue),
        UInt8(share + Int(ground.alpha) * (255 - share) / 255),
      ]
    }
    return RGBAImage(width: image.width, height: image.height + height, pixels: pixels)
  }

  /// The code as Cairo draws it, in modules.
  func drawing(_ code: MadeCode) -> CairoExport {
    let (width, rows) = code.size(recipe.appearance)
    let height = code.height(recipe.appearance)
    let (ink, ground) = (recipe.appearance.foreground, recipe.appearance.background)
    let picture = code.logoPlace(recipe.appearance).flatMap { place in
      code.logo.map {
        CairoExport.Picture(RGBAImage(width: $0.width, height: $0.height, pixels: $0.pixels), place)
      }
    }
    let line = code.caption.map { caption in
      CairoExport.Line(
        caption.text, letterHeight: caption.letterHeight(columns: width), middle: Double(rows + height) / 2)
    }
    return CairoExport(
      width: width, height: height,
      rectangles: code.runs(recipe.appearance).map {
        CairoExport.Rectangle(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
      },
      ink: (ink.red, ink.green, ink.blue, ink.alpha), ground: (ground.red, ground.green, ground.blue, ground.alpha),
      picture: picture, line: line)
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
      throw CodeExportFailure("nothing is written: \(error.sentence)")
    }
  }
}
