import Barcodes
import Capture
import Geometry
import Scanner
import TestSupport
import Testing

/// Plays a story, a character every 100 ms, and writes what came of each step.
///
/// In: a letter is a frame with that code, `2` a frame with A and B, `.` one without; `r` proceed, `p` pause,
/// `c` resume, `t` choose the next, `x` lost, `y` returned, `_` nothing but time.
/// Out, by `show`: the delivered codes (`.` for none), the outlined ones, or the phase.
private struct Story {
  var state: ScannerState
  private var clock = ManualClock()

  init(_ policy: ScanPolicy, agreement: SightingAgreement = SightingAgreement()) {
    state = ScannerState(policy: policy, agreement: agreement)
  }

  enum Shown { case delivered, outlined, phase, card }

  mutating func play(_ script: String, show: Shown) -> String {
    var out = ""
    for character in script {
      let effects = state.handle(event(character), at: clock.now)
      switch show {
      case .delivered: out += text(effects.compactMap { if case .deliver(let seen) = $0 { seen } else { nil } })
      case .outlined: out += text(state.outlined(at: clock.now).map(\.observation))
      case .card: out += state.result?.observation.symbol.text ?? "."
      case .phase: out += name(state.phase)
      }
      clock.advance(by: .milliseconds(100))
    }
    return out
  }

  private func text(_ observations: [Observation]) -> String {
    switch observations.count {
    case 0: "."
    case 1: observations[0].symbol.text ?? "?"
    default: String(observations.count)
    }
  }

  private func name(_ phase: ScannerState.Phase) -> String {
    switch phase {
    case .searching: "s"
    case .choosing: "h"
    case .captured: "c"
    case .paused: "p"
    case .unavailable: "u"
    }
  }

  private func event(_ character: Character) -> ScannerEvent {
    switch character {
    case "r": .proceed
    case "p": .pause
    case "c": .resume
    case "t": .chooseNext
    case "x": .lost(.noCamera)
    case "y": .returned
    case "_": .timePassed
    case ".": .observed([], middle: middle)
    case "2": .observed([seen("A"), seen("B")], middle: middle)
    default: .observed([seen(String(character))], middle: middle)
    }
  }
}

private let middle = Point<FramePixels>(320, 240)

/// A lies nearer to the middle than B.
private func seen(_ text: String) -> Observation {
  observation(text, at: Rect(x: text == "A" ? 300 : 100, y: 200, width: 60, height: 60))
}

private func play(_ script: String, _ show: Story.Shown, _ policy: ScanPolicy = ScanPolicy()) -> String {
  var story = Story(policy)
  return story.play(script, show: show)
}

@Test func aResultStaysUntilScanAgain() {
  let script = "..A.B.r.B."
  #expect(play(script, .card) == "..AAAA..BB")
  #expect(play(script, .delivered) == "..A.....B.")
  #expect(play(script, .phase) == "ssccccsscc")
}

@Test func theOutlineHidesAFifthOfASecondAfterTheLastSighting() {
  // Each sighting begins the time anew; 200 ms later it is gone.
  #expect(play("A.A..A....", .outlined) == "AAAA.AA...")
  #expect(play("A_________", .outlined) == "AA........")
  let slow = ScanPolicy(outlineHide: .milliseconds(400))
  #expect(play("A.........", .outlined, slow) == "AAAA......")
}

@Test func afterAResultTheOutlineFollowsItsCodeAlone() {
  #expect(play("AB2.B..", .outlined) == "AAAA...")
}

@Test func severalCodesWaitForAChoice() {
  let script = "2..2r..."
  #expect(play(script, .phase) == "hhhhcccc")
  #expect(play(script, .delivered) == "....A...")
}

@Test func tabChoosesAndEnterAccepts() {
  #expect(play("2tr", .delivered) == "..B")
  #expect(play("2ttr", .delivered) == "...A")
}

@Test func aChoiceOutlivesAFewFramesInWhichACodeIsNotRead() {
  // B is not read for 0.7 s: A is still not taken without being accepted.
  #expect(play("2AAAAAAA2r", .delivered) == ".........A")
  // After a second B counts as gone, and A is alone.
  #expect(play("2AAAAAAAAAAA", .delivered) == "..........A.")
}

@Test func withoutAPersonTheNearestIsTaken() {
  #expect(play("2...", .delivered, ScanPolicy(asksAmongSeveral: false)) == "A...")
}

@Test func oncePerCodeDeliversEachMessageOneTime() {
  let policy = ScanPolicy(mode: .oncePerCode)
  #expect(play("AA.B2.A", .delivered, policy) == "A..B...")
  #expect(play("2..2", .delivered, policy) == "2...")
  // Proceed makes every code new.
  #expect(play("A.ArA", .delivered, policy) == "A...A")
}

@Test func oncePerCodeForgetsWhatItSawLongestAgo() {
  var state = ScannerState(policy: ScanPolicy(mode: .oncePerCode))
  func isDelivered(_ number: Int, at second: Int) -> Bool {
    !state.handle(.observed([observation("\(number)")], middle: Point(0, 0)), at: .seconds(second)).isEmpty
  }
  #expect((0...100_000).allSatisfy { isDelivered($0, at: 2 * $0) })
  // The first quarter went with the last code; the rest is known still.
  #expect(!isDelivered(100_000, at: 200_002) && !isDelivered(50_000, at: 200_004))
  #expect(isDelivered(0, at: 200_006))
}

@Test func continuousHoldsACodeUntilItLeaves() {
  let policy = ScanPolicy(mode: .continuous, duplicateWindow: .milliseconds(300))
  // In view all the time, with gaps shorter than a second: once.
  #expect(play("AAAA....AAAAAAAA", .delivered, policy) == "A...............")
  // Gone for a second: again.
  #expect(play("A..........A", .delivered, policy) == "A..........A")
}

@Test func continuousWithoutHoldRepeatsAfterItsWindow() {
  let policy = ScanPolicy(mode: .continuous, duplicateWindow: .milliseconds(300), holdsUntilItLeaves: false)
  #expect(play("AAAAAAAAA", .delivered, policy) == "A..A..A..")
  #expect(play("ABABABABA", .delivered, policy) == "AB..AB..A")
}

@Test func theWindowHoldsAlsoWhenTheCodeLeft() {
  let policy = ScanPolicy(mode: .continuous, duplicateWindow: .seconds(2))
  #expect(play("A..............A.....A", .delivered, policy) == "A.....................")
  #expect(play("A....................A", .delivered, policy) == "A....................A")
}

@Test func aPauseKeepsTheOutlineAndReadsNothing() {
  let policy = ScanPolicy(mode: .continuous)
  #expect(play("ApBBBBc_", .outlined, policy) == "AAAAAA..")
  #expect(play("ApBBBBcB", .delivered, policy) == "A......B")
  #expect(play("ApcB", .phase, policy) == "spss")
}

@Test func aLostPictureComesBackToWhatItInterrupted() {
  #expect(play("AxyB", .phase) == "cucc")
  #expect(play("xAy.A", .phase) == "uussc")
  #expect(play("pxy", .phase) == "pup")
  #expect(play("AxA", .outlined) == "A..")
}

@Test func weakSymbologiesNeedAgreeingFrames() {
  var plain = Story(ScanPolicy(mode: .continuous), agreement: SightingAgreement(framesNeeded: [sampleSymbology: 3]))
  #expect(plain.play("AABAA", show: .delivered) == "...A.")
  // Sightings more than half a second apart do not count together.
  var far = Story(ScanPolicy(), agreement: SightingAgreement(framesNeeded: [sampleSymbology: 2]))
  #expect(far.play("A......A.A", show: .delivered) == ".........A")
}
