import Bits
import Scanner
import Testing

private let fields: [(name: String, field: GaloisField)] = [
  ("QR", .qr), ("Data Matrix", .dataMatrix), ("Aztec 4", .aztec4), ("Aztec 6", .aztec6), ("Aztec 10", .aztec10),
  ("Aztec 12", .aztec12),
]

@Test("A field's products are those of its polynomials", arguments: fields.map(\.name))
func products(name: String) throws {
  let field = try #require(fields.first { $0.name == name }).field
  var numbers = SeededRandom(seed: 1)
  for _ in 0..<2000 {
    let a = UInt16.random(in: 0..<UInt16(field.size), using: &numbers)
    let b = UInt16.random(in: 0..<UInt16(field.size), using: &numbers)
    let c = UInt16.random(in: 0..<UInt16(field.size), using: &numbers)
    #expect(field.product(a, b) == field.product(b, a))
    #expect(field.product(a, b ^ c) == field.product(a, b) ^ field.product(a, c))
    if a != 0 { #expect(field.product(a, field.inverse(a)) == 1) }
  }
  #expect(field.power(-1) == field.inverse(2))
}

@Test("ISO/IEC 18004:2024 Annex I: check codewords of 01234567 in version 1-M")
func publishedQR() {
  let data: [UInt8] = [
    0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
  ]
  let checks: [UInt8] = [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]
  #expect(ReedSolomonEncoder(field: .qr, checkCount: 10).checks(for: data) == checks)
}

@Test("ISO/IEC 16022:2006 Annex O: check codewords of 123456")
func publishedDataMatrix() {
  let encoder = ReedSolomonEncoder(field: .dataMatrix, checkCount: 5, firstRoot: 1)
  #expect(encoder.checks(for: [142, 164, 186]) == [114, 25, 5, 88, 102])
}

@Test("Every split of the check codewords into errors and erasures is repaired", arguments: fields.map(\.name))
func repairs(name: String) throws {
  let field = try #require(fields.first { $0.name == name }).field
  var numbers = SeededRandom(seed: 7)
  let length = min(field.size - 1, 60)
  for firstRoot in [0, 1, 5] {
    let checks = min(13, length - 2)
    let encoder = ReedSolomonEncoder(field: field, checkCount: checks, firstRoot: firstRoot)
    let decoder = ReedSolomonDecoder(field: field, checkCount: checks, firstRoot: firstRoot)
    for erased in 0...checks {
      for wrong in 0...(checks - erased) / 2 {
        let data = (0..<length - checks).map { _ in UInt16.random(in: 0..<UInt16(field.size), using: &numbers) }
        let sent = data + encoder.checks(for: data)
        #expect(decoder.isIntact(sent))
        var received = sent
        let places = (0..<length).shuffled(using: &numbers)
        for place in places.prefix(erased) {
          received[place] = UInt16.random(in: 0..<UInt16(field.size), using: &numbers)
        }
        for place in places.dropFirst(erased).prefix(wrong) {
          received[place] ^= UInt16.random(in: 1..<UInt16(field.size), using: &numbers)
        }
        let differing = zip(sent, received).count { $0 != $1 }
        let changed = decoder.repair(&received, erasures: Array(places.prefix(erased)))
        #expect(changed == differing, "\(erased) erasures, \(wrong) errors, first root \(firstRoot)")
        #expect(received == sent)
      }
    }
  }
}

@Test("A word past repair is left as it was")
func givesUp() {
  var numbers = SeededRandom(seed: 3)
  let encoder = ReedSolomonEncoder(field: .qr, checkCount: 20)
  let decoder = ReedSolomonDecoder(field: .qr, checkCount: 20)
  for _ in 0..<300 {
    let data = (0..<50).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    var received = data + encoder.checks(for: data)
    for place in (0..<70).shuffled(using: &numbers).prefix(14) {
      received[place] ^= UInt8.random(in: 1...255, using: &numbers)
    }
    let before = received
    // Fourteen errors of ten: a word within ten of another code word is one in 10!, so none is expected.
    #expect(decoder.repair(&received) == nil)
    #expect(received == before)
  }
}

@Test("Check codewords that are kept in reserve are not spent")
func reserve() {
  let data: [UInt8] = Array(0..<19)
  let sent = data + ReedSolomonEncoder(field: .qr, checkCount: 7).checks(for: data)
  let decoder = ReedSolomonDecoder(field: .qr, checkCount: 7)
  var received = sent
  for place in [3, 9, 20] { received[place] ^= 0x55 }
  var kept = received
  #expect(decoder.repair(&kept, reserve: 3) == nil)
  #expect(decoder.repair(&received, reserve: 1) == 3)
  #expect(received == sent)
}

@Test("Doubtful codewords are erased, as many as it takes", arguments: [0, 3, 5, 8, 10, 13])
func doubtful(wrong: Int) {
  var numbers = SeededRandom(seed: 11)
  let encoder = ReedSolomonEncoder(field: .dataMatrix, checkCount: 16, firstRoot: 1)
  let decoder = ReedSolomonDecoder(field: .dataMatrix, checkCount: 16, firstRoot: 1)
  let data = (0..<30).map { _ in UInt8.random(in: 0...255, using: &numbers) }
  let sent = data + encoder.checks(for: data)
  let places = (0..<sent.count).shuffled(using: &numbers)
  var received = sent
  for place in places.prefix(wrong) { received[place] ^= UInt8.random(in: 1...255, using: &numbers) }
  #expect(decoder.repair(&received, doubtful: places) == wrong)
  #expect(received == sent)
}

@Test("Three check codewords are never spent on doubtful codewords")
func doubtfulBeyondRepair() {
  var numbers = SeededRandom(seed: 12)
  let encoder = ReedSolomonEncoder(field: .dataMatrix, checkCount: 16, firstRoot: 1)
  let decoder = ReedSolomonDecoder(field: .dataMatrix, checkCount: 16, firstRoot: 1)
  let data = (0..<30).map { _ in UInt8.random(in: 0...255, using: &numbers) }
  let places = (0..<46).shuffled(using: &numbers)
  var received = data + encoder.checks(for: data)
  for place in places.prefix(14) { received[place] ^= UInt8.random(in: 1...255, using: &numbers) }
  let before = received
  #expect(decoder.repair(&received, doubtful: places) == nil)
  #expect(decoder.repair(&received, doubtful: places, isOver: { true }) == nil)
  #expect(received == before)
}
