import Testing

/// The rooms that meet C, the hot kernels that earned their unsafe code with a bench line, the catalogs of translations, which C
/// puts into the program, and the one file that gives an actor its thread: Swift's executors are unowned references by their
/// interface.
private let fenced = [
  "Sources/V4L2Camera/", "Sources/SDLScreen/", "Sources/JPEGFrames/", "Sources/PictureFiles/",
  "Sources/QRencodePeer/", "Sources/CInterface/", "Sources/WebhookOutput/", "Sources/MQTTOutput/",
  "Sources/DomainNames/",
  "Sources/DesktopBus/", "Sources/TOMLFile/", "Sources/ServiceManager/", "Sources/MessageCodes/",
  "Sources/StatusSocket/", "Sources/ZipFiles/", "Sources/X11Screen/", "Sources/KeyboardOutput/",
  "Sources/Imaging/Kernels/", "Sources/Translations/Translations.swift",
  "Sources/Scanner/Detection/ThreadExecutor.swift",
]

@Test func unsafeCodeStaysInItsRooms() throws {
  let sources = try swiftFiles(below: "Sources")
  #expect(sources.count > 20)
  for (path, text) in sources where !fenced.contains(where: path.hasPrefix) {
    #expect(!text.contains(/\bunsafe\b|@unchecked|@safe\b|nonisolated\(unsafe\)/), "\(path)")
  }
}

@Test func nothingClaimsToBeSendableUnchecked() throws {
  for (path, text) in try swiftFiles(below: "Sources") {
    #expect(!text.contains("@unchecked Sendable"), "\(path)")
  }
}
