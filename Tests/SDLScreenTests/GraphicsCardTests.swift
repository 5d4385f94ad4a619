import Foundation
import SDLScreen
import Testing

@Suite("Whether a graphics card draws")
struct GraphicsCardTests {
  @Test("A folder of devices tells", arguments: [(nil, false), ("video0", false), ("dri", true), ("nvidiactl", true)])
  func devices(node: String?, isPresent: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "viewfinder-devices-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    if let node { try Data().write(to: folder.appending(path: node)) }
    #expect(GraphicsCard.isPresent(in: folder.path) == isPresent)
  }
}
