import CV4L2
import Capture

extension V4L2Device {
  /// A list of a driver that goes on for ever ends here; a webcam's has up to 20 entries, the kernel's test driver
  /// about 70 layouts.
  private static let longestList: UInt32 = 128
  /// And all lists together here: a webcam with three layouts, 19 sizes and seven rates has 399, the test driver 4000.
  private static let mostOffers = 8192

  /// What the camera delivers, with every size and rate in the driver's order. Where none of it is a layout that we
  /// read, what libv4l2 can make of it; if that is nothing either, what the camera delivers all the same.
  func formats() -> [CaptureFormat] {
    let own = offers()
    if own.contains(where: { CaptureFormat.readable.contains($0.fourCC) }) { return own }
    guard (try? convert()) != nil else { return own }
    // libv4l2 lists its formats whether or not it knows those of the camera.
    let converted = offers().filter { delivers($0) }
    return converted.isEmpty ? own : converted
  }

  private func offers() -> [CaptureFormat] {
    var offers: [CaptureFormat] = []
    var seen: Set<UInt32> = []
    for index in 0..<Self.longestList {
      var entry = v4l2_fmtdesc()
      entry.index = index
      entry.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
      guard (try? system("VIDIOC_ENUM_FMT") { unsafe vf_enumerate_format(descriptor, &entry) }) != nil else { break }
      guard seen.insert(entry.pixelformat).inserted else { continue }
      let name = FourCC(code: entry.pixelformat).name
      for size in sizes(of: entry.pixelformat) {
        for rate in rates(of: entry.pixelformat, size) {
          let format = CaptureFormat(fourCC: name, width: Int(size.width), height: Int(size.height), rate: rate)
          offers.append(format)
        }
        if offers.count >= Self.mostOffers { return offers }
      }
    }
    return offers
  }

  /// The sizes of a format; where the driver names none, the one that is set now.
  private func sizes(of format: UInt32) -> [PixelSize] {
    var sizes: [PixelSize] = []
    for index in 0..<Self.longestList {
      var entry = v4l2_frmsizeenum()
      entry.index = index
      entry.pixel_format = format
      guard (try? system("VIDIOC_ENUM_FRAMESIZES") { unsafe vf_enumerate_size(descriptor, &entry) }) != nil else {
        break
      }
      if entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
        let size = PixelSize(width: entry.discrete.width, height: entry.discrete.height)
        if !sizes.contains(size) { sizes.append(size) }
      } else {
        // A range comes as one entry.
        sizes = PixelSize.usual(widths: entry.stepwise.widths, heights: entry.stepwise.heights)
        break
      }
    }
    if sizes.isEmpty, let pixels = unsafe try? self.format().fmt.pix {
      sizes = [PixelSize(width: pixels.width, height: pixels.height)]
    }
    return sizes.filter(\.isSensible)
  }

  /// The rates of a size in frames a second; nil alone where the driver names none.
  private func rates(of format: UInt32, _ size: PixelSize) -> [Double?] {
    var rates: [Double?] = []
    for index in 0..<Self.longestList {
      var entry = v4l2_frmivalenum()
      entry.index = index
      entry.pixel_format = format
      entry.width = size.width
      entry.height = size.height
      guard (try? system("VIDIOC_ENUM_FRAMEINTERVALS") { unsafe vf_enumerate_interval(descriptor, &entry) }) != nil
      else { break }
      if entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
        if let rate = entry.discrete.rate, !rates.contains(rate) { rates.append(rate) }
      } else {
        // A range: its shortest interval is its highest rate.
        if let rate = entry.stepwise.min.rate { rates = [rate] }
        break
      }
    }
    return rates.isEmpty ? [nil] : rates
  }
}

/// A size as drivers write it.
package struct PixelSize: Hashable {
  package let width: UInt32
  package let height: UInt32

  package init(width: UInt32, height: UInt32) {
    self.width = width
    self.height = height
  }

  /// Whether a picture may have it.
  package var isSensible: Bool {
    let sides = 1...UInt32(CaptureFormat.longestSide)
    return sides ~= width && sides ~= height
  }

  /// From a range of sizes those that cameras commonly have, and the range's ends.
  package static func usual(widths: SideRange, heights: SideRange) -> [PixelSize] {
    let common: [(UInt32, UInt32)] = [
      (320, 240), (640, 360), (640, 480), (800, 600), (1280, 720), (1280, 960), (1920, 1080),
    ]
    let between = common.filter { widths.contains($0.0) && heights.contains($0.1) }
    let all = [(widths.least, heights.least)] + between + [(widths.most, heights.most)]
    var sizes: [PixelSize] = []
    for size in all.map({ PixelSize(width: $0.0, height: $0.1) }) where !sizes.contains(size) { sizes.append(size) }
    return sizes
  }
}

/// The lengths that a side may have, in pixels.
package struct SideRange: Hashable {
  package let least: UInt32
  package let most: UInt32
  /// From one length to the next; 0, which some drivers say, is taken for 1.
  package let step: UInt32

  package init(least: UInt32, most: UInt32, step: UInt32) {
    self.least = least
    self.most = most
    self.step = step
  }

  package func contains(_ length: UInt32) -> Bool {
    least <= length && length <= most && (length - least) % max(step, 1) == 0
  }
}

extension v4l2_frmsize_stepwise {
  fileprivate var widths: SideRange { SideRange(least: min_width, most: max_width, step: step_width) }
  fileprivate var heights: SideRange { SideRange(least: min_height, most: max_height, step: step_height) }
}
