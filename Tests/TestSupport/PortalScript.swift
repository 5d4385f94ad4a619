/// The desktop's portal as `PrivateBus` has it.
public enum PortalScript {
  /// As programs meet it: the call gives a handle, whose signal gives the answer a moment later.
  ///
  /// - Parameter response: Python for the signal's two arguments.
  public static func answering(_ response: String) -> String {
    """
    import dbus, dbus.service, dbus.lowlevel, dbus.mainloop.glib
    from gi.repository import GLib
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    name = dbus.service.BusName('org.freedesktop.portal.Desktop', bus)
    def later(sender, options):
      path = '/org/freedesktop/portal/desktop/request/%s/%s' % (sender[1:].replace('.', '_'), options['handle_token'])
      def respond():
        signal = dbus.lowlevel.SignalMessage(path, 'org.freedesktop.portal.Request', 'Response')
        signal.append(*\(response), signature='ua{sv}')
        bus.send_message(signal)
        return False
      GLib.timeout_add(50, respond)
      return dbus.ObjectPath(path)
    class Desktop(dbus.service.Object):
      @dbus.service.method('org.freedesktop.portal.FileChooser', 'ssa{sv}', 'o', sender_keyword='sender')
      def OpenFile(self, parent, title, options, sender=None):
        assert all(kind == 1 and '/' in name for kind, name in options['filters'][0][1])
        return later(sender, options)
      @dbus.service.method('org.freedesktop.portal.FileChooser', 'ssa{sv}', 'o', sender_keyword='sender')
      def SaveFile(self, parent, title, options, sender=None):
        assert '/' not in options['current_name']
        return later(sender, options)
      @dbus.service.method('org.freedesktop.portal.Screenshot', 'sa{sv}', 'o', sender_keyword='sender')
      def Screenshot(self, parent, options, sender=None):
        assert options['interactive']
        return later(sender, options)
    Desktop(bus, '/org/freedesktop/portal/desktop')
    print('ready', flush=True)
    GLib.MainLoop().run()
    """
  }

  /// A portal that keeps how the desktop looks, and changes it once it was asked.
  ///
  /// - Parameters:
  ///   - first: Python for the values of `org.freedesktop.appearance`.
  ///   - second: the values after the change; nil leaves them.
  public static func appearing(_ first: String, then second: String? = nil) -> String {
    """
    import dbus, dbus.service, dbus.mainloop.glib
    from gi.repository import GLib
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    name = dbus.service.BusName('org.freedesktop.portal.Desktop', bus)
    values = [\(first)] + \(second.map { "[\($0)]" } ?? "[]")
    space = 'org.freedesktop.appearance'
    class Desktop(dbus.service.Object):
      @dbus.service.method('org.freedesktop.portal.Settings', 'as', 'a{sa{sv}}')
      def ReadAll(self, spaces):
        assert list(spaces) == [space]
        if len(values) > 1:
          GLib.timeout_add(300, self.change)
        now = {key: dbus.UInt32(value, variant_level=1) for key, value in values[0].items()}
        return dbus.Dictionary({space: dbus.Dictionary(now, 'sv')}, 'sa{sv}')
      def change(self):
        if len(values) > 1:
          del values[0]
          # One that is of no matter, then one that is.
          self.SettingChanged('org.gnome.desktop.interface', 'clock-format', '24h')
          self.SettingChanged(space, 'color-scheme', dbus.UInt32(0))
        return False
      @dbus.service.signal('org.freedesktop.portal.Settings', 'ssv')
      def SettingChanged(self, space, key, value):
        pass
    Desktop(bus, '/org/freedesktop/portal/desktop')
    print('ready', flush=True)
    GLib.MainLoop().run()
    """
  }
}
