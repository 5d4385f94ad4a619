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
        assert len(options['filters'][0][1]) == 3
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
}
