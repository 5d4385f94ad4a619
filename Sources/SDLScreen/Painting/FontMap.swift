import CPangoCairo

/// Pango's fonts of a configuration of its own, given back when this goes. A context holds on to them.
@safe final class FontMap {
  let handle: UnsafeMutablePointer<PangoFontMap>

  /// - Parameter path: a file of fontconfig's; it is all that is read, unless it includes others.
  /// - Throws: `SDLFailure` where there is no such file, it is no configuration, or it names no font that is installed.
  init(configuration path: String) throws(SDLFailure) {
    guard let configuration = unsafe FcConfigCreate() else {
      throw SDLFailure(call: "FcConfigCreate", reason: "no memory")
    }
    // The font map holds it, too.
    defer { unsafe FcConfigDestroy(configuration) }
    guard unsafe FcConfigParseAndLoad(configuration, path, FcBool(1)) != 0 else {
      throw SDLFailure(call: "FcConfigParseAndLoad", reason: "\(path) cannot be read, or is no configuration of fonts")
    }
    guard unsafe FcConfigBuildFonts(configuration) != 0,
      let fonts = unsafe FcConfigGetFonts(configuration, FcSetSystem), unsafe fonts.pointee.nfont > 0
    else {
      throw SDLFailure(call: "FcConfigBuildFonts", reason: "none of the fonts that \(path) names is installed")
    }
    // Of FreeType's kind whatever the environment prefers: fontconfig names no others.
    guard let map = unsafe pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else {
      throw SDLFailure(call: "pango_cairo_font_map_new_for_font_type", reason: "Pango was built without FreeType")
    }
    unsafe handle = map
    unsafe pango_fc_font_map_set_config(OpaquePointer(map), configuration)
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(handle)) }
}
