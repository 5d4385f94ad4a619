import CPictureWall
import Glibc

/// The other side of `WalledPictureLoader`: a process that decodes files for as long as it is asked to.
public enum PictureWorker {
  /// The descriptor on which it is asked.
  static let socket: CInt = 3
  /// With which it ends if the system gives it no wall: without one it opens no file.
  package static let noWallStatus: CInt = 71
  /// By which the kernel ends it when the thread that started it ends. No decoder that crashes does it by this one.
  package static let parentDeathSignal = SIGTERM
  /// Processor time that it gets, in seconds.
  static let processorSeconds = 60

  /// Never returns.
  public static func run() -> Never {
    do {
      try WorkerWall.close()
      let loader = WallSocket(descriptor: socket)
      try loader.answer(.ready)
      try serve(loader)
    } catch WallSocket.Failure.closed {
      // The loader needs it no more.
      _exit(0)
    } catch {
      _exit(noWallStatus)
    }
  }

  private static func serve(_ socket: WallSocket) throws -> Never {
    var decoded: (picture: DecodedPicture, channels: Int)?
    var shared: MappedMemory?
    while true {
      let message = try socket.receive(upTo: WallReply.longest)
      defer { if let file = message.file { close(file) } }
      switch WallRequest(message.bytes[...]) {
      case .decode(let page, let dotsPerInch):
        guard let file = message.file else { throw WallSocket.Failure.system(EBADF) }
        decoded = nil
        do throws(DecodeFailure) {
          let picture = try decode(file, page: page, dotsPerInch: dotsPerInch)
          decoded = (picture, picture.raster.isGrey ? 1 : 3)
        } catch {
          try socket.answer(error.reply)
        }
        guard let (picture, channels) = decoded else { continue }
        let raster = picture.raster
        try socket.answer(
          .picture(
            width: raster.width, height: raster.height, channels: channels, pageCount: picture.pageCount ?? 0,
            isDrawn: picture.isDrawn))
      case .write(let capacity):
        if let file = message.file { shared = MappedMemory(writing: file, count: capacity) }
        guard let target = shared, let (picture, channels) = decoded else { throw WallSocket.Failure.system(EBADF) }
        unsafe picture.raster.pack(channels: channels, into: target.writableBytes)
        decoded = nil
        // The loader gives up what is large, too.
        if capacity > SharedPixels.kept { shared = nil }
        try socket.answer(.written)
      case nil: throw WallSocket.Failure.system(EBADMSG)
      }
    }
  }

  private static func decode(_ file: CInt, page: Int, dotsPerInch: Int) throws(DecodeFailure) -> DecodedPicture {
    guard let bytes = MappedMemory(reading: file) else { throw .damaged("it cannot be mapped") }
    return try unsafe PictureDecoder.decode(bytes.bytes, page: page, dotsPerInch: Double(dotsPerInch))
  }
}
