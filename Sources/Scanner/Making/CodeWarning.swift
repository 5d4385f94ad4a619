public import Presentation

/// What makes a code hard to read though it is right.
public enum CodeWarning: Hashable, Sendable {
  /// WCAG's ratio under 3, which it asks of graphics (WCAG 2.2, 1.4.11).
  case lowContrast(ratio: Double)
  /// Difference of grey under 40 % of white: what a camera sees of it is less than grade C
  /// of the symbol contrast of ISO/IEC 15415.
  case lowSymbolContrast(percent: Int)
  /// Light modules on a dark ground: ISO/IEC 18004 allows it, many readers do not try it.
  case inverted
  case quietZone(is: Int, standard: Int)
  /// Fewer dots than the four a module that printers need to keep its edges (DENSO WAVE, "Module size").
  case fewDots(perModule: Int, dpi: Int)
  /// Printed smaller than a quarter of a millimetre a module: at 10 cm, the nearest at which most phones focus, a frame
  /// of 1280 pixels over 65° shows that as 2.5 pixels, and less is no code any more.
  case smallModules(millimeters: Double)
  /// One pixel a module: what an image editor enlarges, and few readers read as it is.
  case onePixelModules
  /// What lies under it decides whether it can be read.
  case transparentBackground

  public static func warnings(
    for code: MadeCode, _ appearance: CodeAppearance, dpi: Int? = nil
  ) -> [CodeWarning] {
    var warnings: [CodeWarning] = []
    let ground = appearance.background.over(.white)
    let ink = appearance.foreground.over(ground)
    let ratio = ink.contrast(with: ground)
    if ratio < 3 { warnings.append(.lowContrast(ratio: ratio)) }
    let percent = Int((100 * abs(ink.luma - ground.luma) / 255).rounded())
    if percent < 40 { warnings.append(.lowSymbolContrast(percent: percent)) }
    if ink.luma > ground.luma { warnings.append(.inverted) }
    let zone = code.quietZone(appearance)
    if zone < code.standardQuietZone { warnings.append(.quietZone(is: zone, standard: code.standardQuietZone)) }
    if appearance.moduleSize < 2 { warnings.append(.onePixelModules) }
    if let dpi {
      if appearance.moduleSize < 4 { warnings.append(.fewDots(perModule: appearance.moduleSize, dpi: dpi)) }
      let millimeters = 25.4 * Double(appearance.moduleSize) / Double(dpi)
      if millimeters < 0.25 { warnings.append(.smallModules(millimeters: millimeters)) }
    }
    if appearance.background.alpha < 255 { warnings.append(.transparentBackground) }
    return warnings
  }
}

extension CodeWarning: CustomStringConvertible {
  public var description: String { sentence(in: .english) }

  /// The sentence in a person's language.
  public func sentence(in words: Words) -> String {
    switch self {
    case .lowContrast(let ratio):
      words(
        "the colors differ by a ratio of {ratio} where 3 is the least: choose a darker foreground",
        ["ratio": Self.number(ratio)])
    case .lowSymbolContrast(let percent):
      words(
        "a camera sees {percent} % difference between the colors where 40 % is wanted: choose others",
        ["percent": "\(percent)"])
    case .inverted: words("it is light on dark: many readers do not read that; exchange the colors")
    case .quietZone(let modules, let standard):
      words(
        one: "the quiet zone of one module is below the standard's {standard}: edges nearby may spoil the reading",
        others:
          "the quiet zone of {count} modules is below the standard's {standard}: edges nearby may spoil the reading",
        count: modules, ["standard": "\(standard)"])
    case .fewDots(let dots, let dpi):
      words(
        "{dots} dots a module at {dpi} dpi print unevenly: 4 are the least that keep their edges",
        ["dots": "\(dots)", "dpi": "\(dpi)"])
    case .smallModules(let millimeters):
      words(
        "printed, a module is {millimeters} mm: phones need 0.25 mm; make the modules larger",
        ["millimeters": Self.number(millimeters)])
    case .onePixelModules:
      words("one pixel a module is for enlarging, without smoothing: few readers read it as it is")
    case .transparentBackground: words("the background is transparent: put it on something light and even")
    }
  }

  private static func number(_ value: Double) -> String {
    let hundredths = Int((100 * value).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
