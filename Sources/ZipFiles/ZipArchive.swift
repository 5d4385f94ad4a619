import CZip
import Glibc

/// Zip archives in memory, by libzip. Nothing of an archive is ever written to a disk by its own names.
public enum ZipArchive {
  /// What is taken of a stranger's archive at most; more is an error, and is not unpacked.
  public struct Limits: Sendable {
    /// Files in it.
    public var files: Int
    /// Bytes of one of them, unpacked, by name; 0 for a name that is not wanted, which is passed over.
    public var bytes: @Sendable (String) -> Int

    public init(files: Int, bytes: @escaping @Sendable (String) -> Int) { (self.files, self.bytes) = (files, bytes) }
  }

  /// Packs files in their order.
  ///
  /// - Throws: `ZipFailure` without memory.
  public static func pack(_ files: [(name: String, bytes: [UInt8])]) throws(ZipFailure) -> [UInt8] {
    var error = unsafe zip_error_t()
    guard let target = unsafe zip_source_buffer_create(nil, 0, 0, &error) else { throw ZipFailure("no memory") }
    defer { unsafe zip_source_free(target) }
    // Closing gives its own hold away.
    unsafe zip_source_keep(target)
    guard let archive = unsafe zip_open_from_source(target, CInt(ZIP_TRUNCATE), &error) else {
      unsafe zip_source_free(target)
      throw ZipFailure("no memory")
    }
    for file in files {
      // The archive frees no buffer that holds nothing.
      let copy = file.bytes.isEmpty ? nil : unsafe malloc(file.bytes.count)
      guard unsafe copy != nil || file.bytes.isEmpty else {
        unsafe zip_discard(archive)
        throw ZipFailure("no memory")
      }
      unsafe file.bytes.withUnsafeBytes {
        if let copy = unsafe copy, let from = $0.baseAddress { unsafe memcpy(copy, from, $0.count) }
      }
      // Freed by the archive, also where it is discarded.
      guard let source = unsafe zip_source_buffer(archive, copy, zip_uint64_t(file.bytes.count), 1) else {
        unsafe free(copy)
        unsafe zip_discard(archive)
        throw ZipFailure("no memory")
      }
      guard unsafe zip_file_add(archive, file.name, source, zip_flags_t(ZIP_FL_ENC_UTF_8)) >= 0 else {
        unsafe zip_source_free(source)
        unsafe zip_discard(archive)
        throw ZipFailure("\(file.name) cannot be added")
      }
    }
    guard unsafe zip_close(archive) == 0 else {
      unsafe zip_discard(archive)
      throw ZipFailure("it cannot be packed")
    }
    return unsafe try contents(of: target)
  }

  private static func contents(of source: OpaquePointer) throws(ZipFailure) -> [UInt8] {
    guard unsafe zip_source_open(source) == 0 else { throw ZipFailure("it cannot be read back") }
    defer { unsafe zip_source_close(source) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe zip_source_read(source, buffer.baseAddress, zip_uint64_t(buffer.count))
      }
      guard count >= 0 else { throw ZipFailure("it cannot be read back") }
      if count == 0 { return bytes }
      bytes += chunk[..<Int(count)]
    }
  }

  /// The wanted files of an archive by name.
  ///
  /// - Throws: `ZipFailure` for what is no whole archive, whose names are paths or come twice, or that goes beyond the
  ///   limits, whatever it says of its own sizes.
  public static func unpack(_ bytes: [UInt8], _ limits: Limits) throws(ZipFailure) -> [String: [UInt8]] {
    // For the library nothing is an archive without files.
    guard !bytes.isEmpty else { throw ZipFailure("it is empty") }
    guard let copy = unsafe malloc(max(1, bytes.count)) else { throw ZipFailure("no memory") }
    unsafe bytes.withUnsafeBytes { if let from = $0.baseAddress { unsafe memcpy(copy, from, $0.count) } }
    var error = unsafe zip_error_t()
    guard let source = unsafe zip_source_buffer_create(copy, zip_uint64_t(bytes.count), 1, &error) else {
      unsafe free(copy)
      throw ZipFailure("no memory")
    }
    guard let archive = unsafe zip_open_from_source(source, CInt(ZIP_RDONLY | ZIP_CHECKCONS), &error) else {
      unsafe zip_source_free(source)
      throw ZipFailure("it is no zip, or is cut short or damaged")
    }
    defer { unsafe zip_discard(archive) }
    let count = unsafe zip_get_num_entries(archive, 0)
    guard count >= 0, count <= limits.files else {
      throw ZipFailure("it holds \(count) files, and at most \(limits.files) are read")
    }
    var files: [String: [UInt8]] = [:]
    for index in 0..<zip_uint64_t(count) {
      guard let raw = unsafe zip_get_name(archive, index, zip_flags_t(ZIP_FL_ENC_STRICT)),
        let name = unsafe String(validatingCString: raw), isPlain(name)
      else { throw ZipFailure("a file in it has a name that is a path or no name") }
      let most = limits.bytes(name)
      guard most > 0 else { continue }
      guard files[name] == nil else { throw ZipFailure("\(name) is in it twice") }
      files[name] = unsafe try unpack(archive, index, name, most: most)
    }
    return files
  }

  /// One name without folders, such as no archive needs to trick a path.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 100
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      } && !name.hasPrefix(".")
  }

  private static func unpack(
    _ archive: OpaquePointer, _ index: zip_uint64_t, _ name: String, most: Int
  ) throws(ZipFailure) -> [UInt8] {
    var told = unsafe zip_stat_t()
    guard unsafe zip_stat_index(archive, index, 0, &told) == 0 else {
      throw ZipFailure("\(name) cannot be found in it")
    }
    guard unsafe told.size <= zip_uint64_t(most) else { throw ZipFailure("\(name) has more than \(most) bytes") }
    guard let file = unsafe zip_fopen_index(archive, index, 0) else { throw ZipFailure("\(name) cannot be unpacked") }
    defer { unsafe zip_fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe zip_fread(file, buffer.baseAddress, zip_uint64_t(buffer.count))
      }
      // Also where the checksum is another one.
      guard count >= 0 else { throw ZipFailure("\(name) is damaged") }
      if count == 0 { break }
      guard bytes.count + Int(count) <= most else { throw ZipFailure("\(name) has more than \(most) bytes") }
      bytes += chunk[..<Int(count)]
    }
    guard unsafe bytes.count == Int(clamping: told.size) else { throw ZipFailure("\(name) is cut short") }
    return bytes
  }
}

/// Why an archive cannot be made or is not taken, as a sentence without its end.
public struct ZipFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
