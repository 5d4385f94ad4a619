import ArgumentParser

/// `viewfinder bench`: what the detector reads, how fast, and how fast codes are made.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure what is read and how fast.",
    subcommands: [
      BenchReadCommand.self, BenchCurveCommand.self, BenchCalibrateCommand.self, BenchSweepCommand.self,
      BenchStreamCommand.self, BenchPhantomsCommand.self, BenchCausesCommand.self, BenchBeliefCommand.self,
      BenchGenerateCommand.self, BenchStationCommand.self, BenchTraceCommand.self,
    ],
    defaultSubcommand: BenchReadCommand.self)
}
