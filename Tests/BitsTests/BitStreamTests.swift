import Bits
import Testing

@Test func bitsComeBackInOrder() {
  var writer = BitWriter()
  for width in 1...32 { writer.append((1 << width - 1) & 0x5A5A_A5A5, bits: width) }
  var tail = BitWriter()
  tail.append(0b101, bits: 3)
  writer.append(tail)
  #expect(writer.count == 528 + 3)
  var reader = BitReader(writer.bytes, count: writer.count)
  for width in 1...32 { #expect(reader.read(width) == (1 << width - 1) & 0x5A5A_A5A5) }
  #expect(reader.peek(3) == 0b101)
  #expect(reader.read(4) == nil)
  #expect(reader.remaining == 3)
  #expect(reader.read(3) == 0b101)
  #expect(reader.remaining == 0)
}

@Test func bytesInTheMiddleOfAByte() {
  var writer = BitWriter()
  writer.append(0b1, bits: 1)
  writer.append([0xFF, 0x00])
  #expect(writer.bytes == [0xFF, 0x80, 0x00])
}

@Test("ISO/IEC 18004:2024 Annex C.2: 00101 is protected as 00101 0011011100")
func formatWord() {
  #expect(BCHCode.format.words[0b00101] == 0b00101_0011011100)
  #expect(BCHCode.format.distance == 7)
}

@Test("ISO/IEC 18004:2024 Annex D.2: version 7 is protected as 000111 110010010100")
func versionWord() {
  #expect(BCHCode.version.words[7] == 0b000111_110010010100)
  #expect(BCHCode.version.distance == 8)
}

@Test func damagedWordsAreNearestToTheirOwn() {
  for (data, word) in BCHCode.format.words.enumerated() {
    for a in 0..<15 {
      for b in 0..<15 {
        for c in 0..<15 {
          let flips = 1 << a | 1 << b | 1 << c
          let nearest = BCHCode.format.nearest(to: word ^ flips)
          #expect(nearest == (data, flips.nonzeroBitCount))
        }
      }
    }
  }
}
