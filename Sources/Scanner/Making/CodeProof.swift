import Barcodes
import Imaging
public import Presentation

/// Reads a picture of a code back by our own detector: as it is, small, and out of focus.
///
/// Uses one detector, which serves one thread.
public struct CodeProof {
  private let detector: any FrameDetector

  /// - Parameter detector: must look for every symbology that is made.
  package init(detector: any FrameDetector) { self.detector = detector }

  /// How a picture is looked at.
  public enum View: CaseIterable, Hashable, Sendable {
    /// A picture of one pixel a module, which is made to be enlarged, is read twice as large.
    case exported
    /// Two pixels a module: the least at which any line of pixels meets each module whole.
    case small
    /// Four pixels a module under a blur of three pixels: a camera that is not quite in focus.
    case blurred

    var name: Sentence {
      switch self {
      case .exported: "as exported"
      case .small: "at 2 pixels a module"
      case .blurred: "out of focus"
      }
    }
  }

  /// Why a picture did not prove itself.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    case notRead(View)
    /// Something was read, and it is not what was made.
    case differs(View, read: String)

    public var description: String { sentence.description }

    public var sentence: Sentence {
      switch self {
      case .notRead(let view): "our own detector does not read the code \(view.name)"
      case .differs(let view, let read): "read \(view.name), the code says “\(HarmlessText.escaped(read))”"
      }
    }
  }

  /// Checks one exported picture.
  ///
  /// - Parameters:
  ///   - picture: the file as a reader of pictures sees it.
  ///   - moduleSize: its pixels a module.
  ///   - expected: what must be read, as text or, where the symbol holds bytes that are none, as bytes.
  public func prove(
    _ picture: GreyPicture, moduleSize: Int, says expected: ExpectedMessage, symbology: String
  ) throws(Failure) {
    for view in View.allCases {
      let seen = picture.seen(view, moduleSize: moduleSize)
      // Pixels fill the picture by construction, which is all that a frame can object to.
      guard let frame = try? seen.frame else { throw .notRead(view) }
      let observations = detector.detect(in: frame, region: nil, trace: nil)
      guard let first = observations.first(where: { $0.symbol.symbology.name == symbology }) ?? observations.first
      else { throw .notRead(view) }
      guard expected.isSaid(by: first.symbol, madeAs: symbology) else {
        throw .differs(view, read: first.symbol.text ?? "\(first.symbol.bytes.count) bytes")
      }
    }
  }
}
