import Glibc

/// Whether this machine has something that draws faster than its processor.
package enum GraphicsCard {
  /// Device files of graphics drivers: those of the kernel's Direct Rendering Manager, NVIDIA's own, ARM's own, and
  /// Windows' under which Linux runs as a guest.
  private static let nodes = ["dri", "nvidiactl", "mali0", "dxg"]

  /// - Parameter folder: with the device files.
  package static func isPresent(in folder: String = "/dev") -> Bool {
    nodes.contains { unsafe access("\(folder)/\($0)", F_OK) == 0 }
  }
}
