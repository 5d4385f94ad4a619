package import Presentation

/// The colors of the screens that stand in place of the picture: the composer and the history.
///
/// Text on `panel` and `field` has a contrast of at least 4.5:1 in both (WCAG 2.2 §1.4.3).
public struct StudioPalette: Hashable, Sendable {
  package let ground: Color
  package let panel: Color
  package let field: Color
  package let edge: Color
  package let text: Color
  package let quiet: Color
  /// What is chosen or has the keyboard, and the text on it.
  package let accent: Color
  package let onAccent: Color
  package let selection: Color
  package let warning: Color

  public static let dark = StudioPalette(
    ground: Color(0x12151B), panel: Color(0x1C212A), field: Color(0x0D1015), edge: Color(0xFFFFFF, alpha: 0.16),
    text: .white, quiet: Color(0xB4BDC9), accent: Look.accent, onAccent: Color(0x0D1015),
    selection: Color(0x3DDC97, alpha: 0.32), warning: Look.warning)

  public static let light = StudioPalette(
    ground: Color(0xEEF1F5), panel: Color(0xFFFFFF), field: Color(0xF7F9FB), edge: Color(0x14181F, alpha: 0.22),
    text: Color(0x14181F), quiet: Color(0x4E5968), accent: Color(0x0A7A4D), onAccent: .white,
    selection: Color(0x0A7A4D, alpha: 0.22), warning: Color(0x8A5200))

  // For who asks the desktop for high contrast: text of at least 7:1 (WCAG 2.2 §1.4.6), and edges as strong as text.

  public static let contrastingDark = StudioPalette(
    ground: .black, panel: .black, field: .black, edge: .white, text: .white, quiet: Color(0xE4E8EE),
    accent: Color(0x5CF2B4), onAccent: .black, selection: Color(0x0B4A30), warning: Color(0xFFD166))

  public static let contrastingLight = StudioPalette(
    ground: .white, panel: .white, field: .white, edge: .black, text: .black, quiet: Color(0x22262C),
    accent: Color(0x00502F), onAccent: .white, selection: Color(0xBDF0D6), warning: Color(0x6B3A00))
}
