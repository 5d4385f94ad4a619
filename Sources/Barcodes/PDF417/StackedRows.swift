public import Geometry

/// The rows of a PDF417 or MicroPDF417 symbol as its sides tell them, before its codewords are corrected: also of one that
/// is not read then.
public struct StackedRows: Hashable, Sendable {
  /// What a line saw of a row at the symbol's side: a row indicator (ISO/IEC 15438:2015, 5.11.3) or a row address pattern
  /// (ISO/IEC 24728:2006, 5.3).
  public struct Indicator: Hashable, Sendable {
    /// The middle of it, in pixels of the frame.
    public let place: Point<FramePixels>
    /// The row that it tells, from 0 at the symbol's own top.
    public let row: Int
  }

  /// PDF417 or MicroPDF417.
  public let symbology: Symbology
  /// The outline by the rows that were told, in pixels of the frame and clockwise from where row 0 begins.
  public let corners: Quadrilateral<FramePixels>
  /// Rows of codewords that the symbol tells to have.
  public let rows: Int
  /// Columns of codewords, without what is at the sides.
  public let columns: Int
  /// The cluster of row 0: 0, 3 or 6; the next one's is 3 more, and 0 again after 6.
  public let firstCluster: Int
  /// Those that tell a row which the symbol has, in the order of the lines; of each side all lines that showed one.
  public let indicators: [Indicator]
  /// Codewords that no line could read, of `rows * columns`.
  public let unreadCodewords: Int
}
