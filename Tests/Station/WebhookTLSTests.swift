import Foundation
import Receivers
import Scanner
import Station
import Testing
import WebhookOutput

/// Scans over TLS to a server that wants to see the station's certificate.
@Suite struct WebhookTLSTests {
  /// Answers every request with 200, to clients of its authority alone.
  private final class SecureServer {
    let port: Int
    private let process = Process()

    init(_ certificates: Certificates) throws {
      let script = """
        import http.server, ssl
        class Taker(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()
            def log_message(self, *arguments): pass
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("\(certificates.certificate("server"))", "\(certificates.key("server"))")
        context.load_verify_locations("\(certificates.authority)")
        context.verify_mode = ssl.CERT_REQUIRED
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Taker)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        print(server.server_port, flush=True)
        server.serve_forever()
        """
      process.executableURL = URL(filePath: "/usr/bin/python3")
      process.arguments = ["-c", script]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    deinit {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  private let folder: StationFolder
  private let certificates: Certificates
  private let server: SecureServer

  init() throws {
    folder = try StationFolder()
    certificates = try Certificates(in: folder.path)
    server = try SecureServer(certificates)
  }

  private func deliver(_ change: (inout WebhookSettings) -> Void) -> Result<DeliveryReceipt, DeliveryFailure> {
    var settings = WebhookSettings(
      url: "https://127.0.0.1:\(server.port)/", certificates: certificates.authority,
      clientCertificate: certificates.certificate("client"), clientKey: certificates.key("client"),
      timeLimit: .seconds(30))
    change(&settings)
    var maker = ScanMaker()
    let scan = maker.scan("x")
    return Result { () throws(DeliveryFailure) in try WebhookOutput(settings).deliver(scan) }
  }

  @Test func aStationThatShowsItsCertificateDelivers() {
    #expect(deliver { _ in } == .success(DeliveryReceipt()))
  }

  /// Each is tried again later: certificates are renewed.
  @Test func withoutTheRightCertificatesNothingIsDelivered() throws {
    let other = try StationFolder()
    let strangers = try Certificates(in: other.path)
    let wrong: [(inout WebhookSettings) -> Void] = [
      { ($0.clientCertificate, $0.clientKey) = (nil, nil) },
      { ($0.clientCertificate, $0.clientKey) = (strangers.certificate("client"), strangers.key("client")) },
      // A server that somebody else vouches for.
      { $0.certificates = strangers.authority },
      { $0.certificates = nil },
    ]
    for change in wrong {
      guard case .failure(.unreachable(let reason)) = deliver(change) else {
        Issue.record("delivered, or refused for good")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }
}
