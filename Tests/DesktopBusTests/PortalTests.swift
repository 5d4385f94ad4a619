import DesktopBus
import Scanner
import TestSupport
import Testing

@Suite("The desktop's portal", .enabled(if: PrivateBus.isAvailable))
struct PortalTests {
  @Test("A person chooses a file, or none")
  func openFile() throws {
    let chosen = try PrivateBus(
      PortalScript.answering("(0, {'uris': dbus.Array(['file:///tmp/a%20b%C3%BC.png'], 's')})"))
    #expect(try Portal(.at(chosen.address)).openFile() == .path("/tmp/a bü.png"))
    let canceled = try PrivateBus(PortalScript.answering("(1, dbus.Dictionary({}, 'sv'))"))
    #expect(try Portal(.at(canceled.address)).openFile() == .canceled)
  }

  @Test("A person names a new file")
  func saveFile() throws {
    let bus = try PrivateBus(PortalScript.answering("(0, {'uris': dbus.Array(['file:///tmp/new.svg'], 's')})"))
    #expect(
      try Portal(.at(bus.address)).saveFile(title: "Save", suggestion: "/home/someone/code.png")
        == .path("/tmp/new.svg"))
  }

  @Test(
    "How the desktop looks, whatever of it is told",
    arguments: [
      (
        "{'color-scheme': 2, 'contrast': 1, 'reduced-motion': 1}",
        DesktopAppearance(isLight: true, isHighContrast: true, reducesMotion: true)
      ),
      ("{'color-scheme': 1}", DesktopAppearance()), ("{}", DesktopAppearance()),
      ("{'color-scheme': 7}", DesktopAppearance()),
    ])
  func appearance(values: String, expected: DesktopAppearance) throws {
    let bus = try PrivateBus(PortalScript.appearing(values))
    #expect(try Portal(.at(bus.address)).appearance() == expected)
  }

  @Test("What changes is told, and only that")
  func watch() throws {
    let bus = try PrivateBus(PortalScript.appearing("{'color-scheme': 1}", then: "{'color-scheme': 2, 'contrast': 1}"))
    var told: [DesktopAppearance] = []
    try Portal(.at(bus.address)).watchAppearance { appearance in
      told.append(appearance)
      return told.count < 2
    }
    #expect(told == [DesktopAppearance(), DesktopAppearance(isLight: true, isHighContrast: true)])
  }

  @Test("A part of the screen becomes a picture's file")
  func screenshot() throws {
    let bus = try PrivateBus(PortalScript.answering("(0, {'uri': 'file:///tmp/shot.png'})"))
    #expect(try Portal(.at(bus.address)).screenshot() == .path("/tmp/shot.png"))
  }

  @Test(
    "No portal, and answers that name no file of this machine",
    arguments: [
      "http://example.com/a.png", "file://elsewhere/a.png", "", "a.png",
    ])
  func failures(address: String) throws {
    let bus = try PrivateBus(PortalScript.answering("(0, {'uri': '\(address)'})"))
    #expect(throws: BusFailure.self) { try Portal(.at(bus.address)).screenshot() }
    let none = try PrivateBus("print('ready', flush=True); import time; time.sleep(60)")
    let failure = #expect(throws: BusFailure.self) { try Portal(.at(none.address)).openFile() }
    #expect(failure?.isAbsent == true)
  }
}
