public import Barcodes
import Bits
import Foundation
public import Geometry
public import Imaging

/// A code that is not read for one known reason: what a sentence of `Diagnosis` is judged by.
///
/// ```swift
/// for scene in FaultScene.all {
///   let frame = try scene.frame()
///   print(scene.name, scene.causes)
/// }
/// ```
public struct FaultScene: Sendable {
  /// The fault and the kind of code, such as "defocus qr".
  public let name: String
  /// The kinds that name the fault; more than one where a picture cannot tell them apart.
  public let causes: Set<Cause.Kind>
  /// What is asked for, and how.
  public var options = DetectionOptions(symbologies: Catalog.available)
  /// Where the viewfinder stands, as a fraction of the frame.
  public var region = Rect<Normalized>.full
  private let draw: @Sendable () throws -> LuminanceImage

  private init(_ name: String, _ causes: Cause.Kind..., draw: @escaping @Sendable () throws -> LuminanceImage) {
    self.name = name
    self.causes = Set(causes)
    self.draw = draw
  }

  public func image() throws -> LuminanceImage { try draw() }

  public func frame() throws -> Frame {
    let image = try image()
    return try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
  }

  /// Why its code is not read, as the detector and the table of causes tell it; nil where it is read.
  public func verdict() throws -> Cause? {
    let frame = try frame()
    let searched = RegionOfInterest(region, frameSize: frame.size).searched.flatMap { $0 == frame.bounds ? nil : $0 }
    let detector = Detector(options)
    return Inspection(frame, region: searched, by: detector).flatMap { Diagnosis($0, askingBy: detector).cause }
  }

  private static let (width, height) = (480, 360)
  private static let center = Point<FramePixels>(240.5, 180.3)

  /// What is drawn, each as long as a label's number.
  private static func modules(_ symbology: Symbology) throws -> BitMatrix {
    let texts: [Symbology: String] = [
      .ean13: "5901234123457", .code128: "LOT-20931/7", .code39: "PART 7741", .itf14: "15400141288763",
    ]
    guard let writer = Catalog.writers.first(where: { $0.symbology == symbology }) else {
      preconditionFailure("nothing writes \(symbology.name)")
    }
    let modules = try writer.write(texts[symbology] ?? "https://example.com/label/20931")
    return modules.height > 1 ? modules : tall(modules, height: modules.width * 2 / 5)
  }

  private static func tall(_ row: BitMatrix, height: Int) -> BitMatrix {
    BitMatrix(
      width: row.width, height: height, modules: (0..<row.width * height).map { row[$0 % row.width, 0] })
  }

  /// A scene in the middle, with what every camera has: half a pixel of lens, one percent of noise.
  private static func scene(
    _ symbol: SceneSymbol, size: Double? = nil, turn: Double = 0.07, ground: Double = 0.72,
    _ change: (inout RenderedScene, inout ScenePose, SceneSymbol) -> Void
  ) -> LuminanceImage {
    var scene = RenderedScene(width: width, height: height, ground: ground, seed: 7)
    scene.blur.defocus = 0.5
    scene.noise = 0.01
    let fitting = min(300 / symbol.size.width, 200 / symbol.size.height).rounded(.down)
    var pose = ScenePose(center: center, moduleSize: size ?? max(2, min(6, fitting)), rotation: turn)
    change(&scene, &pose, symbol)
    scene.add(symbol, pose)
    return scene.render()
  }

  private static func fault(
    _ name: String, _ causes: Cause.Kind..., of symbology: Symbology, size: Double? = nil,
    change: @escaping @Sendable (inout RenderedScene, inout ScenePose, SceneSymbol) -> Void
  ) -> FaultScene {
    var fault = FaultScene(name + " " + symbology.name) {
      scene(SceneSymbol(try modules(symbology)), size: size, change)
    }
    fault = FaultScene(fault.name, Set(causes), fault.draw)
    return fault
  }

  private init(_ name: String, _ causes: Set<Cause.Kind>, _ draw: @escaping @Sendable () throws -> LuminanceImage) {
    (self.name, self.causes, self.draw) = (name, causes, draw)
  }

  /// All of them.
  public static let all: [FaultScene] = optics + print + paper + requests + lookalikes

  // MARK: What is easily taken for another

  /// Of each fault the picture that was told for another one.
  private static let lookalikes: [FaultScene] = [
    // So blurred that the runs that are left are of different lengths, as on paper that bends.
    fault("strong defocus", .outOfFocus, of: .qr, size: 5) { scene, _, _ in scene.blur.defocus = 11 },
    fault("strong defocus", .outOfFocus, of: .aztec) { scene, pose, _ in scene.blur.defocus = 1.9 * pose.moduleSize },
    // A margin as white as can be, which is no reflection.
    FaultScene("defocus on white qr", [.outOfFocus]) {
      scene(SceneSymbol(try modules(.qr)), ground: 0.4) { scene, pose, _ in
        scene.blur.defocus = 1.6 * pose.moduleSize
        scene.light.brightness = 1.15
      }
    },
    // Beneath so much noise neither edges nor runs are those of print.
    fault("strong noise", .noise, of: .dataMatrix, size: 3) { scene, _, _ in scene.noise = 1.4 },
    // Longer than high by itself.
    FaultScene("damaged oblong dataMatrix", [.damaged]) {
      let modules = try DataMatrixWriter(shape: .rectangle).write("SN:4471-0092")
      return scene(SceneSymbol(scratched(modules, share: 0.3, sparing: .dataMatrix))) { _, _, _ in }
    },
    FaultScene("nothing in grain", [.nothing]) {
      var scene = RenderedScene(width: width, height: height, ground: 0.7, seed: 2)
      scene.noise = 0.02
      return scene.render()
    },
  ]

  // MARK: Light, lens and hand

  private static let optics: [FaultScene] =
    [Symbology.qr, .dataMatrix, .aztec, .code128, .ean13, .pdf417].map { symbology in
      fault("defocus", .outOfFocus, of: symbology) { scene, pose, _ in scene.blur.defocus = 1.6 * pose.moduleSize }
    }
    // Ways in modules, as long as it takes not to be read.
    + [
      (Symbology.qr, 5.5, 0.07), (.dataMatrix, 5.5, 0.4), (.aztec, 5.5, 0.07), (.code128, 5.5, 0.1), (.ean13, 5.5, 0),
      (.pdf417, 7, 0.05),
    ].map { symbology, way, direction in
      fault("motion", .motion, of: symbology) { scene, pose, _ in
        scene.blur.motion = way * pose.moduleSize
        scene.blur.direction = direction
      }
    }
    // Pixels a module, as few as it takes not to be read.
    + [
      (Symbology.qr, 0.8), (.dataMatrix, 0.8), (.aztec, 0.8), (.code128, 0.8), (.ean13, 0.5), (.pdf417, 0.8),
    ].map { symbology, size in
      fault("tiny", .smallModules, of: symbology, size: size) { _, _, _ in }
    }
    + [Symbology.qr, .dataMatrix, .code128, .aztec].map { symbology in
      fault("glare", .glare, of: symbology) { scene, pose, symbol in
        let corners = pose.corners(of: symbol.size)
        let at = symbology == .aztec ? corners.center : corners.topLeft.interpolated(to: corners.bottomRight, 0.25)
        let reach = min(symbol.size.width, symbol.size.height) * pose.moduleSize
        scene.light.glare = SceneLight.Glare(
          center: at, radius: reach * (symbology == .code128 ? 0.6 : 0.35), strength: symbology == .code128 ? 4 : 2.5)
      }
    }
    + [Symbology.qr, .dataMatrix, .aztec, .pdf417].map { symbology in
      FaultScene("faint \(symbology.name)", [.lowContrast]) {
        scene(SceneSymbol(try modules(symbology), dark: 0.62, light: 0.638), ground: 0.638) { scene, _, _ in
          scene.noise = 0.001
        }
      }
    }
    + [Symbology.qr, .code128].map { symbology in
      fault("darkness", .dark, of: symbology) { scene, _, _ in scene.light.brightness = 0.02 }
    }
    + [Symbology.qr, .dataMatrix].map { symbology in
      fault("noise", .noise, of: symbology, size: 3) { scene, _, _ in scene.noise = 0.9 }
    }

  // MARK: Print

  private static let print: [FaultScene] =
    [Symbology.qr, .dataMatrix, .aztec, .pdf417].map { symbology in
      FaultScene("damaged \(symbology.name)", [.damaged]) {
        scene(SceneSymbol(scratched(try modules(symbology), share: 0.34, sparing: symbology))) { _, _, _ in }
      }
    }
    + [Symbology.ean13, .code128].map { symbology in
      fault("covered", .damaged, .covered, of: symbology) { scene, pose, symbol in
        let (w, h) = (0.2 * symbol.size.width * pose.moduleSize, 1.4 * symbol.size.height * pose.moduleSize)
        scene.cover(Rect(center: center, size: Size(w, h)).corners, light: 0.55)
      }
    }
    + [
      FaultScene("format qr", [.formatDamaged]) {
        var modules = try Self.modules(.qr)
        let side = modules.width
        // Of all words of 15 bits one of those farthest from any that is valid.
        let word = 0x0
        for i in 0..<15 {
          let isDark = word >> i & 1 == 1
          modules[i < 6 ? 8 : i == 6 || i == 7 ? 8 : i == 8 ? 7 : 14 - i, i < 6 ? i : i == 6 ? 7 : 8] = isDark
          modules[i < 8 ? side - 1 - i : 8, i < 8 ? 8 : side - 15 + i] = isDark
        }
        return scene(SceneSymbol(modules)) { _, _, _ in }
      },
      fault("covered finders", .covered, of: .qr) { scene, pose, symbol in
        let corners = pose.corners(of: symbol.size)
        for corner in [corners.topLeft, corners.bottomLeft] {
          let side = 9 * pose.moduleSize
          scene.cover(
            Rect(center: corner.interpolated(to: corners.center, 0.25), size: Size(side, side)).corners, light: 0.5)
        }
      },
      fault("checksum", .damaged, .covered, of: .ean13) { scene, pose, symbol in
        let corners = pose.corners(of: symbol.size)
        // Beyond the bars' ends: lines over a sliver of them would read it.
        func place(_ part: Double, _ height: Double) -> Point<FramePixels> {
          corners.topLeft.interpolated(to: corners.topRight, part)
            .interpolated(to: corners.bottomLeft.interpolated(to: corners.bottomRight, part), height)
        }
        let (left, right) = (0.3, 0.3 + 5 / symbol.size.width)
        scene.cover(
          Quadrilateral(place(left, -0.05), place(right, -0.05), place(right, 1.05), place(left, 1.05)), light: 0.08)
      },
      FaultScene("unknown bars", [.unknownKind]) { scene(SceneSymbol(msi), size: 3) { _, _, _ in } },
      FaultScene("unknown matrix", [.unknownKind]) {
        var random = SeededRandom(seed: 3)
        let side = 29
        let modules = BitMatrix(width: side, height: side, modules: (0..<side * side).map { _ in random.unit() < 0.5 })
        return scene(SceneSymbol(modules)) { _, _, _ in }
      },
    ]
    + [
      FaultScene("unknown finders", [.unknownKind]) {
        // A maker's own code: QR's finders, and nothing else of it.
        let qr = try Self.modules(.qr)
        var (modules, random) = (BitMatrix(width: qr.width, height: qr.height), SeededRandom(seed: 11))
        let last = qr.width - 1
        for y in 0...last {
          for x in 0...last {
            let isFinder = x < 8 && y < 8 || last - x < 8 && y < 8 || x < 8 && last - y < 8
            modules[x, y] = isFinder ? qr[x, y] : random.unit() < 0.5
          }
        }
        return scene(SceneSymbol(modules)) { _, _, _ in }
      }
    ]
    + [Symbology.ean13, .code128].map { symbology in
      fault("quiet zone", .quietZone, of: symbology) { scene, pose, symbol in
        let corners = pose.corners(of: symbol.size)
        let along = (corners.topRight - corners.topLeft).normalized ?? Vector(1, 0)
        for (top, bottom, sign) in [
          (corners.topLeft, corners.bottomLeft, -1.0), (corners.topRight, corners.bottomRight, 1),
        ] {
          let (near, far) = (along * (sign * 1.2 * pose.moduleSize), along * (sign * 16 * pose.moduleSize))
          scene.cover(
            sign < 0
              ? Quadrilateral(top + far, top + near, bottom + near, bottom + far)
              : Quadrilateral(top + near, top + far, bottom + far, bottom + near), light: 0.08)
        }
      }
    }

  /// A symbol with a share of its modules turned, its finders left as they are.
  private static func scratched(_ modules: BitMatrix, share: Double, sparing symbology: Symbology) -> BitMatrix {
    var (result, random) = (modules, SeededRandom(seed: 5))
    for y in 0..<modules.height {
      for x in 0..<modules.width {
        let (right, below) = (modules.width - 1 - x, modules.height - 1 - y)
        let isFinder =
          switch symbology {
          case .qr: x < 9 && y < 9 || right < 8 && y < 9 || x < 9 && below < 8 || x == 6 || y == 6
          case .dataMatrix: x == 0 || y == 0 || right == 0 || below == 0
          case .aztec:
            abs(x - modules.width / 2) < 8 && abs(y - modules.height / 2) < 8
          default: x < 17 * 2 || right < 18 + 17
          }
        if !isFinder, random.unit() < share { result[x, y].toggle() }
      }
    }
    return result
  }

  /// MSI, which nobody asks for any more: a bit is a bar and a space of three modules together.
  private static var msi: BitMatrix {
    let digits = [2, 0, 9, 3, 1, 7, 5, 8]
    let bits = digits.flatMap { digit in [8, 4, 2, 1].map { digit & $0 != 0 } }
    let row = "110" + bits.map { $0 ? "110" : "100" }.joined() + "1001"
    return tall(BitMatrix(width: row.count, height: 1, modules: row.map { $0 == "1" }), height: 45)
  }

  // MARK: Paper and place

  private static let paper: [FaultScene] =
    [(Symbology.qr, 2.6), (.dataMatrix, 2.4), (.aztec, 2.6), (.pdf417, 2.8)].map { symbology, wrap in
      fault("bent", .bent, of: symbology) { _, pose, _ in pose.wrap = wrap }
    }
    + [
      FaultScene("crumpled qr", [.bent]) { crumpled(scene(SceneSymbol(try modules(.qr)), size: 7) { _, _, _ in }) },
      FaultScene("crumpled dataMatrix", [.bent]) {
        crumpled(scene(SceneSymbol(try modules(.dataMatrix)), size: 7) { _, _, _ in })
      },
    ]
    + [Symbology.qr, .dataMatrix, .aztec].map { symbology in
      fault("tilted", .tilted, of: symbology, size: 7) { _, pose, _ in pose.yaw = 80 * .pi / 180 }
    }
    + [Symbology.qr, .dataMatrix, .aztec, .code128].map { symbology in
      fault("cut off", .cutOff, of: symbology) { scene, pose, symbol in
        pose.center.x = Double(width) - 0.06 * symbol.size.width * pose.moduleSize
      }
    }
    + [
      FaultScene("screen qr", [.screenPattern]) {
        let image = scene(SceneSymbol(try modules(.qr)), size: 3) { _, _, _ in }
        var pixels = image.pixels
        // A monitor's lines beat with the sensor's rows.
        for y in 0..<image.height {
          for x in 0..<image.width {
            let wave = cos(Double(x) * 1.31 + Double(y) * 0.9) + cos(Double(x) * 0.8 - Double(y) * 1.27)
            let value = 128 + 0.25 * (Double(pixels[y * image.width + x]) - 128) + 60 * wave
            pixels[y * image.width + x] = UInt8(max(0, min(255, value)))
          }
        }
        return LuminanceImage(width: image.width, height: image.height, pixels: pixels)
      },
      FaultScene("nothing", [.nothing]) {
        RenderedScene(width: width, height: height, ground: 0.7, seed: 2).render()
      },
    ]

  /// Paper with a wave across it, by which neighboring parts of a symbol are shifted against each other.
  private static func crumpled(_ image: LuminanceImage) -> LuminanceImage {
    var pixels = image.pixels
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (u, v) = (Double(x), Double(y))
        let fromX = Int((u + 9 * sin(v / 17) + 5 * sin(u / 13)).rounded())
        let fromY = Int((v + 9 * sin(u / 19) + 5 * sin(v / 11)).rounded())
        pixels[y * image.width + x] =
          image.pixels[
            min(max(fromY, 0), image.height - 1) * image.width + min(max(fromX, 0), image.width - 1)]
      }
    }
    return LuminanceImage(width: image.width, height: image.height, pixels: pixels)
  }

  // MARK: What was asked

  private static let requests: [FaultScene] =
    [Symbology.qr, .dataMatrix, .aztec, .code128, .pdf417].map { symbology in
      var fault = fault("not asked for", .notAskedFor, of: symbology) { _, _, _ in }
      fault.options.symbologies = symbology == .qr ? [.ean13] : [.qr]
      return fault
    }
    + [Symbology.qr, .ean13].map { symbology in
      var fault = fault("outside", .outsideRegion, of: symbology, size: 2) { _, pose, _ in
        pose.center = Point(360, 250)
      }
      fault.region = Rect(x: 0.02, y: 0.02, width: 0.3, height: 0.3)
      return fault
    }
    + [Symbology.qr, .dataMatrix].map { symbology in
      var fault = FaultScene("inverted \(symbology.name)", [.inverted]) {
        scene(SceneSymbol(try modules(symbology), isInverted: true)) { _, _, _ in }
      }
      fault.options.triesInverted = false
      return fault
    }
}
