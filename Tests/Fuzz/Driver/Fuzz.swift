import FuzzTargets
import Glibc

// libFuzzer has the main function; this file is what it calls. `.ci/fuzz` builds and runs it.

/// The word after `--name=` on the command line, of which libFuzzer leaves out what begins with two dashes.
private func argument(_ name: String) -> String? {
  CommandLine.arguments.first { $0.hasPrefix("--\(name)=") }.map { String($0.dropFirst(name.count + 3)) }
}

/// What to feed.
private let target: FuzzTarget = {
  guard let found = argument("target").flatMap(FuzzTarget.named) else {
    print("--target= one of: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
    exit(2)
  }
  return found
}()

/// The folder into which misreadings are written, one file each.
private let misreadings = argument("misreadings")

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ memory: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: memory, count: count))
  do throws(BrokenPromise) {
    try target.run(FuzzInput(bytes))
  } catch {
    switch error.kind {
    case .defect: fatalError(error.description)
    case .misreading: note(error, bytes)
    }
  }
  return 0
}

private func note(_ promise: BrokenPromise, _ bytes: [UInt8]) {
  guard let misreadings else { return }
  print("misreading: \(promise)")
  // FNV-1a: the same input has the same name.
  let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  guard let file = fopen("\(misreadings)/\(target.name)-\(String(hash, radix: 16))", "wb") else { return }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}
