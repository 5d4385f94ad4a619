/// A kind of machine-readable code, by the name that the command line and the JSON use.
///
/// Each family declares its own members in an extension beside its reader, such as `Symbology.qr`.
public struct Symbology: Hashable, Sendable {
  /// `qr`, `ean13`, `dataMatrix`…: never translated, never changed.
  public let name: String
  /// As people know it: "QR Code", "EAN-13".
  public let title: String

  package init(name: String, title: String) {
    self.name = name
    self.title = title
  }

  /// Two symbologies are one if they have one name.
  public static func == (a: Symbology, b: Symbology) -> Bool { a.name == b.name }
  /// As equality, by name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Symbology: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
