import CGIO

/// A value as D-Bus carries it: D-Bus Specification, "Type System".
public indirect enum BusValue: Hashable, Sendable {
  case string(String)
  /// An object's path; one that is none is sent as `/`.
  case path(String)
  case boolean(Bool)
  case int32(Int32)
  case uint32(UInt32)
  case double(Double)
  /// `ay`: bytes that need be no text.
  case bytes([UInt8])
  case variant(BusValue)
  case tuple([BusValue])
  /// - of: the signature of each of them.
  case array([BusValue], of: String)
  /// `a{sv}`: what has a name has a value of any type.
  case dictionary([String: BusValue])
  /// `a{sa{sv}}`: such dictionaries by name.
  case sections([String: [String: BusValue]])
  /// A type that nothing here takes, by its signature.
  case unknown(String)

  public var string: String? {
    switch self {
    case .string(let text), .path(let text): text
    case .variant(let inner): inner.string
    default: nil
    }
  }

  public var uint32: UInt32? {
    switch self {
    case .uint32(let number): number
    case .variant(let inner): inner.uint32
    default: nil
    }
  }

  public var items: [BusValue] {
    switch self {
    case .array(let items, _), .tuple(let items): items
    case .variant(let inner): inner.items
    default: []
    }
  }

  public subscript(_ name: String) -> BusValue? {
    switch self {
    case .dictionary(let entries): entries[name]
    case .variant(let inner): inner[name]
    default: nil
    }
  }
}

// MARK: - To GLib and back

extension BusValue {
  /// A new value, floating: whoever takes it owns it.
  func variant() -> OpaquePointer {
    switch self {
    case .string(let text): unsafe g_variant_new_string(text)
    case .path(let path):
      unsafe g_variant_new_object_path(g_variant_is_object_path(path) != 0 ? path : "/")
    case .boolean(let value): unsafe g_variant_new_boolean(value ? 1 : 0)
    case .int32(let number): unsafe g_variant_new_int32(number)
    case .uint32(let number): unsafe g_variant_new_uint32(number)
    case .double(let number): unsafe g_variant_new_double(number)
    case .bytes(let bytes): unsafe Self.array(bytes.map { unsafe g_variant_new_byte($0) }, of: "y")
    case .variant(let inner): unsafe g_variant_new_variant(inner.variant())
    case .tuple(let items): unsafe Self.parameters(items)
    case .array(let items, let signature): unsafe Self.array(items.map { unsafe $0.variant() }, of: signature)
    case .dictionary(let entries):
      unsafe Self.array(
        entries.sorted { $0.key < $1.key }.map {
          unsafe g_variant_new_dict_entry(g_variant_new_string($0.key), g_variant_new_variant($0.value.variant()))
        }, of: "{sv}")
    case .sections(let sections):
      unsafe Self.array(
        sections.sorted { $0.key < $1.key }.map {
          unsafe g_variant_new_dict_entry(g_variant_new_string($0.key), BusValue.dictionary($0.value).variant())
        }, of: "{sa{sv}}")
    case .unknown(let signature): unsafe g_variant_new_string(signature)
    }
  }

  static func parameters(_ items: [BusValue]) -> OpaquePointer {
    let children = unsafe items.map { unsafe Optional($0.variant()) }
    return unsafe children.withUnsafeBufferPointer {
      unsafe g_variant_new_tuple($0.baseAddress, gsize($0.count))
    }
  }

  private static func array(_ children: [OpaquePointer], of signature: String) -> OpaquePointer {
    let type = unsafe g_variant_type_new(signature)
    defer { unsafe g_variant_type_free(type) }
    let children = unsafe children.map { unsafe Optional($0) }
    return unsafe children.withUnsafeBufferPointer {
      unsafe g_variant_new_array(type, $0.baseAddress, gsize($0.count))
    }
  }

  /// Copies a value out; it is not taken over.
  init(_ value: OpaquePointer) {
    let signature = unsafe String(cString: g_variant_get_type_string(value))
    switch signature {
    case "s": self = unsafe .string(String(cString: g_variant_get_string(value, nil)))
    case "o": self = unsafe .path(String(cString: g_variant_get_string(value, nil)))
    case "b": self = unsafe .boolean(g_variant_get_boolean(value) != 0)
    case "i": self = unsafe .int32(g_variant_get_int32(value))
    case "u": self = unsafe .uint32(g_variant_get_uint32(value))
    case "d": self = unsafe .double(g_variant_get_double(value))
    case "v": self = unsafe .variant(Self.children(of: value).first ?? .unknown(signature))
    case "ay":
      self = unsafe .bytes(
        (0..<g_variant_n_children(value)).map { place in
          let child = unsafe g_variant_get_child_value(value, place)
          defer { unsafe g_variant_unref(child) }
          return unsafe g_variant_get_byte(child)
        })
    case "a{sv}":
      var entries: [String: BusValue] = [:]
      for entry in unsafe Self.children(of: value) {
        if case .tuple(let pair) = entry, let name = pair.first?.string, case .variant(let inner)? = pair.last {
          entries[name] = inner
        }
      }
      self = .dictionary(entries)
    // An entry of a dictionary, too, is taken for a pair.
    case _ where signature.hasPrefix("(") || signature.hasPrefix("{"):
      self = unsafe .tuple(Self.children(of: value))
    case _ where signature.hasPrefix("a"):
      self = unsafe .array(Self.children(of: value), of: String(signature.dropFirst()))
    default: self = .unknown(signature)
    }
  }

  private static func children(of value: OpaquePointer) -> [BusValue] {
    unsafe (0..<g_variant_n_children(value)).map { place in
      let child = unsafe g_variant_get_child_value(value, place)
      defer { unsafe g_variant_unref(child) }
      return unsafe child.map { unsafe BusValue($0) } ?? .unknown("")
    }
  }
}
