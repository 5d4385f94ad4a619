import CSDL2
import Presentation

/// Four rounded corners that touch: how much each pixel is covered. A shape takes its corners from the mask's
/// quarters and is filled in between.
enum CornerMask: Hashable {
  /// Inside the corner.
  case fill(radius: Int)
  /// Between the corner and the same one `width` further in.
  case ring(radius: Int, width: Int)
  /// Outside the corner.
  case outside(radius: Int)
  /// Outside the corner, fading away over `blur` pixels, which lie around the mask.
  case shadow(radius: Int, blur: Int)

  /// Pixels of a quarter's side.
  var corner: Int {
    switch self {
    case .fill(let radius), .outside(let radius): radius
    case .ring(let radius, let width): max(radius, width)
    // The fading reaches round the corner: as far inside as outside.
    case .shadow(let radius, let blur): max(radius, blur) + blur
    }
  }

  /// White pixels R G B A with the coverage as alpha, `2 * corner` on each side.
  var pixels: [UInt8] {
    let side = 2 * corner
    var pixels = [UInt8](repeating: 255, count: 4 * side * side)
    for y in 0..<side {
      for x in 0..<side {
        let alpha = coverage(Double(x) + 0.5 - Double(corner), Double(y) + 0.5 - Double(corner))
        pixels[4 * (y * side + x) + 3] = UInt8((min(max(alpha, 0), 1) * 255).rounded())
      }
    }
    return pixels
  }

  /// At a place from the mask's middle, in 0…1. A pixel whose center lies on the border is covered by half.
  private func coverage(_ x: Double, _ y: Double) -> Double {
    switch self {
    case .fill(let radius): clamped(0.5 - distance(x, y, half: corner, radius: radius))
    case .outside(let radius): clamped(0.5 + distance(x, y, half: corner, radius: radius))
    case .ring(let radius, let width):
      clamped(0.5 - distance(x, y, half: corner, radius: radius))
        - clamped(0.5 - distance(x, y, half: corner, radius: radius) - Double(width))
    case .shadow(let radius, let blur):
      shade(distance(x, y, half: corner - blur, radius: radius), blur: Double(blur))
    }
  }

  /// From half at the border down to nothing, smooth at the far end, and none within the shape.
  private func shade(_ distance: Double, blur: Double) -> Double {
    let left = clamped(1 - distance / blur)
    return 0.5 * left * left * clamped(distance + 0.5)
  }

  /// From the border of a rounded square, negative inside, in pixels.
  private func distance(_ x: Double, _ y: Double, half: Int, radius: Int) -> Double {
    let straight = Double(half - radius)
    let outX = abs(x) - straight
    let outY = abs(y) - straight
    let beyond = (max(outX, 0) * max(outX, 0) + max(outY, 0) * max(outY, 0)).squareRoot()
    return beyond + min(max(outX, outY), 0) - Double(radius)
  }

  private func clamped(_ value: Double) -> Double { min(max(value, 0), 1) }
}

/// The textures of corner masks. A look has a handful of radii, so they are kept for good.
@MainActor final class CornerMasks {
  private let renderer: SDLRenderer
  private var textures: [CornerMask: SDLTexture] = [:]

  /// A window that is dragged through all sizes of a small viewfinder meets many radii; then we begin anew.
  private static let limit = 64

  init(_ renderer: SDLRenderer) { self.renderer = renderer }

  /// The mask's texture, set to a color.
  func texture(for mask: CornerMask, color: Color) throws(SDLFailure) -> SDLTexture {
    let texture = if let made = textures[mask] { made } else { try make(mask) }
    let color = SDL_Color(color)
    unsafe SDL_SetTextureColorMod(texture.handle, color.r, color.g, color.b)
    unsafe SDL_SetTextureAlphaMod(texture.handle, color.a)
    return texture
  }

  private func make(_ mask: CornerMask) throws(SDLFailure) -> SDLTexture {
    if textures.count >= Self.limit { textures.removeAll(keepingCapacity: true) }
    let texture = try SDLTexture(
      renderer, format: sdlPixelFormatRGBA, width: 2 * mask.corner, height: 2 * mask.corner,
      access: SDL_TEXTUREACCESS_STATIC, smooth: false)
    try texture.update(mask.pixels)
    unsafe SDL_SetTextureBlendMode(texture.handle, SDL_BLENDMODE_BLEND)
    textures[mask] = texture
    return texture
  }
}
