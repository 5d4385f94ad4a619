import Barcodes
import Imaging

/// Notes what was done, by how many steps, in pictures of what width, and what symbols were read by.
final class WorkLog: DetectionTrace {
  private(set) var work: [SearchWork] = []
  private(set) var widths: [Int] = []
  private(set) var steps: [SearchWork: Int] = [:]
  /// Parts that were made anew.
  private(set) var restored = 0
  /// The work of each reading, the first one first.
  private(set) var reads: [SearchWork] = []
  var readBy: SearchWork? { reads.first }

  func didExtract(_ image: LuminanceImage) { widths.append(image.width) }
  func didBegin(_ work: SearchWork) { self.work.append(work) }
  func didEnd(_ work: SearchWork, steps: Int) { self.steps[work, default: 0] += steps }
  func didRestore(_ image: LuminanceImage) { restored += 1 }
  func didRead(_ observation: Observation) { if let last = work.last { reads.append(last) } }
}
