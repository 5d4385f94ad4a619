public import Barcodes
import Foundation
import Scanner

/// What a station makes of a code that was read: it is refused by a rule, switches the profile, or is stored for every output.
///
/// It belongs to one thread at a time, the one that reads; storing waits for the disk.
public struct ScanIntake: Sendable {
  /// What came of a code.
  public enum Outcome: Hashable, Sendable {
    /// It is on the disk.
    case accepted(Int64, ScanKey)
    case refused(ScanRefusal)
    /// It was accepted in this shift already.
    case repeated
    /// It is not on the disk, and must be shown again.
    case notStored(OutboxFailure)
    case switched(profile: String)
    case switchRefused(ProfileCodeFailure)
  }

  /// How often each came.
  public struct Counts: Hashable, Sendable {
    public internal(set) var accepted = 0
    public internal(set) var refused = 0
    public internal(set) var repeated = 0
    public internal(set) var notStored = 0

    public init() {}
  }

  public private(set) var counts = Counts()
  private let settings: StationSettings
  private let outbox: any Outbox
  private let authentication: ProfileCode.Authentication
  private var choice: ProfileChoice

  /// - Parameter settings: with one output at least.
  public init(_ settings: StationSettings, outbox: any Outbox, authentication: @escaping ProfileCode.Authentication) {
    self.settings = settings
    self.outbox = outbox
    self.authentication = authentication
    choice = ProfileChoice(settings.profiles)
  }

  /// Goes on where another one was, by other settings: the profile stays chosen if it is still there.
  public init(carrying before: ScanIntake, to settings: StationSettings) {
    self = ScanIntake(settings, outbox: before.outbox, authentication: before.authentication)
    counts = before.counts
    choice = ProfileChoice(settings.profiles, after: before.choice)
  }

  /// Stores what the rules accept; it may be shown as accepted once this returns.
  public mutating func take(
    _ symbol: DecodedSymbol, source: String?, at moment: StationMoment, using random: inout some RandomNumberGenerator
  ) -> Outcome {
    let outcome = decide(symbol, source, moment, &random)
    switch outcome {
    case .accepted: counts.accepted += 1
    case .refused, .switchRefused: counts.refused += 1
    case .repeated: counts.repeated += 1
    case .notStored: counts.notStored += 1
    case .switched: break
    }
    return outcome
  }

  /// The name of the profile that counts; nil where none does.
  public mutating func profile(at moment: StationMoment) -> String? { choice.current(moment.minute)?.name }

  /// Chooses a profile by its key at the station.
  ///
  /// - Returns: its name; nil where no profile has the key.
  public mutating func chooseProfile(key: Int, at moment: StationMoment) -> String? {
    guard let name = choice.name(key: key), choice.choose(name, moment.minute) else { return nil }
    return name
  }

  private mutating func decide(
    _ symbol: DecodedSymbol, _ source: String?, _ moment: StationMoment, _ random: inout some RandomNumberGenerator
  ) -> Outcome {
    if let text = symbol.text, ProfileCode.isOne(text) { return switchProfile(text, moment) }
    let profile = choice.current(moment.minute)
    let rules = profile?.rules ?? settings.rules
    if let refusal = rules.refusal(of: symbol, today: moment.day) { return .refused(refusal) }
    let key = ScanKey(using: &random)
    let scan = AcceptedScan(
      symbol, key: key, station: settings.name, time: moment.date, source: source, profile: profile?.name)
    do throws(OutboxFailure) {
      let shift = rules.oncePerShift ? settings.shifts.name(at: moment) : nil
      guard let number = try outbox.store(scan, for: settings.outputs.map(\.name), onceIn: shift) else {
        return .repeated
      }
      return .accepted(number, key)
    } catch {
      return .notStored(error)
    }
  }

  private mutating func switchProfile(_ text: String, _ moment: StationMoment) -> Outcome {
    do throws(ProfileCodeFailure) {
      let name = try ProfileCode.profile(
        in: text, profiles: settings.profiles.map(\.name), secret: settings.profileSecret, now: moment.date,
        authentication: authentication)
      _ = choice.choose(name, moment.minute)
      return .switched(profile: name)
    } catch {
      return .switchRefused(error)
    }
  }
}
