import Bits

/// A symbol to be drawn: dark and light modules, without the quiet zone that belongs around it.
public struct WrittenSymbol: Hashable, Sendable {
  private let modules: BitMatrix

  fileprivate init(_ modules: BitMatrix) { self.modules = modules }

  /// Modules from left to right.
  public var width: Int { modules.width }

  /// Rows of modules: 1 for linear symbols, whose bars are to be drawn as high as there is room.
  public var height: Int { modules.height }

  /// Whether a module is dark.
  ///
  /// - Parameters:
  ///   - x: from 0 at the left.
  ///   - y: from 0 at the top.
  public subscript(x: Int, y: Int) -> Bool { modules[x, y] }
}

extension Symbology {
  /// The symbol that says a text, with the settings that suit most: the smallest symbol that holds it, and as much error
  /// correction as is common.
  ///
  /// - Throws: `WriteFailure` where the symbology cannot say this text.
  public func write(_ text: String) throws(WriteFailure) -> WrittenSymbol {
    guard let writer = Catalog.writers.first(where: { $0.symbology == self }) else {
      throw .invalid("nothing writes \(title)")
    }
    return WrittenSymbol(try writer.write(text))
  }
}
