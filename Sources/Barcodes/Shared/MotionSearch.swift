import Foundation
import Geometry
import Imaging

/// Looks for parts of a picture that show things smeared along a line.
///
/// A symbol's edges rise alike in all directions, whichever way it is turned; a way that the picture moved along leaves
/// only little of what rises along it. So the direction in which grey rises least tells the way's direction.
struct MotionSearch {
  /// A part, in pixels of its level, and the direction in which it is smeared, in radians from the x axis.
  struct Suspect: Hashable {
    let level: Int
    let part: PixelPart
    let direction: Double
  }

  /// Pixels of a part's side: a symbol of 80 modules of 6 pixels. Larger ones are looked at in a smaller copy.
  private static let side = 512
  /// Parts of a level that are looked at, those with most edges first.
  private static let parts = 2
  /// From 0, edges alike in all directions, to 1, all in one. A way of a module leaves a symbol 0.25.
  private static let leastCoherence: Float = 0.22
  /// Squared half grey levels a pixel below which there are no edges but noise.
  private static let leastEnergy: Float = 3

  /// Blocks around the edges of a part that belong to it.
  private static let margin = 2

  private var tensor = StripeTensor()

  /// The suspects of a level.
  ///
  /// - Precondition: the search has a level after this one; its smaller copy has less noise.
  mutating func suspects(_ search: FrameSearch, level: Int) -> [Suspect] {
    tensor.measure(search.image(level + 1))
    let image = search.image(level)
    // A block of the tensor is 8 pixels of the smaller copy.
    let pixelsPerBlock = 2 * StripeTensor.block
    let wide = min(tensor.columns, Self.side / pixelsPerBlock)
    let high = min(tensor.rows, Self.side / pixelsPerBlock)
    guard wide > 0, high > 0 else { return [] }
    var found: [(energy: Float, suspect: Suspect)] = []
    for row in Self.starts(tensor.rows, high) {
      for column in Self.starts(tensor.columns, wide) {
        var (energy, cosine, sine): (Float, Float, Float) = (0, 0, 0)
        for y in row..<row + high {
          for at in (y * tensor.columns + column)..<(y * tensor.columns + column + wide) {
            energy += tensor.energy[at]
            cosine += tensor.cosine[at]
            sine += tensor.sine[at]
          }
        }
        let coherence = (cosine * cosine + sine * sine).squareRoot() / max(energy, 1)
        guard coherence >= Self.leastCoherence,
          energy >= Self.leastEnergy * Float(wide * high * StripeTensor.samples)
        else { continue }
        let part = trimmed(row..<row + high, column..<column + wide, image)
        let normal = Double(atan2(sine, cosine)) / 2
        found.append((energy, Suspect(level: level, part: part, direction: normal + Double.pi / 2)))
      }
    }
    found.sort { $0.energy > $1.energy }
    return Self.apart(found.map(\.suspect))
  }

  /// The blur of a suspect, or nil where none is told, or another one by the next smaller copy: texture has lengths of
  /// its own at each.
  func blur(_ search: FrameSearch, _ suspect: Suspect, turned turn: Double) -> MotionBlur? {
    let (level, part, direction) = (suspect.level, suspect.part, suspect.direction + turn)
    guard let blur = MotionBlur(search.image(level), part, direction: direction) else { return nil }
    guard blur.length >= Self.tellingTwice else { return blur }
    let half = PixelPart(left: part.left / 2, top: part.top / 2, width: part.width / 2, height: part.height / 2)
    guard let again = MotionBlur(search.image(level + 1), half, direction: direction),
      abs(2 * again.length - blur.length) < 0.25 * blur.length
    else { return nil }
    return blur
  }

  /// Steps from which a way is long enough to be told by the smaller copy as well.
  private static let tellingTwice = 11.0

  /// A part without the even ground at its sides, in pixels.
  private func trimmed(_ rows: Range<Int>, _ columns: Range<Int>, _ image: LuminanceImage) -> PixelPart {
    func energy(_ row: Int, _ column: Int) -> Float { tensor.energy[row * tensor.columns + column] }
    let down = Self.busy(rows, rows.map { row in columns.reduce(0) { $0 + energy(row, $1) } })
    let across = Self.busy(columns, columns.map { column in rows.reduce(0) { $0 + energy($1, column) } })
    let pixelsPerBlock = 2 * StripeTensor.block
    let (left, top) = (across.lowerBound * pixelsPerBlock, down.lowerBound * pixelsPerBlock)
    return PixelPart(
      left: left, top: top,
      width: across.upperBound == tensor.columns ? image.width - left : across.count * pixelsPerBlock,
      height: down.upperBound == tensor.rows ? image.height - top : down.count * pixelsPerBlock)
  }

  /// The blocks from the first to the last of those that have edges, and as much around them as a quiet zone and the
  /// longest way need.
  private static func busy(_ blocks: Range<Int>, _ energies: [Float]) -> Range<Int> {
    let least = 0.1 * (energies.max() ?? 0)
    guard let first = energies.firstIndex(where: { $0 >= least }),
      let last = energies.lastIndex(where: { $0 >= least })
    else { return blocks }
    return max(
      blocks.lowerBound, blocks.lowerBound + first - margin)..<min(
        blocks.upperBound, blocks.lowerBound + last + 1 + margin)
  }

  /// Where parts begin, in blocks: half a part apart, the last one at the end.
  private static func starts(_ blocks: Int, _ length: Int) -> [Int] {
    var starts = Array(stride(from: 0, to: blocks - length, by: max(1, length / 2)))
    starts.append(blocks - length)
    return starts
  }

  /// The first ones that do not lie mostly within each other.
  private static func apart(_ suspects: [Suspect]) -> [Suspect] {
    var kept: [Suspect] = []
    for suspect in suspects where kept.count < parts {
      let isNew = kept.allSatisfy {
        abs($0.part.left - suspect.part.left) > side / 2 || abs($0.part.top - suspect.part.top) > side / 2
      }
      if isNew { kept.append(suspect) }
    }
    return kept
  }
}
