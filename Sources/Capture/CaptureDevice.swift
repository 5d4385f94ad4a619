/// A camera that can be opened.
public struct CaptureDevice: Hashable, Sendable {
  /// The same across reboots and ports where the system knows it: the name under `/dev/v4l/by-id`, else bus
  /// and card. What `--device` takes and settings keep.
  public let uniqueID: String
  /// The node to open now, such as `/dev/video0`.
  public let path: String
  /// As the maker calls it, for people.
  public let name: String
  public let formats: [CaptureFormat]

  public init(uniqueID: String, path: String, name: String, formats: [CaptureFormat]) {
    self.uniqueID = uniqueID
    self.path = path
    self.name = name
    self.formats = formats
  }
}

extension CaptureDevice {
  /// The formats of one layout.
  public struct Layout: Hashable, Sendable {
    public let fourCC: String
    public fileprivate(set) var sizes: [SizeRates]
  }

  /// The rates of one size, in frames a second; none where the device does not tell.
  public struct SizeRates: Hashable, Sendable {
    public let width: Int
    public let height: Int
    public fileprivate(set) var rates: [Double]
  }

  /// The formats put together by layout and size, in the device's order.
  public var layouts: [Layout] {
    var layouts: [Layout] = []
    for format in formats {
      let at = layouts.firstIndex { $0.fourCC == format.fourCC } ?? layouts.endIndex
      if at == layouts.endIndex { layouts.append(Layout(fourCC: format.fourCC, sizes: [])) }
      let sizes = layouts[at].sizes
      let place = sizes.firstIndex { $0.width == format.width && $0.height == format.height } ?? sizes.endIndex
      if place == sizes.endIndex {
        layouts[at].sizes.append(SizeRates(width: format.width, height: format.height, rates: []))
      }
      if let rate = format.rate { layouts[at].sizes[place].rates.append(rate) }
    }
    return layouts
  }
}
