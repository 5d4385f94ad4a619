import DesktopBus
import Scanner
import TestSupport
import Testing

/// NetworkManager as python-dbusmock makes it up, with what it is asked for kept in a property.
private func manager(devices: String, after: String = "") -> String {
  """
  import dbus, dbus.mainloop.glib, sys
  from gi.repository import GLib
  import dbusmock
  dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
  bus = dbus.SystemBus()
  NM = 'org.freedesktop.NetworkManager'
  ROOT = '/org/freedesktop/NetworkManager'
  name = dbus.service.BusName(NM, bus)
  main = dbusmock.mockobject.DBusMockObject(name, ROOT, NM, {'Asked': ''})
  ACTIVE = ROOT + '/ActiveConnection/1'
  main.AddMethod(NM, 'GetDevices', '', 'ao', 'ret = [\(devices)]')
  main.AddObject(ROOT + '/Devices/1', NM + '.Device', {'DeviceType': dbus.UInt32(1)}, [])
  main.AddObject(ROOT + '/Devices/2', NM + '.Device', {'DeviceType': dbus.UInt32(2)}, [])
  main.AddObject(ACTIVE, NM + '.Connection.Active', {'State': dbus.UInt32(1)}, [])
  def begin(self, settings, device, thing):
    w = settings['802-11-wireless']
    s = settings.get('802-11-wireless-security', {})
    ssid = bytes(bytearray(int(b) for b in w['ssid'])).decode()
    told = '|'.join([ssid, str(s.get('key-mgmt', '-')), str(s.get('psk', '-')), str(bool(w['hidden'])), str(device)])
    main.props[NM]['Asked'] = told
    active = dbusmock.get_object(ACTIVE)
    \(after)
    return (dbus.ObjectPath(ROOT + '/Settings/1'), dbus.ObjectPath(ACTIVE))
  main.begin = begin
  main.AddMethod(NM, 'AddAndActivateConnection', 'a{sa{sv}}oo', 'oo',
    'ret = self.begin(self, args[0], args[1], args[2])')
  print('ready', flush=True)
  GLib.MainLoop().run()
  """
}

private let wireless =
  #""/org/freedesktop/NetworkManager/Devices/1", "/org/freedesktop/NetworkManager/Devices/2""#

/// The state changes a moment after the call was answered, as it does in the world.
private func state(_ number: Int) -> String {
  "GLib.timeout_add(50, lambda: (active.EmitSignal(NM + '.Connection.Active', 'StateChanged', 'uu', "
    + "[dbus.UInt32(1), dbus.UInt32(0)]), active.EmitSignal(NM + '.Connection.Active', 'StateChanged', 'uu', "
    + "[dbus.UInt32(\(number)), dbus.UInt32(0)]), False)[-1])"
}

@Suite("Joining a wireless network", .enabled(if: PrivateBus.isAvailable))
struct NetworkManagerTests {
  @Test(
    "NetworkManager gets what the code says",
    arguments: [
      (WiFiNetwork(name: "Home", security: .wpa(password: "secret12")), "Home|wpa-psk|secret12|False"),
      (WiFiNetwork(name: "Ü\"; x", security: .wpa3(password: "a b'c\"d")), "Ü\"; x|sae|a b'c\"d|False"),
      (WiFiNetwork(name: "Free", security: .none, isHidden: true), "Free|-|-|True"),
      (WiFiNetwork(name: "Old", security: .wep(key: "12345")), "Old|none|-|False"),
    ])
  func settings(network: WiFiNetwork, asked: String) throws {
    let bus = try PrivateBus(manager(devices: wireless, after: state(2)))
    try NetworkManager(.at(bus.address)).join(network)
    let connection = try DesktopBus(.at(bus.address))
    let told = try connection.property(
      "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager", "Asked")
    // The wireless one of the two devices.
    #expect(told?.string == asked + "|/org/freedesktop/NetworkManager/Devices/2")
  }

  private func failure(_ script: String, _ network: WiFiNetwork, patience: UInt32 = 45_000) throws -> String {
    let bus = try PrivateBus(script)
    let failure = #expect(throws: BusFailure.self) {
      try NetworkManager(.at(bus.address)).join(network, patience: patience)
    }
    return failure?.description ?? ""
  }

  @Test("What fails is told, and what to do")
  func failures() throws {
    let network = WiFiNetwork(name: "Home", security: .wpa(password: "secret12"))
    #expect(try failure(manager(devices: wireless, after: state(4)), network).contains("check the password"))
    #expect(try failure(manager(devices: ""), network).contains("no wireless device"))
    #expect(try failure(manager(devices: wireless), network, patience: 50).contains("goes on trying"))
    #expect(try failure("print('ready', flush=True); import time; time.sleep(60)", network).contains("does not run"))
    let denied =
      "raise dbus.exceptions.DBusException('no', name='org.freedesktop.NetworkManager.PermissionDenied')"
    #expect(try failure(manager(devices: wireless, after: denied), network).contains("not allowed"))
    let cut = WiFiNetwork(name: "Home", security: .wpa(password: "secret\0 12"))
    #expect(try failure(manager(devices: wireless, after: state(2)), cut).contains("NUL"))
    let nowhere = #expect(throws: BusFailure.self) {
      try NetworkManager(.at("unix:path=/nonexistent/bus")).join(network)
    }
    #expect(nowhere?.description.contains("no system bus") == true)
  }
}
