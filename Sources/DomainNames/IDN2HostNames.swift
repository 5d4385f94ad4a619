import CIDN2
public import Scanner

/// Names of hosts by GNU libidn2: IDNA 2008 with the mapping of UTS #46, non-transitional as browsers have it, and normalized
/// to NFC first, so that a decomposed letter names the same host as a composed one.
public struct IDN2HostNames: HostNameEncoding {
  public init() {}

  public func ascii(_ name: String) -> String? {
    // Text ends at a NUL for the library, and would be another name.
    guard !name.utf8.contains(0) else { return nil }
    return unsafe Self.taken { unsafe idn2_to_ascii_8z(name, $0, Self.flags) }
  }

  public func unicode(_ ascii: String) -> String? {
    guard !ascii.utf8.contains(0) else { return nil }
    return unsafe Self.taken { unsafe idn2_to_unicode_8z8z(ascii, $0, 0) }
  }

  private static let flags = CInt(bitPattern: IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)

  /// What a call hands over, freed; nil where it fails.
  private static func taken(_ call: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt) -> String? {
    var output: UnsafeMutablePointer<CChar>?
    let code = unsafe call(&output)
    defer { unsafe idn2_free(output) }
    guard code == IDN2_OK.rawValue, let output = unsafe output else { return nil }
    return unsafe String(validatingCString: output)
  }
}
