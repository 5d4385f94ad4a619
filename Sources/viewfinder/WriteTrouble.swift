import Foundation
import Scanner

/// Why something was not written, and what to do.
struct WriteTrouble: CustomStringConvertible {
  private let reason: SystemReason

  init(_ error: any Error) { reason = SystemReason(error) }

  /// Whether a pipe's reader is gone, which is no trouble of ours.
  var isEndOfReader: Bool { reason.code == .EPIPE }

  var description: String {
    switch reason.code {
    case .EBADF: "it is closed: leave it open, or lead it into a file"
    case .EFBIG: "it would be larger than this process may write: raise the limit (“ulimit -f”) or write less"
    case .ENOSPC: "the disk is full: make room, or write to another one"
    case .EDQUOT: "your share of the disk is used up: make room, or write to another one"
    case .EROFS: "the disk is read-only: write to another one"
    case .EACCES, .EPERM: "you may not write there: check the permissions, or choose another folder"
    case .ENOENT: "its folder is not there: make it, or choose another one"
    case .ENOTDIR: "its folder is a file: choose another one"
    case .EISDIR: "it is a folder: name a file in it"
    case .ENAMETOOLONG: "its name is too long: choose a shorter one"
    case .EMFILE, .ENFILE: "too many files are open: close other programs, or raise the limit (“ulimit -n”)"
    case .EIO: "the disk fails (input/output error): write to another one"
    case .some(let code): "the system refuses it (\(code)): try again, or write to another disk"
    case nil: reason.description
    }
  }
}
