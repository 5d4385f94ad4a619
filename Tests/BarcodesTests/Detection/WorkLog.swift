import Barcodes
import Imaging

/// Notes what was done, by how many steps, in pictures of what width, and what the first symbol was read by.
final class WorkLog: DetectionTrace {
  private(set) var work: [SearchWork] = []
  private(set) var widths: [Int] = []
  private(set) var steps: [SearchWork: Int] = [:]
  /// Parts that were made anew.
  private(set) var restored = 0
  private(set) var readBy: SearchWork?
  func didExtract(_ image: LuminanceImage) { widths.append(image.width) }
  func didBegin(_ work: SearchWork) { self.work.append(work) }
  func didEnd(_ work: SearchWork, steps: Int) { self.steps[work, default: 0] += steps }
  func didRestore(_ image: LuminanceImage) { restored += 1 }
  func didRead(_ observation: Observation) { readBy = readBy ?? work.last }
}
