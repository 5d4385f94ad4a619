import Presentation

/// The colors of the screens that stand in place of the picture: the composer and the history.
///
/// Text on `panel` and `field` has a contrast of at least 4.5:1 in both (WCAG 2.2 §1.4.3).
public struct StudioPalette: Hashable, Sendable {
  let ground: Color
  let panel: Color
  let field: Color
  let edge: Color
  let text: Color
  let quiet: Color
  /// What is chosen or has the keyboard, and the text on it.
  let accent: Color
  let onAccent: Color
  let selection: Color
  let warning: Color

  public static let dark = StudioPalette(
    ground: Color(0x12151B), panel: Color(0x1C212A), field: Color(0x0D1015), edge: Color(0xFFFFFF, alpha: 0.16),
    text: .white, quiet: Color(0xB4BDC9), accent: Look.accent, onAccent: Color(0x0D1015),
    selection: Color(0x3DDC97, alpha: 0.32), warning: Look.warning)

  public static let light = StudioPalette(
    ground: Color(0xEEF1F5), panel: Color(0xFFFFFF), field: Color(0xF7F9FB), edge: Color(0x14181F, alpha: 0.22),
    text: Color(0x14181F), quiet: Color(0x4E5968), accent: Color(0x0A7A4D), onAccent: .white,
    selection: Color(0x0A7A4D, alpha: 0.22), warning: Color(0x8A5200))
}
