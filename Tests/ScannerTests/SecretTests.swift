import Barcodes
import Scanner
import TestSupport
import Testing

private func content(_ text: String) -> HistoryContent {
  HistoryContent(origin: .read, symbology: "qr", text: text, bytes: Array(text.utf8))
}

private let pass = "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100"

@Suite("What is a secret, however it is wrapped")
struct SecretTests {
  @Test(
    "Not stored, and shown only when a person asks for it",
    arguments: [
      // One-time passwords, behind what has no picture and behind wrappings.
      (" \u{200B}otpauth://totp/a?secret=S", Secret.oneTimePassword),
      ("\u{FEFF}otpauth://totp/a?secret=S", .oneTimePassword),
      ("URL:otpauth://totp/a?secret=S", .oneTimePassword), ("url: URI:otpauth://totp/a?secret=S", .oneTimePassword),
      ("MEBKM:TITLE:a;URL:otpauth\\://totp/a?secret=S;;", .oneTimePassword),
      ("otp\u{200D}auth://totp/a?secret=S", .oneTimePassword),
      ("\r\n\0otpauth://totp/a?secret=S", .oneTimePassword), ("ｏｔｐａｕｔｈ：//totp/a?secret=S", .oneTimePassword),
      ("otpauth:\u{0301}//totp/a", .oneTimePassword), ("otpauth-migration://offline?data=S", .oneTimePassword),
      ("apple-otpauth://totp/a?secret=S", .oneTimePassword),
      ("phonefactor://activate_account?code=S", .oneTimePassword),
      // Wi-Fi.
      ("WIFI:T:WPA;\nP:S;S:n;;", .wifiPassword), ("WIFI:T:WPA;S:n; P:S;;", .wifiPassword),
      ("WIFI: P :S;S:n;;", .wifiPassword),
      ("WIFI:S:n;\u{200B}P:S;;", .wifiPassword), ("WIFI:S:n;\r\n\tp:S", .wifiPassword),
      ("WIFI:S:n;\u{0301}P:S;P:S;;", .wifiPassword),
      ("\u{2066}WIFI:S:n;P:S;;", .wifiPassword), ("URL:WIFI:S:n;P:S;;", .wifiPassword),
      // Passwords in addresses, and what opens tunnels and proxies.
      ("https://user:S@host/", .accessData), ("ftp://a:S@b", .accessData),
      ("rtsp://admin:S@10.0.0.2/stream", .accessData),
      ("postgres+x://u:p%40S@db/x", .accessData), ("https://a/?password=S", .accessData),
      ("https://a/#access_token=S", .accessData),
      ("https://a/b?x=1&API_KEY=S", .accessData), ("[Interface]\nPrivateKey = S\nAddress = 10.0.0.1/32", .accessData),
      ("ss://YWVzOlM=@host:8388", .accessData), ("vless://S@host:443", .accessData),
      // Logins.
      ("FIDO:/123", .login), ("\u{200E}fido:/123", .login), ("sgnl://linkdevice?uuid=S", .login),
      ("tg://login?token=S", .login),
      ("eyJhbGciOiJub25lIn0.eyJzdWIiOiJTIn0.", .login),
      // Devices.
      ("LPA:1$smdp.example$S", .mobileProfile), ("lpa:1$smdp.example$S", .mobileProfile),
      ("MT:Y.K9042C00KA0648G00", .deviceSetup),
      ("MT:Y.K9042C00KA0648G00 S", .deviceSetup), ("X-HM://0023ISYWYS", .deviceSetup),
      ("DPP:C:81/1;K:S;;", .deviceSetup),
      // Keys.
      ("-----BEGIN PRIVATE KEY-----\nS\n-----END PRIVATE KEY-----", .privateKey),
      ("-----BEGIN OPENSSH PRIVATE KEY-----\nS", .privateKey),
      ("-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nS", .privateKey),
      ("AGE-SECRET-KEY-1QQPQ", .privateKey),
      ("nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5", .privateKey),
      ("5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ", .privateKey),
      ("KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617", .privateKey),
      ("6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg", .privateKey),
      ("abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about", .privateKey),
      ("000000000000000000000000000000000000000000000003", .privateKey), ("UR:CRYPTO-SEED/OEADGD", .privateKey),
      // Papers.
      (pass, .boardingPass), ("\u{200B}\n" + pass, .boardingPass), ("@\n\u{1E}\rANSI 636014", .identityDocument),
      ("@\r\n\u{1E}\rAAMVA6360", .identityDocument), ("HC1:6BF", .healthRecord), ("\u{FEFF}shc:/567", .healthRecord),
      ("NZCP:/1/2KC", .healthRecord),
    ])
  func secrets(text: String, kind: Secret) {
    #expect(Secret(in: content(text)) == kind)
    #expect(!HistoryPrivacy().allows(content(text)))
    #expect(HistoryPrivacy(storesSecrets: true).allows(content(text)))
    let described = PayloadDescription(of: symbol(text))
    #expect(described.hasSecrets, "\(described)")
    #expect(!described.rows.contains { !$0.isSecret && $0.value.hasSuffix("S") }, "\(described)")
  }

  @Test(
    "Stored",
    arguments: [
      "https://example.com/otpauth://", "https://user@host/", "https://host:8080/a@b", "https://host/?q=a:b@c",
      "mailto:a@b.c",
      "https://example.com/?token=&page=2", "https://example.com/password?x", "https://a/?password=",
      "see http://x:y@z",
      "WIFI:T:nopass;S:open;;", "WIFI:S:a\\;P:b;;", "WIFI:S:n;P:;;", "MT: hello", "MT:short", "LPA: a plan", "M1 hello",
      "MEETING AT NOON IN ROOM TWENTY-TWO, BRING THE DOCUMENTS PLEASE", "", "@\nhello",
      "twelve words are none if there is one "
        + "more sign among them than that!", "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WyrVMa6qv?amount=1",
      "-----BEGIN PUBLIC KEY-----\nMFk\n-----END PUBLIC KEY-----", "175tWpb8K1S7NmH4Zx6rewF9WyrVMa6qv",
      "123456789012345678901234567890123456789012345678",
      "BEGIN:VCARD\nFN:Password: none\nEND:VCARD", "\u{200B}", "URL:URL:URL:", "MEBKM:URL:MEBKM:URL:MEBKM:;;",
      "eyJ.eyK.x",
    ])
  func others(text: String) {
    #expect(Secret(in: content(text)) == nil)
    #expect(HistoryPrivacy().allows(content(text)))
    #expect(!HistoryPrivacy(isPrivate: true, storesSecrets: true).allows(content(text)))
  }

  @Test("Bytes that are no text may hold one")
  func bytes() {
    let bytes = Array("otpauth://totp/a?secret=S&issuer=".utf8) + [0xFF, 0xFE]
    #expect(Secret(in: HistoryContent(origin: .read, symbology: "qr", text: nil, bytes: bytes)) == .oneTimePassword)
  }

  @Test("Whatever stands before and within a scheme unseen, a key stays one", arguments: 0..<200)
  func unseen(seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed))
    let unseen = ["\u{200B}", "\u{200D}", "\u{FEFF}", "\u{2060}", "\u{202E}", "\u{FE0F}", "\u{AD}", "\u{E0020}"]
    var text = ["", " ", "\r\n", "URL:", "url:\t"].randomElement(using: &generator) ?? ""
    for sign in "otpauth://totp/a?secret=S" {
      if Int.random(in: 0..<3, using: &generator) == 0 { text += unseen.randomElement(using: &generator) ?? "" }
      text.append(sign)
    }
    #expect(Secret(in: text) == .oneTimePassword, "\(text.debugDescription)")
  }

  @Test("Every hostile text is described, and none is a link in disguise", arguments: 0..<300)
  func hostile(seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed))
    let beginnings = [
      "WIFI:", "URL:", "MEBKM:URL:", "otpauth://", "https://", "MECARD:", "mailto:", "geo:", "BEGIN:VCARD\n", "",
    ]
    let text = (beginnings.randomElement(using: &generator) ?? "") + HostileText.text(length: 20, using: &generator)
    let described = PayloadDescription(of: symbol(text))
    #expect(described.link.map { $0.address.utf8.allSatisfy { 0x21...0x7E ~= $0 } } ?? true)
    #expect(Secret(in: text) == nil || described.hasSecrets)
  }
}
