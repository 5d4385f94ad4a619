import Foundation
import OutboxStore
import Scanner
import Station

/// Stores scans as fast as it can, and prints the key of each once it is stored: somebody kills it.
func fill(_ options: Options) throws {
  let store = OutboxStore(OutboxLocation(path: try options.text("database")), role: .station)
  let output = try options.text("output")
  var random = SystemRandomNumberGenerator()
  for number in 0..<Int(try options.number("count", 1e9)) {
    let text = "https://example.com/scan/\(number)"
    let scan = AcceptedScan(
      key: ScanKey(using: &random), station: "fill", time: Date(), symbology: "qr", symbologyIdentifier: "]Q1",
      text: text, bytes: Array(text.utf8))
    _ = try store.store(scan, for: [output])
    tell(scan.key)
  }
}
