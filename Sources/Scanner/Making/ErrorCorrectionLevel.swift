/// How much of a QR Code may be lost and still be read. ISO/IEC 18004:2024 §7.5.1, Table 8 (recovery capacity).
public enum ErrorCorrectionLevel: String, CaseIterable, Codable, Hashable, Sendable {
  case low = "L"
  case medium = "M"
  case quartile = "Q"
  case high = "H"

  /// The part of the codewords that may be damaged, in percent.
  public var percent: Int {
    switch self {
    case .low: 7
    case .medium: 15
    case .quartile: 25
    case .high: 30
    }
  }
}
