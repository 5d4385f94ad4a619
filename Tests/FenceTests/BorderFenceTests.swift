import Testing

/// Code that meets data of strangers: there a trap is a way to end the program from outside.
private let borders = [
  "Sources/Scanner/Payloads/", "Sources/Scanner/Settings/", "Sources/Scanner/History/CSVRow.swift",
  "Sources/Scanner/History/HistoryColumn.swift", "Sources/Scanner/History/HistoryExchange.swift",
  "Sources/Scanner/History/HistoryRecord.swift", "Sources/HistoryStore/", "Sources/Station/",
  "Sources/OutboxStore/", "Sources/WebhookOutput/", "Sources/MQTTOutput/", "Sources/KeyboardOutput/",
  "Sources/Capture/", "Sources/ZipFiles/",
  "Sources/Scanner/Inspector/BugBundle.swift",
  "Sources/V4L2Camera/", "Sources/JPEGFrames/", "Sources/PictureFiles/", "Sources/Scanner/Outputs/",
  "Sources/Barcodes/Shared/TextEncodings.swift",
  "Sources/Barcodes/Shared/CharacterCodes.swift", "Sources/Barcodes/Shared/GS1ElementString.swift",
  "Sources/Barcodes/QR/QRSegment.swift", "Sources/Barcodes/QR/QRMessage.swift", "Sources/Barcodes/QR/QRBlocks.swift",
  "Sources/Barcodes/MicroQR/MicroQRDecoder.swift", "Sources/Barcodes/RMQR/RMQRDecoder.swift",
  "Sources/Barcodes/DataMatrix/DataMatrixMessage.swift", "Sources/Barcodes/DataMatrix/DataMatrixBlocks.swift",
  "Sources/Barcodes/Aztec/AztecMessage.swift", "Sources/Barcodes/Aztec/AztecModeMessage.swift",
  "Sources/Barcodes/Aztec/AztecCodewords.swift", "Sources/Barcodes/PDF417/PDF417Message.swift",
  "Sources/Barcodes/PDF417/PDF417Decoder.swift", "Sources/Barcodes/Linear/DataBar/",
  "Sources/Barcodes/Linear/Code128.swift", "Sources/Barcodes/Linear/Code39.swift",
  "Sources/Barcodes/Linear/Code93.swift", "Sources/Barcodes/Linear/Codabar.swift", "Sources/Barcodes/Linear/ITF.swift",
  "Sources/Barcodes/Linear/Telepen.swift", "Sources/Barcodes/Linear/DXFilmEdge.swift",
  "Sources/Barcodes/MaxiCode/MaxiCodeMessage.swift", "Sources/Barcodes/MaxiCode/MaxiCodeCarrier.swift",
  "Sources/Barcodes/Linear/FullASCII.swift", "Sources/Barcodes/Linear/EANDigits.swift",
  "Sources/Barcodes/Linear/EANNumber.swift",
]

/// Lines that may stand all the same, by a part of them, each with the reason why nothing foreign makes them trap.
private let allowed: [(path: String, part: String, reason: String)] = [
  ("Inspector/BugBundle.swift", "/ .nanoseconds(1)", "a driver's clock, or at most 2^53, clamped when it was read"),
  ("Payloads/FieldText.swift", "radix: 16", "gives nil for what is no number"),
  ("Settings/SettingValues.swift", "String(Int(seconds))", "at most a day, checked when it was read"),
  ("Capture/GeneratedFrames.swift", "rate", "Pace has checked the rate"),
  ("Capture/ImageSequence.swift", "(rate ?? 30)", "Pace has checked the rate"),
  ("Capture/Pace.swift", "/ rate", "checked by its initializer"),
  ("Capture/Streams/VideoStream.swift", "(rate ?? 30)", "Y4MHeader and RequestedFormat have checked the rate"),
  ("V4L2Camera/V4L2Device.swift", "rate * 1000", "bounded on the same line; requests are checked before"),
  ("QR/QRSegment.swift", "UInt8(pair", "13 bits unpacked to two bytes"),
  ("QR/QRSegment.swift", "take(8, &reader)", "eight bits"),
  ("QR/QRSegment.swift", "% 10) + 0x30", "a digit"),
  ("QR/QRSegment.swift", "return UInt8(", "the pattern before it bounds it"),
  ("DataMatrix/DataMatrixMessage.swift", "UInt8(value < 32", "six bits"),
  ("DataMatrix/DataMatrixMessage.swift", "& 255", "masked"),
  ("Aztec/AztecMessage.swift", "UInt8(byte)", "eight bits"),
  ("PDF417/PDF417Message.swift", "..<26", "the pattern before it bounds it"),
  ("PDF417/PDF417Message.swift", "UInt8(codewords[position])", "a guard on the line before bounds it"),
  ("PDF417/PDF417Message.swift", "UInt8(carry % 10)", "a digit"),
  ("DataBar/GS1Compaction.swift", "seven < 90", "seven bits, bounded by the guard before it"),
  ("DataBar/GS1Compaction.swift", "if 32..<58 ~= value", "bounded on the same line"),
  ("Barcodes/Shared/TextEncodings.swift", "UInt16(bytes[", "widens"),
  ("MQTTOutput/MQTTOutput.swift", "wholeMilliseconds", "clamped on the same line"),
  ("Outputs/ProgramOutput.swift", "Int(geteuid())", "our own number, and it widens"),
  ("Outputs/WebhookSettings.swift", "/ 1_000_000_000_000_000", "less than a second's; clamped on the same line"),
  ("DataMatrix/DataMatrixBlocks.swift", "UInt8(check)", "an element of the field of 256"),
  ("DataMatrix/DataMatrixBlocks.swift", "UInt8(value)", "an element of the field of 256"),
  ("Linear/Code128.swift", "ascii + 128", "a character of the sets A and B is below 128"),
  ("Linear/Code128.swift", "UInt8(0x30 + value", "a digit of a character below 100"),
  ("Linear/FullASCII.swift", "UInt8(0x41)", "no stranger's number"),
  ("JPEGFrames/ChromaHalving.swift", "UInt8((sum + 2) >> 2)", "the mean of four bytes"),
  ("Formats/BMP.swift", "UInt8(red)", "each was read as a byte"),
  ("Formats/HEIF.swift", "row(y).baseAddress!", "a raster has pixels"),
  ("Formats/JPEG.swift", "+ 127) / 255", "a byte's share of 255"),
  ("Formats/Netpbm.swift", "(0...white)", "at most white of white"),
  ("Formats/PDF.swift", "raster.bytes.baseAddress!", "a raster has pixels"),
  ("Formats/PNG.swift", "bytes.baseAddress!", "the format was told by what it holds"),
  ("Formats/TIFF.swift", "ORIENTATION_TOPLEFT", "no stranger's number"),
  ("Formats/TIFF.swift", "handle!", "our own, as libtiff was given it"),
  ("Formats/TIFF.swift", "target!", "libtiff asks for bytes with room for them"),
  ("PictureFiles/PictureFormat.swift", "UInt8($0.value)", "our own words"),
  ("PictureFiles/PathList.swift", "memory.baseAddress!", "has room for bytes"),
  ("PictureFiles/PicturePath.swift", "$0.baseAddress!", "has a zero at least"),
  ("Wall/SharedPixels.swift", "memory.baseAddress!", "entered for one byte at least"),
  ("Wall/WallSocket.swift", "POLLIN", "no stranger's number"),
  ("Wall/WalledPictureLoader.swift", "processorSeconds / 2", "no stranger's number"),
  ("Worker/Raster+Packing.swift", "+ white) / 255", "a mean of bytes by their shares of 255"),
  ("Worker/Raster+Packing.swift", "min(255,", "bounded on the same line"),
]

/// What traps: `try!`, `as!`, a forced unwrapping, a conversion to a type that may be too narrow or from a number that may
/// have no place in it, a duration of a quotient.
private func patterns() -> [Regex<AnyRegexOutput>] {
  [
    Regex(/\btry!|\bas!/), Regex(/[\w\)\]]!(?![=\w])/),
    Regex(/\bU?Int(8|16)\((?!ascii:|clamping:|truncatingIfNeeded:|exactly:|bitPattern:)/),
    Regex(/\bInt32\((?!clamping:|truncatingIfNeeded:|exactly:|bitPattern:|_)/),
    Regex(/\bU?Int(32|64)?\([^)]*(\.rounded|\/ \.|Double|seconds|rate\b)/),
    Regex(/\.(seconds|milliseconds|microseconds)\([^)]*(Double|\/)/),
  ]
}

@Test("Where strangers' data are met nothing traps by what they say")
func bordersDoNotTrap() throws {
  let traps = patterns()
  var used: Set<Int> = []
  var seen: Set<String> = []
  for (path, text) in try swiftFiles(below: "Sources") {
    guard let border = borders.first(where: path.hasPrefix) else { continue }
    seen.insert(border)
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      // Neither what a string says nor a comment.
      let code = line.replacing(/"(\\.|[^"\\])*"/, with: "\"\"")
      let statement = code.firstRange(of: "//").map { code[..<$0.lowerBound] } ?? code[...]
      guard traps.contains(where: { statement.contains($0) }) else { continue }
      let reasons = allowed.indices.filter { path.hasSuffix(allowed[$0].path) && line.contains(allowed[$0].part) }
      used.formUnion(reasons)
      #expect(!reasons.isEmpty, "\(path):\(number + 1): \(line)")
    }
  }
  // A border that is gone, and a reason for a line that is gone, go from the lists.
  #expect(seen.count == borders.count, "\(borders.filter { !seen.contains($0) })")
  #expect(used.count == allowed.count, "\(allowed.indices.filter { !used.contains($0) }.map { allowed[$0] })")
}

@Test("The fence sees what it is meant to see")
func theFenceSeesTraps() {
  let traps = patterns()
  for line in [
    "let x = try! y()", "z as! Int", "name.first!", "f(a)!", "UInt8(number)", "Int(time / .seconds(1))",
    "Int(x.rounded())",
    ".seconds(Double(n) / rate)", "UInt16(n)",
  ] {
    #expect(traps.contains { line.contains($0) }, "\(line)")
  }
  for line in [
    "a != b", "!isOpen", "UInt8(ascii: x)", "UInt8(truncatingIfNeeded: n)", "Int(digits)", ".seconds(2)", "try? f()",
  ] {
    #expect(!traps.contains { line.contains($0) }, "\(line)")
  }
}

@Test("No error is told by Foundation's words, which say that an operation could not be completed")
func errorsAreToldByTheirReason() throws {
  for (path, text) in try swiftFiles(below: "Sources") where !path.hasSuffix("Outputs/SystemReason.swift") {
    #expect(!text.contains("localizedDescription"), "\(path)")
  }
}
