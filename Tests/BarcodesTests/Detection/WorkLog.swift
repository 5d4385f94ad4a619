import Barcodes

/// Notes what was done, and what the first symbol was read by.
final class WorkLog: DetectionTrace {
  private(set) var work: [SearchWork] = []
  private(set) var readBy: SearchWork?
  func didBegin(_ work: SearchWork) { self.work.append(work) }
  func didRead(_ observation: Observation) { readBy = readBy ?? work.last }
}
