/// Why a decoder gives no picture.
package enum DecodeFailure: Error, Hashable {
  case unknownFormat
  case tooManyPixels(width: Int, height: Int)
  case noSuchPage
  /// In the words of the library.
  case damaged(String)

  var reply: WallReply {
    switch self {
    case .unknownFormat: .unknownFormat
    case .tooManyPixels(let width, let height): .tooManyPixels(width: width, height: height)
    case .noSuchPage: .noSuchPage
    case .damaged(let reason): .damaged(reason: reason)
    }
  }
}
