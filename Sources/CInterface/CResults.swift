import Barcodes
import Geometry

/// What was read in a picture, as C holds it: memory that stays where it is until the results are given back.
@safe final class CResults {
  /// One symbol; texts end with a zero byte, which is not counted.
  @safe struct Entry {
    let symbology: UnsafeMutableBufferPointer<CChar>
    let identifier: UnsafeMutableBufferPointer<CChar>
    let text: UnsafeMutableBufferPointer<CChar>?
    let bytes: UnsafeMutableBufferPointer<UInt8>
    let observation: Observation
  }

  let entries: [Entry]

  init(_ observations: [Observation]) {
    entries = observations.map { observation in
      let symbol = observation.symbol
      return unsafe Entry(
        symbology: Self.copy(symbol.symbology.name), identifier: Self.copy(symbol.symbologyIdentifier),
        text: symbol.text.map(Self.copy), bytes: Self.copy(symbol.bytes), observation: observation)
    }
  }

  deinit {
    for entry in entries {
      unsafe entry.symbology.deallocate()
      unsafe entry.identifier.deallocate()
      unsafe entry.text?.deallocate()
      unsafe entry.bytes.deallocate()
    }
  }

  private static func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element> {
    // An allocation of nothing need not have an address.
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(1, elements.count))
    _ = unsafe memory.initialize(from: elements)
    return unsafe memory
  }

  private static func copy(_ text: String) -> UnsafeMutableBufferPointer<CChar> {
    unsafe copy(text.utf8.map { CChar(bitPattern: $0) } + [0])
  }
}

private func entry(_ results: UnsafeMutableRawPointer?, _ index: Int) -> CResults.Entry? {
  guard let results = unsafe results else { return nil }
  let entries = unsafe Unmanaged<CResults>.fromOpaque(results).takeUnretainedValue().entries
  return entries.indices.contains(index) ? entries[index] : nil
}

@c(barcodes_results_destroy)
public func destroyResults(_ results: UnsafeMutableRawPointer?) {
  if let results = unsafe results { unsafe Unmanaged<CResults>.fromOpaque(results).release() }
}

@c(barcodes_results_count)
public func resultCount(_ results: UnsafeMutableRawPointer?) -> Int {
  guard let results = unsafe results else { return 0 }
  return unsafe Unmanaged<CResults>.fromOpaque(results).takeUnretainedValue().entries.count
}

@c(barcodes_result_symbology)
public func resultSymbology(_ results: UnsafeMutableRawPointer?, _ index: Int) -> UnsafePointer<CChar>? {
  unsafe entry(results, index).flatMap { unsafe UnsafePointer($0.symbology.baseAddress) }
}

@c(barcodes_result_identifier)
public func resultIdentifier(_ results: UnsafeMutableRawPointer?, _ index: Int) -> UnsafePointer<CChar>? {
  unsafe entry(results, index).flatMap { unsafe UnsafePointer($0.identifier.baseAddress) }
}

@c(barcodes_result_text)
public func resultText(
  _ results: UnsafeMutableRawPointer?, _ index: Int, _ length: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
  let text = unsafe entry(results, index)?.text
  unsafe length?.pointee = unsafe text.map { $0.count - 1 } ?? 0
  return unsafe text.flatMap { unsafe UnsafePointer($0.baseAddress) }
}

@c(barcodes_result_bytes)
public func resultBytes(
  _ results: UnsafeMutableRawPointer?, _ index: Int, _ length: UnsafeMutablePointer<Int>?
) -> UnsafePointer<UInt8>? {
  let found = unsafe entry(results, index)
  unsafe length?.pointee = found?.observation.symbol.bytes.count ?? 0
  return unsafe found.flatMap { unsafe UnsafePointer($0.bytes.baseAddress) }
}

@c(barcodes_result_corners)
public func resultCorners(
  _ results: UnsafeMutableRawPointer?, _ index: Int, _ corners: UnsafeMutablePointer<Double>?
) -> CInt {
  guard let found = unsafe entry(results, index), let corners = unsafe corners else { return 0 }
  for (number, corner) in found.observation.corners.points.enumerated() {
    unsafe corners[2 * number] = corner.x
    unsafe corners[2 * number + 1] = corner.y
  }
  return 1
}

@c(barcodes_result_is_mirrored)
public func resultIsMirrored(_ results: UnsafeMutableRawPointer?, _ index: Int) -> CInt {
  unsafe entry(results, index)?.observation.isMirrored == true ? 1 : 0
}

@c(barcodes_result_is_inverted)
public func resultIsInverted(_ results: UnsafeMutableRawPointer?, _ index: Int) -> CInt {
  unsafe entry(results, index)?.observation.isInverted == true ? 1 : 0
}
