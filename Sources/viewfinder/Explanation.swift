import Barcodes
import Foundation
import Geometry
import Imaging
import Scanner

/// A detection in words: what each stage found, with numbers, and the first that failed.
struct Explanation {
  let lines: [String]

  init(_ record: DetectionRecord) {
    var lines: [String] = []
    if let image = record.luminance {
      let (low, high) = Self.range(image)
      lines.append("picture: \(image.width)×\(image.height) pixels, grey from \(low) to \(high)")
    }
    lines.append(Self.patterns(record))
    for rejection in record.rejections.prefix(8) {
      let middle = rejection.corners.center
      lines.append("given up at (\(Int(middle.x)), \(Int(middle.y))): \(Self.words(rejection.failure))")
    }
    for observation in record.observations {
      let middle = observation.corners.center
      let text = observation.symbol.text.map(HarmlessText.escaped) ?? "\(observation.symbol.bytes.count) bytes"
      lines.append("read \(observation.symbol.symbology.title) at (\(Int(middle.x)), \(Int(middle.y))): \(text)")
    }
    if record.observations.isEmpty { lines.append("first stage that fails: " + Self.verdict(record)) }
    self.lines = lines
  }

  private static func patterns(_ record: DetectionRecord) -> String {
    let sizes = record.patterns.map(\.moduleSize).sorted()
    guard let least = sizes.first, let most = sizes.last else { return "finder patterns: none" }
    return String(format: "finder patterns: %d, modules of %.1f to %.1f pixels", sizes.count, least, most)
  }

  private static func verdict(_ record: DetectionRecord) -> String {
    if let image = record.luminance, range(image).high - range(image).low < 24 {
      return "threshold: the picture's contrast is below 24 grey levels"
    }
    if record.patterns.isEmpty {
      return "finders: nothing has a finder's runs; the code may be too small, too blurred, or covered"
    }
    if record.rejections.isEmpty {
      return "grouping: \(record.patterns.count) finder patterns, but no three that stand as one symbol's"
    }
    let smallest = record.patterns.map(\.moduleSize).min() ?? 0
    let size = String(format: "%.1f", smallest)
    switch record.rejections[record.rejections.count - 1].failure {
    case .finders, .dimension: return "grid: the timing patterns do not alternate (modules of \(size) pixels)"
    case let failure: return "decoding: \(words(failure)) (modules of \(size) pixels)"
    }
  }

  private static func words(_ failure: DecodeFailure) -> String {
    switch failure {
    case .finders(let found, let needed): "\(found) of \(needed) finder patterns"
    case .dimension(let modules): "a side of \(modules) modules is none the symbology has"
    case .formatInformation(let distance): "the format information is \(distance) bits from any valid one"
    case .versionInformation(let distance): "the version information is \(distance) bits from any valid one"
    case .errorCorrection(let block, let capacity):
      "block \(block) has more wrong codewords than the \(capacity) it can repair"
    case .checksum: "the check character does not fit"
    case .dataStructure(let bit): "the message breaks its rules at bit \(bit)"
    case .unknownECI(let number): "the character set \(number) is unknown"
    case .emptyMessage: "the message is empty"
    }
  }

  /// Grey levels that all but a hundredth at either end lie between.
  private static func range(_ image: LuminanceImage) -> (low: Int, high: Int) {
    var counts = [Int](repeating: 0, count: 256)
    for pixel in image.pixels { counts[Int(pixel)] += 1 }
    let least = image.pixels.count / 100
    func first(_ levels: some Sequence<Int>) -> Int {
      var seen = 0
      for level in levels {
        seen += counts[level]
        if seen > least { return level }
      }
      return 0
    }
    return (first(0...255), first((0...255).reversed()))
  }
}
