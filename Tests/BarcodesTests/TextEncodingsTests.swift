import Barcodes
import Testing

@Test(
  "Bytes in the character set of an ECI (AIM ITS/04-001)",
  arguments: [
    (2, [0x82, 0xE1], "éß"), (3, [0xE9, 0xDF], "éß"), (4, [0xB1, 0xE6], "ąć"), (5, [0xA1], "Ħ"), (6, [0xA2], "ĸ"),
    (7, [0xBF, 0xE0], "Пр"), (8, [0xC7], "ا"), (9, [0xC1, 0xE1], "Αα"), (10, [0xE0], "א"), (11, [0xF0], "ğ"),
    (12, [0xA2], "Ē"), (13, [0xA1], "ก"), (15, [0xC0], "Ą"), (16, [0xA1], "Ḃ"), (17, [0xA4], "€"), (18, [0xA4], "€"),
    (20, [0x93, 0xFA, 0x96, 0x7B, 0xB1], "日本ｱ"), (21, [0x8A], "Š"), (22, [0xCF], "П"), (23, [0x80], "€"),
    (24, [0xC7], "ا"), (25, [0x00, 0x41, 0x65, 0xE5], "A日"), (26, [0xE6, 0x97, 0xA5], "日"), (27, [0x41], "A"),
    (28, [0xA4, 0xE9], "日"), (29, [0xC8, 0xD5], "日"), (30, [0xC7, 0xD1, 0xB1, 0xDB], "한글"), (31, [0xC8, 0xD5], "日"),
    (32, [0x81, 0x30, 0x81, 0x30], "\u{80}"), (33, [0x41, 0x00], "A"), (34, [0, 0, 0, 0x41], "A"),
    (35, [0x41, 0, 0, 0], "A"),
  ] as [(Int, [UInt8], String)]) func characterSets(eci: Int, bytes: [UInt8], text: String) throws
{
  #expect(TextEncodings.string(bytes, eci) == text)
  #expect(try TextEncodings.bytes(of: text, eci: eci) == bytes)
}

@Test(
  "Bytes that are not of their set, and sets that are not known, are no text",
  arguments: [
    (26, [0xC3, 0x28]), (27, [0xE9]), (20, [0x81]), (25, [0x41]), (899, [0x41, 0xFF]), (14, [0xA1]), (777, [0x80]),
  ] as [(Int, [UInt8])]) func noText(eci: Int, bytes: [UInt8])
{ #expect(TextEncodings.string(bytes, eci) == nil) }

@Test(
  "Without an ECI the set is chosen by evidence",
  arguments: [
    ([0x41, 0x42], TextEncodings.ascii), (Array("Grüße".utf8), TextEncodings.utf8),
    (Array("日本".utf8), TextEncodings.utf8), ([0x47, 0x72, 0xFC, 0xDF, 0x65], TextEncodings.latin1),
    ([0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA], TextEncodings.shiftJIS), ([0xB1, 0xB2, 0xB3, 0xB4], TextEncodings.shiftJIS),
    ([0x93, 0x41, 0x94], 23), ([0xFE, 0xFF, 0x65, 0xE5], 25), ([0x00, 0x01, 0x80, 0xFF], TextEncodings.binary),
    ([0x01, 0x02], TextEncodings.ascii),
  ] as [([UInt8], Int)]) func guesses(bytes: [UInt8], eci: Int)
{ #expect(TextEncodings.guess(bytes) == eci) }

@Test("Pieces of one character may lie apart, and each set is used for its own") func pieces() {
  #expect(
    TextEncodings.text(of: [(nil, [0xE6]), (nil, [0x97, 0xA5]), (27, [0x31]), (nil, [0xE6, 0x9C, 0xAC])]) == "日1本")
  #expect(TextEncodings.text(of: [(3, [0xE9]), (9, [0xE1])]) == "éα")
  #expect(TextEncodings.text(of: [(26, [0xEF, 0xBB, 0xBF, 0x41])]) == "A")
  #expect(TextEncodings.text(of: [(27, [0x41]), (899, [0xFF])]) == nil)
}
