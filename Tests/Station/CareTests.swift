import Foundation
import ServiceManager
import Station
import Testing

@Suite struct CareTests {
  @Test func aStationIsAliveWhileItsDetectorGetsOn() {
    var heart = Heartbeat()
    // Who waits for a camera is alive.
    let story = [(true, 1), (true, 30), (true, 30), (false, 30), (true, 30), (true, 31)]
    let answers = story.map { isFilming, reports in heart.isAlive(isFilming: isFilming, reports: reports) }
    #expect(answers == [true, true, false, true, false, true])
  }

  @Test func theManagerIsToldInItsWords() throws {
    let folder = try StationFolder()
    let path = folder.path + "/notify"
    let socket = Foundation.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound)
    let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": path], process: 1))
    manager.ready()
    manager.tell("reads\nREADY=0")
    manager.feedWatchdog()
    manager.stopping()
    let heard = (0..<4).map { _ in
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
    #expect(heard == ["READY=1", "STATUS=reads", "WATCHDOG=1", "STOPPING=1"])
  }

  @Test(
    arguments: [
      ([:], nil), (["NOTIFY_SOCKET": "relative"], nil), (["NOTIFY_SOCKET": "/x"], .some(nil)),
      (["NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "3000000"], .seconds(3)),
      (["NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"], .seconds(3)),
      (["NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "8"], .some(nil)),
      (["NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "-1"], .some(nil)),
      (["NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "no"], .some(nil)),
    ] as [([String: String], Duration??)])
  func theManagerIsKnownByTheEnvironment(environment: [String: String], watchdog: Duration??) {
    let manager = ServiceManager(environment: environment, process: 7)
    #expect(manager.map(\.watchdog) == watchdog)
  }

  @Test func aManagerThatDoesNotHearIsNoTrouble() throws {
    let long = "/" + String(repeating: "x", count: 500)
    for path in ["/nowhere/at/all", long] { ServiceManager(environment: ["NOTIFY_SOCKET": path], process: 1)?.ready() }
  }
}
