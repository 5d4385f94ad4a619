import Barcodes
import Imaging

/// Notes what was done, in pictures of what width, and what the first symbol was read by.
final class WorkLog: DetectionTrace {
  private(set) var work: [SearchWork] = []
  private(set) var widths: [Int] = []
  private(set) var readBy: SearchWork?
  func didExtract(_ image: LuminanceImage) { widths.append(image.width) }
  func didBegin(_ work: SearchWork) { self.work.append(work) }
  func didRead(_ observation: Observation) { readBy = readBy ?? work.last }
}
