import Foundation
import Geometry
import Imaging

extension StripeRegion {
  /// The region turned so that its lines cross the bars squarely.
  ///
  /// Gradients over two pixels lean towards the pixel grid by up to four degrees, which takes a line out of a long low
  /// symbol before its end. How far the bars have moved from one line to another one further down says it better.
  func aligned(in image: LuminanceImage) -> StripeRegion {
    var region = self
    // Near lines first, as bars must not move by more than a half of their width; then far ones, for precision.
    for (apart, degrees) in [(min(12, halfHeight), 6.0), (min(32, halfHeight), 2), (min(80, 1.2 * halfHeight), 0.8)]
    where apart >= 3 {
      guard let turn = region.turn(in: image, apart: apart, atMost: degrees * .pi / 180) else { return region }
      let direction = region.direction * cos(turn) + region.direction.perpendicular * sin(turn)
      region = StripeRegion(center: center, direction: direction, halfLength: halfLength, halfHeight: halfHeight)
    }
    return region
  }

  /// Correlation that bars have with themselves further down; less is no evidence.
  private static let leastLikeness: Float = 0.4

  /// The angle in radians from this direction to the bars' normal, by two lines that look alike: about the middle, or, as
  /// stacked symbols have other bars there, above or below it. Nil where there are none.
  ///
  /// - Parameter apart: pixels from one line to the other.
  private func turn(in image: LuminanceImage, apart: Double, atMost: Double) -> Double? {
    let free = max(0, halfHeight - apart / 2)
    let turns = [0, -0.4, 0.4].compactMap { place in
      turn(in: image, about: place * free, apart: apart, atMost: atMost)
    }
    return turns.max { $0.likeness < $1.likeness }?.angle
  }

  private func turn(
    in image: LuminanceImage, about offset: Double, apart: Double, atMost: Double
  ) -> (angle: Double, likeness: Float)? {
    let upper = image.scanLine(self, offset: offset - apart / 2, margin: 0, reach: 0)
    let lower = image.scanLine(self, offset: offset + apart / 2, margin: 0, reach: 0)
    let most = Int((apart * tan(atMost) / upper.step).rounded(.up))
    let likeness = (-most - 1...most + 1).map { upper.likeness(to: lower, moved: $0) }
    guard let best = (1...2 * most + 1).max(by: { likeness[$0] < likeness[$1] }),
      likeness[best] >= Self.leastLikeness
    else { return nil }
    let part = parabolaPeak(likeness[best - 1], likeness[best], likeness[best + 1])
    let moved = (Double(best - most - 1) + Double(part)) * upper.step
    return (atan(-moved / apart), likeness[best])
  }
}
