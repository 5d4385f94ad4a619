import CSDL2

/// Plays samples that somebody made: a station's verdicts.
@MainActor public final class SDLTones {
  private let device: SDL_AudioDeviceID

  /// Samples a second; what every device plays.
  public static let rate = 48_000

  /// Opens the default output. A machine that cannot play is no reason to stop.
  public init() throws(SDLFailure) {
    vf_quiet_alsa()
    try checked("SDL_InitSubSystem") { SDL_InitSubSystem(SDL_INIT_AUDIO) }
    var spec = unsafe SDL_AudioSpec()
    unsafe spec.freq = CInt(Self.rate)
    unsafe spec.format = SDL_AudioFormat(AUDIO_S16SYS)
    unsafe spec.channels = 1
    // A fiftieth of a second: heard with the picture.
    unsafe spec.samples = 1024
    device = unsafe SDL_OpenAudioDevice(nil, 0, &spec, nil, 0)
    guard device != 0 else {
      let failure = SDLFailure(call: "SDL_OpenAudioDevice", reason: sdlReason())
      SDL_QuitSubSystem(SDL_INIT_AUDIO)
      throw failure
    }
    SDL_PauseAudioDevice(device, 0)
  }

  isolated deinit {
    SDL_CloseAudioDevice(device)
    SDL_QuitSubSystem(SDL_INIT_AUDIO)
  }

  /// Plays in place of what is still to be heard, and returns at once.
  ///
  /// - Parameter samples: one channel at `rate`.
  public func play(_ samples: [Int16]) {
    SDL_ClearQueuedAudio(device)
    unsafe samples.withUnsafeBytes { _ = unsafe SDL_QueueAudio(device, $0.baseAddress, UInt32($0.count)) }
  }
}
