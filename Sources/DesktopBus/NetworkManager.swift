public import Scanner

/// Joins wireless networks through NetworkManager, which keeps their passwords and may ask the person whether this program
/// is allowed to.
public struct NetworkManager {
  private static let name = "org.freedesktop.NetworkManager"
  private static let root = "/org/freedesktop/NetworkManager"

  private let address: BusAddress

  /// - Parameter address: of the machine's bus, but in tests.
  public init(_ address: BusAddress = .system) { self.address = address }

  /// Adds the network and waits until the machine is in it, or is not.
  ///
  /// - Parameter patience: milliseconds from the request to the network.
  /// - Throws: a sentence that says what to do.
  public func join(_ network: WiFiNetwork, patience: UInt32 = 45_000) throws(BusFailure) {
    // What a C string would cut is no password of any network.
    guard !Self.settings(of: network).values.joined().contains(where: { $0.value.string?.contains("\0") == true })
    else {
      throw BusFailure("Not joined: the code has a NUL where the name or the password is")
    }
    let bus: DesktopBus
    do throws(BusFailure) { bus = try DesktopBus(address) } catch {
      throw BusFailure("Not joined: there is no system bus; copy the password and join by hand")
    }
    let device = try wirelessDevice(bus)
    var active = ""
    // Who asks is a person that has not answered yet; the signal is of the one connection and known only after the call.
    do throws(BusFailure) {
      let answer = try bus.call(
        Self.name, Self.root, Self.name, "AddAndActivateConnection",
        [.sections(Self.settings(of: network)), .path(device), .path("/")], timeout: 120_000)
      active = answer.last?.string ?? ""
    } catch {
      throw Self.told(error)
    }
    let signal = BusSignal(
      sender: Self.name, path: active, interface: Self.name + ".Connection.Active", member: "StateChanged")
    var state = Self.state(bus, active)
    if state == nil || state == .underway {
      let heard = try bus.wait(
        for: signal, milliseconds: patience,
        start: { bus in
          state = Self.state(bus, active)
          return state == .joined || state == .failed
        }, until: { State($0.first?.uint32) != .underway })
      if let heard { state = State(heard.first?.uint32) }
    }
    switch state {
    case .joined: return
    case .failed:
      throw BusFailure("Not joined: the network did not let this machine in; check the password and the distance")
    case .underway, nil:
      throw BusFailure("Not joined yet: NetworkManager goes on trying; look at its own window")
    }
  }

  /// NMActiveConnectionState.
  private enum State {
    case underway, joined, failed

    init?(_ number: UInt32?) {
      switch number {
      case 0, 1: self = .underway
      case 2: self = .joined
      case 3, 4: self = .failed
      default: return nil
      }
    }
  }

  private static func state(_ bus: DesktopBus, _ active: String) -> State? {
    State((try? bus.property(name, active, name + ".Connection.Active", "State"))?.uint32)
  }

  /// The first device of type 2 (NM_DEVICE_TYPE_WIFI).
  private func wirelessDevice(_ bus: DesktopBus) throws(BusFailure) -> String {
    let devices: [BusValue]
    do throws(BusFailure) { devices = try bus.call(Self.name, Self.root, Self.name, "GetDevices") } catch {
      throw Self.told(error)
    }
    for device in devices.first?.items ?? [] {
      guard let path = device.string else { continue }
      let type = try? bus.property(Self.name, path, Self.name + ".Device", "DeviceType")
      if type?.uint32 == 2 { return path }
    }
    throw BusFailure("Not joined: this machine has no wireless device that NetworkManager knows")
  }

  private static func told(_ failure: BusFailure) -> BusFailure {
    if failure.isAbsent {
      return BusFailure(
        name: failure.name, "Not joined: NetworkManager does not run here; copy the password and join by hand")
    }
    if failure.name?.hasSuffix("PermissionDenied") == true || failure.name?.hasSuffix("AccessDenied") == true {
      return BusFailure(name: failure.name, "Not joined: you are not allowed to change the machine's networks")
    }
    return BusFailure(name: failure.name, "Not joined: \(HarmlessText.escaped(failure.description))")
  }

  /// NetworkManager's settings: `nm-settings-dbus(5)`.
  static func settings(of network: WiFiNetwork) -> [String: [String: BusValue]] {
    var settings: [String: [String: BusValue]] = [
      "connection": ["id": .string(network.name), "type": .string("802-11-wireless")],
      "802-11-wireless": [
        "ssid": .bytes(Array(network.name.utf8)), "mode": .string("infrastructure"),
        "hidden": .boolean(network.isHidden),
      ],
    ]
    switch network.security {
    case .none: break
    case .wep(let key):
      settings["802-11-wireless-security"] = [
        "key-mgmt": .string("none"), "wep-key0": .string(key), "wep-key-type": .uint32(key.utf8.count > 14 ? 1 : 0),
      ]
    case .wpa(let password):
      settings["802-11-wireless-security"] = ["key-mgmt": .string("wpa-psk"), "psk": .string(password)]
    case .wpa3(let password):
      settings["802-11-wireless-security"] = ["key-mgmt": .string("sae"), "psk": .string(password)]
    }
    return settings
  }
}
