import OutboxStore
import Scanner
import Station
import Synchronization
import TestSupport
import Testing

@Suite struct DeliveryTests {
  let folder: StationFolder
  let outbox: FailingOutbox
  let output = ScriptedOutput()
  var maker = ScanMaker()

  init() throws {
    folder = try StationFolder()
    outbox = FailingOutbox(folder.store())
  }

  private func delivery() -> Delivery {
    Delivery(name: "a", output: output, outbox: outbox, random: SeededRandom(seed: 5))
  }

  private mutating func store(_ texts: String...) throws {
    for text in texts { _ = try outbox.store(maker.scan(text), for: ["a"]) }
  }

  /// Steps until there is nothing more to do for now.
  private func settle(_ delivery: inout Delivery, at now: Duration = .zero) -> (due: Delivery.Due, [Delivery.Event]) {
    var events: [Delivery.Event] = []
    while true {
      let (due, news) = delivery.step(at: now)
      events += news
      if due != .now { return (due, events) }
    }
  }

  @Test mutating func allIsDeliveredInOrder() throws {
    try store("1", "2", "3")
    var delivery = delivery()
    let (due, events) = settle(&delivery)
    #expect(due == .whenStored)
    #expect(output.taken.map(\.text) == ["1", "2", "3"])
    #expect(events.count == 3)
    #expect(output.rests == 1)
    #expect(try outbox.depths().isEmpty)
  }

  @Test mutating func aReceiverThatIsGoneIsAskedEverLessOftenAndMissesNothing() throws {
    try store("1", "2")
    output.answer = { _ throws(DeliveryFailure) in throw .unreachable("no answer") }
    var delivery = delivery()
    var now = Duration.zero
    var waits: [Duration] = []
    var told: [Delivery.Event] = []
    for _ in 0..<12 {
      let (due, events) = delivery.step(at: now)
      told += events
      guard case .at(let next) = due else {
        Issue.record("\(due)")
        return
      }
      waits.append(next - now)
      // Nothing is asked before its time.
      #expect(delivery.step(at: next - .nanoseconds(1)) == (.at(next), []))
      now = next
    }
    #expect(told == [.troubled("no answer")])
    for (number, wait) in waits.enumerated() {
      let whole = min(Duration.seconds(1) * (1 << number), .seconds(60))
      #expect(wait >= whole / 2 && wait <= whole, "\(number): \(wait)")
    }
    output.answer = { _ in DeliveryReceipt() }
    let (due, events) = settle(&delivery, at: now)
    #expect(due == .whenStored)
    #expect(events.first == .recovered)
    #expect(output.taken.map(\.text) == ["1", "2"])
    #expect(delivery.trouble == nil)
  }

  @Test mutating func whatIsRefusedForGoodHoldsNothingUp() throws {
    try store("1", "2", "3")
    output.answer = { scan throws(DeliveryFailure) in
      if scan.text == "2" { throw .rejected("400") }
      return DeliveryReceipt()
    }
    var delivery = delivery()
    let (due, events) = settle(&delivery)
    #expect(due == .whenStored)
    #expect(output.taken.map(\.text) == ["1", "3"])
    #expect(events.contains { if case .setAside(2, _, "400") = $0 { true } else { false } })
    #expect(try outbox.depths().map(\.setAside) == [1])
  }

  @Test mutating func aMarkThatFailsDeliversNothingTwice() throws {
    try store("1", "2")
    outbox.markFailure.withLock { $0 = .diskFull(path: "x") }
    var delivery = delivery()
    var now = Duration.zero
    for _ in 0..<3 {
      guard case .at(let next) = delivery.step(at: now).due else {
        Issue.record("it went on")
        return
      }
      now = next
    }
    #expect(output.taken.map(\.text) == ["1"])
    #expect(delivery.trouble == "\(OutboxFailure.diskFull(path: "x"))")
    outbox.markFailure.withLock { $0 = nil }
    #expect(settle(&delivery, at: now).due == .whenStored)
    #expect(output.taken.map(\.text) == ["1", "2"])
  }

  @Test mutating func aProcessThatEndsBetweenDeliveryAndMarkDeliversAgainWithTheSameKey() throws {
    try store("1")
    outbox.markFailure.withLock { $0 = .locked(path: "x") }
    var first = delivery()
    _ = first.step(at: .zero)
    outbox.markFailure.withLock { $0 = nil }
    var second = delivery()
    _ = settle(&second)
    #expect(output.taken.count == 2)
    #expect(Set(output.taken.map(\.key)).count == 1)
  }

  @Test mutating func aDeadReceiverDoesNotHoldUpStoring() throws {
    // The thread of the dead one hangs in its call; storing and the other output go on.
    final class Hanging: DeliveryOutput, Sendable {
      private let gate: Gate
      init(_ gate: Gate) { self.gate = gate }
      func deliver(_ scan: AcceptedScan) throws(DeliveryFailure) -> DeliveryReceipt {
        gate.enter()
        throw .unreachable("gone")
      }
    }
    let gate = Gate()
    let outbox = outbox
    let stuck = DeliveryThread(
      name: "dead",
      open: {
        Delivery(name: "dead", output: Hanging(gate), outbox: outbox, random: SeededRandom(seed: 1))
      }, report: { _, _ in })
    _ = try outbox.store(maker.scan("1"), for: ["dead", "a"])
    stuck.wake()
    gate.waitUntilEntered()
    for number in 2...20 { _ = try outbox.store(maker.scan("\(number)"), for: ["dead", "a"]) }
    var delivery = delivery()
    _ = settle(&delivery)
    #expect(output.taken.count == 20)
    #expect(try outbox.depths().map(\.waiting) == [20])
    gate.open()
    stuck.stop()
  }
}
