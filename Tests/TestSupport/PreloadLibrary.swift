public import Foundation

/// C of the tests' own that is loaded into a program before the C library.
public enum PreloadLibrary {
  public struct Failure: Error {
    public let folder: String
  }

  /// Where this test's program lies, beside the others of the package.
  public static var products: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// Compiles a folder of `Tests`, beside this test's program.
  ///
  /// - Throws: `Failure` if it does not compile; the compiler's words are on standard error.
  public static func build(_ folder: String) throws -> URL {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: folder)
    let files = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "c" }
    let library = products.appending(path: "lib\(folder).so")
    // Renamed once it is whole: another test may be loading the one that is there.
    let made = products.appending(path: "lib\(folder)-\(UUID().uuidString).so")
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    // The toolchain that builds Swift brings clang; a machine with cc alone has that.
    let script = """
      made=$1 library=$2; shift 2
      c=$(command -v clang || command -v cc) && "$c" -o "$made" "$@" && mv "$made" "$library"
      """
    compiler.arguments =
      ["sh", "-c", script, "sh", made.path, library.path, "-shared", "-fPIC", "-O1", "-Wall"] + files.map(\.path)
      + ["-ldl", "-lpthread"]
    try compiler.run()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw Failure(folder: folder) }
    return library
  }
}
