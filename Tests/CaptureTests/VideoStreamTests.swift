import Capture
import Imaging
import Testing

/// A reader that hands the bytes out in pieces of `step`.
private func reader(_ bytes: [UInt8], step: Int) -> ByteReader {
  var left = bytes[...]
  return ByteReader {
    defer { left = left.dropFirst(step) }
    return Array(left.prefix(step))
  }
}

private func play(
  _ bytes: [UInt8], step: Int = 3, raw: RawPictures? = nil,
  decode: @escaping VideoStream.DecodeJPEG = { _, _, _ in nil }
) throws -> [Frame] {
  let source = try VideoStream.source(name: "s", reader(bytes, step: step), raw: raw, rate: nil, decodeJPEG: decode)
  var frames: [Frame] = []
  while true {
    switch source.next(patience: .seconds(1)) {
    case .frame(let frame): frames.append(frame)
    case .nothing: continue
    case .ended: return frames
    case .lost(let failure): throw failure
    }
  }
}

@Test(arguments: [1, 7, 1000])
func aYUV4MPEG2StreamIsPlayed(step: Int) throws {
  let header = "YUV4MPEG2 W2 H2 F1000000:1 Ip A1:1 C420jpeg XYSCSS=420JPEG\n"
  let bytes = Array("\(header)FRAME\nabcdUVFRAME Ip\nefghuv".utf8)
  let frames = try play(bytes, step: step)
  #expect(frames.map { String(decoding: $0.bytes, as: UTF8.self) } == ["abcdUV", "efghuv"])
  #expect(frames.map(\.sequence) == [0, 1])
  #expect(frames.allSatisfy { $0.format == .yuv420 && $0.isFullRange })
}

@Test(arguments: [
  "YUV4MPEG2 W2\nFRAME\n", "YUV4MPEG2 W2 H99999\n", "YUV4MPEG2 W2 H2 C444\n", "YUV4MPEG2 W2 H2",
  "YUV4MPEG2 W2 H2\nFRAM\n",
])
func aStreamThatMakesNoSenseIsRefused(text: String) {
  #expect(throws: CaptureFailure.self) { try play(Array(text.utf8)) }
}

@Test func aStreamThatBreaksOffEnds() throws {
  #expect(try play(Array("YUV4MPEG2 W2 H2 Cmono\nFRAME\nabcdFRAME\nab".utf8)).count == 1)
}

/// SOI, a segment that holds what looks like an end, a scan with a stuffed FF and a restart marker, EOI.
private let picture: [UInt8] = [
  0xFF, 0xD8, 0xFF, 0xE0, 0, 6, 0xFF, 0xD9, 1, 2, 0xFF, 0xDA, 0, 3, 9, 5, 0xFF, 0x00, 6, 0xFF, 0xD3, 7, 0xFF, 0xD9,
]

@Test(arguments: [1, 5, 1000])
func jpegPicturesAreCutByTheirMarkers(step: Int) throws {
  // A picture without sense between two whole ones, junk, and a cut one at the end.
  let stream = picture + [0xFF, 0xD8, 3, 4] + [0, 0, 0] + picture + picture.dropLast(3)
  var seen: [[UInt8]] = []
  let frames = try play(stream, step: step) { jpeg, sequence, timestamp in
    seen.append(jpeg)
    return try? Frame(
      format: .grey, width: 1, height: 1, bytes: [UInt8(jpeg.count)], sequence: sequence, timestamp: timestamp)
  }
  #expect(seen == [picture, picture])
  #expect(frames.map(\.sequence) == [0, 1])
}

@Test func picturesThatDoNotDecodeAreLeftOut() throws {
  var decoded = 0
  let frames = try play(picture + picture) { _, sequence, _ in
    decoded += 1
    return sequence == 0 ? nil : try? Frame(format: .grey, width: 1, height: 1, bytes: [7], sequence: sequence)
  }
  #expect(decoded == 2 && frames.map(\.sequence) == [1])
}

@Test(
  "A stream without a whole picture is refused by name, instead of having ended",
  arguments: ["YUV4MPEG2 W2 H2 Cmono\n", "YUV4MPEG2 W2 H2 Cmono\nFRAME\nab"].map { Array($0.utf8) } + [picture, []])
func noWholePicture(bytes: [UInt8]) {
  let raw = RawPictures(format: .grey, width: 640, height: 480)
  #expect(throws: CaptureFailure.unreadableSource(path: "s", reason: "it holds no whole picture")) {
    try play(bytes, raw: raw)
  }
}

@Test func rawPicturesNeedTheirLayout() throws {
  let bytes = Array("abcdefghij".utf8)
  #expect(throws: CaptureFailure.self) { try play(bytes) }
  let frames = try play(bytes, raw: RawPictures(format: .yuyv, width: 2, height: 1))
  #expect(frames.map { String(decoding: $0.bytes, as: UTF8.self) } == ["abcd", "efgh"])
}

/// A frame whose samples differ, a microsecond after the one before, with rows that may be longer than they need to be.
private func taken(_ format: PixelFormat, _ sequence: Int, width: Int = 4, padding: Int = 0) throws -> Frame {
  var (planes, offset): ([Plane], Int) = ([], 0)
  for plane in format.planes(width: width, height: 3) {
    planes.append(Plane(offset: offset, stride: plane.stride + padding, rows: plane.rows))
    offset += (plane.stride + padding) * plane.rows
  }
  return try Frame(
    format: format, width: width, height: 3, planes: planes,
    bytes: (0..<offset).map { UInt8(truncatingIfNeeded: 7 * $0 + sequence) }, sequence: sequence,
    timestamp: .microseconds(sequence), isFullRange: false)
}

private func playedAgain(_ frames: [Frame]) throws -> [Frame] { try play(try #require(Y4MWriter.bytes(frames))) }

@Test("Frames that are written as a video are played again with the same grey", arguments: PixelFormat.allCases)
func writtenFramesAreTheSame(format: PixelFormat) throws {
  for (width, padding) in [(4, 0), (4, 5), (5, 0), (5, 3)] {
    let frames = try (0..<3).map { try taken(format, $0, width: width, padding: padding) }
    let read = try playedAgain(frames)
    #expect(read.count == 3 && read.allSatisfy { ($0.width, $0.height) == (width, 3) })
    #expect(
      read.map { LuminanceImage($0)?.pixels } == frames.map { LuminanceImage($0)?.pixels }, "\(width), \(padding)")
  }
}

@Test("The colors of what a camera delivers are kept")
func writtenColorsAreTheSame() throws {
  let packed = try taken(.yuyv, 0)
  #expect(try playedAgain([packed]).first?.bytes == packed.bytes)
  let planar = try taken(.yuv420, 0)
  #expect(try playedAgain([planar]).first?.bytes == planar.bytes)
  // U comes first in the file, whatever the order in memory.
  let (nv12, nv21) = (try taken(.nv12, 0), try taken(.nv21, 0))
  let chroma = Array(nv12.bytes[12...])
  let read = try #require(try playedAgain([nv12]).first)
  #expect(Array(read.bytes[12...]) == [0, 2, 4, 6].map { chroma[$0] } + [1, 3, 5, 7].map { chroma[$0] })
  let turned = try #require(try playedAgain([nv21]).first)
  #expect(Array(turned.bytes[12...]) == [1, 3, 5, 7].map { chroma[$0] } + [0, 2, 4, 6].map { chroma[$0] })
}

@Test("Frames that are unlike each other are no video")
func unlikeFramesAreNotWritten() throws {
  #expect(Y4MWriter.bytes([]) == nil)
  #expect(Y4MWriter.bytes([try taken(.grey, 0), try taken(.grey, 1, width: 5)]) == nil)
  #expect(Y4MWriter.bytes([try taken(.grey, 0), try taken(.nv12, 1)]) == nil)
}

@Test("A stream that cannot be read any further says so after what came", arguments: [0, 1])
func aStreamBreaksOff(pictures: Int) throws {
  var pieces = ["YUV4MPEG2 W2 H2 F25:1\n"] + Array(repeating: "FRAME\nabcdUV", count: pictures)
  let reader = ByteReader { () throws(StreamFailure) in
    guard !pieces.isEmpty else { throw StreamFailure(reason: "input/output error") }
    return Array(pieces.removeFirst().utf8)
  }
  let source = try VideoStream.source(name: "s", reader, raw: nil, rate: nil) { _, _, _ in nil }
  for _ in 0..<pictures {
    guard case .frame = source.next(patience: .seconds(1)) else {
      Issue.record("no frame")
      return
    }
  }
  guard case .lost(let failure) = source.next(patience: .seconds(1)) else {
    Issue.record("not told")
    return
  }
  #expect(failure == .unreadableSource(path: "s", reason: "input/output error"))
}
