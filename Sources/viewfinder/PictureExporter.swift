import Barcodes
import Foundation
import PictureFiles
import Presentation
import Scanner

/// Pictures of the composer: into the user's folder of pictures, or for other programs to paste.
struct PictureExporter: CodeExporting {
  private var folder: String { UserFolders.current.pictures + "/Viewfinder" }

  func suggestedPath(for code: MadeCode) -> String {
    let stamp = Date().formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted)).replacing("Z", with: "")
    let stem = folder + "/\(code.symbology.name)-\(stamp)"
    let free = (1...99).lazy.map { stem + ($0 == 1 ? "" : "-\($0)") + ".png" }.first {
      !FileManager.default.fileExists(atPath: $0)
    }
    return free ?? stem + ".png"
  }

  func save(
    _ code: MadeCode, _ recipe: CodeRecipe, to path: String, replaces: Bool
  ) throws(CodeExportFailure) -> String {
    let path = Self.expanded(path)
    guard let form = CodePress.Form(ending: path) else { throw CodeExportFailure("end the name in .png, .svg or .pdf") }
    let bytes = try CodePress(recipe: recipe, loader: WalledPictureLoader.ofThisProgram()).file(
      code, form, name: "the picture")
    // Our own folder is made; one that a person named and that is not there was mistyped.
    if path.hasPrefix(folder + "/") {
      do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
        throw CodeExportFailure("\(folder) cannot be made: \(Sentence(verbatim: "\(WriteTrouble(error))"))")
      }
    }
    do throws(WholeFile.Failure) { try WholeFile(path: path, replaces: replaces).write(bytes) } catch {
      if case .exists = error { throw CodeExportFailure(error.sentence, isTaken: true) }
      throw CodeExportFailure(error.sentence)
    }
    return path
  }

  func saveSheet(
    of table: String, _ recipe: CodeRecipe, form: PayloadForm?, on sheet: LabelSheet,
    progress: (_ done: Int, _ all: Int) -> Bool
  ) throws(CodeExportFailure) -> SavedSheet {
    let table = Self.expanded(table)
    let press = SheetPress(recipe: recipe, form: form, sheet: sheet)
    let pages = try press.pages(of: try SheetPress.text(of: table), progress: progress)
    let bytes = try press.file(pages)
    let stem = table.lowercased().hasSuffix(".csv") ? String(table.dropLast(4)) : table
    for number in 1...99 {
      let path = stem + (number == 1 ? "" : "-\(number)") + ".pdf"
      do throws(WholeFile.Failure) {
        try WholeFile(path: path, replaces: false).write(bytes)
        return SavedSheet(path: path, labels: pages.labels, pages: pages.count)
      } catch {
        if case .exists = error { continue }
        throw CodeExportFailure(error.sentence)
      }
    }
    throw CodeExportFailure("\(HarmlessText.escaped(stem)).pdf and 98 numbered ones are there already")
  }

  /// With the home folder in place of `~`.
  private static func expanded(_ path: String) -> String {
    path.hasPrefix("~/") ? UserFolders.current.home + path.dropFirst() : path
  }

  /// SDL 2 shares text alone; the desktop's own tools share pictures.
  func copyPicture(_ code: MadeCode, _ recipe: CodeRecipe) throws(CodeExportFailure) {
    let bytes = try CodePress(recipe: recipe, loader: WalledPictureLoader.ofThisProgram()).file(code, .png)
    let isWayland = ProcessInfo.processInfo.environment["WAYLAND_DISPLAY"] != nil
    let tool =
      isWayland
      ? ("wl-copy", ["--type", "image/png"]) : ("xclip", ["-selection", "clipboard", "-t", "image/png", "-i"])
    let package = isWayland ? "wl-clipboard" : "xclip"
    do {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [tool.0] + tool.1
      let input = Pipe()
      process.standardInput = input
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      try input.fileHandleForWriting.write(contentsOf: Data(bytes))
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw CodeExportFailure("the picture was not copied: install \(package), or save it")
      }
    } catch let failure as CodeExportFailure {
      throw failure
    } catch {
      throw CodeExportFailure("the picture was not copied: \(Sentence(verbatim: "\(SystemReason(error))"))")
    }
  }
}
