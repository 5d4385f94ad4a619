/// Something that takes bytes of a stranger: what is done with them, and what is promised whatever they are.
package struct FuzzTarget: Sendable {
  /// Also the name of the folders of its seeds and crashes.
  package let name: String
  /// Takes one input. A trap is a crash as well as a promise that is thrown.
  package let run: @Sendable (FuzzInput) throws(BrokenPromise) -> Void

  init(_ name: String, _ run: @escaping @Sendable (FuzzInput) throws(BrokenPromise) -> Void) {
    self.name = name
    self.run = run
  }

  /// A new target is a line.
  package static let all: [FuzzTarget] =
    QRTargets.all + DataMatrixTargets.all + AztecTargets.all + MaxiCodeTargets.all + PDF417Targets.all
    + LinearTargets.all
    + WriterTargets.all + DetectorTargets.all + PictureTargets.all + FileTargets.all + ScreenTargets.all

  package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// What an input showed to be wrong.
package struct BrokenPromise: Error, CustomStringConvertible {
  package enum Kind: Sendable {
    /// Never to happen: as bad as a trap.
    case defect
    /// Another text than the symbol's was read, or a clean symbol was not. Damage may bring that about, so that it is
    /// written down and judged by a person.
    case misreading
  }

  package let kind: Kind
  package let description: String

  init(_ description: String, kind: Kind = .defect) {
    (self.kind, self.description) = (kind, description)
  }
}

/// Throws unless something holds.
func promise(
  _ holds: Bool, _ words: @autoclosure () -> String, orElse kind: BrokenPromise.Kind = .defect
) throws(BrokenPromise) {
  if !holds { throw BrokenPromise(words(), kind: kind) }
}

extension [UInt8] {
  /// Most significant first.
  var bits: [Bool] {
    var result: [Bool] = []
    for byte in self { for bit in 0..<8 { result.append(byte >> (7 - bit) & 1 == 1) } }
    return result
  }
}
