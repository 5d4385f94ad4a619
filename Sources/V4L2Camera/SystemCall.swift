import Glibc

/// Makes a system call that answers with a value from 0 up or `-errno`, again if a signal interrupted it. The one way
/// in which this module reaches the kernel.
func system(_ call: String, _ body: () -> CInt) throws(SystemError) -> CInt {
  while true {
    let result = body()
    if result >= 0 { return result }
    if result != -EINTR { throw SystemError(call: call, number: -result) }
  }
}

/// A system call that failed: its name and `errno`.
package struct SystemError: Error, Hashable {
  package let call: String
  package let number: CInt

  package init(call: String, number: CInt) {
    self.call = call
    self.number = number
  }

  /// What the system calls the error, such as `Device or resource busy`.
  package var message: String { unsafe String(cString: strerror(number)) }
}
