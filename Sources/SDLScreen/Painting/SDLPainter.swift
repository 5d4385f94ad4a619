import CSDL2
import Geometry
import Presentation

/// A display list as calls of SDL's renderer.
///
/// Straight and rounded shapes lie on whole pixels and are drawn as filled rectangles with corners from small
/// textures, so they look the same on every renderer; paths and polygons are triangles with a faded rim.
@MainActor final class SDLPainter {
  private let renderer: SDLRenderer
  private let masks: CornerMasks
  private let texts: TextTextures
  private let bitmaps: BitmapTextures
  private let stills: StillTextures
  private var mesh = TriangleMesh()

  init(_ renderer: SDLRenderer, text: PangoText) {
    self.renderer = renderer
    masks = CornerMasks(renderer)
    texts = TextTextures(renderer, text: text)
    bitmaps = BitmapTextures(renderer)
    stills = StillTextures(renderer)
  }

  /// - Parameter size: the window's.
  func beginFrame(on size: Size<ScreenPixels>) {
    texts.beginFrame()
    bitmaps.beginFrame()
    stills.beginFrame(on: size)
  }

  /// - Parameter size: of the part of the window that is painted on.
  func paint(_ drawing: Drawing, on size: Size<ScreenPixels>) throws(SDLFailure) {
    for item in drawing.items { try paint(item, on: size) }
  }

  private func paint(_ item: Drawing.Item, on size: Size<ScreenPixels>) throws(SDLFailure) {
    switch item {
    case .rectangle(let rect, let radius, let fill, let stroke):
      if let fill { try self.fill(PixelBox(rect), radius: radius, fill) }
      if let stroke { try self.stroke(rect, radius: radius, stroke) }
    case .shadow(let rect, let radius, let blur, let color):
      try shadow(PixelBox(rect), radius: radius, blur: blur, color)
    case .surround(let rect, let radius, let color):
      try surround(PixelBox(rect), radius: radius, color, on: size)
    case .path(let points, let closed, let stroke):
      mesh.removeAll()
      mesh.stroke(points, closed: closed, stroke)
      try drawMesh()
    case .polygon(let points, let color):
      mesh.removeAll()
      mesh.fill(points, color)
      try drawMesh()
    case .disk(let center, let radius, let color):
      let box = PixelBox(Rect(center: center, size: Size(2 * radius, 2 * radius)))
      try fill(box, radius: radius, color)
    case .text(let text, let place): try draw(text, at: place)
    case .bitmap(let bitmap, let rect, let smooth):
      try copy(bitmaps.texture(for: bitmap, smooth: smooth), to: PixelBox(rect))
    case .still(let part, let rect):
      let box = PixelBox(rect)
      guard !box.isEmpty else { return }
      let texture = try stills.texture(for: part, in: box) { (part) throws(SDLFailure) in
        for item in part.items { try paint(item, on: size) }
      }
      try copy(texture, to: box)
    }
  }

  // MARK: Rounded rectangles

  private func fill(_ box: PixelBox, radius: Double, _ color: Color) throws(SDLFailure) {
    let corner = box.corner(radius)
    // Three bands, so that no pixel is covered twice: translucent colors would show it.
    try fill(PixelBox(box.left, box.top + corner, box.right, box.bottom - corner), color)
    try fill(PixelBox(box.left + corner, box.top, box.right - corner, box.top + corner), color)
    try fill(PixelBox(box.left + corner, box.bottom - corner, box.right - corner, box.bottom), color)
    try corners(.fill(radius: corner), corner, of: box, color)
  }

  private func stroke(_ rect: Rect<ScreenPixels>, radius: Double, _ stroke: Stroke) throws(SDLFailure) {
    guard stroke.dash == nil else {
      mesh.removeAll()
      mesh.stroke(rect.inset(by: stroke.width / 2).rounded(radius - stroke.width / 2), closed: true, stroke)
      return try drawMesh()
    }
    let box = PixelBox(rect)
    let width = min(max(1, Int(stroke.width.rounded())), min(box.width, box.height) / 2)
    let radius = box.corner(radius)
    let corner = max(radius, width)
    let color = stroke.color
    try fill(PixelBox(box.left + corner, box.top, box.right - corner, box.top + width), color)
    try fill(PixelBox(box.left + corner, box.bottom - width, box.right - corner, box.bottom), color)
    try fill(PixelBox(box.left, box.top + corner, box.left + width, box.bottom - corner), color)
    try fill(PixelBox(box.right - width, box.top + corner, box.right, box.bottom - corner), color)
    try corners(.ring(radius: radius, width: width), corner, of: box, color)
  }

  private func surround(
    _ box: PixelBox, radius: Double, _ color: Color, on size: Size<ScreenPixels>
  ) throws(SDLFailure) {
    let all = PixelBox(0, 0, Int(size.width), Int(size.height))
    try fill(PixelBox(all.left, all.top, all.right, box.top), color)
    try fill(PixelBox(all.left, box.bottom, all.right, all.bottom), color)
    try fill(PixelBox(all.left, box.top, box.left, box.bottom), color)
    try fill(PixelBox(box.right, box.top, all.right, box.bottom), color)
    let corner = box.corner(radius)
    try corners(.outside(radius: corner), corner, of: box, color)
  }

  private func shadow(_ box: PixelBox, radius: Double, blur: Double, _ color: Color) throws(SDLFailure) {
    let blur = max(1, Int(blur.rounded()))
    let mask = CornerMask.shadow(radius: box.corner(radius), blur: blur)
    let corner = min(mask.corner, min(box.width, box.height) / 2 + blur)
    let outer = PixelBox(box.left - blur, box.top - blur, box.right + blur, box.bottom + blur)
    try corners(mask, corner, of: outer, color)
    // Between the corners each side repeats the mask's middle row or column.
    let texture = try masks.texture(for: mask, color: color)
    let middle = mask.corner
    let end = 2 * middle
    let left = outer.left + corner
    let right = outer.right - corner
    try copy(texture, from: PixelBox(middle, 0, middle + 1, blur), to: PixelBox(left, outer.top, right, box.top))
    try copy(
      texture, from: PixelBox(middle, end - blur, middle + 1, end),
      to: PixelBox(left, box.bottom, right, outer.bottom))
    let top = outer.top + corner
    let bottom = outer.bottom - corner
    try copy(texture, from: PixelBox(0, middle, blur, middle + 1), to: PixelBox(outer.left, top, box.left, bottom))
    try copy(
      texture, from: PixelBox(end - blur, middle, end, middle + 1), to: PixelBox(box.right, top, outer.right, bottom))
  }

  /// The four corners of a box, each `corner` pixels wide and high, from a mask that holds all four.
  private func corners(
    _ mask: CornerMask, _ corner: Int, of box: PixelBox, _ color: Color
  ) throws(SDLFailure) {
    guard corner > 0 else { return }
    let texture = try masks.texture(for: mask, color: color)
    let far = 2 * mask.corner
    for (fromX, toX) in [(0, box.left), (far - corner, box.right - corner)] {
      for (fromY, toY) in [(0, box.top), (far - corner, box.bottom - corner)] {
        try copy(
          texture, from: PixelBox(fromX, fromY, fromX + corner, fromY + corner),
          to: PixelBox(toX, toY, toX + corner, toY + corner))
      }
    }
  }

  // MARK: Calls of the renderer

  private func fill(_ box: PixelBox, _ color: Color) throws(SDLFailure) {
    guard !box.isEmpty else { return }
    let color = SDL_Color(color)
    unsafe SDL_SetRenderDrawColor(renderer.handle, color.r, color.g, color.b, color.a)
    // The software renderer fills in a fifteenth of the time where it need not look at what lies below.
    unsafe SDL_SetRenderDrawBlendMode(renderer.handle, color.a == 255 ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND)
    var rect = box.sdl
    try checked("SDL_RenderFillRect") { unsafe SDL_RenderFillRect(renderer.handle, &rect) }
  }

  private func copy(_ texture: SDLTexture, from source: PixelBox? = nil, to target: PixelBox) throws(SDLFailure) {
    guard !target.isEmpty else { return }
    var to = target.sdl
    var from = source?.sdl ?? SDL_Rect(x: 0, y: 0, w: CInt(texture.width), h: CInt(texture.height))
    try checked("SDL_RenderCopy") { unsafe SDL_RenderCopy(renderer.handle, texture.handle, &from, &to) }
  }

  private func draw(_ text: Text, at place: Point<ScreenPixels>) throws(SDLFailure) {
    guard let drawn = try texts.texture(for: text) else { return }
    let left = Int(place.x.rounded()) + drawn.offsetX
    let top = Int(place.y.rounded()) + drawn.offsetY
    try copy(
      drawn.texture, to: PixelBox(left, top, left + drawn.texture.width, top + drawn.texture.height))
  }

  private func drawMesh() throws(SDLFailure) {
    guard !mesh.indices.isEmpty else { return }
    unsafe SDL_SetRenderDrawBlendMode(renderer.handle, SDL_BLENDMODE_BLEND)
    try checked("SDL_RenderGeometry") {
      unsafe SDL_RenderGeometry(
        renderer.handle, nil, mesh.vertices, CInt(mesh.vertices.count), mesh.indices, CInt(mesh.indices.count))
    }
  }
}

extension SDL_Color {
  init(_ color: Color) {
    let byte = { (part: Double) in UInt8((min(max(part, 0), 1) * 255).rounded()) }
    self.init(r: byte(color.red), g: byte(color.green), b: byte(color.blue), a: byte(color.alpha))
  }
}
