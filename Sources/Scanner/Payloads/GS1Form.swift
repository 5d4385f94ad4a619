/// Whether a GS1 element's data are what its identifier says: GS1 General Specifications, release 25, §3.2 and §7.11.
public enum GS1Form {
  /// What is not given out yet may have any form.
  ///
  /// - Parameter identifier: such as `10` or `3103`.
  public static func isRight(_ data: String, of identifier: String) -> Bool {
    guard GS1Value(data, of: identifier, .plain).fault == nil else { return false }
    // Of identifiers of parts (CPID) letters are those of set 39, which has a sign that set 82 lacks.
    return data.unicodeScalars.allSatisfy { set82.contains($0) || $0 == "#" && identifier == "8010" }
  }

  /// Figure 7.11-1: the encodable characters that all symbologies of GS1 have.
  private static let set82 = Set(
    ("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" + "!\"%&'()*+,-./:;<=>?_").unicodeScalars)
}
