import Foundation
import Scanner
import Station
import TOMLFile

/// A station's settings in a file that a person wrote.
enum StationFile {
  /// A file larger than any that a person writes is another one.
  private static let limit = 1 << 20

  /// - Throws: `ExitStatus`, once standard error was told why.
  static func read(_ path: String) throws -> (station: StationSettings, problems: [SettingsProblem]) {
    let url = URL(filePath: path)
    guard let handle = try? FileHandle(forReadingFrom: url), let data = try? handle.read(upToCount: limit + 1),
      data.count <= limit, let text = String(data: data, encoding: .utf8)
    else {
      StandardError.write(
        "viewfinder: \(HarmlessText.escaped(path)): it cannot be read, or is no text of 1 MiB at most")
      throw ExitStatus.deviceOrFile
    }
    do throws(SettingsProblem) {
      let document = try TOMLFile.document(text)
      return StationSettings.read(document, SecretReader(environment: ProcessInfo.processInfo.environment))
    } catch {
      return (StationSettings(), [error])
    }
  }

  /// `viewfinder/station.toml` beside the window's own settings; nil where the user has no folder for them.
  static func standardPath(environment: [String: String]) -> String? {
    SettingsFile.standardPath(environment: environment).map {
      URL(filePath: $0).deletingLastPathComponent().appending(path: "station.toml").path
    }
  }

  /// The settings of a file without any problem.
  ///
  /// - Throws: `ExitStatus.usage`, once standard error was told of each problem.
  static func settings(_ path: String) throws -> StationSettings {
    let (station, problems) = try read(path)
    guard problems.isEmpty else {
      for problem in problems { StandardError.write("\(HarmlessText.escaped(path)):\(problem)") }
      throw ExitStatus.usage
    }
    return station
  }
}
