import Foundation
import Presentation
import Scanner
import Testing

@Suite("The studio's colors") struct PaletteTests {
  /// WCAG 2.2, relative luminance.
  private static func luminance(_ color: Color) -> Double {
    func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  private static func ratio(_ one: Color, _ other: Color) -> Double {
    let (high, low) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
  }

  /// A translucent color on an opaque one.
  private static func over(_ color: Color, _ ground: Color) -> Color {
    func mixed(_ one: Double, _ other: Double) -> Double { color.alpha * one + (1 - color.alpha) * other }
    return Color(
      red: mixed(color.red, ground.red), green: mixed(color.green, ground.green), blue: mixed(color.blue, ground.blue))
  }

  @Test(
    "Text stands out on all that it stands on, twice as much where that is asked for",
    arguments: [
      (StudioPalette.dark, 4.5), (.light, 4.5), (.contrastingDark, 7), (.contrastingLight, 7),
    ])
  func contrast(palette: StudioPalette, least: Double) {
    for ground in [palette.ground, palette.panel, palette.field] {
      for text in [palette.text, palette.quiet, palette.accent, palette.warning] {
        #expect(Self.ratio(text, ground) >= least)
      }
      #expect(Self.ratio(palette.text, Self.over(palette.selection, ground)) >= least)
    }
    #expect(Self.ratio(palette.onAccent, palette.accent) >= least)
  }

  @Test("The settings go before the desktop, which counts where they say nothing")
  func choice() {
    var settings = Settings()
    let desktop = DesktopAppearance(isLight: true, isHighContrast: true)
    #expect(DesktopAppearance().palette(settings) == .dark && desktop.palette(settings) == .contrastingLight)
    settings.preview.isLight = false
    #expect(desktop.palette(settings) == .contrastingDark)
    settings.preview.isLight = true
    #expect(DesktopAppearance().palette(settings) == .light)
  }
}
