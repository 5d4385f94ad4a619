import Imaging
import Testing

@Test(arguments: [(PixelFormat.grey, 15), (.yuyv, 36), (.nv12, 27), (.yuv420, 27), (.rgb24, 45)])
func aFrameNeedsTheBytesOfItsPlanes(format: PixelFormat, bytes: Int) throws {
  _ = try Frame(format: format, width: 5, height: 3, bytes: [UInt8](repeating: 0, count: bytes))
  #expect(throws: FrameError.tooFewBytes(needed: bytes, found: bytes - 1)) {
    try Frame(format: format, width: 5, height: 3, bytes: [UInt8](repeating: 0, count: bytes - 1))
  }
}

@Test func aPlaneNarrowerThanTheWidthIsRefused() {
  #expect(throws: FrameError.strideTooSmall) {
    try Frame(
      format: .grey, width: 5, height: 3, planes: [Plane(offset: 0, stride: 4, rows: 3)],
      bytes: [UInt8](repeating: 0, count: 99))
  }
}

@Test("Sides and strides that no picture has are refused, whatever their product", arguments: [Int.max, 1 << 40])
func sizesThatAreMadeUp(number: Int) {
  #expect(throws: FrameError.tooLarge) { try Frame(format: .nv12, width: number, height: number, bytes: []) }
  #expect(throws: FrameError.tooLarge) {
    try Frame(format: .grey, width: 5, height: number, planes: [Plane(offset: 0, stride: 5, rows: number)], bytes: [])
  }
  #expect(throws: FrameError.self) {
    try Frame(
      format: .grey, width: 5, height: 3, planes: [Plane(offset: number, stride: number, rows: number)],
      bytes: [UInt8](repeating: 0, count: 99))
  }
}
