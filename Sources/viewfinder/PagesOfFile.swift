import Imaging
import PictureFiles

/// The pictures of one open file, one after the other: one, or the pages of a document.
final class PagesOfFile {
  private let file: PictureFile
  private let loader: any PictureLoader
  private let resolution: PageResolution
  private var page = 0
  /// How many there are, as far as is known: 1 before the first is read.
  private(set) var count = 1

  init(_ file: PictureFile, _ loader: any PictureLoader, _ resolution: PageResolution) {
    self.file = file
    self.loader = loader
    self.resolution = resolution
  }

  var name: String { file.name }

  /// The next page; nil after the last one. A page that throws is passed over by the next call.
  func next() throws(PictureFailure) -> Frame? {
    guard page < count else { return nil }
    page += 1
    let picture = try loader.load(file, page: page, resolution: resolution)
    count = picture.pageCount ?? 1
    return picture.frame
  }

  /// The next page that can be read; nil after the last one.
  func nextReadable() -> Frame? {
    while page < count { if let frame = try? next() { return frame } }
    return nil
  }
}
