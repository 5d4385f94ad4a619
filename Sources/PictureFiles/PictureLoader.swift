public import Imaging

/// How finely a page of a document is drawn; pictures that have pixels ignore it.
public enum PageResolution: Int, CaseIterable, Sendable {
  /// Printed codes have modules of 0.25 mm and more, which are 2 pixels here.
  case coarse = 200
  /// For what the coarse one does not show: 4 times the pixels, and the time.
  case fine = 400

  public var dotsPerInch: Int { rawValue }
}

/// A picture out of a file.
public struct LoadedPicture: Sendable {
  /// `.grey` if every pixel is grey, else `.rgb24`; what is transparent lies on white.
  public let frame: Frame
  /// Pages of the document that it is one of; nil for a file that is one picture.
  public let pageCount: Int?
  /// How finely its page was drawn; nil where the file has pixels, of which there are no more.
  public let drawnAt: PageResolution?

  public init(frame: Frame, pageCount: Int? = nil, drawnAt: PageResolution? = nil) {
    self.frame = frame
    self.pageCount = pageCount
    self.drawnAt = drawnAt
  }
}

/// Turns picture files into pixels. Used by one thread at a time; each thread that loads has a loader of its own.
public protocol PictureLoader: AnyObject {
  /// The picture in a file, or one page of a document. A file may be loaded from again and again.
  ///
  /// Pictures are taken as stored: an orientation noted beside the pixels (EXIF) is not applied, so that corners are
  /// those of the file; in HEIF, whose turns are part of the picture, they are. Of an animation it is the first picture.
  /// The pages of a TIFF are its pictures but for smaller copies and masks.
  ///
  /// - Parameter page: from 1; a file that is one picture has page 1 only.
  func load(_ file: PictureFile, page: Int, resolution: PageResolution) throws(PictureFailure) -> LoadedPicture
}

extension PictureLoader {
  /// The picture in a file, or a document's first page.
  public func load(_ file: PictureFile) throws(PictureFailure) -> LoadedPicture {
    try load(file, page: 1, resolution: .coarse)
  }

  /// The picture at a path that somebody named.
  public func frame(path: String) throws(PictureFailure) -> Frame {
    try load(PictureFile(PicturePath(path), readsStreams: true)).frame
  }

  /// The picture in a file that is in memory.
  ///
  /// - Parameter name: what errors call it.
  public func frame(bytes: [UInt8], name: String) throws(PictureFailure) -> Frame {
    try load(PictureFile(bytes: bytes, name: name)).frame
  }
}
