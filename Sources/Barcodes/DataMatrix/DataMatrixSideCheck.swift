import Geometry
import Imaging

/// Tells cheaply whether an edge may be the outline of a solid side: ground outside it all along, a dark line
/// inside it, and beyond that line data, which are dark here and light there.
struct DataMatrixSideCheck {
  let image: LuminanceImage
  /// 0, or 255 for light symbols on dark ground.
  let mask: UInt8

  /// True to let pass what is torn, touched by other things, or as thick all along: of a picture's edges a third
  /// instead of a hundredth.
  let isLenient: Bool
  /// Pixels of the thickest solid side; what is thicker shows in a smaller copy of the picture.
  private let thickest: Int

  init(_ image: LuminanceImage, inverted: Bool, lenient: Bool = false, thickest: Int = .max) {
    self.image = image
    mask = inverted ? 255 : 0
    isLenient = lenient
    self.thickest = thickest
  }

  /// Grey levels across an edge; below, noise draws edges of its own.
  private static let leastRise = 12
  /// Places that are looked at first, those at the ends last.
  private static let firstPlaces = [1, 2, 3, 4, 0, 5]

  /// Two straight pieces.
  private struct Chain: DataMatrixStretch {
    let length: Double
    private let start, middle: Point<ImagePixels>
    /// Pixels from the start to the middle.
    private let first: Double
    /// A pixel along the first piece, and along the second.
    private let forth, on: Vector<ImagePixels>

    init(_ start: Point<ImagePixels>, _ middle: Point<ImagePixels>, _ end: Point<ImagePixels>) {
      (self.start, self.middle) = (start, middle)
      let second = middle.distance(to: end)
      first = start.distance(to: middle)
      length = first + second
      (forth, on) = ((middle - start) / max(first, 1e-9), (end - middle) / max(second, 1e-9))
    }

    /// The middle of one of some equal parts.
    @inline(__always)
    func place(_ index: Int, of count: Int) -> Point<ImagePixels> {
      let distance = (Double(index) + 0.5) * (length / Double(count))
      return distance < first ? start + forth * distance : middle + on * (distance - first)
    }
  }

  /// Places looked at along an edge: two a module for sides of 24 modules.
  private static let mostPlaces = 48

  /// Parts of a chain of which the first and the last may show nothing.
  private static let endParts = 6

  /// 144 of the largest symbol's, and as many again where light bleeds into the ink.
  private static let mostModules = 288.0

  /// Whether a chain is an edge also between the rows that it was found in; most, in texture, are none.
  func isEdge(_ chain: EdgeChain) -> Bool {
    guard let down = (chain.bottom - chain.top).normalized else { return false }
    let right = Vector<ImagePixels>(down.y, -down.x)
    let path = Chain(chain.top, chain.middle, chain.bottom)
    return contrast(along: path, inward: chain.darkIsRight == (mask == 0) ? right : -right, isOpen: true) != nil
  }

  /// Grey levels by which the ground is lighter than the ink, the mean of some places on an edge, or nil where
  /// one of them shows none, or a third of them.
  ///
  /// - Parameter isOpen: whether nothing need show at its ends.
  private func contrast(along path: some DataMatrixStretch, inward: Vector<ImagePixels>, isOpen: Bool) -> Int? {
    var sum = 0
    var flat = 0
    for i in Self.firstPlaces {
      let section = Section(path.place(i, of: Self.firstPlaces.count), inward)
      let rise = at(-3, section) - at(3, section)
      if rise < Self.leastRise * 2 / 3 {
        flat += 1
        let isEnd = i == 0 || i == Self.firstPlaces.count - 1
        if isLenient ? flat > 2 : !(isOpen && isEnd) { return nil }
        if !isLenient { continue }
      }
      sum += rise
    }
    let count = Self.firstPlaces.count - (isLenient ? 0 : flat)
    return sum >= count * Self.leastRise ? sum / count : nil
  }

  /// What shows along an edge that looks like a solid side.
  struct Shown {
    /// How often the dark beside it changes between that side alone and data behind it; 0 for a lenient check.
    let changes: Int
    /// How many times as long as thick it is.
    let modules: Double
    /// Of the places looked at those without the ends at which nothing shows.
    fileprivate let part: Range<Int>
    fileprivate let places: Int
  }

  /// A chain as far as it looks like a solid side, and what shows along it, or nil where it does not look like one.
  ///
  /// - Parameter darkIsRight: as it is for this check's ink.
  func side(along chain: EdgeChain, darkIsRight: Bool) -> (chain: EdgeChain, shown: Shown)? {
    guard let down = (chain.bottom - chain.top).normalized else { return nil }
    let right = Vector<ImagePixels>(down.y, -down.x)
    let path = Chain(chain.top, chain.middle, chain.bottom)
    guard let shown = shown(along: path, inward: darkIsRight ? right : -right, isOpen: true) else { return nil }
    guard shown.part.count < shown.places else { return (chain, shown) }
    let (first, last) = (shown.part.lowerBound, shown.part.upperBound - 1)
    let part = EdgeChain(
      top: path.place(first, of: shown.places), bottom: path.place(last, of: shown.places), middle: chain.middle,
      darkIsRight: chain.darkIsRight)
    return (part, shown)
  }

  /// Whether an edge from `start` over `middle` to `end` looks like a solid side with data behind it.
  func passes(
    _ start: Point<ImagePixels>, _ middle: Point<ImagePixels>, _ end: Point<ImagePixels>,
    inward: Vector<ImagePixels>
  ) -> Bool {
    passes(Chain(start, middle, end), inward: inward)
  }

  /// The same for a side as it was followed.
  ///
  /// - Parameter inward: a unit vector across the edge, towards the ink.
  func passes(_ path: some DataMatrixStretch, inward: Vector<ImagePixels>) -> Bool {
    shown(along: path, inward: inward, isOpen: false) != nil
  }

  /// - Parameter isOpen: whether nothing need show at the edge's ends: above and below a symbol among print a chain goes on in that
  ///   by a row or two.
  private func shown(along path: some DataMatrixStretch, inward: Vector<ImagePixels>, isOpen: Bool) -> Shown? {
    guard let contrast = contrast(along: path, inward: inward, isOpen: isOpen) else { return nil }
    let places = min(Self.mostPlaces, max(12, Int(path.length / 1.5)))

    var depths: [Int] = []
    depths.reserveCapacity(places)
    // A side has eight modules at least, and a chain covers most of one; two modules are told from one.
    let thickest = min(self.thickest, isLenient ? max(5, Int(path.length / 4)) : max(4, Int(path.length / 5)))
    // What is thicker than a line and a half counts as thick, however thick it is.
    let limit = isLenient ? thickest : 3 * thickest / 2 + 2
    guard isLenient || places < 2 * Self.sample || isUneven(path, inward, contrast: contrast, thickest, limit: limit)
    else { return nil }
    let mostGaps = (isLenient ? 4 * places : places) / 8
    let part = Self.parts
    let mostOpen = isOpen && !isLenient ? places / Self.endParts : 0
    var gaps = 0
    var first = 0
    for i in 0..<places {
      let section = Section(path.place(i, of: places), inward)
      if at(-3, section) - at(2, section) < contrast / 3 {
        if i < mostOpen {
          depths.removeAll(keepingCapacity: true)
          first = i + 1
          continue
        }
        if i >= places - mostOpen { break }
        gaps += 1
        guard gaps <= mostGaps else { return nil }
      }
      depths.append(depth(section, contrast: contrast, limit: limit))
    }
    let count = depths.count
    guard 8 * gaps <= (isLenient ? 4 * count : count) else { return nil }
    let sorted = depths.sorted()
    let line = sorted[count / 5]
    guard line < part * thickest else { return nil }
    let modules = Double(part * count) * path.length / Double(places * max(line, 1))
    if isLenient { return Shown(changes: 0, modules: modules, part: 0..<places, places: places) }
    // Data beside a side are dark at one module in two.
    var changes = 0
    var thick = 0
    var wasThick: Bool?
    for depth in depths {
      let isThick = isThick(depth, beside: line)
      if isThick { thick += 1 }
      if let wasThick, wasThick != isThick { changes += 1 }
      wasThick = isThick
    }
    // Half of the modules differ from the one before. What is too thin for its length is a rule, or a frame.
    guard modules <= Self.mostModules, changes >= max(1, min(Int(modules), count) / 6) else { return nil }
    guard 12 * thick >= count && 12 * (count - thick) >= count else { return nil }
    return Shown(changes: changes, modules: modules, part: first..<first + count, places: places)
  }

  /// Whether of some places along an edge one may be a line alone, and one shows more than that: of a symbol's side every second
  /// one does, of a stroke none, and of what is as thick all along neither.
  private func isUneven(
    _ path: some DataMatrixStretch, _ inward: Vector<ImagePixels>, contrast: Int, _ thickest: Int, limit: Int
  ) -> Bool {
    var (least, most) = (Int.max, 0)
    return (0..<Self.sample).contains { place in
      let depth = depth(Section(path.place(place, of: Self.sample), inward), contrast: contrast, limit: limit)
      (least, most) = (min(least, depth), max(most, depth))
      return least < Self.parts * thickest && isThick(most, beside: least)
    }
  }

  /// Whether data stand behind a line.
  private func isThick(_ depth: Int, beside line: Int) -> Bool { 2 * depth > 3 * line + Self.parts / 2 }

  /// Places: where every second one is thin, none of twelve is on one side in four thousand, nor thick.
  private static let sample = 12

  /// Parts of a pixel in which depths are measured: of modules of two pixels and a half, two were as thick as one by whole pixels.
  private static let parts = 8

  /// From the edge to where it is light again, in `parts` of a pixel; at most `limit` pixels.
  private func depth(_ section: Section, contrast: Int, limit: Int) -> Int {
    var darkest = 255
    var depth = 0
    var before = at(1, section)
    while depth < limit {
      depth += 1
      let value = at(2 * depth + 1, section)
      darkest = min(darkest, value)
      let middle = darkest + contrast / 2
      if value > middle {
        // In the first half of the way from the value before it, or in the second one: a division takes as long as all the rest.
        return Self.parts * depth + (2 * middle < before + value ? -Self.parts / 4 : Self.parts / 4)
      }
      before = value
    }
    return Self.parts * depth
  }

  /// A line across an edge, in whole numbers, as most of a picture's edges are looked at by some hundred of its pixels.
  private struct Section {
    /// A place on the edge and half a pixel inward, in 2^-32 of a pixel.
    let x, y, dx, dy: Int

    init(_ place: Point<ImagePixels>, _ inward: Vector<ImagePixels>) {
      (x, y) = (Int(place.x * 0x1p32), Int(place.y * 0x1p32))
      (dx, dy) = (Int(inward.x * 0x1p31), Int(inward.y * 0x1p31))
    }
  }

  /// - Parameter halves: half pixels inward of the edge.
  @inline(__always)
  private func at(_ halves: Int, _ section: Section) -> Int {
    let x = min(max((section.x &+ halves &* section.dx) &>> 32, 0), image.width &- 1)
    let y = min(max((section.y &+ halves &* section.dy) &>> 32, 0), image.height &- 1)
    return Int(image.pixels[y &* image.width &+ x] ^ mask)
  }
}

/// An edge that need not be straight.
protocol DataMatrixStretch {
  /// In pixels.
  var length: Double { get }

  /// The middle of one of some equal parts.
  func place(_ index: Int, of count: Int) -> Point<ImagePixels>
}

extension SidePath: DataMatrixStretch {
  func place(_ index: Int, of count: Int) -> Point<ImagePixels> {
    place(at: (Double(index) + 0.5) / Double(count) * length)
  }
}
