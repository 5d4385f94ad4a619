import CPost
import Foundation
import MessageCodes
import Scanner
public import Station

/// Posts every scan as JSON to an address.
///
/// The receiver is sent the scan's key as `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07), and with a secret
/// `Viewfinder-Signature: sha256=…`, the HMAC-SHA-256 of the body in hexadecimal digits. By the status it says what is to be:
///
/// | status | means |
/// |---|---|
/// | 200–299 | it has the scan; a body of `{"verdict": "accepted" or "refused", "words": "…"}` is told to the person |
/// | 400, 413, 415, 422 | it will never take this scan: it is set aside |
/// | another, or none | not now: it is sent again, and what comes after it waits |
@safe public final class WebhookOutput: DeliveryOutput {
  private let settings: WebhookSettings
  private var post: OpaquePointer?

  public init(_ settings: WebhookSettings) { self.settings = settings }

  deinit { close() }

  public func deliver(_ scan: AcceptedScan) throws(DeliveryFailure) -> DeliveryReceipt {
    let body = Array((ScanDocument.value(for: scan).description).utf8)
    let answer = try send(body, key: scan.key)
    switch answer.status {
    case 200..<300: return DeliveryReceipt(verdict: settings.givesVerdict ? Self.verdict(answer.body) : nil)
    case 400, 413, 415, 422: throw .rejected("\(settings.host) answered \(answer.status)")
    default: throw .unreachable("\(settings.host) answered \(answer.status)")
    }
  }

  public func close() {
    if let post = unsafe post { unsafe vf_post_close(post) }
    unsafe post = nil
  }

  private struct Answer {
    let status: Int
    let body: [UInt8]
  }

  /// What is read of an answer: a verdict's words are a line.
  private static let answerLimit = 4096

  private func send(_ body: [UInt8], key: ScanKey) throws(DeliveryFailure) -> Answer {
    let post = try unsafe open()
    let signature = settings.secret.map { secret in
      "Viewfinder-Signature: sha256=" + MessageAuthentication.code(for: body, secret: secret).hexadecimal
    }
    var (status, length) = (0, 0)
    var answer = [CChar](repeating: 0, count: Self.answerLimit)
    var trouble = [CChar](repeating: 0, count: 256)
    let code = unsafe vf_post_send(
      post, "Idempotency-Key: \"\(key)\"", signature, body, body.count, &status, &answer, answer.count, &length,
      &trouble)
    guard code == 0 else {
      // A connection that failed may be in any state.
      close()
      let words = String(decoding: trouble.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw .unreachable("\(settings.host): \(HarmlessText.escaped(words))")
    }
    return Answer(status: status, body: answer.prefix(length).map { UInt8(bitPattern: $0) })
  }

  private func open() throws(DeliveryFailure) -> OpaquePointer {
    if let post = unsafe post { return unsafe post }
    guard
      let opened = unsafe vf_post_open(
        settings.url, settings.certificates, settings.clientCertificate, settings.clientKey,
        settings.timeLimit.wholeMilliseconds)
    else { throw .unreachable("no memory for a connection") }
    for line in ["Content-Type: application/json"] + settings.headers {
      guard unsafe vf_post_add_header(opened, line) == 0 else {
        unsafe vf_post_close(opened)
        throw .unreachable("no memory for a header")
      }
    }
    unsafe post = opened
    return unsafe opened
  }

  /// Nil where the body says none.
  private static func verdict(_ body: [UInt8]) -> ReceiverVerdict? {
    struct Body: Decodable {
      let verdict: String
      let words: String?
    }
    guard let body = try? JSONDecoder().decode(Body.self, from: Data(body)) else { return nil }
    let words = body.words.map { HarmlessText.escaped(String($0.prefix(200))) }
    return switch body.verdict {
    case "accepted": .accepted(words: words)
    case "refused": .refused(words: words)
    default: nil
    }
  }
}
