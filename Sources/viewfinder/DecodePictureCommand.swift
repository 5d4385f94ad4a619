import ArgumentParser
import PictureFiles

/// The process that decodes pictures for all other commands; see `WalledPictureLoader`. Nobody types it.
struct DecodePictureCommand: ParsableCommand {
  static let name = "decode-picture"

  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Decode pictures for another viewfinder.", shouldDisplay: false)

  func run() { PictureWorker.run() }
}

extension WalledPictureLoader {
  /// A loader whose process is this very program. Each thread that loads makes its own.
  static func ofThisProgram() -> WalledPictureLoader {
    WalledPictureLoader(.itself(subcommand: DecodePictureCommand.name))
  }
}
