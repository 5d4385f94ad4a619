import CPangoCairo
public import Geometry
public import Presentation

/// Text of any script, laid out by Pango: shaping, direction, fallback fonts, emoji, line breaks, ellipsis.
///
/// Never markup, and whatever control characters a text has are shown as pictures, not obeyed. Belongs to one
/// thread; needs no window.
@safe public final class PangoText: TextMeasuring {
  private let context: OpaquePointer
  private var sizes: [Text: Size<ScreenPixels>] = [:]

  /// Sizes remembered before we begin anew: some screens full of text.
  private static let sizeLimit = 512

  /// Characters laid out of a text: as many as the largest symbols hold (7,089 digits in QR version 40).
  static let characterLimit = 8192

  /// Pixels of the widest line without `maxWidth`: below Cairo's limit and that of common textures.
  static let widthLimit = 8192.0

  /// Set in the machine's fonts, as the desktop configures them.
  public convenience init() {
    unsafe self.init(context: pango_font_map_create_context(pango_cairo_font_map_get_default()))
  }

  /// Set in the fonts that a file of fontconfig's names, and in no others: what is drawn then depends neither on what
  /// else is installed nor on the environment.
  ///
  /// - Parameter fonts: the file's path.
  /// - Throws: `SDLFailure` where there is no such file, it is no configuration, or it names no font that is installed.
  public convenience init(fonts: String) throws(SDLFailure) {
    let map = try FontMap(configuration: fonts)
    unsafe self.init(context: pango_font_map_create_context(map.handle))
  }

  private init(context: OpaquePointer) {
    unsafe self.context = context
    // Subpixel smoothing needs to know the background, which shines through here.
    let options = unsafe cairo_font_options_create()
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    unsafe pango_cairo_context_set_font_options(context, options)
    unsafe cairo_font_options_destroy(options)
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(context)) }

  public func size(of text: Text) -> Size<ScreenPixels> {
    var plain = text
    plain.color = .black
    if let size = sizes[plain] { return size }
    if sizes.count >= Self.sizeLimit { sizes.removeAll(keepingCapacity: true) }
    let extents = unsafe PangoLayoutOwner(text, context).extents
    let size = Size<ScreenPixels>(extents.width, extents.height)
    sizes[plain] = size
    return size
  }

  public func carets(in text: Text) -> [Double] {
    let layout = unsafe PangoLayoutOwner(text, context)
    var offset = 0
    var carets = [layout.caret(at: 0)]
    for character in text.string.prefix(Self.characterLimit) {
      offset += String(character).showingControls(keepsLines: text.maxLines > 1).utf8.count
      carets.append(layout.caret(at: offset))
    }
    return carets
  }

  /// Text as a picture: R G B A in Cairo's order in memory (B G R A), alpha not premultiplied, and where it lies
  /// seen from the box's top-left corner: letters may reach out of their box. Nil if there is nothing to see.
  func picture(of text: Text) -> TextPicture? {
    let layout = unsafe PangoLayoutOwner(text, context)
    let extents = layout.extents
    guard extents.inkWidth > 0, extents.inkHeight > 0 else { return nil }
    let stride = 4 * extents.inkWidth
    var pixels = [UInt8](repeating: 0, count: stride * extents.inkHeight)
    unsafe pixels.withUnsafeMutableBufferPointer { memory in
      let surface = unsafe cairo_image_surface_create_for_data(
        memory.baseAddress, CAIRO_FORMAT_ARGB32, CInt(extents.inkWidth), CInt(extents.inkHeight), CInt(stride))
      let cairo = unsafe cairo_create(surface)
      unsafe cairo_set_source_rgba(cairo, text.color.red, text.color.green, text.color.blue, text.color.alpha)
      unsafe cairo_move_to(cairo, Double(-extents.inkX), Double(-extents.inkY))
      unsafe pango_cairo_show_layout(cairo, layout.handle)
      unsafe cairo_destroy(cairo)
      unsafe cairo_surface_flush(surface)
      unsafe cairo_surface_destroy(surface)
    }
    undoPremultiplication(&pixels)
    return TextPicture(
      width: extents.inkWidth, height: extents.inkHeight, pixels: pixels,
      offsetX: extents.inkX - extents.x, offsetY: extents.inkY - extents.y)
  }

  /// SDL's software renderer blends only colors that are not multiplied by their alpha.
  private func undoPremultiplication(_ pixels: inout [UInt8]) {
    for pixel in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[pixel + 3])
      guard alpha != 0, alpha != 255 else { continue }
      for part in pixel..<pixel + 3 { pixels[part] = UInt8(min(255, (Int(pixels[part]) * 255 + alpha / 2) / alpha)) }
    }
  }
}

struct TextPicture {
  let width: Int
  let height: Int
  let pixels: [UInt8]
  let offsetX: Int
  let offsetY: Int
}

/// One of Pango's layouts, given back when this goes.
@safe private final class PangoLayoutOwner {
  let handle: OpaquePointer

  /// Whole pixels: the box that lines are set by, and around all that is drawn.
  struct Extents {
    let x, y, width, height: Int
    let inkX, inkY, inkWidth, inkHeight: Int
  }

  init(_ text: Text, _ context: OpaquePointer) {
    unsafe handle = pango_layout_new(context)
    let font = unsafe pango_font_description_from_string(text.face.families)
    unsafe pango_font_description_set_weight(font, text.weight.pango)
    unsafe pango_font_description_set_absolute_size(font, text.pixels * Double(PANGO_SCALE))
    unsafe pango_layout_set_font_description(handle, font)
    unsafe pango_font_description_free(font)

    let width = min(max(text.maxWidth ?? PangoText.widthLimit, 1), PangoText.widthLimit)
    unsafe pango_layout_set_width(handle, CInt(width * Double(PANGO_SCALE)))
    unsafe pango_layout_set_wrap(handle, PANGO_WRAP_WORD_CHAR)
    unsafe pango_layout_set_alignment(handle, text.alignment == .center ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT)
    let shown = text.string.showingControls(keepsLines: text.maxLines > 1)
    if text.maxLines > 1 {
      set(shown)
      cut(shown, to: text.maxLines)
    } else {
      unsafe pango_layout_set_ellipsize(handle, PANGO_ELLIPSIZE_END)
      set(shown)
    }
  }

  private func set(_ string: String) { unsafe pango_layout_set_text(handle, string, CInt(string.utf8.count)) }

  /// Pango's own limit counts the lines of each paragraph; this one counts them all.
  private func cut(_ string: String, to lineCount: Int) {
    guard Int(unsafe pango_layout_get_line_count(handle)) > lineCount,
      let last = unsafe pango_layout_get_line_readonly(handle, CInt(lineCount - 1))
    else { return }
    let end = Int(unsafe last.pointee.start_index + last.pointee.length)
    var kept = String(decoding: string.utf8.prefix(end), as: UTF8.self)
    // The ellipsis may need the room of some letters, and at most that of a line.
    while true {
      set(kept + "…")
      guard !kept.isEmpty, Int(unsafe pango_layout_get_line_count(handle)) > lineCount else { break }
      kept.removeLast()
    }
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(handle)) }

  /// Where a caret stands before the byte of this number, in pixels from the left of the box.
  func caret(at byte: Int) -> Double {
    var strong = PangoRectangle()
    unsafe pango_layout_get_cursor_pos(handle, CInt(byte), &strong, nil)
    return Double(strong.x) / Double(PANGO_SCALE) - Double(extents.x)
  }

  var extents: Extents {
    var ink = PangoRectangle()
    var box = PangoRectangle()
    unsafe pango_layout_get_pixel_extents(handle, &ink, &box)
    return Extents(
      x: Int(box.x), y: Int(box.y), width: Int(box.width), height: Int(box.height),
      inkX: Int(ink.x), inkY: Int(ink.y), inkWidth: Int(ink.width), inkHeight: Int(ink.height))
  }
}

extension String {
  /// Control characters as their pictures, line ends as line feeds or, if they are not kept, as return signs.
  fileprivate func showingControls(keepsLines: Bool) -> String {
    let lineEnd: Unicode.Scalar = keepsLines ? "\n" : "\u{23CE}"
    var shown = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in unicodeScalars.prefix(PangoText.characterLimit) {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": shown.append(lineEnd)
      case "\t": shown.append(" ")
      case "\0"..<" ": shown.append(Unicode.Scalar(0x2400 + scalar.value) ?? " ")
      case "\u{7F}": shown.append("\u{2421}")
      case "\u{80}"..<"\u{A0}": shown.append("\u{FFFD}")
      default: shown.append(scalar)
      }
      previous = scalar
    }
    return String(shown)
  }
}

extension Text.Face {
  /// The first that is installed; what it lacks comes from others.
  fileprivate var families: String {
    switch self {
    case .sans: "Inter, Cantarell, Noto Sans, DejaVu Sans, Sans"
    case .monospaced: "JetBrains Mono, Noto Sans Mono, DejaVu Sans Mono, Monospace"
    }
  }
}

extension Text.Weight {
  fileprivate var pango: PangoWeight {
    switch self {
    case .regular: PANGO_WEIGHT_NORMAL
    case .medium: PANGO_WEIGHT_MEDIUM
    case .bold: PANGO_WEIGHT_SEMIBOLD
    }
  }
}
