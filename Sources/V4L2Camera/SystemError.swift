/// A system call that failed: its name and `errno`.
struct SystemError: Error, Hashable {
  let call: String
  let number: Int32
}
