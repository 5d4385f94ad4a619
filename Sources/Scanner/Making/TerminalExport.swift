/// A made code as text: one character cell is one module wide and two high.
public enum TerminalExport {
  public enum Style: Hashable, Sendable {
    /// Both colors are set by escape sequences (ECMA-48 §8.3.117), so that it looks the same on every ground.
    case colored
    /// Blocks alone, for a terminal with light text on a dark ground or, if `onLight`, the reverse.
    case plain(onLight: Bool)
  }

  public static func text(_ code: MadeCode, _ appearance: CodeAppearance, style: Style) -> String {
    let (columns, rows) = code.size(appearance)
    var isDark = [Bool](repeating: false, count: columns * rows)
    for run in code.runs(appearance) {
      for y in run.y..<run.y + run.height {
        for x in run.x..<run.x + run.width { isDark[y * columns + x] = true }
      }
    }
    let (begin, end) = style == .colored ? (colors(appearance), "\u{1B}[0m") : ("", "")
    // On a dark ground the blocks are the light modules.
    let inked = style != .plain(onLight: false)
    var text = ""
    for y in stride(from: 0, to: rows, by: 2) {
      text += begin
      for x in 0..<columns {
        let upper = isDark[y * columns + x] == inked
        // Below an odd number of rows lies the ground, whatever it is.
        let lower = y + 1 < rows ? isDark[(y + 1) * columns + x] == inked : false
        text += upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")
      }
      text += end + "\n"
    }
    return text
  }

  /// Black on bright white by the sixteen colors that every terminal has, others by 24-bit ones.
  private static func colors(_ appearance: CodeAppearance) -> String {
    let (ink, ground) = (appearance.foreground, appearance.background.over(.white))
    if ink == .black, ground == .white { return "\u{1B}[30;107m" }
    let seen = ink.over(ground)
    return "\u{1B}[38;2;\(seen.red);\(seen.green);\(seen.blue);48;2;\(ground.red);\(ground.green);\(ground.blue)m"
  }
}
