public import Scanner

// `org.freedesktop.portal.Settings`, whose namespace `org.freedesktop.appearance` all desktops have in common.
extension Portal {
  private static let settings = "org.freedesktop.portal.Settings"
  private static let appearance = "org.freedesktop.appearance"

  /// How a person has the desktop look now.
  ///
  /// - Throws: where there is no portal, or one that keeps no settings.
  public func appearance() throws(BusFailure) -> DesktopAppearance { try Self.read(DesktopBus(address)) }

  /// Tells how the desktop looks, at once and whenever it changes; blocks its thread until the bus is gone.
  ///
  /// - Parameter tell: false ends the watch.
  public func watchAppearance(_ tell: @escaping (DesktopAppearance) -> Bool) throws(BusFailure) {
    let bus = try DesktopBus(address)
    var shown: DesktopAppearance?
    while true {
      // Read after listening has begun: what changes in between is in either.
      var wants = true
      _ = try bus.wait(
        for: BusSignal(
          sender: Self.name, path: Self.root, interface: Self.settings, member: "SettingChanged"),
        milliseconds: 86_400_000,
        start: { (bus: DesktopBus) throws(BusFailure) in
          let now = try Self.read(bus)
          if now != shown { wants = tell(now) }
          shown = now
          return !wants
        }, until: { $0.first?.string == Self.appearance })
      guard wants else { return }
    }
  }

  /// 1 is a preference for dark, 2 for light; 1 for high contrast, and for reduced motion.
  private static func read(_ bus: DesktopBus) throws(BusFailure) -> DesktopAppearance {
    let answer = try bus.call(
      name, root, settings, "ReadAll", [.array([.string(appearance)], of: "s")])
    let values = answer.first?.items.first { $0.items.first?.string == appearance }?.items.last
    return DesktopAppearance(
      isLight: values?["color-scheme"]?.uint32 == 2, isHighContrast: values?["contrast"]?.uint32 == 1,
      reducesMotion: values?["reduced-motion"]?.uint32 == 1)
  }
}
