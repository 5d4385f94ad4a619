import DesktopBus
import Scanner
import Station

/// Tells every scan as a signal on a bus, for programs of the same desktop or machine.
///
/// It is delivered once the bus has it. A signal is kept for nobody: who does not listen at that moment does not hear of it.
final class BusSignalOutput: DeliveryOutput {
  private let address: BusAddress
  private var bus: DesktopBus?

  /// What is signaled: `Scanned`, with the scan as JSON, as `ScanDocument` has it.
  static let signal = BusSignal(
    path: "/org/viewfinder/Station", interface: "org.viewfinder.Station", member: "Scanned")

  init(_ address: BusAddress) { self.address = address }

  func deliver(_ scan: AcceptedScan) throws(DeliveryFailure) -> DeliveryReceipt {
    do throws(BusFailure) {
      let bus: DesktopBus
      if let connected = self.bus { bus = connected } else { bus = try DesktopBus(address) }
      self.bus = bus
      try bus.emit(Self.signal, [.string(ScanDocument.value(for: scan).description)])
      return DeliveryReceipt()
    } catch {
      bus = nil
      throw .unreachable("the bus: \(HarmlessText.escaped(error.description))")
    }
  }

  func close() { bus = nil }
}
