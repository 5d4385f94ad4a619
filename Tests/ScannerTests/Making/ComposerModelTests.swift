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
    #expect(model.fault?.field == 0 && model.fault?.sentence == "QR Code has no code for “b”")
    model.askToSave()
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
    model.askToSave()
    #expect(model.prompt?.path.text == "code.png" && model.prompt?.form == .png)
    model.setSavedForm(.svg)
    #expect(model.prompt?.path.text == "code.svg")
    model.answerPrompt(at: .zero)
    parts.settle(&model, at: .zero)
    #expect(model.prompt == nil)
    #expect(model.notice == ComposerModel.Notice(text: "Saved as code.svg", isFailure: false))
    #expect(parts.history.contents.withLock { $0.map(\.text) } == ["x"])
  }

  @Test func aFailedSaveIsToldWhereThePathIsAndNotRemembered() {
    var model = parts.model("full")
    parts.settle(&model, at: .zero)
    model.askToSave()
    model.answerPrompt(at: .zero)
    parts.settle(&model, at: .zero)
    #expect(model.prompt?.trouble == "the disk is full" && model.prompt?.isBusy == false)
    #expect(parts.history.contents.withLock { $0.isEmpty })
    model.cancelPrompt()
    #expect(model.prompt == nil)
  }

  @Test func aFileThatIsThereIsReplacedOnlyOnASecondYes() {
    var model = parts.model("x")
    parts.settle(&model, at: .zero)
    model.askToSave()
    model.editPath { $0 = TextEditor("there", hasLines: false) }
    model.answerPrompt(at: .zero)
    #expect(model.prompt?.trouble == "End the name in .png, .svg or .pdf")
    model.setSavedForm(.png)
    model.answerPrompt(at: .zero)
    parts.settle(&model, at: .zero)
    #expect(model.prompt?.replaces == true && model.notice == nil)
    // Another name is another question.
    model.editPath { $0.deleteBackward() }
    #expect(model.prompt?.replaces == false)
    model.editPath { $0.insert("g") }
    for _ in 0..<2 {
      model.answerPrompt(at: .zero)
      parts.settle(&model, at: .zero)
    }
    #expect(model.notice?.text == "Saved as there.png")
  }

  @Test func labelsAreMadeAsideWithProgressAndCanBeStopped() {
    var model = parts.model()
    model.askForTable()
    model.editPath { $0.insert("list.csv") }
    model.answerPrompt(at: .zero)
    #expect(model.sheet?.share == 0)
    parts.settle(&model, at: .zero)
    #expect(model.sheet == nil && model.notice?.text == "10 labels saved as list.csv.pdf")
    model.askForTable()
    model.editPath { $0.insert("list.csv") }
    model.answerPrompt(at: .zero)
    model.cancelSheet()
    parts.settle(&model, at: .zero)
    #expect(model.sheet == nil && model.notice?.text == "No labels were saved")
  }

  @Test func aLogoAndALineBelowAreOfTheRecipe() {
    var model = parts.model("x")
    model.askForLogo()
    model.editPath { $0.insert("logo.png") }
    model.answerPrompt(at: .zero)
    model.editCaption(at: .zero) { $0.insert(" Table 12 ") }
    parts.settle(&model, at: .seconds(1))
    #expect(model.current?.recipe.logo == "logo.png" && model.current?.recipe.caption == "Table 12")
    model.setLogo(nil, at: .seconds(1))
    model.editCaption(at: .seconds(1)) { $0.clear() }
    parts.settle(&model, at: .seconds(2))
    #expect(model.current?.recipe == CodeRecipe(text: "x"))
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
    #expect(model.fault?.field == 0 && model.fault?.sentence == "must be given")
    model.edit(0, at: .seconds(1)) { $0.insert("Home") }
    parts.settle(&model, at: .seconds(2))
    #expect(model.current?.recipe.text == "WIFI:T:WPA;S:Home;P:secret12;;" && model.fault == nil)
    model.choose("wpa3", in: 2, at: .seconds(2))
    parts.settle(&model, at: .seconds(2))
    #expect(model.current?.recipe.text == "WIFI:T:WPA;R:1;S:Home;P:secret12;;")
    model.edit(1, at: .seconds(3)) { $0.clear() }
    model.edit(1, at: .seconds(3)) { $0.insert("short") }
    model.choose("wpa", in: 2, at: .seconds(3))
    parts.settle(&model, at: .seconds(4))
    #expect(model.fault?.field == 1 && model.fault?.sentence.hasPrefix("wanted: 8 to 63 characters") == true)
  }
}
