import DesktopBus
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
