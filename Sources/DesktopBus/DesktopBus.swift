import CGIO

/// Where a bus is.
public enum BusAddress: Hashable, Sendable {
  /// The one of the person who is logged in.
  case session
  /// The machine's.
  case system
  /// As D-Bus writes addresses: `unix:path=/run/…`.
  case at(String)
}

/// What went wrong with a call, and its name on the bus where it came from there.
public struct BusFailure: Error, Hashable, CustomStringConvertible {
  /// Such as `org.freedesktop.DBus.Error.ServiceUnknown`; nil for what failed on the way.
  public let name: String?
  public let description: String

  public init(name: String? = nil, _ description: String) {
    self.name = name
    self.description = description
  }

  /// Nobody on the bus answers to the name that was called.
  public var isAbsent: Bool {
    ["ServiceUnknown", "NameHasNoOwner", "UnknownMethod", "UnknownInterface", "UnknownObject"].contains {
      name == "org.freedesktop.DBus.Error." + $0
    }
  }

  /// Takes over the error.
  init(_ error: UnsafeMutablePointer<GError>?) {
    guard let error = unsafe error else {
      self.init("D-Bus failed without a reason")
      return
    }
    let name = unsafe g_dbus_error_get_remote_error(error)
    let text = unsafe name.map { unsafe String(cString: $0) }
    unsafe g_free(name)
    if text != nil { unsafe g_dbus_error_strip_remote_error(error) }
    let message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
    unsafe g_error_free(error)
    self.init(name: text, message)
  }
}

/// A signal to wait for.
public struct BusSignal: Hashable, Sendable {
  /// The name of who sends what is waited for: anybody on the bus can send one of the same path. Nil for one that we send.
  public var sender: String?
  public var path: String
  public var interface: String
  public var member: String

  public init(sender: String? = nil, path: String, interface: String, member: String) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
  }
}

/// A connection to a bus, used by one thread at a time. Calls wait for their answer: never make them where a picture is to
/// move.
@safe public final class DesktopBus {
  private let connection: OpaquePointer

  public init(_ address: BusAddress) throws(BusFailure) {
    var error: UnsafeMutablePointer<GError>?
    let place: String
    switch address {
    case .at(let text): place = text
    case .session, .system:
      let kind = address == .session ? G_BUS_TYPE_SESSION : G_BUS_TYPE_SYSTEM
      guard let text = unsafe g_dbus_address_get_for_bus_sync(kind, nil, &error) else { throw unsafe BusFailure(error) }
      place = unsafe String(cString: text)
      unsafe g_free(text)
    }
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    guard let made = unsafe g_dbus_connection_new_for_address_sync(place, flags, nil, nil, &error) else {
      throw unsafe BusFailure(error)
    }
    unsafe connection = made
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(connection)) }

  /// Our own name on the bus, such as `:1.42`.
  public var uniqueName: String {
    unsafe g_dbus_connection_get_unique_name(connection).map { unsafe String(cString: $0) } ?? ""
  }

  /// Calls a method and waits for what it returns.
  ///
  /// - Parameter timeout: in whole milliseconds.
  public func call(
    _ destination: String, _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = [],
    timeout milliseconds: Int32 = 10_000
  ) throws(BusFailure) -> [BusValue] {
    var error: UnsafeMutablePointer<GError>?
    let answer = unsafe g_dbus_connection_call_sync(
      connection, destination, path, interface, method, BusValue.parameters(arguments), nil, G_DBUS_CALL_FLAGS_NONE,
      milliseconds, nil, &error)
    guard let answer = unsafe answer else { throw unsafe BusFailure(error) }
    defer { unsafe g_variant_unref(answer) }
    return unsafe BusValue(answer).items
  }

  /// Sends a signal to whoever listens, and returns once the bus has it.
  public func emit(_ signal: BusSignal, _ arguments: [BusValue]) throws(BusFailure) {
    var error: UnsafeMutablePointer<GError>?
    let isSent = unsafe g_dbus_connection_emit_signal(
      connection, nil, signal.path, signal.interface, signal.member, BusValue.parameters(arguments), &error)
    guard isSent != 0 else { throw unsafe BusFailure(error) }
    // The bus answers in order: what it was sent before, it has.
    _ = try call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
  }

  /// A property of an object.
  public func property(
    _ destination: String, _ path: String, _ interface: String, _ name: String
  ) throws(BusFailure) -> BusValue? {
    try call(
      destination, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)]
    ).first
  }

  /// Does something and then waits for a signal that comes of it, listening before it is done, so that none is missed.
  ///
  /// - Parameters:
  ///   - start: what is done; true if there is nothing more to wait for.
  ///   - isIt: whether what a signal carries is what is waited for.
  /// - Returns: what the signal carries; nil where nothing came in time or `start` wants nothing more.
  public func wait(
    for signal: BusSignal, milliseconds: UInt32, start: (DesktopBus) throws(BusFailure) -> Bool,
    until isIt: @escaping ([BusValue]) -> Bool
  ) throws(BusFailure) -> [BusValue]? {
    let context = unsafe g_main_context_new()
    unsafe g_main_context_push_thread_default(context)
    defer {
      unsafe g_main_context_pop_thread_default(context)
      unsafe g_main_context_unref(context)
    }
    let post = SignalPost(isIt)
    let subscription = unsafe g_dbus_connection_signal_subscribe(
      connection, signal.sender, signal.interface, signal.member, signal.path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, values, post in
        guard let values = unsafe values, let post = unsafe post else { return }
        unsafe Unmanaged<SignalPost>.fromOpaque(post).takeUnretainedValue().take(BusValue(values).items)
      }, Unmanaged.passUnretained(post).toOpaque(), nil)
    defer {
      unsafe g_dbus_connection_signal_unsubscribe(connection, subscription)
      // What was on its way to the post is thrown away while it is still there.
      while unsafe g_main_context_iteration(context, 0) != 0 {}
    }
    let timer = unsafe g_timeout_source_new(milliseconds)
    unsafe g_source_set_callback(
      timer,
      { post in
        guard let post = unsafe post else { return 0 }
        unsafe Unmanaged<SignalPost>.fromOpaque(post).takeUnretainedValue().isLate = true
        return 0
      }, Unmanaged.passUnretained(post).toOpaque(), nil)
    _ = unsafe g_source_attach(timer, context)
    defer {
      unsafe g_source_destroy(timer)
      unsafe g_source_unref(timer)
    }
    if try start(self) { return nil }
    while post.found == nil, !post.isLate { _ = unsafe g_main_context_iteration(context, 1) }
    return withExtendedLifetime(post) { post.found }
  }
}

/// Where a signal is left by the context that waits for it, on the same thread.
private final class SignalPost {
  private let isIt: ([BusValue]) -> Bool
  var found: [BusValue]?
  var isLate = false

  init(_ isIt: @escaping ([BusValue]) -> Bool) { self.isIt = isIt }

  func take(_ values: [BusValue]) { if found == nil, isIt(values) { found = values } }
}
