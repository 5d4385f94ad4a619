import Bits
import Testing

@Test func aPictureIsReadAndWritten() throws {
  let picture = "##.\n..#"
  let matrix = try #require(BitMatrix(picture: picture))
  #expect(matrix.picture == picture)
  #expect(matrix.transposed.picture == "#.\n#.\n.#")
  #expect(matrix.rotated.picture == ".#\n.#\n#.")
  #expect(BitMatrix(picture: "#?") == nil)
  #expect(BitMatrix(picture: "##\n#") == nil)
}
