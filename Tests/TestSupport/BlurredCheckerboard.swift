/// What a camera with simulated optics (`optics` of Tests/FakeCamera) sees: a checkerboard, sharp in the first picture and blurred
/// more in each that follows.
public enum BlurredCheckerboard {
  /// Pixels of a picture's width and height.
  public static let side = 48

  /// Grey pictures one after the other, as many as a lens has places on one side of the sharpest.
  public static let frames: [UInt8] = (0..<26).flatMap { blur in
    (0..<side * side).map { index -> UInt8 in
      let (x, y) = (index % side, index / side)
      var sum = 0
      for shift in -blur...blur { sum += ((x + shift + 480) / 6 + y / 6).isMultiple(of: 2) ? 30 : 220 }
      return UInt8(clamping: sum / (2 * blur + 1))
    }
  }
}
