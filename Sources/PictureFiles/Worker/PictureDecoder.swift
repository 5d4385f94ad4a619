/// A picture out of a file's bytes, and of how many pages it is one.
package struct DecodedPicture {
  package let raster: Raster
  /// Nil for a file that is one picture.
  package let pageCount: Int?
  /// Whether it was drawn as finely as was asked for, and has no pixels of its own.
  package let isDrawn: Bool

  init(raster: Raster, pageCount: Int? = nil, isDrawn: Bool = false) {
    self.raster = raster
    self.pageCount = pageCount
    self.isDrawn = isDrawn
  }
}

/// Decodes files in the process that calls: `PictureWorker` behind its wall, and tests with files of their own.
package enum PictureDecoder {
  /// - Parameters:
  ///   - page: from 1.
  ///   - dotsPerInch: how finely a page is drawn.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, page: Int, dotsPerInch: Double
  ) throws(DecodeFailure) -> DecodedPicture {
    guard let format = unsafe PictureFormat(beginning: bytes) else { throw .unknownFormat }
    switch format {
    case .pdf: return unsafe try PDFPages(bytes).draw(page: page, dotsPerInch: dotsPerInch)
    case .tiff: return unsafe try decodeTIFF(bytes, page: page)
    case .png, .jpeg, .webP, .bmp, .netpbm, .gif, .heif: break
    }
    guard page == 1 else { throw .noSuchPage }
    let raster =
      switch format {
      case .png: unsafe try decodePNG(bytes)
      case .jpeg: unsafe try decodeJPEG(bytes)
      case .webP: unsafe try decodeWebP(bytes)
      case .bmp: unsafe try decodeBMP(bytes)
      case .netpbm: unsafe try decodeNetpbm(bytes)
      case .gif: unsafe try decodeGIF(bytes)
      case .heif: unsafe try decodeHEIF(bytes)
      case .tiff, .pdf: throw .unknownFormat
      }
    return DecodedPicture(raster: raster)
  }
}
