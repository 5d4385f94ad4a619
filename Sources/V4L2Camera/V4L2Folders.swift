package import Capture
import Foundation
import Glibc

/// Where the system tells of cameras. A test passes folders of its own.
public struct V4L2Folders: Hashable, Sendable {
  /// Device nodes, `video0` and so on.
  public var nodes: String
  /// Links to nodes, named by maker, model and serial number.
  public var stableNames: String
  /// A folder a process, with links to its open files.
  public var processes: String

  public init(
    nodes: String = "/dev", stableNames: String = "/dev/v4l/by-id", processes: String = "/proc"
  ) {
    self.nodes = nodes
    self.stableNames = stableNames
    self.processes = processes
  }
}

extension V4L2Folders {
  /// The paths of all video nodes, in the order of their numbers.
  package var paths: [String] {
    entries(of: nodes)
      .compactMap { name in name.hasPrefix("video") ? Int(name.dropFirst(5)).map { ($0, name) } : nil }
      .sorted { $0 < $1 }
      .map { "\(nodes)/\($0.1)" }
  }

  /// The stable name of each node that has one, by path.
  package var namesByPath: [String: String] {
    var names: [String: String] = [:]
    for name in entries(of: stableNames).sorted() {
      guard let node = target(of: "\(stableNames)/\(name)") else { continue }
      let path = "\(nodes)/\(node.split(separator: "/").last ?? "")"
      if names[path] == nil { names[path] = name }
    }
    return names
  }

  /// The first other process that has the node open, as far as we may look.
  package func holder(of path: String) -> ProcessIdentity? {
    let own = Int(getpid())
    for identifier in entries(of: processes).compactMap({ Int($0) }).sorted() where identifier != own {
      let folder = "\(processes)/\(identifier)"
      guard entries(of: "\(folder)/fd").contains(where: { target(of: "\(folder)/fd/\($0)") == path }) else { continue }
      let name = (try? String(contentsOfFile: "\(folder)/comm", encoding: .utf8)) ?? ""
      let trimmed = name.trimmingCharacters(in: .whitespacesAndNewlines)
      return ProcessIdentity(name: trimmed.isEmpty ? "a process" : trimmed, identifier: identifier)
    }
    return nil
  }

  /// The group whose members may open the node, or nil if that is not for a group to say.
  package func group(of path: String) -> String? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let rights = (attributes[.posixPermissions] as? NSNumber)?.intValue, rights & 0o060 == 0o060
    else { return nil }
    return attributes[.groupOwnerAccountName] as? String
  }

  private func entries(of folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private func target(of link: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: link)
  }
}
