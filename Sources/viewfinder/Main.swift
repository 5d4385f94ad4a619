import ArgumentParser

@main
struct Viewfinder: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "viewfinder",
    abstract: "Scan codes with a camera, read them from pictures, and see why one is not read.",
    version: "0.1.0")
}
