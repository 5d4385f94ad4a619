/// One way in which a camera delivers: layout, size and rate.
public struct CaptureFormat: Hashable, Sendable {
  /// V4L2's four-character code, such as `YUYV` or `MJPG`.
  public let fourCC: String
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// Frames a second; nil where the device does not tell.
  public let rate: Double?

  public init(fourCC: String, width: Int, height: Int, rate: Double?) {
    self.fourCC = fourCC
    self.width = width
    self.height = height
    self.rate = rate
  }

  /// A side that no camera exceeds today; a driver that claims more is not believed.
  public static let longestSide = 16384

  /// Rates in frames a second that are believed, whoever tells them: from one picture in a day to a million a second, which is
  /// more than any camera has. Outside of it times of frames would not be told apart, or not be counted.
  public static let rates: ClosedRange<Double> = 1 / 86_400...1_000_000

  /// The layouts that we read, the cheapest way to the detector and the screen first: luma in a plane of its own
  /// needs no unpacking, packed 4:2:2 one pass, RGB a weighted sum. Grey is last of the raw ones, for it
  /// leaves the preview without color; compressed frames cost a decoder.
  public static let readable = [
    "NV12", "NV21", "YU12", "YV12", "YUYV", "UYVY", "RGB3", "BGR3", "GREY", "MJPG", "JPEG",
  ]

  /// Whether frames arrive as JPEG and have to be decoded first.
  public var isCompressed: Bool { fourCC == "MJPG" || fourCC == "JPEG" }
}

extension CaptureFormat: CustomStringConvertible {
  /// Such as `YUYV 1280x720@30`.
  public var description: String {
    guard let rate else { return "\(fourCC) \(width)x\(height)" }
    let rounded = (rate * 100).rounded() / 100
    let figure = rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    return "\(fourCC) \(width)x\(height)@\(figure)"
  }
}

extension CaptureFormat {
  /// Whether this format serves a request better than another. The first of these that tells them apart decides:
  ///
  /// 1. the layout that the request insists on;
  /// 2. a rate of at least half the requested one (a rate not told counts as enough): a slow picture is hard to aim
  ///    with, whatever its size;
  /// 3. the size nearest to the requested one, by the ratio of the areas and of the sides' proportions; too small
  ///    counts double, for what is not in the picture cannot be read;
  /// 4. the smaller shortfall from the requested rate;
  /// 5. raw before compressed, then the order of `readable`;
  /// 6. the rate nearest above the requested; the highest where none was requested.
  public func isBetter(than other: CaptureFormat, for requested: RequestedFormat) -> Bool {
    let mine = merits(for: requested)
    let theirs = other.merits(for: requested)
    for (a, b) in zip(mine, theirs) where a != b { return a < b }
    return false
  }

  /// The criteria of `isBetter` as numbers, smaller is better.
  private func merits(for requested: RequestedFormat) -> [Double] {
    let rateRequested = requested.rate ?? 0
    let area = Double(width * height) / Double(requested.width * requested.height)
    let proportion = (Double(width) * Double(requested.height)) / (Double(height) * Double(requested.width))
    let distance = (area >= 1 ? area : 1 + 2 * (1 / area - 1)) * max(proportion, 1 / proportion)
    return [
      requested.fourCC == nil || requested.fourCC == fourCC ? 0 : 1,
      (rate ?? .infinity) < rateRequested / 2 ? 1 : 0,
      distance,
      max(0, rateRequested - (rate ?? rateRequested)),
      Double(Self.readable.firstIndex(of: fourCC) ?? Self.readable.count),
      requested.rate == nil ? -(rate ?? 0) : max(0, (rate ?? rateRequested) - rateRequested),
    ]
  }
}

extension Collection<CaptureFormat> {
  /// The format to ask for, or nil if there is none that we read.
  public func best(for requested: RequestedFormat) -> CaptureFormat? {
    filter { CaptureFormat.readable.contains($0.fourCC) && $0.width > 0 && $0.height > 0 }
      .min { $0.isBetter(than: $1, for: requested) }
  }
}
