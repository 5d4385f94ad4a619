import CKeyboard
import Glibc
import Station

/// Types into whatever window of an X server has the keyboard, by the XTEST extension (version 2.2, `XTestFakeInput`).
///
/// Nothing of the layout is changed: what it has no key for is not typed.
@safe final class X11Keyboard: Typist {
  private let connection: OpaquePointer
  private let root: xcb_window_t
  private let keycodes: ClosedRange<UInt8>

  /// A key with what is held meanwhile.
  private struct Stroke {
    let keycode: UInt8
    let shift: Bool
    let third: Bool
  }

  /// - Parameter display: such as `:0`; nil takes `$DISPLAY`.
  init(display: String?) throws(DeliveryFailure) {
    let connection = unsafe xcb_connect(display, nil)
    guard let connection = unsafe connection, unsafe xcb_connection_has_error(connection) == 0,
      let setup = unsafe xcb_get_setup(connection), let screen = unsafe xcb_setup_roots_iterator(setup).data,
      unsafe setup.pointee.min_keycode <= setup.pointee.max_keycode
    else {
      unsafe xcb_disconnect(connection)
      throw .unreachable("there is no X server to type at")
    }
    unsafe self.connection = connection
    root = unsafe screen.pointee.root
    keycodes = unsafe setup.pointee.min_keycode...setup.pointee.max_keycode
    let version = unsafe xcb_test_get_version_reply(connection, xcb_test_get_version(connection, 2, 2), nil)
    defer { unsafe free(version) }
    guard unsafe version != nil else { throw .unreachable("the X server lets no program type: it has no XTEST") }
  }

  deinit { unsafe xcb_disconnect(connection) }

  func type(_ text: [Unicode.Scalar], suffix: KeyboardSettings.Suffix) throws(DeliveryFailure) {
    let state = try focusedState()
    let layout = try unsafe Layout(connection, keycodes, group: Int(state >> 13 & 3))
    let isLocked = UInt32(state) & XCB_MOD_MASK_LOCK.rawValue != 0
    var strokes: [Stroke] = []
    for scalar in text {
      guard var stroke = layout.strokes[scalar.value] else {
        throw .rejected("the keyboard's layout has no \(name(scalar))")
      }
      if isLocked, scalar.properties.isLowercase || scalar.properties.isUppercase {
        stroke = Stroke(keycode: stroke.keycode, shift: !stroke.shift, third: stroke.third)
      }
      strokes.append(stroke)
    }
    if let keysym = suffix.keysym {
      guard let keycode = layout.keys[keysym] else {
        throw .rejected("the keyboard's layout has no \(suffix.rawValue) key")
      }
      strokes.append(Stroke(keycode: keycode, shift: false, third: false))
    }
    for stroke in strokes { press(stroke, layout) }
    // The server answers once it has done all before.
    let answer = unsafe xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil)
    defer { unsafe free(answer) }
    guard unsafe answer != nil else { throw .unreachable("the X server is gone") }
  }

  private func press(_ stroke: Stroke, _ layout: Layout) {
    let held = [stroke.shift ? layout.shift : nil, stroke.third ? layout.third : nil].compactMap(\.self)
    for key in held + [stroke.keycode] { send(XCB_KEY_PRESS, key) }
    for key in [stroke.keycode] + held.reversed() { send(XCB_KEY_RELEASE, key) }
  }

  private func send(_ event: CInt, _ keycode: UInt8) {
    _ = unsafe xcb_test_fake_input(connection, UInt8(truncatingIfNeeded: event), keycode, 0, root, 0, 0, 0)
  }

  // MARK: Whether it is the time

  /// What is held and locked.
  ///
  /// - Throws: where nobody would get the text, or it would mean something else.
  private func focusedState() throws(DeliveryFailure) -> UInt16 {
    let focus = unsafe xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil)
    defer { unsafe free(focus) }
    guard let window = unsafe focus?.pointee.focus else { throw .unreachable("the X server is gone") }
    guard window != XCB_INPUT_FOCUS_NONE.rawValue else { throw .unreachable("no window has the keyboard") }
    if isOurs(window) { throw .unreachable("the window that has the keyboard is Viewfinder's own") }
    let pointer = unsafe xcb_query_pointer_reply(connection, xcb_query_pointer(connection, root), nil)
    defer { unsafe free(pointer) }
    guard let state = unsafe pointer?.pointee.mask else { throw .unreachable("the X server is gone") }
    let held =
      XCB_MOD_MASK_SHIFT.rawValue | XCB_MOD_MASK_CONTROL.rawValue | XCB_MOD_MASK_1.rawValue | XCB_MOD_MASK_4.rawValue
      | XCB_MOD_MASK_5.rawValue
    guard UInt32(state) & held == 0 else { throw .unreachable("somebody holds Shift, Ctrl, Alt or the like") }
    return state
  }

  /// Whether this process made the window, or one that it lies in (`_NET_WM_PID`, Extended Window Manager Hints 1.5).
  private func isOurs(_ focused: xcb_window_t) -> Bool {
    let name = "_NET_WM_PID"
    let interned = unsafe xcb_intern_atom_reply(
      connection, xcb_intern_atom(connection, 1, UInt16(clamping: name.utf8.count), name), nil)
    defer { unsafe free(interned) }
    guard let atom = unsafe interned?.pointee.atom, atom != 0 else { return false }
    var window = focused
    // Window managers and toolkits put one in another, two or three deep.
    for _ in 0..<8 where window > 1 && window != root {
      let reply = unsafe xcb_get_property_reply(
        connection, xcb_get_property(connection, 0, window, atom, xcb_atom_t(XCB_ATOM_CARDINAL.rawValue), 0, 1), nil)
      defer { unsafe free(reply) }
      if let reply = unsafe reply, unsafe xcb_get_property_value_length(reply) == 4,
        let value = unsafe xcb_get_property_value(reply)
      {
        return unsafe value.loadUnaligned(as: UInt32.self) == UInt32(bitPattern: getpid())
      }
      let tree = unsafe xcb_query_tree_reply(connection, xcb_query_tree(connection, window), nil)
      defer { unsafe free(tree) }
      guard let parent = unsafe tree?.pointee.parent else { return false }
      window = parent
    }
    return false
  }

  // MARK: The layout

  /// Which key makes what, in the layout that counts now.
  private struct Layout {
    var strokes: [UInt32: Stroke] = [:]
    var keys: [UInt32: UInt8] = [:]
    var shift: UInt8?
    /// AltGr.
    var third: UInt8?

    /// - Parameter group: of the layouts that a person switches between: 0 is the first. The protocol tells of two.
    init(_ connection: OpaquePointer, _ keycodes: ClosedRange<UInt8>, group: Int) throws(DeliveryFailure) {
      let reply = unsafe xcb_get_keyboard_mapping_reply(
        connection, xcb_get_keyboard_mapping(connection, keycodes.lowerBound, UInt8(clamping: keycodes.count)), nil)
      defer { unsafe free(reply) }
      guard let reply = unsafe reply, let symbols = unsafe xcb_get_keyboard_mapping_keysyms(reply) else {
        throw .unreachable("the X server tells of no keyboard")
      }
      let width = Int(unsafe reply.pointee.keysyms_per_keycode)
      let count = Int(unsafe xcb_get_keyboard_mapping_keysyms_length(reply))
      func symbol(_ index: Int, _ column: Int) -> UInt32 {
        column < width && index * width + column < count ? unsafe symbols[index * width + column] : 0
      }
      for (index, keycode) in keycodes.enumerated() {
        for column in 0..<width where symbol(index, column) != 0 {
          if keys[symbol(index, column)] == nil { keys[symbol(index, column)] = keycode }
        }
      }
      shift = keys[0xFFE1]
      third = keys[0xFE03]
      // As XKB tells programs that know of it nothing: two levels of the first layout, two of the second, then the third and fourth
      // of the first (X Keyboard Extension, §12.1).
      let isSecond = group == 1 && (0..<keycodes.count).contains { symbol($0, 2) != 0 }
      let levels: [(column: Int, shift: Bool, third: Bool)] =
        isSecond
        ? [(2, false, false), (3, true, false)]
        : [(0, false, false), (1, true, false), (4, false, true), (5, true, true)]
      for level in levels where !level.shift || shift != nil {
        if level.third, third == nil { continue }
        for (index, keycode) in keycodes.enumerated() {
          let keysym = symbol(index, level.column)
          // Keys of the number pad mean something else without Num Lock.
          guard keysym != 0, !(0xFF80...0xFFBD ~= keysym) else { continue }
          let scalar = xkb_keysym_to_utf32(keysym)
          guard scalar >= 0x20, scalar != 0x7F, strokes[scalar] == nil else { continue }
          strokes[scalar] = Stroke(keycode: keycode, shift: level.shift, third: level.third)
        }
      }
    }
  }
}

extension KeyboardSettings.Suffix {
  /// Of X11/keysymdef.h; nil for none.
  fileprivate var keysym: UInt32? {
    switch self {
    case .none: nil
    case .enter: 0xFF0D
    case .tab: 0xFF09
    }
  }
}
