import ArgumentParser
import Barcodes
import Foundation
import QRencodePeer
import Scanner

/// `viewfinder bench generate`: how long the writing of QR Codes takes, beside libqrencode where that is installed.
struct BenchGenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Time the making of QR Codes, beside libqrencode where it is installed.")

  @Option(name: .customLong("repeat"), help: "How often each symbol is made; the least time counts.")
  var repetitions = 20

  /// Characters of the texts, letters, digits and signs as in addresses: versions 1, 10, 25 and 40 at level M.
  private static let lengths = [12, 200, 970, 2300]

  func run() {
    let peer = QRencode()
    if peer == nil { print("libqrencode.so.4 is not installed: our own times alone") }
    for length in Self.lengths {
      let text = Self.text(length)
      let writer = QRWriter(level: .medium, boostsLevel: false)
      guard let symbol = try? writer.symbol(text) else { continue }
      var best = (ours: Duration.seconds(3600), theirs: Duration.seconds(3600))
      var theirVersion: Int?
      let clock = ContinuousClock()
      // By turns, so that what else the machine does meets both.
      for _ in 0..<max(1, repetitions) {
        best.ours = min(best.ours, clock.measure { _ = try? writer.symbol(text) })
        guard let peer else { continue }
        best.theirs = min(best.theirs, clock.measure { theirVersion = peer.version(of: text, level: 1) })
      }
      let ours = best.ours.inMilliseconds
      var line = "version \(symbol.version.number), \(length) characters: \(fixed(ours)) ms"
      if let theirVersion {
        let theirs = best.theirs.inMilliseconds
        line += ", libqrencode \(fixed(theirs)) ms (its version \(theirVersion)), ratio \(fixed(ours / theirs))"
      }
      print(line)
    }
  }

  /// The same text in every run: an address whose query goes on and on.
  static func text(_ count: Int) -> String {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    let signs = Array("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ&=-_.")
    var text = "https://"
    while text.count < count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      text.append(signs[Int(state >> 33) % signs.count])
    }
    return text
  }

  private func fixed(_ value: Double) -> String { String(format: "%.3f", value) }
}
