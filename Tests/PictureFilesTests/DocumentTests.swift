import Imaging
import PictureFiles
import Testing

/// Two pages: 1 by ½ inch, black on the left half; ½ by 1 inch, red on the upper half.
@Test func everyPageOfADocumentIsAPicture() throws {
  let loader = walledLoader()
  let file = try PictureFile(bytes: picture("pages.pdf"), name: "pages.pdf")
  let first = try loader.load(file, page: 1, resolution: .coarse)
  #expect(first.pageCount == 2)
  #expect((first.frame.width, first.frame.height, first.frame.format) == (200, 100, .grey))
  #expect([first.frame.pixel(50, 50), first.frame.pixel(150, 50)] == [[0], [255]])
  let second = try loader.load(file, page: 2, resolution: .fine)
  #expect((second.frame.width, second.frame.height) == (200, 400))
  #expect((first.drawnAt, second.drawnAt) == (.coarse, .fine))
  #expect([second.frame.pixel(100, 100), second.frame.pixel(100, 300)] == [[255, 0, 0], [255, 255, 255]])
  #expect(throws: PictureFailure.noSuchPage(name: "pages.pdf", page: 3)) {
    try loader.load(file, page: 3, resolution: .coarse)
  }
}

@Test func aPictureHasOnePage() throws {
  let file = try PictureFile(bytes: picture("colors.png"), name: "x")
  #expect(try walledLoader().load(file).pageCount == nil)
  #expect(throws: PictureFailure.noSuchPage(name: "x", page: 2)) {
    try walledLoader().load(file, page: 2, resolution: .coarse)
  }
}

/// A smaller copy and a mask lie between the pages, as viewers and scanners keep them.
@Test func everyPageOfATIFFIsAPicture() throws {
  let loader = walledLoader()
  let pages = [
    TIFFPage(shades: [0, 255]), TIFFPage(shades: [9], kind: 1), TIFFPage(shades: [8], kind: 4),
    TIFFPage(shades: [255, 0, 128], kind: 2),
  ]
  let file = try PictureFile(bytes: TIFFPage.file(pages), name: "fax.tiff")
  let first = try loader.load(file)
  #expect((first.frame.bytes, first.pageCount, first.drawnAt) == ([0, 255], 2, nil))
  let second = try loader.load(file, page: 2, resolution: .fine)
  #expect((second.frame.bytes, second.pageCount, second.drawnAt) == ([255, 0, 128], 2, nil))
  #expect(throws: PictureFailure.noSuchPage(name: "fax.tiff", page: 3)) {
    try loader.load(file, page: 3, resolution: .coarse)
  }
}

/// The next directory lies where the first one does.
@Test func aTIFFWhosePagesGoInACircleHasOne() throws {
  var bytes = TIFFPage.file([TIFFPage(shades: [0, 255])])
  bytes.replaceSubrange((bytes.count - 4)..., with: bytes[4..<8])
  let file = try PictureFile(bytes: bytes, name: "circle.tiff")
  let picture = try walledLoader().load(file)
  #expect((picture.frame.bytes, picture.pageCount) == ([0, 255], nil))
}

@Test func aTIFFOfOnePictureIsNoDocument() throws {
  let file = try PictureFile(bytes: TIFFPage.file([TIFFPage(shades: [7]), TIFFPage(shades: [9], kind: 1)]), name: "x")
  #expect(try walledLoader().load(file).pageCount == nil)
}

/// A page of 5 by 5 meters would have 1.5 billion pixels.
@Test func aHugePageIsDrawnSmaller() throws {
  let text = String(decoding: try picture("pages.pdf"), as: UTF8.self)
  let huge = text.replacing("[0 0 72 36]", with: "[0 0 14400 14400]")
  let frame = try walledLoader().frame(bytes: Array(huge.utf8), name: "huge")
  #expect(frame.width == frame.height)
  #expect((1_000_000...40_000_000).contains(frame.width * frame.height))
}

/// Poppler looks for the files of fonts that the document does not bring, which the wall refuses: their words are left
/// out, and the rest of the page is drawn.
@Test func aPageWithFontsOfTheMachineIsDrawnWithoutThem() throws {
  let content = "BT /F1 24 Tf 40 50 Td (Hello) Tj ET 0 0 20 20 re f"
  let document = """
    %PDF-1.4
    1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
    2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 144 72]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
    4 0 obj<</Length \(content.utf8.count)>>stream
    \(content)
    endstream endobj
    5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
    trailer<</Root 1 0 R>>

    """
  let frame = try walledLoader().frame(bytes: Array(document.utf8), name: "text.pdf")
  #expect((frame.width, frame.height) == (400, 200))
  #expect([frame.pixel(20, 190), frame.pixel(390, 10)] == [[0], [255]])
}
