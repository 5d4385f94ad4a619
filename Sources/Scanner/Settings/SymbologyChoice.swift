public import Barcodes

/// Which symbologies a person wants: all there are, or some by name.
public enum SymbologyChoice: Hashable, Sendable {
  case all
  case named(Set<Symbology>)

  /// Reads `all` or names with commas between them, such as `qr,ean13`; capital letters do not matter.
  public init(_ text: String, available: [Symbology]) throws(SettingFailure) {
    let names = text.split(separator: ",").map { $0.trimmed }
    guard !names.isEmpty else { throw .unknown(value: text, expected: "“all” or names such as “qr,ean13”") }
    if names.count == 1, names[0].lowercased() == "all" {
      self = .all
      return
    }
    var wanted: Set<Symbology> = []
    for name in names {
      guard let found = available.first(where: { $0.name.lowercased() == name.lowercased() }) else {
        throw .unknown(value: name, expected: (["all"] + available.map(\.name)).joined(separator: ", "))
      }
      wanted.insert(found)
    }
    self = .named(wanted)
  }

  public func symbologies(among available: Set<Symbology>) -> Set<Symbology> {
    switch self {
    case .all: available
    case .named(let wanted): wanted.intersection(available)
    }
  }
}

extension SymbologyChoice: CustomStringConvertible {
  public var description: String {
    switch self {
    case .all: "all"
    case .named(let wanted): wanted.map(\.name).sorted().joined(separator: ",")
    }
  }
}
