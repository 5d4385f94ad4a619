/// A PIN while it is typed, and how long the next try has to wait.
public struct PINEntry: Hashable, Sendable {
  public private(set) var digits = ""
  /// The last PIN was wrong.
  public private(set) var wasWrong = false
  private var failures = 0
  private var blockedUntil: Duration?

  /// Tries before the first wait: fingers slip.
  private static let freeTries = 3
  /// After the third; doubled with each one more. At the longest, all PINs of four digits take 35 days.
  private static let firstWait = Duration.seconds(10)
  private static let longestWait = Duration.seconds(300)

  init() {}

  public func blocked(at now: Duration) -> Duration? {
    blockedUntil.flatMap { $0 > now ? $0 - now : nil }
  }

  mutating func type(_ digit: Character, at now: Duration) {
    guard blocked(at: now) == nil, digits.count < PINHash.digits.upperBound else { return }
    wasWrong = false
    digits.append(digit)
  }

  mutating func removeLast() { _ = digits.popLast() }

  /// - Returns: what was typed, if it is to be tried.
  mutating func submit(at now: Duration) -> String? {
    defer { digits = "" }
    guard blocked(at: now) == nil, PINHash.isUsable(digits) else { return nil }
    return digits
  }

  /// Forgets what was typed, and not how often it was wrong.
  mutating func clear() { (digits, wasWrong) = ("", false) }

  mutating func wasRefused(at now: Duration) {
    failures += 1
    wasWrong = true
    guard failures >= Self.freeTries else { return }
    var wait = Self.firstWait
    for _ in Self.freeTries..<min(failures, 64) where wait < Self.longestWait { wait = wait * 2 }
    blockedUntil = now + min(wait, Self.longestWait)
  }
}
