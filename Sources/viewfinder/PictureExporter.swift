import Barcodes
import Foundation
import PictureFiles
import Scanner

/// Pictures of the composer: into the user's folder of pictures, or for other programs to paste.
struct PictureExporter: CodeExporting {
  func save(_ code: MadeCode, _ recipe: CodeRecipe) throws(CodeExportFailure) -> String {
    let bytes = try CodePress(recipe: recipe, loader: WalledPictureLoader.ofThisProgram()).file(code, .png)
    let folder = UserFolders.current.pictures + "/Viewfinder"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CodeExportFailure("\(folder) cannot be made: \(WriteTrouble(error))")
    }
    let stamp = Date().formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted)).replacing("Z", with: "")
    for number in 1...99 {
      let path = folder + "/\(code.symbology.name)-\(stamp)" + (number == 1 ? "" : "-\(number)") + ".png"
      do throws(WholeFile.Failure) {
        try WholeFile(path: path, replaces: false).write(bytes)
        return path
      } catch {
        if case .exists = error { continue }
        throw CodeExportFailure("\(error)")
      }
    }
    throw CodeExportFailure("\(folder) is full of pictures of this second")
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
      throw CodeExportFailure("the picture was not copied: \(error.localizedDescription)")
    }
  }
}
