extension BitMatrix {
  /// The grid as lines of `#` (dark) and `.` (light).
  public var picture: String {
    (0..<height)
      .map { y in String((0..<width).map { x in self[x, y] ? "#" : "." }) }
      .joined(separator: "\n")
  }

  /// A grid from lines of `#` and `.`, or nil if the lines differ in length or hold anything else.
  public init?(picture: String) {
    let lines = picture.split(separator: "\n").map(Array.init)
    guard let first = lines.first, !first.isEmpty, lines.allSatisfy({ $0.count == first.count }) else { return nil }
    self.init(width: first.count, height: lines.count)
    for (y, line) in lines.enumerated() {
      for (x, sign) in line.enumerated() {
        guard sign == "#" || sign == "." else { return nil }
        self[x, y] = sign == "#"
      }
    }
  }
}
