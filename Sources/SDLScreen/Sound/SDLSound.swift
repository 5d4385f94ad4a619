import CSDL2

/// The sound that tells that a code was read. It is part of the program, so nothing has to be found at run time.
@MainActor public final class SDLSound {
  private let device: SDL_AudioDeviceID
  private let samples: [UInt8]

  /// Opens the default output. A machine that cannot play is no reason to stop: leave the sound out, or say why.
  public init() throws(SDLFailure) {
    vf_quiet_alsa()
    let file = PackageResources.captured_wav
    try checked("SDL_InitSubSystem") { SDL_InitSubSystem(SDL_INIT_AUDIO) }
    do throws(SDLFailure) {
      var spec = unsafe SDL_AudioSpec()
      var memory: UnsafeMutablePointer<UInt8>?
      var length: UInt32 = 0
      _ = unsafe try made("SDL_LoadWAV_RW") {
        unsafe file.withUnsafeBytes {
          unsafe SDL_LoadWAV_RW(
            SDL_RWFromConstMem($0.baseAddress, CInt($0.count)), 1, &spec, &memory, &length)
        }
      }
      samples = unsafe Array(UnsafeBufferPointer(start: memory, count: Int(length)))
      unsafe SDL_FreeWAV(memory)
      device = unsafe SDL_OpenAudioDevice(nil, 0, &spec, nil, 0)
      guard device != 0 else { throw SDLFailure(call: "SDL_OpenAudioDevice", reason: sdlReason()) }
      SDL_PauseAudioDevice(device, 0)
    } catch {
      SDL_QuitSubSystem(SDL_INIT_AUDIO)
      throw error
    }
  }

  isolated deinit {
    SDL_CloseAudioDevice(device)
    SDL_QuitSubSystem(SDL_INIT_AUDIO)
  }

  /// Plays from the beginning, and returns at once.
  public func play() {
    SDL_ClearQueuedAudio(device)
    unsafe samples.withUnsafeBytes { _ = unsafe SDL_QueueAudio(device, $0.baseAddress, UInt32($0.count)) }
  }

  /// Bytes not yet played.
  package var queuedByteCount: Int { Int(SDL_GetQueuedAudioSize(device)) }
}
