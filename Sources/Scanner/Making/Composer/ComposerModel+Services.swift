public import Foundation
public import Presentation

extension ComposerModel {
  /// Who does the work.
  public struct Services: Sendable {
    public let generator: any CodeGenerating
    public let exporter: any CodeExporting
    public let history: any HistoryStoring
    public let work: any BackgroundWork
    public var privacy: HistoryPrivacy
    /// The calendar's time, for the history.
    public let date: @Sendable () -> Date
    /// In which language it is said.
    public let words: Words
    /// Asks for a turn; called from any thread.
    public let wake: @Sendable () -> Void

    public init(
      generator: any CodeGenerating, exporter: any CodeExporting, history: any HistoryStoring,
      work: any BackgroundWork, privacy: HistoryPrivacy, words: Words = .english, date: @escaping @Sendable () -> Date,
      wake: @escaping @Sendable () -> Void
    ) {
      self.generator = generator
      self.exporter = exporter
      self.history = history
      self.work = work
      self.privacy = privacy
      self.date = date
      self.words = words
      self.wake = wake
    }
  }
}
