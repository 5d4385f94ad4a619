public import Barcodes
import Geometry

/// The codes that were seen lately, each with a number that it keeps while it is in view.
public struct CodesInView: Hashable, Sendable {
  public struct Code: Hashable, Sendable {
    public let key: CodeKey
    /// Counted from 1, the lowest that was free when the code came; those that come together as one reads.
    public let number: Int
    /// As last seen. The same message several times in a frame: the copy nearest to the middle first.
    public fileprivate(set) var sightings: [Observation]
    public fileprivate(set) var lastSeen: Duration
    /// From the region's middle to the code's, in pixels of the frame.
    fileprivate var distance: Double

    /// The sighting to deliver and to describe.
    public var observation: Observation { sightings[0] }
  }

  /// In order of their numbers.
  public private(set) var codes: [Code] = []
  /// What a person chose, while it is in view.
  private var chosenKey: CodeKey?

  public init() {}

  /// The one that Enter accepts: the chosen one, else the one nearest to the middle.
  public var selected: Code? {
    codes.first { $0.key == chosenKey } ?? codes.min { $0.distance < $1.distance }
  }

  public func code(_ key: CodeKey) -> Code? { codes.first { $0.key == key } }

  mutating func see(_ observations: [Observation], middle: Point<FramePixels>, at now: Duration) {
    for (key, sightings) in Self.grouped(observations) {
      let nearest = sightings.sorted {
        $0.corners.center.distance(to: middle) < $1.corners.center.distance(to: middle)
      }
      let distance = nearest[0].corners.center.distance(to: middle)
      if let known = codes.firstIndex(where: { $0.key == key }) {
        codes[known].sightings = nearest
        codes[known].lastSeen = now
        codes[known].distance = distance
      } else {
        codes.append(Code(key: key, number: freeNumber, sightings: nearest, lastSeen: now, distance: distance))
      }
    }
    codes.sort { $0.number < $1.number }
  }

  /// Forgets what was last seen `age` ago or earlier.
  mutating func forget(olderThan age: Duration, at now: Duration) {
    codes.removeAll { now - $0.lastSeen >= age }
    if let chosenKey, code(chosenKey) == nil { self.chosenKey = nil }
  }

  mutating func choose(number: Int) {
    if let code = codes.first(where: { $0.number == number }) { chosenKey = code.key }
  }

  /// Moves the choice by so many places in the order of numbers, around the ends.
  mutating func moveChoice(by step: Int) {
    guard let selected, let place = codes.firstIndex(of: selected) else { return }
    let count = codes.count
    chosenKey = codes[((place + step) % count + count) % count].key
  }

  mutating func clear() { self = CodesInView() }

  /// The codes that were seen less than `age` ago.
  public func seen(within age: Duration, at now: Duration) -> [Code] { codes.filter { now - $0.lastSeen < age } }

  private var freeNumber: Int {
    var number = 1
    while codes.contains(where: { $0.number == number }) { number += 1 }
    return number
  }

  /// By message, as one reads: lines from above, and in a line from the left. A line that falls by half its
  /// length, as on a paper held askew, is still one.
  private static func grouped(_ observations: [Observation]) -> [(CodeKey, [Observation])] {
    var groups: [(key: CodeKey, sightings: [Observation])] = []
    for observation in observations {
      if let known = groups.firstIndex(where: { $0.key == observation.key }) {
        groups[known].sightings.append(observation)
      } else {
        groups.append((observation.key, [observation]))
      }
    }
    func place(_ observation: Observation) -> Double {
      observation.corners.center.x + 2 * observation.corners.center.y
    }
    return groups.map { ($0.key, $0.sightings) }.sorted { place($0.1[0]) < place($1.1[0]) }
  }
}
