import Foundation
import Testing

/// A station in a process of its own through days of faults, on a clock that runs fast: `Tests/Station/week` makes a week of it.
@Suite struct StationWeekTests {
  @Test func whatWasShownAsAcceptedArrivesOnceInOrderWhateverFails() throws {
    let environment = ProcessInfo.processInfo.environment
    func number(_ name: String, _ standard: Double) -> Double {
      environment["VIEWFINDER_STATION_" + name].flatMap(Double.init) ?? standard
    }
    let minutes = number("MINUTES", 10)
    // Ten minutes have each fault about twice, a week each forty times.
    let week = try StationWeek(
      seed: UInt64(number("SEED", 1)), rate: number("RATE", 100), seconds: minutes * 60,
      scanEvery: number("SCAN_EVERY", minutes > 60 ? 60 : 10),
      faultEvery: number("FAULT_EVERY", minutes > 60 ? 1800 : 40),
      smallDisk: environment["VIEWFINDER_STATION_DISK"], log: environment["VIEWFINDER_STATION_LOG"])
    try week.play()
    let result = try week.finish()
    print(result.summary)

    #expect(result.shown.count > Int(minutes * 60 / week.scanEvery / 12), "hardly anything was scanned")
    #expect(Set(result.shown).count == result.shown.count)
    // Everything that was shown arrived, in the order in which it was shown; each output got all, in the same order.
    let (webhook, mqtt) = (result.firsts(result.webhook), result.firsts(result.mqtt))
    #expect(webhook == mqtt)
    #expect(webhook.filter(Set(result.shown).contains) == result.shown)
    // A kill may come between the disk and the screen.
    #expect(webhook.count - result.shown.count <= result.kills)
    #expect(result.waiting == 0)
    #expect(result.aside == [])
    #expect(result.fullDisks > 0 && result.withoutRoom > 0, "the disk was never full when somebody came")
    for trouble in result.troubles { Issue.record("\(trouble)") }
  }
}

/// What came of a simulated week.
struct StationWeekResult {
  /// Keys in the order in which the window showed them.
  let shown: [String]
  /// Keys as they arrived, those that came twice as well.
  let webhook: [String]
  let mqtt: [String]
  let aside: [String]
  let waiting: Int
  let fullDisks: Int
  /// Codes that the station refused because of them.
  let withoutRoom: Int
  let kills: Int
  /// Memory, descriptors and threads that grow.
  let troubles: [String]
  let summary: String

  /// Each key once, where it came first.
  func firsts(_ keys: [String]) -> [String] {
    var seen: Set<String> = []
    return keys.filter { seen.insert($0).inserted }
  }
}
