/// The format that is asked for; a camera delivers the nearest that it can.
public struct RequestedFormat: Hashable, Sendable {
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int
  /// Frames a second; nil asks for the most that the size allows.
  public var rate: Double?
  /// Insist on a layout by V4L2's four-character code, where the device has it; nil lets the comparator choose.
  public var fourCC: String?

  public init(width: Int, height: Int, rate: Double? = nil, fourCC: String? = nil) {
    self.width = width
    self.height = height
    self.rate = rate
    self.fourCC = fourCC
  }

  /// 1280×720 at 30: a version 10 QR Code that fills a third of the picture's height still has 4 pixels a module,
  /// and one core decodes it as MJPEG in a tenth of the frame's time. More pixels read smaller codes and cost in
  /// proportion.
  public static let standard = RequestedFormat(width: 1280, height: 720, rate: 30)
}

extension RequestedFormat {
  /// Reads `WIDTHxHEIGHT`, and may have `@RATE` after it and a layout before it: `1280x720`, `640x480@15`,
  /// `MJPG:1920x1080@30`. Nil for anything else, and for sides and rates that no camera has (`CaptureFormat.longestSide`,
  /// `CaptureFormat.rates`).
  public init?(_ text: String) {
    var rest = text[...]
    var fourCC: String?
    if let colon = rest.firstIndex(of: ":") {
      let code = rest[..<colon]
      guard code.utf8.count == 4 else { return nil }
      fourCC = String(code)
      rest = rest[rest.index(after: colon)...]
    }
    var rate: Double?
    if let at = rest.firstIndex(of: "@") {
      guard let number = Double(rest[rest.index(after: at)...]), CaptureFormat.rates ~= number else { return nil }
      rate = number
      rest = rest[..<at]
    }
    let sides = rest.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    guard 1...CaptureFormat.longestSide ~= width, 1...CaptureFormat.longestSide ~= height else { return nil }
    self.init(width: width, height: height, rate: rate, fourCC: fourCC)
  }
}
