/// DX Film Edge, the code beside the pictures of 35 mm film: the film's product and, on newer films, the frame's number.
///
/// Two tracks lie upon each other, each about three modules high. The clock, towards the perforation, tells where modules
/// lie; the data track has a start, a bit a module, a parity bit and a stop. US patent 4,965,628; the layout with frame
/// numbers as films of several makers have it.
package struct DXFilmEdge: Hashable, Sendable {
  /// DX number, part 1: the film's maker and emulsion, 1…127.
  package let product: Int
  /// DX number, part 2: the emulsion's generation, 0…15.
  package let generation: Int
  /// 0…63 and whether it is the half behind it, as in 23A; nil on films without frame numbers.
  package let frame: Frame?

  package struct Frame: Hashable, Sendable {
    package let number: Int
    package let isHalf: Bool

    package init(number: Int, isHalf: Bool) { (self.number, self.isHalf) = (number, isHalf) }
  }

  /// The start as it begins the data track, and the stop as it ends it.
  private static let start = [true, false, true, false, true]
  private static let stop = [true, false, true]

  /// The symbol's width in modules.
  package static func modules(hasFrame: Bool) -> Int { hasFrame ? 31 : 23 }

  /// The clock's elements in modules: a bar of five, bars and spaces of one, a bar of three.
  package static func clock(hasFrame: Bool) -> [Int] {
    [5] + [Int](repeating: 1, count: modules(hasFrame: hasFrame) - 8) + [3]
  }

  /// The data track, true is dark.
  package var data: [Bool] {
    var bits = [false] + Self.bits(product, 7) + [false] + Self.bits(generation, 4)
    if let frame { bits += Self.bits(frame.number, 6) + [frame.isHalf, false] }
    return Self.start + bits + [!bits.count(where: { $0 }).isMultiple(of: 2), false] + Self.stop
  }

  private static func bits(_ value: Int, _ count: Int) -> [Bool] {
    (0..<count).map { value >> (count - 1 - $0) & 1 == 1 }
  }

  package init(product: Int, generation: Int, frame: Frame? = nil) {
    (self.product, self.generation, self.frame) = (product, generation, frame)
  }

  /// What a data track says, or nil where one of its fixed modules or its parity is wrong.
  package init?(data: [Bool]) {
    let hasFrame = data.count == Self.modules(hasFrame: true)
    guard hasFrame || data.count == Self.modules(hasFrame: false) else { return nil }
    func number(_ range: Range<Int>) -> Int { data[range].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
    let read = DXFilmEdge(
      product: number(6..<13), generation: number(14..<18),
      frame: hasFrame ? Frame(number: number(18..<24), isHalf: data[24]) : nil)
    // Drawn anew it has its start and stop, the light between its parts, and the parity.
    guard read.product > 0, read.data == data else { return nil }
    self = read
  }

  /// As `115-10/11A`: part 1, part 2, and the frame.
  package var text: String {
    "\(product)-\(generation)" + (frame.map { "/\($0.number)" + ($0.isHalf ? "A" : "") } ?? "")
  }

  package var symbol: DecodedSymbol {
    var details: [String: DetailValue] = [
      "dxProduct": .integer(product), "dxGeneration": .integer(generation),
      // The four digits that lists of films have, in the middle of the six on the cartridge.
      "dxExtract": .string(String(String(10_000 + 16 * product + generation).dropFirst())),
    ]
    if let frame { details["frame"] = .string("\(frame.number)" + (frame.isHalf ? "A" : "")) }
    // ISO/IEC 15424 has no letter for it: X is any other code.
    return DecodedSymbol(
      symbology: .dxFilmEdge, text: text, bytes: Array(text.utf8), symbologyIdentifier: "]X0", details: details)
  }
}
