import Geometry
import Presentation

/// Letters of half an em in lines of one and a half, broken and cut as a screen would: sizes that a test can foresee.
struct FixedWidth: TextMeasuring {
  func size(of text: Text) -> Size<ScreenPixels> {
    let letter = text.pixels / 2
    let width = Double(text.string.count) * letter
    guard let limit = text.maxWidth, width > limit else { return Size(width, text.pixels * 1.5) }
    let lines = min(text.maxLines, Int((width / limit).rounded(.up)))
    return Size(limit, text.pixels * 1.5 * Double(lines))
  }
}
