import Foundation
public import Scanner

/// A scan as receivers are given it: an object by `Assets/Schema/scan.schema.json`, in one line.
public enum ScanDocument {
  public static func value(for scan: AcceptedScan) -> JSONValue {
    .object([
      .init("key", .string(scan.key.description)),
      .init("station", .string(scan.station)),
      .init("time", .string(HistoryTime.text(scan.time))),
      .init("symbology", .string(scan.symbology)),
      .init("symbologyIdentifier", .string(scan.symbologyIdentifier)),
      .init("text", scan.text.map { .string($0) } ?? .null),
      .init("bytes", .string(Data(scan.bytes).base64EncodedString())),
      .init("source", scan.source.map { .string($0) } ?? .null),
      .init("profile", scan.profile.map { .string($0) } ?? .null),
    ])
  }
}
