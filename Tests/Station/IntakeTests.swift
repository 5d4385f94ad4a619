import Barcodes
import Foundation
import MessageCodes
import OutboxStore
import Scanner
import Station
import Synchronization
import Testing

/// What a station makes of codes: shifts, profiles and the codes that switch them.
@Suite struct IntakeTests {
  private let folder: StationFolder
  private let store: OutboxStore
  private static let secret = Array("shared".utf8)
  private static let zone = TimeZone(secondsFromGMT: 3600) ?? .current
  /// A Monday, 2026-11-23, midnight where the station stands.
  private static let midnight = Date(timeIntervalSince1970: 1_795_388_400)

  init() throws {
    folder = try StationFolder()
    store = folder.store()
  }

  private func moment(_ hour: Double) -> StationMoment {
    StationMoment(Self.midnight.addingTimeInterval(hour * 3600), zone: Self.zone)
  }

  private func symbol(_ text: String) -> DecodedSymbol {
    DecodedSymbol(symbology: .qr, text: text, bytes: Array(text.utf8), symbologyIdentifier: "]Q1")
  }

  private func settings(_ change: (inout StationSettings) -> Void) -> StationSettings {
    var settings = StationSettings()
    settings.outputs = [OutputSettings(name: "a", kind: .stream(.json))]
    settings.profileSecret = Self.secret
    change(&settings)
    return settings
  }

  private func intake(_ change: (inout StationSettings) -> Void) -> ScanIntake {
    ScanIntake(settings(change), outbox: store) { MessageAuthentication.code(for: $0, secret: $1) }
  }

  private func take(_ text: String, _ intake: inout ScanIntake, at hour: Double) -> String {
    var random = SystemRandomNumberGenerator()
    switch intake.take(symbol(text), source: nil, at: moment(hour), using: &random) {
    case .accepted: return "accepted"
    case .refused(let refusal): return "refused: \(refusal)"
    case .repeated: return "repeated"
    case .notStored(let failure): return "not stored: \(failure)"
    case .switched(let name): return "switched: \(name)"
    case .switchRefused(let failure): return "switch refused: \(failure)"
    }
  }

  @Test func aMomentIsTheStationsOwn() {
    #expect(moment(0).day == CalendarDay(year: 2026, month: 11, day: 23))
    #expect(moment(0).minute == 0)
    #expect(moment(23.99).minute == 1439)
    #expect(moment(24).dayNumber == moment(0).dayNumber + 1)
    #expect(
      StationMoment(Date(timeIntervalSince1970: -1), zone: TimeZone(secondsFromGMT: 0) ?? .current).minute == 1439)
  }

  @Test func aCodeCountsOnceInAShift() throws {
    var intake = intake { settings in
      settings.rules.oncePerShift = true
      settings.shifts = ShiftPlan(
        starts: [TimeOfDay("06:00"), TimeOfDay("22:00"), TimeOfDay("14:00")].compactMap { $0 })
    }
    #expect(take("a", &intake, at: 5) == "accepted")
    // The night shift began the day before.
    #expect(take("a", &intake, at: 5.9) == "repeated")
    #expect(take("a", &intake, at: 6) == "accepted")
    #expect(take("b", &intake, at: 6) == "accepted")
    #expect(take("a", &intake, at: 13.9) == "repeated")
    #expect(take("a", &intake, at: 14) == "accepted")
    #expect(take("a", &intake, at: 22) == "accepted")
    #expect(take("a", &intake, at: 29) == "repeated")
    #expect(try store.entries(output: "a", limit: nil).count == 5)
    #expect((intake.counts.accepted, intake.counts.repeated) == (5, 3))
  }

  /// The disk remembers, not the process.
  @Test func aRestartForgetsNoShift() throws {
    let change = { (settings: inout StationSettings) in settings.rules.oncePerShift = true }
    var first = intake(change)
    #expect(take("a", &first, at: 1) == "accepted")
    let again = OutboxStore(OutboxLocation(path: folder.outbox.path), role: .tool)
    var second = ScanIntake(settings(change), outbox: again) { _, _ in [] }
    #expect(take("a", &second, at: 2) == "repeated")
  }

  @Test func aClockThatJumpsAndReturnsForgetsNothing() {
    var intake = intake { $0.rules.oncePerShift = true }
    #expect(take("a", &intake, at: 1) == "accepted")
    for day in [1.0, -1, 2, -2] { #expect(take("a", &intake, at: 1 + 24 * day) == "accepted") }
    #expect(take("a", &intake, at: 2) == "repeated")
    // After eight others the first is forgotten.
    for day in 3...9 { #expect(take("a", &intake, at: 1 + 24 * Double(day)) == "accepted") }
    #expect(take("a", &intake, at: 2) == "accepted")
  }

  private func withProfiles() -> ScanIntake {
    intake { settings in
      var (night, test) = (ScanRules(), ScanRules())
      night.prefixes = ["N"]
      test.prefixes = ["T"]
      guard let from = TimeOfDay("22:00"), let to = TimeOfDay("06:00") else { return }
      settings.profiles = [
        StationProfile(name: "night", rules: night, hours: (from, to)),
        StationProfile(name: "test run", rules: test, key: 3),
      ]
    }
  }

  @Test func profilesChangeByTimeAndByKey() {
    var intake = withProfiles()
    #expect(intake.profile(at: moment(12)) == nil)
    #expect(take("x", &intake, at: 12) == "accepted")
    #expect(intake.profile(at: moment(22)) == "night")
    #expect(take("x", &intake, at: 23) == "refused: it begins with none of the accepted prefixes")
    #expect(take("N1", &intake, at: 29.9) == "accepted")
    #expect(intake.chooseProfile(key: 4, at: moment(31)) == nil)
    #expect(intake.chooseProfile(key: 3, at: moment(31)) == "test run")
    #expect(take("T1", &intake, at: 32) == "accepted")
    // The night calls for its own.
    #expect(intake.profile(at: moment(46.5)) == "night")
    #expect(intake.profile(at: moment(55)) == nil)
  }

  @Test func aProfileIsToldWithTheScan() throws {
    var intake = withProfiles()
    _ = take("N1", &intake, at: 0)
    #expect(try store.entries(output: "a", limit: nil).map(\.stored.scan.profile) == ["night"])
  }

  private func code(_ profile: String, hours: Double = 1, secret: [UInt8] = secret) -> String {
    ProfileCode.text(profile: profile, expires: Self.midnight.addingTimeInterval(hours * 3600), secret: secret) {
      MessageAuthentication.code(for: $0, secret: $1)
    }
  }

  @Test func aSignedCodeSwitches() throws {
    var intake = withProfiles()
    #expect(take(code("test run", hours: 13), &intake, at: 12) == "switched: test run")
    #expect(take("T1", &intake, at: 12) == "accepted")
    // It is no scan.
    #expect(try store.entries(output: "a", limit: nil).map(\.stored.scan.text) == ["T1"])
  }

  @Test func anyOtherCodeOfTheKindIsRefusedWithItsReason() throws {
    var intake = withProfiles()
    let good = code("test run", hours: 24)
    func refused(_ text: String) -> String { take(text, &intake, at: 12) }
    #expect(refused(code("test run", hours: 11)) == "switch refused: this profile code has expired")
    #expect(refused(code("day", hours: 24)) == "switch refused: this station has no such profile")
    let forged = "switch refused: this profile code was not made with the station's secret"
    #expect(refused(code("test run", hours: 24, secret: [1])) == forged)
    #expect(refused(good.replacing("test%20run", with: "night")) == forged)
    #expect(refused(good.replacing(":17954", with: ":27954")) == forged)
    #expect(refused(String(good.dropLast())) == forged)
    #expect(refused(good + "0") == forged)
    #expect(
      refused("viewfinder-profile:1:night") == "switch refused: this profile code is not of the form that is known")
    #expect(refused("viewfinder-profile:") == "switch refused: this profile code is not of the form that is known")
    #expect(intake.profile(at: moment(12)) == nil)
    #expect(try store.depths().isEmpty)
    var deaf = self.intake { $0.profileSecret = nil }
    #expect(
      take(good, &deaf, at: 12)
        == "switch refused: this station takes no profile codes: its settings name no secret for them")
  }

  @Test func otherSettingsKeepTheProfileAndTheCounts() {
    var intake = withProfiles()
    _ = intake.chooseProfile(key: 3, at: moment(12))
    _ = take("x", &intake, at: 12)
    var same = ScanIntake(carrying: intake, to: withProfilesSettings)
    #expect(same.profile(at: moment(12)) == "test run")
    #expect(same.counts.refused == 1)
    var none = ScanIntake(carrying: intake, to: settings { _ in })
    #expect(none.profile(at: moment(12)) == nil)
  }

  private var withProfilesSettings: StationSettings {
    settings { settings in settings.profiles = [StationProfile(name: "test run", rules: ScanRules(), key: 3)] }
  }
}
