public import Foundation
import Scanner

/// Lines to a stream that is open: standard output.
public final class StreamOutput: DeliveryOutput {
  private let handle: FileHandle
  private let format: LineFormat

  public init(_ handle: FileHandle = .standardOutput, format: LineFormat) {
    self.handle = handle
    self.format = format
  }

  public func deliver(_ scan: AcceptedScan) throws(DeliveryFailure) -> DeliveryReceipt {
    do { try handle.write(contentsOf: Data(format.line(for: scan))) } catch {
      throw .unreachable("the stream cannot be written: \(SystemReason(error))")
    }
    return DeliveryReceipt()
  }
}
