import Foundation
import Scanner

/// Lines to the end of a file, which is put aside once it is large.
///
/// A line is written in one piece. What a full disk or the end of the power left of one is cut off before the next is
/// written, so that every line that stands is whole.
public final class FileOutput: DeliveryOutput {
  /// How an appended file is kept.
  public struct Options: Hashable, Sendable {
    public var path: String
    public var format = LineFormat.json
    /// Bytes past which the file becomes `PATH.1`, and that `PATH.2`; nil lets it grow.
    public var rotation: Int?
    /// How many of those are kept.
    public var kept = 5
    /// A line counts as delivered once the disk has it. Without it a power cut may take away lines of the last seconds; with it a
    /// line takes as long as the disk's sync, some milliseconds.
    public var syncs = true

    public init(path: String) { self.path = path }
  }

  private let options: Options
  private var handle: FileHandle?

  public init(_ options: Options) { self.options = options }

  public func deliver(_ scan: AcceptedScan) throws(DeliveryFailure) -> DeliveryReceipt {
    do {
      let line = Data(options.format.line(for: scan))
      let handle = try open(for: line.count)
      let end = try handle.seekToEnd()
      do {
        try handle.write(contentsOf: line)
        if options.syncs { try handle.synchronize() }
      } catch {
        try? handle.truncate(atOffset: end)
        throw error
      }
    } catch {
      // Somebody may have moved or mended it meanwhile.
      close()
      throw .unreachable("\(options.path) cannot be written: \(SystemReason(error))")
    }
    return DeliveryReceipt()
  }

  public func close() {
    try? handle?.close()
    handle = nil
  }

  /// The file as it is to be written now: the one that has the name, and no larger than it may be.
  private func open(for length: Int) throws -> FileHandle {
    let files = FileManager.default
    let attributes = try? files.attributesOfItem(atPath: options.path)
    let size = attributes.flatMap { $0[.size] as? Int } ?? 0
    if attributes == nil { close() }
    if let rotation = options.rotation, size > 0, size + length > rotation {
      close()
      try rotate(files)
    }
    if let handle { return handle }
    if !files.fileExists(atPath: options.path) {
      try Data().write(to: URL(filePath: options.path), options: .withoutOverwriting)
      // What codes say is nobody's business but the user's.
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: options.path)
    }
    let opened = try FileHandle(forUpdating: URL(filePath: options.path))
    try cutPartialLine(opened)
    handle = opened
    return opened
  }

  private func rotate(_ files: FileManager) throws {
    func name(_ number: Int) -> String { "\(options.path).\(number)" }
    if files.fileExists(atPath: name(options.kept)) { try files.removeItem(atPath: name(options.kept)) }
    for number in stride(from: options.kept - 1, through: 1, by: -1) where files.fileExists(atPath: name(number)) {
      try files.moveItem(atPath: name(number), toPath: name(number + 1))
    }
    if options.kept > 0 {
      try files.moveItem(atPath: options.path, toPath: name(1))
    } else {
      try files.removeItem(atPath: options.path)
    }
  }

  /// Cuts off what stands after the last line end; a line has at most so many bytes as a message that is all escapes.
  private func cutPartialLine(_ handle: FileHandle) throws {
    let end = try handle.seekToEnd()
    guard end > 0 else { return }
    let start = end > 1 << 20 ? end - 1 << 20 : 0
    try handle.seek(toOffset: start)
    let tail = try handle.readToEnd() ?? Data()
    guard tail.last != UInt8(ascii: "\n") else { return }
    let keep = tail.lastIndex(of: UInt8(ascii: "\n")).map { tail.distance(from: tail.startIndex, to: $0) + 1 }
    // A file of one endless line is none of ours.
    guard keep != nil || start == 0 else { return }
    try handle.truncate(atOffset: start + UInt64(keep ?? 0))
  }
}
