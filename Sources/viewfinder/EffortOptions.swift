public import ArgumentParser
public import Barcodes

extension DetectionEffort: ExpressibleByArgument {}

/// How far a picture is searched: `scan`, `explain` and `bench`.
struct EffortOptions: ParsableArguments {
  @Option(
    help: """
      How far a picture is searched for what is not plain to see: quick, normal or thorough. Counted in work, so that a \
      picture gives the same on every machine.
      """)
  var effort = DetectionEffort.normal

  @Option(
    help: ArgumentHelp(
      "End the search of a picture after this time, wherever it is; what is read then depends on the machine.",
      valueName: "milliseconds"))
  var budget: Int?

  func validate() throws {
    if let budget, budget <= 0 { throw ValidationError("--budget: the time must be positive") }
  }

  /// The options for pictures.
  func options(_ symbologies: Set<Symbology>) -> DetectionOptions {
    DetectionOptions(symbologies: symbologies, effort: effort, budget: budget.map { .milliseconds($0) })
  }
}
