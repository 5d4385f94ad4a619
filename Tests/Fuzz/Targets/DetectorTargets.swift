import Barcodes
import Bits
import Foundation
import Geometry
import Imaging
import Scanner

/// Small pictures of one known symbol, spoiled in many ways, and pictures of anything.
enum DetectorTargets {
  static let all = [FuzzTarget("detector", symbol), FuzzTarget("detector-noise", noise)]

  private static func symbol(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let writer = input.element(of: Catalog.writers)
    let letters = Array("0123456789ABCDEF")
    // EAN, UPC, ITF-14 and DataBar are of digits and of one length.
    let lengths = [
      "ean13": 12, "ean8": 7, "upcA": 11, "upcE": 6, "itf14": 13, "gs1DataBar": 13, "gs1DataBarLimited": 13,
    ]
    let length = lengths[writer.symbology.name]
    let isDigits = length != nil || ["itf", "codabar"].contains(writer.symbology.name)
    var text = String(
      input.bytes(upTo: length ?? 2 * input.number(in: 1...6)).map { letters[Int($0) % (isDigits ? 10 : 16)] })
    // The first DataBar Limited digit is 0 or 1.
    if writer.symbology.name == "gs1DataBarLimited" { text = "0" + text.dropFirst() }
    guard let modules = try? writer.write(text) else { return }

    let tall = modules.height == 1 ? BarsPicture.rows(of: modules, count: 20) : modules
    let moduleSize = 1.5 + 2.5 * input.unit()
    let side = Double(max(tall.width, tall.height) + 10) * moduleSize
    guard side < 400 else { return }
    let width = Int(Double(tall.width + 10) * moduleSize * 1.3) + 8
    let height = Int(Double(tall.height + 10) * moduleSize * 1.3) + 8
    var scene = RenderedScene(width: width, height: height, seed: UInt64(input.byte()))
    scene.add(
      SceneSymbol(tall, quietZone: 10 * input.unit(), dark: 0.4 * input.unit(), isInverted: input.byte() > 250),
      ScenePose(
        center: Point(Double(width) / 2, Double(height) / 2), moduleSize: moduleSize,
        rotation: 2 * .pi * input.unit(), yaw: input.unit() - 0.5, pitch: input.unit() - 0.5,
        isMirrored: input.byte() > 230))
    scene.blur = SceneBlur(defocus: 1.5 * input.unit(), motion: 3 * input.unit(), direction: .pi * input.unit())
    scene.noise = 0.15 * input.unit()
    scene.samples = 2
    var pixels = scene.render().pixels
    PixelDamage(&input).apply(to: &pixels, width: width, height: height)
    for seen in try detect(pixels, width, height) {
      let isSaid = ExpectedMessage.text(text).isSaid(by: seen.symbol, madeAs: writer.symbology.name)
      try promise(
        isSaid,
        "\(seen.symbol.symbology.name) “\(seen.symbol.text ?? "bytes")” where \(writer.symbology.name) “\(text)” is",
        orElse: .misreading)
    }
  }

  private static func noise(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let (width, height) = (input.number(in: 1...240), input.number(in: 1...240))
    var pixels = [UInt8](repeating: input.byte(), count: width * height)
    PixelDamage(&input).apply(to: &pixels, width: width, height: height)
    let raw = input.rest()
    // What is left repeats over the rest of the picture.
    if !raw.isEmpty { for index in pixels.indices { pixels[index] ^= raw[index % raw.count] } }
    for seen in try detect(pixels, width, height) {
      throw BrokenPromise(
        "\(seen.symbol.symbology.name) “\(seen.symbol.text ?? "bytes")” where nothing is", kind: .misreading)
    }
  }

  private static func detect(_ pixels: [UInt8], _ width: Int, _ height: Int) throws(BrokenPromise) -> [Observation] {
    guard let frame = try? Frame(format: .grey, width: width, height: height, bytes: pixels) else {
      throw BrokenPromise("\(width)x\(height) pixels make no frame")
    }
    // Without a budget the work is counted, and the same on every machine.
    let detector = Detector(DetectionOptions(symbologies: Catalog.available))
    let seen = detector.detect(in: frame)
    for observation in seen {
      try SymbolConsumers.consume(observation.symbol)
      try promise(
        observation.corners.points.allSatisfy { $0.x.isFinite && $0.y.isFinite },
        "corners \(observation.corners.points) of \(observation.symbol.symbology.name)")
    }
    return seen
  }
}
