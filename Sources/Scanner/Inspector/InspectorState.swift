import Barcodes
public import Geometry
public import Presentation

/// What a person does with the inspector.
public struct InspectorState: Sendable {
  /// What the panel tells.
  public enum Page: String, CaseIterable, Hashable, Sendable {
    case why, whatIf, frames, times, numbers

    public var title: Sentence {
      switch self {
      case .why: "Why"
      case .whatIf: "What if"
      case .frames: "Frames"
      case .times: "Times"
      case .numbers: "Numbers"
      }
    }
  }

  /// Where the panel stands.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    case right, left, away
  }

  public var page = Page.why
  public var side = Side.right
  public var layer = InspectionLayer.picture
  /// Among the pictures of the layer, as in black and white by one threshold after another.
  public var level = 0
  /// The candidate that alone is shown, counted from 0.
  public var chosen: Int?
  /// Under the loupe.
  public var place: Point<FramePixels>?
  /// Arrows move the loupe and not the viewfinder.
  public var steersLoupe = false
  public var ring = FrameRing()
  /// A frame kept to be compared with others.
  public var kept: FrameRing.Entry?
  public var whatIf = WhatIf()
  /// The row of the page What if that arrows change.
  public var row = WhatIfRow.symbologies
  public var outcome: WhatIf.Outcome?
  /// It is asked whether a bug bundle is to be written.
  public var asksForBundle = false
  /// What was last found out of a code that is not read, and when.
  public var answer: (told: WhatIf.Answer, at: Duration)?
  /// When that was last asked.
  public var probed: Duration?
  /// What another program read in the picture.
  public var peer: PeerReading?
  /// How long a camera takes that looks at this screen; the last test, or one that goes on.
  public var latency: LatencyTest?

  public init() {}
}

/// What another program said of the picture that is shown.
public struct PeerReading: Hashable, Sendable {
  public let program: String
  /// A line each; nothing where it read nothing.
  public let lines: [String]

  public init(program: String, lines: [String]) { (self.program, self.lines) = (program, lines) }

  /// One line, harmless to a terminal.
  public var sentence: Sentence {
    let said = Sentence.list(lines.map { "“\(HarmlessText.escaped($0))”" })
    let program = HarmlessText.escaped(program)
    return said.map { "\(program) reads \($0)" } ?? "\(program) reads nothing"
  }
}

/// What a person asks of the open inspector.
public enum InspectorCommand: Hashable, Sendable {
  case toggle
  case show(InspectionLayer)
  case nextLayer
  case previousLayer
  case nextLevel
  /// From 1; 0 shows all.
  case candidate(Int)
  case page(InspectorState.Page)
  case nextPage
  case side
  case loupe
  case freeze
  /// Frames forward.
  case step(Int)
  /// The frame of this sequence.
  case frame(Int)
  case keep
  case row(WhatIfRow)
  case nextRow(Int)
  case change(Int)
  case command
  case bundle
  case savePicture
  /// All frames that are kept, as a video.
  case saveVideo
  /// Begins the test of the latency, or ends it.
  case latency
}

/// A thing that the page What if changes.
public enum WhatIfRow: String, CaseIterable, Hashable, Sendable {
  case symbologies, effort, inverted, region, threshold, blur, enlargement, turn

  public var title: Sentence {
    switch self {
    case .symbologies: "Look for"
    case .effort: "Effort"
    case .inverted: "Light on dark"
    case .region: "Where"
    case .threshold: "Threshold"
    case .blur: "Undo blur"
    case .enlargement: "Enlarge"
    case .turn: "Turn"
    }
  }

  /// As it is set.
  public func word(_ change: WhatIf) -> Sentence {
    switch self {
    case .symbologies:
      change.symbologies.map { wanted in
        let titles = wanted.map(\.title).sorted().map(Sentence.init(verbatim:))
        return wanted == Catalog.available ? "everything" : Sentence.list(titles) ?? ""
      } ?? "as set"
    case .effort:
      switch change.effort ?? .normal {
      case .quick: "quick"
      case .normal: "normal"
      case .thorough: "thorough"
      }
    case .inverted: change.triesInverted == false ? "no" : "yes"
    case .region: change.ignoresRegion ? "everywhere" : "in the viewfinder"
    case .threshold: change.picture.threshold.map { "\($0) everywhere" } ?? "place by place"
    case .blur:
      change.picture.blur == 0 ? "no" : "a spot of \(Explanation.decimal(Double(change.picture.blur) / 10)) px"
    case .enlargement: change.picture.enlargement == 1 ? "no" : "\(change.picture.enlargement) times"
    case .turn: "\((change.picture.quarterTurns % 4 + 4) % 4 * 90)°"
    }
  }

  /// The one after it, or before.
  public func changed(_ change: WhatIf, by step: Int) -> WhatIf {
    var next = change
    func turned<Value: Equatable>(_ values: [Value], _ value: Value) -> Value {
      let place = (values.firstIndex(of: value) ?? 0) + step
      return values[(place % values.count + values.count) % values.count]
    }
    switch self {
    case .symbologies:
      let single = Catalog.available.sorted { $0.name < $1.name }.map { Optional(Set([$0])) }
      next.symbologies = turned([nil, Catalog.available] + single, change.symbologies)
    case .effort: next.effort = turned([nil, .quick, .thorough], change.effort)
    case .inverted: next.triesInverted = turned([nil, false], change.triesInverted)
    case .region: next.ignoresRegion.toggle()
    case .threshold:
      next.picture.threshold = turned(
        [nil] + stride(from: 16, through: 240, by: 16).map { $0 }, change.picture.threshold)
    // What the detector tries by itself is 1.7 and 2.9; a spot below half a pixel is none.
    case .blur: next.picture.blur = turned([0, 8, 12, 17, 22, 29, 40], change.picture.blur)
    case .enlargement: next.picture.enlargement = turned([1, 2, 3, 4], change.picture.enlargement)
    case .turn: next.picture.quarterTurns = turned([0, 1, 2, 3], change.picture.quarterTurns)
    }
    return next
  }
}
