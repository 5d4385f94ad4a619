import Barcodes
import Bits
import Scanner
import Testing

/// Inverts a module of a codeword.
private func spoil(_ modules: inout BitMatrix, _ layout: QRLayout, codeword: Int) {
  let at = layout.path[8 * codeword + 3]
  modules[at % modules.width, at / modules.width].toggle()
}

@Test("Each block is repaired up to half its check codewords", arguments: [2, 5, 8, 20, 40]) func capacityOfErrors(
  number: Int
) throws {
  var numbers = SeededRandom(seed: UInt64(number))
  let version = QRVersion(number)
  let layout = QRLayout(version)
  for level in QRErrorCorrection.allCases {
    let text = String(repeating: "damage ", count: version.dataCodewords(level) / 8)
    let sound = try QRWriter(versions: number...number, level: level, boostsLevel: false).write(text)
    let blocks = version.blocks(level)
    // As many as the standard allows: version 2-L keeps two check codewords back, see Table 9.
    let most = (blocks.checksPerBlock - (number == 2 && level == .low ? 2 : 0)) / 2
    var damaged = sound
    for block in 0..<blocks.count {
      for place in blocks.places(of: block).shuffled(using: &numbers).prefix(most) {
        spoil(&damaged, layout, codeword: place)
      }
    }
    let symbol = try QRDecoder.decode(damaged)
    #expect(symbol.text == text)
    #expect(symbol.details["correctedCodewords"] == .integer(most * blocks.count))
    let places = blocks.places(of: 0).shuffled(using: &numbers).prefix(blocks.checksPerBlock / 2 + 1)
    var lost = sound
    for place in places { spoil(&lost, layout, codeword: place) }
    #expect(throws: DecodeFailure.errorCorrection(block: 0, capacity: blocks.checksPerBlock / 2)) {
      try QRDecoder.decode(lost)
    }
  }
}

@Test("Where the unsure modules are known, more is repaired", arguments: [1, 3, 6]) func erasures(number: Int) throws {
  var numbers = SeededRandom(seed: UInt64(number))
  let version = QRVersion(number)
  let layout = QRLayout(version)
  for level in [QRErrorCorrection.medium, .quartile, .high] {
    let blocks = version.blocks(level)
    let text = "soft"
    let sound = try QRWriter(versions: number...number, level: level, boostsLevel: false).write(text)
    // All but four check codewords of each block are spent on erasures.
    var damaged = sound
    var confidences = [Float](repeating: 1, count: version.side * version.side)
    for block in 0..<blocks.count {
      for place in blocks.places(of: block).shuffled(using: &numbers).prefix(blocks.checksPerBlock - 4) {
        for at in layout.path[8 * place..<8 * place + 8] {
          damaged[at % version.side, at / version.side] = Bool.random(using: &numbers)
          confidences[at] = 0.1
        }
      }
    }
    #expect(try QRDecoder.decode(damaged, confidences: confidences).text == text)
  }
}

@Test("Modules without meaning are never a symbol", arguments: [1, 2, 3]) func noise(number: Int) {
  var numbers = SeededRandom(seed: 99)
  let side = QRVersion(number).side
  for _ in 0..<3000 {
    let modules = BitMatrix(
      width: side, height: side, modules: (0..<side * side).map { _ in Bool.random(using: &numbers) })
    let confidences = (0..<side * side).map { _ in Float.random(in: 0...1, using: &numbers) }
    #expect(throws: DecodeFailure.self) { try QRDecoder.decode(modules, confidences: confidences) }
  }
}

@Test("What noise leaves readable is read right, or not at all") func wrongReadings() throws {
  var numbers = SeededRandom(seed: 5)
  var read = [0, 0]
  for round in 0..<400 {
    let text = "K\(round)?x"
    var modules = try QRWriter(versions: 1...1, level: .low, boostsLevel: false, mask: QRMask(round % 8)).write(text)
    var confidences: [Float] = []
    for y in 0..<21 {
      for x in 0..<21 {
        let noise = (0..<12).reduce(Float(-6)) { sum, _ in sum + Float.random(in: 0...1, using: &numbers) }
        let value = (modules[x, y] ? 1 : -1) + 0.5 * noise
        modules[x, y] = value > 0
        confidences.append(min(abs(value), 1))
      }
    }
    for (index, given) in [nil, confidences].enumerated() {
      guard let symbol = try? QRDecoder.decode(modules, confidences: given) else { continue }
      #expect(symbol.text == text)
      read[index] += 1
    }
  }
  #expect(read[1] > read[0])
  #expect(read[0] > 100)
}

@Test("One copy of the format information is enough, the other may be anything") func formatInformation() throws {
  for mask in QRMask.all {
    for level in QRErrorCorrection.allCases {
      let sound = try QRWriter(versions: 7...7, level: level, boostsLevel: false, mask: mask).write("format")
      for (lost, kept) in [(0, 1), (1, 0)] {
        var modules = sound
        let places = QRFormatInfo.places(side: modules.width)
        for place in places[lost] { modules[place.x, place.y] = true }
        for place in places[kept].prefix(2) { modules[place.x, place.y].toggle() }
        let best = QRFormatInfo.candidates(in: modules)[0]
        #expect(best.info == QRFormatInfo(level: level, mask: mask))
        #expect(try QRDecoder.decode(modules).text == "format")
      }
    }
  }
}

@Test("Version information is told from either copy, with three wrong bits") func versionInformation() throws {
  for number in 7...40 {
    var modules = QRLayout(QRVersion(number)).template
    let places = QRVersionInfo.places(side: modules.width)
    for place in places[0] { modules[place.x, place.y] = false }
    for place in places[1].prefix(3) { modules[place.x, place.y].toggle() }
    let nearest = try #require(QRVersionInfo.nearest(in: modules))
    #expect(nearest.version == QRVersion(number))
    #expect(nearest.distance == 3)
  }
}

@Test("A mirrored symbol shows as such") func mirrored() throws {
  let modules = try QRWriter(mask: QRMask(3)).write("mirror")
  #expect(!QRFormatInfo.looksMirrored(modules))
  #expect(QRFormatInfo.looksMirrored(modules.transposed))
  #expect(try QRDecoder.decode(modules.transposed.transposed).text == "mirror")
}

@Test("A message that breaks the rules is refused, not guessed at") func structure() {
  let version = QRVersion(1)
  func message(_ bits: [(Int, Int)]) throws(DecodeFailure) -> QRMessage {
    var writer = BitWriter()
    for (value, width) in bits { writer.append(value, bits: width) }
    return try QRMessage(reading: BitReader(writer.bytes, count: writer.count), in: .qr(version))
  }
  // A mode that is none; a count past the end; three digits of 1000; a letter past the last.
  #expect(throws: DecodeFailure.dataStructure(atBit: 4)) { try message([(0b1111, 4), (0, 20)]) }
  #expect(throws: DecodeFailure.dataStructure(atBit: 12)) { try message([(0b0100, 4), (9, 8), (0, 20)]) }
  #expect(throws: DecodeFailure.dataStructure(atBit: 24)) { try message([(0b0001, 4), (3, 10), (1000, 10)]) }
  #expect(throws: DecodeFailure.dataStructure(atBit: 19)) { try message([(0b0010, 4), (1, 9), (45, 6)]) }
  #expect(throws: DecodeFailure.emptyMessage) { try message([(0, 4), (0, 4)]).symbol(.qr, details: [:]) }
}

@Test("Any bits at all are a message or a failure")
func hostileBits() {
  var numbers = SeededRandom(seed: 11)
  let dialects =
    [1, 10, 27].map { QRDialect.qr(QRVersion($0)) } + MicroQRVersion.all.map(\.dialect)
    + RMQRVersion.all.map(\.dialect)
  var read = 0
  for round in 0..<30_000 {
    let bytes = (0..<Int.random(in: 1...40, using: &numbers)).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    let reader = BitReader(bytes, count: 8 * bytes.count - Int.random(in: 0...7, using: &numbers))
    let dialect = dialects[round % dialects.count]
    guard let message = try? QRMessage(reading: reader, in: dialect),
      let symbol = try? message.symbol(.qr, details: [:])
    else { continue }
    read += 1
    // What was read can be written, bit by bit.
    var writer = BitWriter()
    for segment in message.segments { segment.append(to: &writer, in: dialect) }
    #expect(message.bitCount(in: dialect) == writer.count)
    #expect(!symbol.isEmpty)
  }
  #expect(read > 100)
}

@Test("Every 13 bits are a pair of the mode or none")
func pairValues() {
  for value in 0..<1 << 13 {
    if let bytes = QRHanzi.bytes(value) { #expect(QRHanzi.value(bytes[0], bytes[1]) == value) }
  }
  #expect(QRHanzi.bytes(0x5F) == nil)
}
