import CV4L2
public import Capture
import Glibc

/// What one video node turned out to be.
public struct V4L2Listing: Hashable, Sendable {
  /// The camera; without formats where it could not be asked.
  public let device: CaptureDevice
  /// Why it could not be asked.
  public let failure: CaptureFailure?
  /// Another process that has it open.
  public let holder: ProcessIdentity?
}

/// Finds the cameras among the video nodes.
public struct V4L2Discovery: Sendable {
  private let folders: V4L2Folders

  public init(folders: V4L2Folders = V4L2Folders()) { self.folders = folders }

  /// The cameras that are connected now, in the order of their nodes; also those that may not be opened. Nodes that
  /// deliver metadata or no pictures, or infrared ones beside a color camera, are left out.
  public func listings() -> [V4L2Listing] {
    let names = folders.namesByPath
    let nodes = folders.paths.compactMap { node(at: $0) }
    var taken: [String: Int] = [:]
    return nodes.filter { $0.isPictureCamera(among: nodes) }.map { node in
      let base = names[node.path] ?? node.fallbackName
      // Two of a kind without serial numbers on one bus: only their order tells them apart.
      let count = taken[base, default: 0] + 1
      taken[base] = count
      let device = CaptureDevice(
        uniqueID: count == 1 ? base : "\(base) #\(count)", path: node.path, name: node.name, formats: node.formats)
      return V4L2Listing(device: device, failure: node.failure, holder: folders.holder(of: node.path))
    }
  }

  /// The camera of this name, or the first that can be opened.
  ///
  /// - Parameter name: a stable name, a node's path, a link to it, or the maker's name in any case; nil takes the
  ///   first that offers a format that we read, else the first at all.
  package func camera(named name: String?) throws(CaptureFailure) -> CaptureDevice {
    let listings = listings()
    guard let name else {
      let open = listings.filter { $0.failure == nil }.map(\.device)
      let readable = open.first { device in device.formats.contains { CaptureFormat.readable.contains($0.fourCC) } }
      if let device = readable ?? open.first { return device }
      throw listings.first?.failure ?? .noCamera
    }
    let isMeant = [
      { (device: CaptureDevice) in device.uniqueID == name || device.path == name },
      { "\(folders.stableNames)/\($0.uniqueID)" == name },
      { $0.name.lowercased() == name.lowercased() },
    ]
    for test in isMeant {
      guard let listing = listings.first(where: { test($0.device) }) else { continue }
      if let failure = listing.failure { throw failure }
      return listing.device
    }
    throw .notFound(device: name)
  }

  /// A video node, asked what it is. Nil where there is none any more, or it is no camera.
  private func node(at path: String) -> V4L2Node? {
    do throws(SystemError) {
      let device = try V4L2Device(path: path)
      let identity = try device.identity()
      guard identity.delivers else { return nil }
      return V4L2Node(path: path, identity: identity, formats: device.formats(), failure: nil)
    } catch {
      switch error.number {
      case ENOENT, ENODEV, ENXIO, ENOTTY, EINVAL: return nil
      default:
        let failure = folders.failure(error, path: path, name: path)
        return V4L2Node(path: path, identity: nil, formats: [], failure: failure)
      }
    }
  }
}

/// A node while it is decided whether it is a camera.
package struct V4L2Node {
  package let path: String
  /// Nil where it could not be asked.
  package let identity: V4L2Identity?
  package let formats: [CaptureFormat]
  package let failure: CaptureFailure?

  package init(path: String, identity: V4L2Identity?, formats: [CaptureFormat], failure: CaptureFailure?) {
    self.path = path
    self.identity = identity
    self.formats = formats
    self.failure = failure
  }

  package var name: String { identity?.card ?? path }

  /// What names the camera where no serial number does.
  package var fallbackName: String { identity.map { "\($0.bus) \($0.card)" } ?? path }

  /// Whether it takes the pictures that people want. Infrared cameras deliver grey or 16-bit depth alone, and
  /// stand beside a color camera of the same bus address; a grey camera that stands alone is one to scan with.
  package func isPictureCamera(among nodes: [V4L2Node]) -> Bool {
    guard let identity else { return true }
    guard !formats.isEmpty, !deliversColor else { return !formats.isEmpty }
    return !nodes.contains { $0.path != path && $0.identity?.bus == identity.bus && $0.deliversColor }
  }

  private var deliversColor: Bool {
    formats.contains { CaptureFormat.readable.contains($0.fourCC) && $0.fourCC != "GREY" }
  }
}

extension V4L2Folders {
  /// A failed call on a node in the program's words.
  func failure(_ error: SystemError, path: String, name: String) -> CaptureFailure {
    switch error.number {
    case EACCES, EPERM: .permissionDenied(path: path, group: group(of: path))
    case EBUSY: .busy(path: path, holder: holder(of: path))
    case ENODEV, ENXIO, ENOENT: .disconnected(name: name)
    default: .system(call: error.call, message: error.message)
    }
  }
}
