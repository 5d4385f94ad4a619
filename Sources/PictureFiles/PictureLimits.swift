/// What a picture file may ask of us.
public struct PictureLimits: Hashable, Sendable {
  /// Pixels of the largest picture that is read: the largest camera sensors in phones have 200 million, but
  /// hand out pictures binned to 50; more costs 4 bytes a pixel while decoding for nothing.
  public static let pixels = 100_000_000

  /// Bytes of the largest file that is read: `pixels` uncompressed with 4 bytes a pixel.
  public static let bytes = 4 * pixels

  /// Pixels of a drawn page: an A3 sheet at 400 dots an inch has 31 million. A larger one is drawn with fewer dots an
  /// inch, since a page can claim 5 by 5 meters in a few bytes.
  static let pagePixels = 32_000_000

  /// Pages that are read of a document: a book has fewer, and a few bytes can claim millions.
  public static let pages = 1000

  /// Time for each picture of a file, from asking for it until its pixels are here. A photograph takes 0.1 s, the
  /// largest PNG that is read about 1 s. Where other work takes the processor, as much of its time, within twelve times as
  /// long.
  public var time: Duration

  public init(time: Duration = .seconds(5)) { self.time = time }
}
