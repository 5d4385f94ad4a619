import CSDL2
import Geometry
import Imaging

/// Uploads frames in the camera's own layout and draws them: the renderer converts the colors.
///
/// One texture and one scratch buffer are used for all frames of a layout and size.
@MainActor final class SDLPreview {
  private let renderer: SDLRenderer
  private var texture: SDLTexture?
  private var layout: Layout?
  /// What the texture shows. Holding it keeps its bytes where they are, so they tell whether a frame is the same.
  private var shown: Frame?
  private var scratch = PreviewScratch()

  /// All that a texture is made for.
  private struct Layout: Hashable {
    let format: UInt32
    let width: Int
    let height: Int
    let isFullRange: Bool
  }

  init(_ renderer: SDLRenderer) { self.renderer = renderer }

  func draw(_ frame: Frame, _ placement: Mapping<FramePixels, ScreenPixels>) throws(SDLFailure) {
    if !isShown(frame) {
      let texture = try texture(for: frame)
      try upload(frame, to: texture)
      shown = frame
    }
    guard let texture else { return }
    let target = placement(frame.bounds)
    var box = SDL_FRect(
      x: Float(target.minX), y: Float(target.minY), w: Float(target.width), h: Float(target.height))
    var flip = SDL_FLIP_NONE.rawValue
    if placement.scaleX < 0 { flip |= SDL_FLIP_HORIZONTAL.rawValue }
    if placement.scaleY < 0 { flip |= SDL_FLIP_VERTICAL.rawValue }
    try checked("SDL_RenderCopyExF") {
      unsafe SDL_RenderCopyExF(renderer.handle, texture.handle, nil, &box, 0, nil, SDL_RendererFlip(flip))
    }
  }

  private func isShown(_ frame: Frame) -> Bool {
    guard let shown, shown.sequence == frame.sequence, shown.format == frame.format else { return false }
    return unsafe shown.bytes.withUnsafeBufferPointer { old in
      unsafe frame.bytes.withUnsafeBufferPointer { new in unsafe old.baseAddress == new.baseAddress }
    }
  }

  /// The texture in use, or a new one if the layout has changed.
  private func texture(for frame: Frame) throws(SDLFailure) -> SDLTexture {
    let layout = Layout(
      format: frame.format.texture, width: frame.width, height: frame.height, isFullRange: frame.isFullRange)
    // OpenGL's renderer decides on the range when a texture is made, the software renderer when it is filled.
    SDL_SetYUVConversionMode(frame.isFullRange ? SDL_YUV_CONVERSION_JPEG : SDL_YUV_CONVERSION_BT601)
    if let texture, self.layout == layout { return texture }
    shown = nil
    texture = nil
    let made = try SDLTexture(
      renderer, format: layout.format, width: frame.width, height: frame.height,
      access: SDL_TEXTUREACCESS_STREAMING, smooth: true)
    texture = made
    self.layout = layout
    return made
  }

  private func upload(_ frame: Frame, to texture: SDLTexture) throws(SDLFailure) {
    let planes = frame.planes
    try checked("SDL_UpdateTexture") {
      unsafe frame.bytes.withUnsafeBufferPointer { bytes in
        let start = { (plane: Plane) in unsafe bytes.baseAddress! + plane.offset }
        let pitch = { (plane: Plane) in CInt(plane.stride) }
        switch frame.format {
        case .rgb24, .bgr24:
          return unsafe SDL_UpdateTexture(texture.handle, nil, start(planes[0]), pitch(planes[0]))
        case .nv12, .nv21:
          return unsafe SDL_UpdateNVTexture(
            texture.handle, nil, start(planes[0]), pitch(planes[0]), start(planes[1]), pitch(planes[1]))
        case .yuv420, .yvu420:
          let (u, v) = frame.format == .yuv420 ? (planes[1], planes[2]) : (planes[2], planes[1])
          return unsafe SDL_UpdateYUVTexture(
            texture.handle, nil, start(planes[0]), pitch(planes[0]), start(u), pitch(u), start(v), pitch(v))
        case .grey:
          let half = (frame.width + 1) / 2
          return unsafe scratch.withNeutralChroma(count: half * ((frame.height + 1) / 2)) { chroma in
            unsafe SDL_UpdateYUVTexture(
              texture.handle, nil, start(planes[0]), pitch(planes[0]), chroma, CInt(half), chroma, CInt(half))
          }
        case .yuyv, .uyvy:
          return unsafe scratch.withPlanes(of: frame, bytes) { luma, chroma, chromaStride in
            unsafe SDL_UpdateNVTexture(
              texture.handle, nil, luma, CInt(frame.width), chroma, CInt(chromaStride))
          }
        }
      }
    }
  }
}

extension PixelFormat {
  /// The SDL layout it is uploaded in: its own where renderers take it, for packed 4:2:2 the next best.
  fileprivate var texture: UInt32 {
    switch self {
    case .grey, .yuv420, .yvu420: SDL_PIXELFORMAT_IYUV.rawValue
    case .nv12, .yuyv, .uyvy: SDL_PIXELFORMAT_NV12.rawValue
    case .nv21: SDL_PIXELFORMAT_NV21.rawValue
    case .rgb24: SDL_PIXELFORMAT_RGB24.rawValue
    case .bgr24: SDL_PIXELFORMAT_BGR24.rawValue
    }
  }
}
