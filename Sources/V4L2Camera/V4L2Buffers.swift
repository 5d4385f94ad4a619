import CV4L2
import Glibc

/// The driver's buffers, mapped into our memory, and the stream that fills them. Stopped, unmapped and given back
/// when it goes out of use.
struct V4L2Buffers: ~Copyable {
  /// Four let the driver fill one while two wait and one is being copied.
  static let wanted = 4
  /// With fewer the driver has none to fill while we copy.
  static let least = 2

  private let descriptor: CInt
  private let mapped: [MappedBuffer]

  /// Requests, maps and queues buffers, and starts the stream.
  init(of device: borrowing V4L2Device) throws(SystemError) {
    let descriptor = device.descriptor
    var mapped: [MappedBuffer] = []
    do throws(SystemError) {
      let count = try Self.request(Self.wanted, of: descriptor)
      guard count >= Self.least else { throw SystemError(call: "VIDIOC_REQBUFS", number: ENOMEM) }
      for index in 0..<count { mapped.append(try MappedBuffer(index: index, of: descriptor)) }
      for index in 0..<count { try Self.queue(index, of: descriptor) }
      _ = try system("VIDIOC_STREAMON") { vf_stream_on(descriptor) }
    } catch {
      for buffer in mapped { buffer.unmap() }
      _ = try? Self.request(0, of: descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.mapped = mapped
  }

  deinit {
    _ = vf_stream_off(descriptor)
    for buffer in mapped { buffer.unmap() }
    _ = try? Self.request(0, of: descriptor)
  }

  /// Takes the next filled buffer out, or nil if none is ready.
  func dequeue() throws(SystemError) -> DequeuedBuffer? {
    var buffer = unsafe Self.emptyBuffer()
    do throws(SystemError) {
      _ = try system("VIDIOC_DQBUF") { unsafe vf_dequeue(descriptor, &buffer) }
    } catch {
      if error.number == EAGAIN { return nil }
      throw error
    }
    let index = unsafe Int(buffer.index)
    guard mapped.indices.contains(index) else { throw SystemError(call: "VIDIOC_DQBUF", number: ERANGE) }
    return unsafe DequeuedBuffer(buffer, memory: mapped[index].memory, descriptor: descriptor)
  }

  private static func request(_ count: Int, of descriptor: CInt) throws(SystemError) -> Int {
    var request = v4l2_requestbuffers()
    request.count = UInt32(count)
    request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    request.memory = V4L2_MEMORY_MMAP.rawValue
    _ = try system("VIDIOC_REQBUFS") { unsafe vf_request_buffers(descriptor, &request) }
    return Int(request.count)
  }

  private static func queue(_ index: Int, of descriptor: CInt) throws(SystemError) {
    var buffer = unsafe emptyBuffer()
    unsafe buffer.index = UInt32(index)
    _ = try system("VIDIOC_QBUF") { unsafe vf_queue(descriptor, &buffer) }
  }

  fileprivate static func emptyBuffer() -> v4l2_buffer {
    var buffer = unsafe v4l2_buffer()
    unsafe buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    unsafe buffer.memory = V4L2_MEMORY_MMAP.rawValue
    return unsafe buffer
  }
}

/// Memory that the driver writes into; valid until unmapped.
@safe private struct MappedBuffer {
  let memory: UnsafeRawBufferPointer

  init(index: Int, of descriptor: CInt) throws(SystemError) {
    var buffer = unsafe V4L2Buffers.emptyBuffer()
    unsafe buffer.index = UInt32(index)
    _ = try system("VIDIOC_QUERYBUF") { unsafe vf_query_buffer(descriptor, &buffer) }
    let length = unsafe Int(buffer.length)
    var address: UnsafeMutableRawPointer?
    _ = try system("mmap") { unsafe vf_map(descriptor, length, buffer.m.offset, &address) }
    unsafe memory = UnsafeRawBufferPointer(start: address, count: length)
  }

  func unmap() {
    guard let address = unsafe memory.baseAddress else { return }
    _ = unsafe vf_unmap(UnsafeMutableRawPointer(mutating: address), memory.count)
  }
}

/// A filled buffer on loan from the driver, owed back exactly once. What it holds is read before that.
@safe struct DequeuedBuffer: ~Copyable {
  private var buffer: v4l2_buffer
  private let memory: UnsafeRawBufferPointer
  private let descriptor: CInt

  fileprivate init(_ buffer: v4l2_buffer, memory: UnsafeRawBufferPointer, descriptor: CInt) {
    unsafe self.buffer = buffer
    unsafe self.memory = memory
    self.descriptor = descriptor
  }

  /// How many bytes the driver filled; never more than the buffer holds, whatever it says.
  var used: Int { unsafe min(Int(buffer.bytesused), memory.count) }

  /// The driver says that the picture may be damaged.
  var isFlagged: Bool { unsafe buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 }

  var sequence: Int { unsafe Int(buffer.sequence) }

  /// When the picture was taken by `CLOCK_MONOTONIC`, or nil where the driver stamps otherwise.
  var timestamp: Duration? {
    let kind = unsafe buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
    guard kind == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC) else { return nil }
    return unsafe .seconds(buffer.timestamp.tv_sec) + .microseconds(buffer.timestamp.tv_usec)
  }

  /// The first `count` bytes, or all used ones if they are fewer, in memory of our own.
  func copy(_ count: Int) -> [UInt8] { unsafe Array(UnsafeRawBufferPointer(rebasing: memory[..<min(count, used)])) }

  /// Reads the used bytes in place.
  func read<Result, Failure: Error>(_ body: (RawSpan) throws(Failure) -> Result) throws(Failure) -> Result {
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: memory[..<used])
    return try unsafe body(bytes.bytes)
  }

  /// Gives the buffer back to be filled again.
  consuming func requeue() throws(SystemError) {
    var buffer = unsafe V4L2Buffers.emptyBuffer()
    unsafe buffer.index = self.buffer.index
    let descriptor = descriptor
    discard self
    _ = try system("VIDIOC_QBUF") { unsafe vf_queue(descriptor, &buffer) }
  }

  deinit { assertionFailure("a driver buffer was dropped instead of requeued") }
}
