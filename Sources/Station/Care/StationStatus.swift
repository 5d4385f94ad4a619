public import Foundation
public import Scanner

/// How a station does: for `viewfinder status`, and for Prometheus. Nothing of what codes say is in it.
public struct StationStatus: Sendable {
  /// One place that scans go to.
  public struct Output: Sendable {
    public let name: String
    /// Since the start.
    public let delivered: Int
    public let setAside: Int
    /// Nil while all is well.
    public let trouble: String?
    public let waiting: Int
    /// When the oldest that waits was read.
    public let oldest: Date?

    public init(name: String, delivered: Int, setAside: Int, trouble: String?, waiting: Int, oldest: Date?) {
      self.name = name
      self.delivered = delivered
      self.setAside = setAside
      self.trouble = trouble
      self.waiting = waiting
      self.oldest = oldest
    }
  }

  private let station: String
  private let counts: ScanIntake.Counts
  private let camera: String
  private let framesLetGo: Int
  private let acknowledgements: LatencyCounts
  private let outputs: [Output]
  private let time: Date

  public init(
    station: String, counts: ScanIntake.Counts, camera: String, framesLetGo: Int, acknowledgements: LatencyCounts,
    outputs: [Output], time: Date
  ) {
    self.station = station
    self.counts = counts
    self.camera = camera
    self.framesLetGo = framesLetGo
    self.acknowledgements = acknowledgements
    self.outputs = outputs
    self.time = time
  }

  /// Whether nothing is in the way of scanning and delivering.
  public var isWell: Bool { camera.hasPrefix("running") && outputs.allSatisfy { $0.trouble == nil } }

  private func age(_ output: Output) -> Double { output.oldest.map { max(0, time.timeIntervalSince($0)) } ?? 0 }

  public var document: JSONValue {
    .object([
      .init("station", .string(station)), .init("well", .boolean(isWell)), .init("camera", .string(camera)),
      .init("accepted", .integer(counts.accepted)), .init("refused", .integer(counts.refused)),
      .init("repeated", .integer(counts.repeated)), .init("notStored", .integer(counts.notStored)),
      .init("framesLetGo", .integer(framesLetGo)),
      .init(
        "acknowledgementMilliseconds",
        .object(
          LatencyCounts.shares.map { share in
            .init(
              "p\(Int(share * 100))",
              acknowledgements.milliseconds(within: share).map { .number($0, decimals: 2) } ?? .null)
          })),
      .init(
        "outputs",
        .array(
          outputs.map { output in
            .object([
              .init("name", .string(output.name)), .init("delivered", .integer(output.delivered)),
              .init("setAside", .integer(output.setAside)), .init("waiting", .integer(output.waiting)),
              .init("oldestSeconds", .number(age(output), decimals: 0)),
              .init("trouble", output.trouble.map { .string(HarmlessText.escaped($0)) } ?? .null),
            ])
          })),
    ])
  }

  /// The text format of Prometheus, version 0.0.4.
  public var prometheus: String {
    var text = ""
    func add(_ name: String, _ kind: String, _ help: String, _ rows: [(labels: String, value: Double)]) {
      text += "# HELP viewfinder_\(name) \(help)\n# TYPE viewfinder_\(name) \(kind)\n"
      for row in rows { text += "viewfinder_\(name)\(row.labels) \(Self.number(row.value))\n" }
    }
    add(
      "scans_total", "counter", "Codes by what came of them.",
      [
        ("{outcome=\"accepted\"}", Double(counts.accepted)), ("{outcome=\"refused\"}", Double(counts.refused)),
        ("{outcome=\"repeated\"}", Double(counts.repeated)), ("{outcome=\"not_stored\"}", Double(counts.notStored)),
      ])
    add("frames_let_go_total", "counter", "Frames that newer ones replaced.", [("", Double(framesLetGo))])
    add("camera_running", "gauge", "1 while frames come.", [("", camera.hasPrefix("running") ? 1 : 0)])
    add(
      "acknowledgement_seconds", "gauge", "From a read to its verdict on screen.",
      LatencyCounts.shares.compactMap { share in
        acknowledgements.milliseconds(within: share).map { ("{quantile=\"\(share)\"}", $0 / 1000) }
      })
    func rows(_ value: (Output) -> Double) -> [(labels: String, value: Double)] {
      outputs.map { ("{output=\"\(Self.label($0.name))\"}", value($0)) }
    }
    add("delivered_total", "counter", "Scans that an output has taken.", rows { Double($0.delivered) })
    add("set_aside_total", "counter", "Scans that an output refused for good.", rows { Double($0.setAside) })
    add("outbox_waiting", "gauge", "Scans that wait for an output.", rows { Double($0.waiting) })
    add("outbox_oldest_seconds", "gauge", "Age of the oldest that waits.", rows(age))
    add("output_up", "gauge", "1 while an output takes scans.", rows { $0.trouble == nil ? 1 : 0 })
    return text
  }

  private static func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }

  /// Of a label's value the format escapes a backslash, a quotation mark and a line end; other control characters are spelled out.
  private static func label(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      case _ where HarmlessText.isHarmful(scalar):
        HarmlessText.escaped(String(scalar)).replacing("\\", with: "\\\\")
      default: String(scalar)
      }
    }
    .joined()
  }
}

/// How long something takes, counted in classes whose bounds are a fifth apart: months of it take no more room than a minute.
public struct LatencyCounts: Hashable, Sendable {
  private var counts = [Int](repeating: 0, count: Self.classes)
  private var total = 0

  public static let shares = [0.5, 0.95, 0.99]
  /// Of milliseconds: the upper bound of class n is 0.1 · 1.2ⁿ, of the last 200 s.
  private static let classes = 80

  public init() {}

  public mutating func note(_ time: Duration) {
    let milliseconds = time / .milliseconds(1)
    var bound = 0.1
    var index = 0
    while bound < milliseconds, index < Self.classes - 1 { (bound, index) = (bound * 1.2, index + 1) }
    counts[index] += 1
    total += 1
  }

  /// In how many milliseconds such a share of them was done, rounded up to a class; nil where there are none.
  public func milliseconds(within share: Double) -> Double? {
    guard total > 0 else { return nil }
    var left = share * Double(total)
    var bound = 0.1
    for count in counts {
      left -= Double(count)
      if left <= 0 { break }
      bound *= 1.2
    }
    return (bound * 100).rounded() / 100
  }
}
