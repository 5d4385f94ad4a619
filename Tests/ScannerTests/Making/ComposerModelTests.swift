import Barcodes
import Foundation
import Scanner
import Synchronization
import Testing

@Suite struct ComposerModelTests {
  private let parts = StudioParts()

  @Test func typingIsDebounced() {
    var model = parts.model()
    for (index, letter) in "hey".enumerated() {
      let now = Duration.milliseconds(100 * index)
      model.edit(0, at: now) { $0.insert(String(letter)) }
      model.turn(at: now)
    }
    #expect(model.nextTurn == .milliseconds(550))
    parts.settle(&model, at: .milliseconds(549))
    #expect(parts.made.isEmpty && model.preview == .empty)
    parts.settle(&model, at: .milliseconds(550))
    #expect(parts.made == ["heyM"])
    #expect(model.current?.recipe.text == "hey")
  }

  @Test func whatIsSupersededIsNotMade() {
    var model = parts.model("old")
    model.turn(at: .zero)
    #expect(parts.work.count == 1)
    model.edit(0, at: .milliseconds(1)) { $0.insert("er") }
    model.turn(at: .milliseconds(400))
    parts.settle(&model, at: .milliseconds(400))
    #expect(parts.made == ["olderM"], "the first job saw that nobody waits")
    #expect(model.current?.recipe.text == "older")
  }

  @Test func aLateAnswerIsDropped() {
    var model = parts.model("old")
    model.turn(at: .zero)
    parts.work.runAll()
    model.setLevel(.high, at: .zero)
    model.turn(at: .zero)
    #expect(model.preview == .empty)
    parts.settle(&model, at: .zero)
    #expect(model.current?.recipe.level == .high)
  }

  @Test func choicesAreMadeAtOnce() {
    var model = parts.model("x")
    parts.settle(&model, at: .zero)
    model.setModuleSize(99, at: .seconds(1))
    #expect(model.nextTurn == .seconds(1))
    parts.settle(&model, at: .seconds(1))
    #expect(model.current?.recipe.appearance.moduleSize == 20)
  }

  @Test func movingTheCaretMakesNothing() {
    var model = parts.model("x")
    parts.settle(&model, at: .zero)
    model.edit(0, at: .seconds(1)) { $0.move(.start, selecting: true) }
    #expect(model.nextTurn == nil)
  }

  @Test func failuresAreToldInPlace() {
    var model = parts.model("bad")
    parts.settle(&model, at: .zero)
    #expect(model.preview == .failed("QR Code has no code for “b”"))
    model.save()
    #expect(model.notice == ComposerModel.Notice(text: "There is no code yet", isFailure: true))
  }

  @Test func slownessIsToldLate() {
    var model = parts.model("x")
    model.turn(at: .zero)
    #expect(model.nextTurn == ComposerModel.patience)
    #expect(!model.isSlow(at: .milliseconds(199)) && model.isSlow(at: .milliseconds(200)))
  }

  /// Text that ends in U+FEFF once kept the writer busy for ever.
  @Test func aMakingThatHangsDoesNotBlockTheNext() {
    var model = parts.model("x\u{FEFF}")
    model.turn(at: .zero)
    #expect(model.nextTurn == ComposerModel.patience)
    model.turn(at: ComposerModel.patience)
    #expect(model.nextTurn == ComposerModel.limit, "while it is made, nothing is to be done")
    model.edit(0, at: .seconds(1)) { $0.deleteBackward() }
    model.turn(at: .seconds(2))
    parts.work.runNewest()
    model.turn(at: .seconds(2))
    #expect(model.current?.recipe.text == "x")
  }

  @Test func aMakingThatHangsIsGivenUpAndTold() {
    var model = parts.model("x\u{FEFF}")
    model.turn(at: .zero)
    model.turn(at: ComposerModel.limit)
    guard case .failed(let sentence) = model.preview else {
      Issue.record("still \(model.preview)")
      return
    }
    #expect(sentence.contains("15 seconds") && !model.isBehind && model.nextTurn == nil)
    // What comes after all is of no use.
    parts.work.runAll()
    model.turn(at: .seconds(16))
    #expect(model.preview == .failed(sentence))
  }

  @Test func atMostThreeAreMadeAtOnceAndTheLastIsMadeInTheEnd() {
    var model = parts.model("")
    for second in 1...6 {
      model.edit(0, at: .seconds(second)) { $0.insert("\(second)") }
      model.turn(at: .seconds(second) + ComposerModel.debounce)
    }
    #expect(parts.work.count == 3)
    parts.work.runNewest()
    parts.settle(&model, at: .seconds(8))
    #expect(model.current?.recipe.text == "123456")
  }

  @Test func savingIsToldAndRemembered() {
    var model = parts.model("x")
    parts.settle(&model, at: .zero)
    model.save()
    parts.settle(&model, at: .zero)
    #expect(model.notice == ComposerModel.Notice(text: "Saved as x.png", isFailure: false))
    #expect(parts.history.contents.withLock { $0.map(\.text) } == ["x"])
  }

  @Test func aFailedSaveIsToldAndNotRemembered() {
    var model = parts.model("full")
    parts.settle(&model, at: .zero)
    model.save()
    parts.settle(&model, at: .zero)
    #expect(model.notice == ComposerModel.Notice(text: "the disk is full", isFailure: true))
    #expect(parts.history.contents.withLock { $0.isEmpty })
  }

  @Test func secretsAndPrivateCodesAreNotRemembered() {
    for (text, privacy) in [("otpauth://totp/x", HistoryPrivacy()), ("x", HistoryPrivacy(isPrivate: true))] {
      var model = parts.model(text, privacy: privacy)
      parts.settle(&model, at: .zero)
      model.remember()
      parts.work.runAll()
    }
    #expect(parts.history.contents.withLock { $0.isEmpty })
  }

  @Test func formsWriteTheirPayload() throws {
    var model = parts.model()
    model.setForm(PayloadForm.named("wifi"), at: .zero)
    parts.settle(&model, at: .zero)
    #expect(model.preview == .empty, "an empty form is no mistake")
    model.edit(1, at: .zero) { $0.insert("secret12") }
    parts.settle(&model, at: .seconds(1))
    #expect(model.preview == .failed("“Network” must be given"))
    model.edit(0, at: .seconds(1)) { $0.insert("Home") }
    parts.settle(&model, at: .seconds(2))
    #expect(model.current?.recipe.text == "WIFI:T:WPA;S:Home;P:secret12;;")
  }
}
