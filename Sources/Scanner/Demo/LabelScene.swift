public import Barcodes
import Bits
import Geometry
public import Imaging

/// A printed linear symbol as a hurried camera sees it, by its number: out of focus or moving, small, noisy, a little askew,
/// at times dirty or cut off. What a reader says of it is right, nothing, or a wrong reading.
///
/// ```swift
/// let scene = try LabelScene(.ean13, seed: 7)
/// let (text, image) = (scene.text, scene.render())
/// ```
public struct LabelScene: Sendable {
  /// What can be drawn.
  public static let symbologies: [Symbology] = [
    .ean13, .ean8, .upcE, .code128, .code39, .code93, .itf, .itf14, .codabar,
  ]

  /// What the symbol says, as a reader gives it.
  public let text: String
  /// Pixels a module.
  public let moduleSize: Double
  /// Standard deviation of the defocus, in modules.
  public let defocus: Double
  /// Way that the picture moved across the bars, in modules.
  public let motion: Double
  private let scene: RenderedScene

  /// - Parameter seed: decides everything; a picture comes again by it.
  /// - Precondition: `symbologies` has the symbology.
  public init(_ symbology: Symbology, seed: UInt64) throws(WriteFailure) {
    var random = SeededRandom(seed: seed &* 0x2545_F491_4F6C_DD1D)
    let (given, text) = Self.message(symbology, &random)
    self.text = text
    guard let writer = Catalog.writers.first(where: { $0.symbology == symbology }) else {
      preconditionFailure("nothing writes \(symbology.name)")
    }
    let row = try writer.write(given)
    moduleSize = 1.2 + 2.8 * random.unit()
    let height = max(8, Int((20 + 50 * random.unit()) / moduleSize))
    let width = row.width
    let bars = BitMatrix(
      width: width, height: height, modules: (0..<width * height).map { row[$0 % width, 0] })
    // A third moves, the others are out of focus.
    let moves = random.unit() < 0.33
    defocus = moves ? 0.1 + 0.3 * random.unit() : 0.2 + 0.9 * random.unit()
    motion = moves ? 0.5 + 2 * random.unit() : 0
    let across = Double(row.width) * moduleSize
    let margin = 14 * moduleSize
    var scene = RenderedScene(
      width: Int(across + 2 * margin) + 24, height: Int(Double(height) * moduleSize + 0.25 * across) + 40,
      ground: 0.6 + 0.3 * random.unit(), seed: seed)
    scene.samples = 3
    scene.noise = 0.04 * random.unit() * random.unit()
    scene.blur.defocus = defocus * moduleSize
    scene.blur.motion = motion * moduleSize
    scene.light.brightness = 0.5 + 0.5 * random.unit()
    if random.unit() < 0.3 { scene.light.falloff = 0.6 * random.unit() }
    let turn = (random.unit() - 0.5) * 0.24
    scene.blur.direction = turn + 0.6 * (random.unit() - 0.5)
    var center = Point<FramePixels>(Double(scene.width) / 2, Double(scene.height) / 2)
    // One in eight is cut off by the picture's border.
    if random.unit() < 0.125 { center.x += (random.unit() < 0.5 ? -1 : 1) * (margin + 0.5 * random.unit() * across) }
    let pose = ScenePose(
      center: center, moduleSize: moduleSize, rotation: turn + (random.unit() < 0.3 ? .pi : 0),
      yaw: random.unit() < 0.3 ? 0.6 * (random.unit() - 0.5) : 0)
    scene.add(
      SceneSymbol(
        bars, quietZone: 11, dark: 0.05 + 0.2 * random.unit(), light: 0.7 + 0.25 * random.unit()),
      pose)
    // Dirt and lint, some higher than half of the bars.
    if random.unit() < 0.3 {
      for _ in 0..<1 + Int(random.next() % 4) {
        let at = Point<FramePixels>(
          center.x + across * (random.unit() - 0.5),
          center.y + Double(height) * moduleSize * (random.unit() - 0.5))
        let (w, h) = (moduleSize * (0.5 + 2 * random.unit()), Double(height) * moduleSize * 0.4 * random.unit() + 1)
        scene.cover(
          Quadrilateral(
            at, Point(at.x + w, at.y + w * 0.3), Point(at.x + w * 0.7, at.y + h + w * 0.3),
            Point(at.x - w * 0.3, at.y + h)),
          light: random.unit())
      }
    }
    self.scene = scene
  }

  public func render() -> LuminanceImage { scene.render() }

  /// What the writer is given, and what a reader says of it.
  private static func message(_ symbology: Symbology, _ random: inout SeededRandom) -> (given: String, text: String) {
    func digits(_ count: Int) -> [Int] { (0..<count).map { _ in Int(random.next() % 10) } }
    func checked(_ count: Int) -> String {
      let open = digits(count)
      return EANDigits.text(open + [EANDigits.checkDigit(of: open)])
    }
    func text(_ alphabet: String, _ lengths: ClosedRange<Int>) -> String {
      let letters = Array(alphabet)
      let length = lengths.lowerBound + Int(random.next() % UInt64(lengths.count))
      return String((0..<length).map { _ in letters[Int(random.next() % UInt64(letters.count))] })
    }
    switch symbology {
    case .ean13:
      let given = checked(12)
      return (given, given.hasPrefix("0") ? String(given.dropFirst()) : given)
    case .ean8:
      let given = checked(7)
      return (given, given)
    case .upcE:
      let short = [0] + digits(6)
      let full = EANNumber.expanded(upcE: short + [0]).dropLast()
      let check = EANDigits.checkDigit(of: full)
      return (EANDigits.text(short + [check]), EANDigits.text(full + [check]))
    case .itf14:
      let given = checked(13)
      return (given, given)
    case .itf:
      let given = EANDigits.text(digits(2 * (3 + Int(random.next() % 6))))
      return (given, given)
    case .codabar:
      let given = "A" + text("0123456789-$:/.+", 4...14) + "B"
      return (given, given)
    case .code128:
      // Digits alone are in another set than letters.
      let given =
        random.unit() < 0.5
        ? EANDigits.text(digits(2 * (3 + Int(random.next() % 6)))) : text("ABCDEFGHIJabcdefghij0123456789-/ ", 4...14)
      return (given, given)
    default:
      let given = text("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.", 4...14)
      return (given, given)
    }
  }
}
