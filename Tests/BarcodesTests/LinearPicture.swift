import Barcodes
import Bits
import Foundation
import Geometry
import Imaging

/// Symbols as pictures, to be read back.
struct LinearPicture {
  var modulePixels = 3.0
  var heightPixels = 40.0
  var angle = 0.0
  var blurPixels = 0.5
  /// Light on either side, in modules.
  var quiet = 12.0
  var noise = 0.0
  var isInverted = false
  /// How far a symbol's middle lies ahead of half way, in modules, as seen askew.
  var bow = 0.0
  /// True where dirt (or its absence) makes a place light; in modules from the symbol's top left.
  var isTorn: @Sendable (_ x: Double, _ y: Double) -> Bool = { _, _ in false }

  /// The picture, and where the symbol's corners are in it.
  func draw(_ matrix: BitMatrix) -> (frame: Frame, corners: Quadrilateral<FramePixels>) {
    let (w, h) = (Double(matrix.width) * modulePixels, heightPixels)
    let quietPixels = quiet * modulePixels
    let (cosine, sine) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
    let halfW = w / 2 + quietPixels
    let halfH = h / 2 + 12
    let width = Int((2 * (halfW * abs(cosine) + halfH * abs(sine))).rounded(.up))
    let height = Int((2 * (halfW * abs(sine) + halfH * abs(cosine))).rounded(.up))
    var grey = [Double](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0.0
        for sub in 0..<9 {
          let px = Double(x) + (Double(sub % 3) + 0.5) / 3 - Double(width) / 2
          let py = Double(y) + (Double(sub / 3) + 0.5) / 3 - Double(height) / 2
          let u = px * cosine + py * sine + w / 2
          let v = -px * sine + py * cosine + h / 2
          let my = v / h * Double(matrix.height)
          let mx = u / modulePixels - bow * 4 * (u / w) * (1 - u / w)
          let isInside = mx >= 0 && my >= 0 && mx < Double(matrix.width) && my < Double(matrix.height)
          let isDark = isInside && matrix[Int(mx), Int(my)] && !isTorn(mx, v / modulePixels)
          sum += isDark ? 30 : 220
        }
        grey[y * width + x] = sum / 9
      }
    }
    grey = Self.blurred(grey, width, height, blurPixels)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    let pixels = grey.map { value -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let random = Double(state >> 40) / Double(1 << 24) - 0.5
      let shown = min(max(value + random * noise, 0), 255)
      return UInt8(isInverted ? 255 - shown : shown)
    }
    func corner(_ u: Double, _ v: Double) -> Point<FramePixels> {
      Point(
        Double(width) / 2 + (u - w / 2) * cosine - (v - h / 2) * sine,
        Double(height) / 2 + (u - w / 2) * sine + (v - h / 2) * cosine)
    }
    let frame = try! Frame(format: .grey, width: width, height: height, bytes: pixels)
    return (frame, Quadrilateral(corner(0, 0), corner(w, 0), corner(w, h), corner(0, h)))
  }

  private static func blurred(_ grey: [Double], _ width: Int, _ height: Int, _ sigma: Double) -> [Double] {
    guard sigma > 0 else { return grey }
    let reach = Int((3 * sigma).rounded(.up))
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let total = weights.reduce(0, +)
    func pass(_ grey: [Double], _ dx: Int, _ dy: Int) -> [Double] {
      var result = grey
      for y in 0..<height {
        for x in 0..<width {
          var sum = 0.0
          for (i, weight) in weights.enumerated() {
            let sx = min(max(x + (i - reach) * dx, 0), width - 1)
            let sy = min(max(y + (i - reach) * dy, 0), height - 1)
            sum += weight * grey[sy * width + sx]
          }
          result[y * width + x] = sum / total
        }
      }
      return result
    }
    return pass(pass(grey, 1, 0), 0, 1)
  }

  /// What a detector reads in it, given all the time it wants.
  func read(_ matrix: BitMatrix, _ symbologies: Set<Symbology>) -> [Observation] {
    Self.read(draw(matrix).frame, symbologies)
  }

  static func read(_ frame: Frame, _ symbologies: Set<Symbology>) -> [Observation] {
    Detector(DetectionOptions(symbologies: symbologies, effort: .thorough)).detect(in: frame)
  }
}

/// All that one row of bars can be.
let linearSymbologies: Set<Symbology> = [
  .ean13, .ean8, .upcA, .upcE, .code128, .code39, .code93, .itf, .itf14, .codabar, .gs1DataBar, .gs1DataBarLimited,
  .gs1DataBarExpanded, .telepen, .dxFilmEdge,
]
