import DesktopBus
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: PrivateBus.isAvailable)) struct SignalTests {
  private static let signal = BusSignal(
    path: "/org/viewfinder/Station", interface: "org.viewfinder.Station", member: "Scanned")

  /// What one connection emits another one hears, byte for byte.
  @Test func whoListensHearsASignal() throws {
    let bus = try PrivateBus("import time; print(flush=True); time.sleep(1000)")
    let (speaker, listener) = (try DesktopBus(.at(bus.address)), try DesktopBus(.at(bus.address)))
    let text = "{\"text\":\"\\u0000\\u202e ünï \\\"\"}"
    let heard = try listener.wait(for: Self.signal, milliseconds: 30_000) { (_) throws(BusFailure) in
      try speaker.emit(Self.signal, [.string(text)])
      return false
    } until: { _ in
      true
    }
    #expect(heard == [.string(text)])
  }

  @Test func aBusThatIsGoneIsAFailure() throws {
    var bus: PrivateBus? = try PrivateBus("import time; print(flush=True); time.sleep(1000)")
    let speaker = try DesktopBus(.at(try #require(bus).address))
    bus = nil
    #expect(throws: BusFailure.self) { try speaker.emit(Self.signal, [.string("x")]) }
  }
}
