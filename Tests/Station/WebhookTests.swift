import Foundation
import MessageCodes
import Receivers
import Scanner
import Station
import Testing
import WebhookOutput

@Suite struct WebhookTests {
  var maker = ScanMaker()

  private func output(_ server: TinyServer, _ change: (inout WebhookSettings) -> Void = { _ in }) -> WebhookOutput {
    var settings = WebhookSettings(url: "http://127.0.0.1:\(server.port)/scans?from=gate", timeLimit: .seconds(60))
    change(&settings)
    return WebhookOutput(settings)
  }

  private func failure(_ output: WebhookOutput, _ scan: AcceptedScan) -> DeliveryFailure? {
    do throws(DeliveryFailure) {
      _ = try output.deliver(scan)
      return nil
    } catch {
      return error
    }
  }

  @Test mutating func theScanIsPostedWithItsKeyAndSignature() throws {
    let server = try TinyServer { _ in TinyServer.reply("204 No Content") }
    defer { server.stop() }
    let secret = Array("shared".utf8)
    let output = output(server) {
      $0.secret = secret
      $0.headers = ["Authorization: Bearer token"]
    }
    let scans = (0..<3).map { maker.scan("\($0)") }
    for scan in scans { #expect(try output.deliver(scan) == DeliveryReceipt()) }
    #expect(server.requests.count == 3)
    for (request, scan) in zip(server.requests, scans) {
      #expect(request.head.hasPrefix("POST /scans?from=gate HTTP/1.1\r\n"))
      #expect(request.body == Array(ScanDocument.value(for: scan).description.utf8))
      #expect(request.header("Idempotency-Key") == "\"\(scan.key)\"")
      #expect(request.header("Content-Type") == "application/json")
      #expect(request.header("Authorization") == "Bearer token")
      let code = MessageAuthentication.code(for: request.body, secret: secret).hexadecimal
      #expect(request.header("Viewfinder-Signature") == "sha256=" + code)
    }
  }

  @Test(arguments: [
    ("400 Bad Request", false), ("422 Unprocessable", false), ("401 Unauthorized", true), ("404 Not Found", true),
    ("409 Conflict", true), ("429 Too Many Requests", true), ("301 Moved\r\nLocation: http://127.0.0.1:1/", true),
    ("500 Oops", true), ("503 Later", true),
  ])
  func theStatusSaysWhetherToTryAgain(status: String, triesAgain: Bool) throws {
    let server = try TinyServer { _ in TinyServer.reply(status) }
    defer { server.stop() }
    var maker = maker
    switch failure(output(server), maker.scan("1")) {
    case .unreachable(let reason)?:
      #expect(triesAgain)
      #expect(reason.hasSuffix("answered \(status.prefix(3))"))
    case .rejected?: #expect(!triesAgain)
    case nil: Issue.record("it was taken")
    }
    #expect(server.requests.count == 1)
  }

  @Test mutating func theAnswerIsTheVerdict() throws {
    let server = try TinyServer { _ in
      TinyServer.reply("200 OK", #"{"verdict":"refused","words":"ticket used\u001b[2J"}"#)
    }
    defer { server.stop() }
    let receipt = try output(server) { $0.givesVerdict = true }.deliver(maker.scan("1"))
    #expect(receipt.verdict == .refused(words: "ticket used\\x1B[2J"))
    // Who was not asked gives none.
    #expect(try output(server).deliver(maker.scan("2")).verdict == nil)
  }

  @Test(arguments: ["", "no JSON", "{\"verdict\":\"maybe\"}", "[1]", String(repeating: "{", count: 100_000)])
  func anAnswerThatIsNoVerdictIsNone(body: String) throws {
    let server = try TinyServer { _ in TinyServer.reply("200 OK", body) }
    defer { server.stop() }
    var maker = maker
    #expect(try output(server) { $0.givesVerdict = true }.deliver(maker.scan("1")).verdict == nil)
  }

  @Test mutating func whoIsNotThereOrHangsUpIsTriedAgain() throws {
    let server = try TinyServer { _ in nil }
    let hanging = output(server)
    guard case .unreachable? = failure(hanging, maker.scan("1")) else {
      Issue.record("it was taken")
      return
    }
    server.stop()
    guard case .unreachable(let reason)? = failure(hanging, maker.scan("1")) else {
      Issue.record("it was taken")
      return
    }
    // What the person reads has neither path nor query.
    #expect(!reason.contains("gate"))
  }

  @Test mutating func aServerThatNeverAnswersIsLeft() throws {
    let gate = Gate()
    let server = try TinyServer { _ in
      gate.enter()
      return nil
    }
    defer {
      gate.open()
      server.stop()
    }
    guard case .unreachable? = failure(output(server) { $0.timeLimit = .seconds(1) }, maker.scan("1")) else {
      Issue.record("it was taken")
      return
    }
  }

  @Test func hostileCodesStayInTheBody() throws {
    let server = try TinyServer { _ in TinyServer.reply("200 OK") }
    defer { server.stop() }
    let output = output(server)
    let scans = HostileScans.all()
    for scan in scans { _ = try output.deliver(scan) }
    #expect(server.requests.count == scans.count)
    let heads = Set(
      server.requests.map { $0.head.replacing(/"[0-9a-f-]{36}"/, with: "KEY").replacing(/Length: \d+/, with: "LENGTH") }
    )
    #expect(heads.count == 1)
    for (request, scan) in zip(server.requests, scans) {
      struct Body: Decodable { let text: String? }
      let text = try JSONDecoder().decode(Body.self, from: Data(request.body)).text
      #expect(text.map { Array($0.utf8) } == scan.text.map { Array($0.utf8) })
    }
  }
}
