import ArgumentParser
import Capture
import Scanner
import V4L2Camera

/// The cameras that are connected.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List cameras, what they deliver, and who holds a busy one.",
    discussion: """
      The first line of each camera is its stable name: what --device takes, the same after it was unplugged and after \
      a restart. Infrared cameras, and nodes that deliver no pictures, are left out.

      Exit status: 0 a camera is there, 1 there is none, 3 there are only cameras that may not be opened.
      """)

  @Flag(help: "An object a camera, as JSON Lines.")
  var json = false

  func run() throws {
    let listings = V4L2Discovery().listings()
    for listing in listings {
      let text = json ? "\(listing.json)\n" : listing.paragraph
      try StandardOutput.write(Array(text.utf8))
    }
    if listings.isEmpty {
      StandardError.write("viewfinder: \(CaptureFailure.noCamera)")
      throw ExitStatus.foundNothing
    }
    throw listings.allSatisfy { $0.failure != nil } ? ExitStatus.deviceOrFile : .readSomething
  }
}

extension V4L2Listing {
  /// For people: the stable name, then indented what is known, a line a layout.
  fileprivate var paragraph: String {
    var lines = [device.uniqueID, "  \(device.name), \(device.path)"]
    for layout in device.layouts {
      let sizes = layout.sizes.map { size in
        let rates = size.rates.isEmpty ? "" : "@" + size.rates.map(Self.figure).joined(separator: ",")
        return "\(size.width)x\(size.height)\(rates)"
      }
      lines.append("  \(layout.fourCC)  \(sizes.joined(separator: "  "))")
    }
    if let holder { lines.append("  in use by \(holder.name) (process \(holder.identifier))") }
    if let failure { lines.append("  \(failure)") }
    return lines.map { HarmlessText.escaped($0) }.joined(separator: "\n") + "\n"
  }

  fileprivate var json: JSONValue {
    let formats: [JSONValue] = device.layouts.flatMap { layout in
      layout.sizes.map { size in
        .object([
          .init("fourCC", .string(layout.fourCC)), .init("width", .integer(size.width)),
          .init("height", .integer(size.height)),
          .init("rates", .array(size.rates.map { .number($0, decimals: 2) })),
        ])
      }
    }
    let holder: JSONValue? = holder.map {
      .object([.init("name", .string($0.name)), .init("process", .integer($0.identifier))])
    }
    return .object([
      .init("device", .string(device.uniqueID)), .init("name", .string(device.name)),
      .init("path", .string(device.path)), .init("formats", .array(formats)), .init("holder", holder ?? .null),
      .init("error", failure.map { .string("\($0)") } ?? .null),
    ])
  }

  /// Frames a second as briefly as they can be told.
  private static func figure(_ rate: Double) -> String {
    let rounded = (rate * 100).rounded() / 100
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
