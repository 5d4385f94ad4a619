import Barcodes
import Capture
import Geometry
import Scanner
import Testing

private let middle = Point<FramePixels>(320, 240)
private let a = observation("A", at: Rect(x: 300, y: 220, width: 40, height: 40))
private let b = observation("B", at: Rect(x: 0, y: 0, width: 40, height: 40))
private let c = observation("C", at: Rect(x: 600, y: 400, width: 40, height: 40))

/// Ways into each phase.
private let beginnings: [(phase: String, events: [ScannerEvent])] = [
  ("searching", []),
  ("choosing", [.observed([a, b], middle: middle)]),
  ("captured", [.observed([a], middle: middle)]),
  ("paused", [.pause]),
  ("unavailable", [.lost(.noCamera)]),
]

private let asked: [(name: String, event: ScannerEvent)] = [
  ("nothing seen", .observed([], middle: middle)), ("one seen", .observed([a], middle: middle)),
  ("two seen", .observed([b, a], middle: middle)),
  ("time", .timePassed), ("proceed", .proceed), ("choose", .choose(2)), ("next", .chooseNext),
  ("previous", .choosePrevious), ("pause", .pause), ("resume", .resume), ("dismiss", .dismiss),
  ("lost", .lost(.disconnected(name: "cam"))), ("returned", .returned), ("mode", .modeChanged(.oncePerCode)),
]

/// Every phase × every event in mode `once`: the phase after it, and how many results it delivered.
private let transitions: [String: [String]] = [
  //               nothing        one            two          time           proceed        choose
  "searching": [
    "searching", "captured +1", "choosing", "searching", "searching", "searching",
    // next          previous       pause      resume         dismiss        lost            returned       mode
    "searching", "searching", "paused", "searching", "searching", "unavailable", "searching", "searching",
  ],
  "choosing": [
    "choosing", "choosing", "choosing", "choosing", "captured +1", "choosing",
    "choosing", "choosing", "paused", "choosing", "searching", "unavailable", "choosing", "searching",
  ],
  "captured": [
    "captured", "captured", "captured", "captured", "searching", "captured",
    "captured", "captured", "paused", "captured", "searching", "unavailable", "captured", "searching",
  ],
  "paused": [
    "paused", "paused", "paused", "paused", "searching", "paused",
    "paused", "paused", "paused", "searching", "searching", "unavailable", "paused", "paused",
  ],
  "unavailable": [
    "unavailable", "unavailable", "unavailable", "unavailable", "unavailable", "unavailable",
    "unavailable", "unavailable", "unavailable", "unavailable", "unavailable", "unavailable", "searching",
    "unavailable",
  ],
]

private func name(_ phase: ScannerState.Phase) -> String {
  switch phase {
  case .searching: "searching"
  case .choosing: "choosing"
  case .captured: "captured"
  case .paused: "paused"
  case .unavailable: "unavailable"
  }
}

@Test func everyPhaseAnswersEveryEvent() throws {
  for beginning in beginnings {
    let row = try #require(transitions[beginning.phase])
    for (asked, expected) in zip(asked, row) {
      var state = ScannerState()
      for event in beginning.events { _ = state.handle(event, at: .zero) }
      #expect(name(state.phase) == beginning.phase)
      let effects = state.handle(asked.event, at: .milliseconds(10))
      let delivered = effects.count { if case .deliver = $0 { true } else { false } }
      let outcome = name(state.phase) + (delivered > 0 ? " +\(delivered)" : "")
      #expect(outcome == expected, "\(beginning.phase), \(asked.name)")
      #expect(effects.contains(.playSound) == (delivered > 0))
    }
    #expect(row.count == asked.count)
  }
}

@Test func aResultIsDeliveredWithOneSound() {
  var state = ScannerState()
  #expect(state.handle(.observed([a], middle: middle), at: .zero) == [.deliver(a), .playSound])
  var all = ScannerState(policy: ScanPolicy(mode: .continuous))
  #expect(
    all.handle(.observed([a, b], middle: middle), at: .zero) == [.deliver(a), .deliver(b), .playSound])
}

@Test func theNearestToTheMiddleIsTheDefault() {
  var state = ScannerState()
  _ = state.handle(.observed([b, a, c], middle: middle), at: .zero)
  #expect(state.inView.codes.map(\.number) == [1, 2, 3])
  #expect(state.inView.selected?.observation == a)
}

@Test func digitsChooseAndTabGoesAround() {
  var state = ScannerState()
  _ = state.handle(.observed([a, b, c], middle: middle), at: .zero)
  func after(_ events: ScannerEvent...) -> String? {
    for event in events { _ = state.handle(event, at: .zero) }
    return state.inView.selected?.observation.symbol.text
  }
  #expect(after(.choose(3)) == "C")
  #expect(after(.chooseNext) == "B")
  #expect(after(.choosePrevious) == "C")
  #expect(after(.choose(9)) == "C")
  #expect(state.handle(.proceed, at: .zero) == [.deliver(c), .playSound])
}

@Test func codesThatComeTogetherAreNumberedAsOneReads() {
  func at(_ x: Double, _ y: Double) -> Observation {
    observation("\(x) \(y)", at: Rect(x: x, y: y, width: 50, height: 50))
  }
  // Two lines, the first a little askew.
  let lines = [at(10, 10), at(200, 40), at(400, 70), at(20, 300), at(220, 300)]
  var state = ScannerState()
  _ = state.handle(.observed(lines.reversed(), middle: middle), at: .zero)
  #expect(state.inView.codes.map(\.observation) == lines)
}

@Test func aCodeKeepsItsNumberAndAChosenOneStaysChosen() {
  var state = ScannerState()
  _ = state.handle(.observed([a, b], middle: middle), at: .zero)
  _ = state.handle(.choose(1), at: .zero)
  // The order in which a frame lists its codes does not matter; a new one takes the next number.
  _ = state.handle(.observed([c, b, a], middle: middle), at: .milliseconds(30))
  #expect(state.inView.codes.map(\.observation) == [b, a, c])
  #expect(state.inView.selected?.observation == b)
  // When A is gone for a second, its number is free again.
  _ = state.handle(.observed([b, c], middle: middle), at: .milliseconds(900))
  _ = state.handle(.observed([b, c], middle: middle), at: .milliseconds(1100))
  #expect(state.inView.codes.map(\.number) == [1, 3])
}

@Test func theSameMessageTwiceInAFrameIsOneCode() {
  let copy = observation("A", at: Rect(x: 10, y: 10, width: 40, height: 40))
  var state = ScannerState()
  #expect(state.handle(.observed([copy, a], middle: middle), at: .zero) == [.deliver(a), .playSound])
  #expect(state.outlined(at: .zero).map(\.sightings) == [[a, copy]])
}

@Test func theMachineTellsWhenTimeWillChangeIt() {
  var state = ScannerState()
  #expect(state.nextChange(after: .zero) == nil)
  _ = state.handle(.observed([a], middle: middle), at: .seconds(1))
  #expect(state.nextChange(after: .seconds(1)) == .milliseconds(1200))
  #expect(state.nextChange(after: .milliseconds(1200)) == .seconds(2))
  _ = state.handle(.timePassed, at: .seconds(2))
  #expect(state.nextChange(after: .seconds(2)) == nil)
}

@Test func onlyWeakSymbologiesWaitForAgreement() {
  let needed = SightingAgreement.standard.framesNeeded
  #expect(needed.allSatisfy { (2...3).contains($0.value) })
  #expect(needed.keys.allSatisfy { !["qr", "ean13", "code128", "dataMatrix", "pdf417", "telepen"].contains($0.name) })
  #expect(["itf", "dxFilmEdge"].allSatisfy { name in needed.contains { $0.key.name == name && $0.value == 3 } })
}

@Test func memoryOfContinuousScanningDoesNotPileUp() {
  var state = ScannerState(policy: ScanPolicy(mode: .continuous))
  for number in 0..<2000 {
    _ = state.handle(.observed([observation("\(number)")], middle: middle), at: .seconds(Double(number)))
  }
  // What was seen hours ago has left no trace: the state is that of one who saw only the end.
  var fresh = ScannerState(policy: ScanPolicy(mode: .continuous))
  for number in 1990..<2000 {
    _ = fresh.handle(.observed([observation("\(number)")], middle: middle), at: .seconds(Double(number)))
  }
  #expect(state == fresh)
}
