import Barcodes
import DomainNames
import Presentation
import Scanner
import Testing

private func described(_ text: String) -> PayloadDescription { PayloadDescription(of: symbol(text), context) }

private let context = PayloadContext(hostNames: IDN2HostNames(), year: 2026)

private func rows(_ text: String) -> [String] { described(text).cardRows.map { "\($0.label): \($0.value)" } }

// MARK: - Links

@Test(
  "where a link leads (RFC 3986)",
  arguments: [
    ("https://example.com/a?b=c#d", "example.com", "https://example.com/a?b=c#d"),
    ("HTTP://EXAMPLE.COM", "example.com", "http://example.com"),
    ("URL:https://example.com", "example.com", "https://example.com"),
    ("www.example.com/x", "www.example.com", "https://www.example.com/x"),
    ("https://example.com:8443/", "example.com", "https://example.com:8443/"),
    // User information misleads; it is not handed on.
    ("https://paypal.com@evil.example/", "evil.example", "https://evil.example/"),
    ("https://paypal.com:x@y@evil.example", "evil.example", "https://evil.example"),
    // Browsers end the host at a backslash.
    (#"https://evil.example\@paypal.com"#, "evil.example", "https://evil.example%5C@paypal.com"),
    ("https://exämple.com/ü", "xn--exmple-cua.com", "https://xn--exmple-cua.com/%C3%BC"),
    ("https://аpple.com", "xn--pple-43d.com", "https://xn--pple-43d.com"),  // a Cyrillic а
    ("https://münchen.de", "xn--mnchen-3ya.de", "https://xn--mnchen-3ya.de"),
    ("https://例え.テスト", "xn--r8jz45g.xn--zckzah", "https://xn--r8jz45g.xn--zckzah"),
    ("https://%65xample.com", "example.com", "https://example.com"),
    ("https://example.com./", "example.com", "https://example.com/"),
    ("https://example。com", "example.com", "https://example.com"),
    ("https://[2001:DB8::1]:80/", "[2001:db8::1]", "https://[2001:db8::1]:80/"),
    ("https://3232235777/", "3232235777", "https://3232235777/"),
    ("https://example.com/'$(reboot)`\"", "example.com", "https://example.com/%27$(reboot)%60%22"),
  ])
func links(text: String, host: String, address: String) {
  let link = described(text).link
  #expect(link?.host == host)
  #expect(link?.address == address)
  #expect(link?.address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } == true)
}

@Test(
  "what is never opened",
  arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "ftp://example.com", "http://", "https:///x",
    "https://exa mple.com", "https://example.com\u{202E}moc.live", "https://a\u{200B}b.com", "https://\u{0}",
    "https://example.com:99999", "https://example.com:8a", "https://-\u{2028}", "https://[::1", "https://[zz]",
    "https://" + String(repeating: "a", count: 64) + ".com", "https://" + String(repeating: "ab.", count: 100) + "com",
    "https://a..b", "https://<script>", "intent://x", "see https://example.com", "http:/example.com",
    "https://example.com/" + String(repeating: "x", count: 5000),
  ])
func noLinks(text: String) { #expect(described(text).link == nil, "\(text)") }

@Test func aLinkSaysWhatDeservesASecondLook() {
  #expect(described("https://example.com").cautions.isEmpty)
  #expect(
    described("https://paypal.com@evil.example").cautions.contains { $0.description.contains("leads to evil.example") })
  #expect(described("https://аpple.com").cautions.count == 1)
  #expect(described("http://192.168.0.1").cautions.count == 2)
  #expect(
    rows("https://a@example.com:81/b") == ["Host: example.com", "Port: 81", "Address: https://a@example.com:81/b"])
}

@Test(
  "RFC 3492 §7.1, lower case",
  arguments: [
    ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"), ("bücher", "xn--bcher-kva"),
    ("pročprostěnemluvíčesky", "xn--proprostnemluvesky-uyb24dma41a"),
    ("なぜみんな日本語を話してくれないのか", "xn--n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
  ])
func punycode(label: String, ascii: String) {
  #expect(described("https://\(label).example").link?.host == ascii + ".example")
}

// MARK: - Wi-Fi

@Test(arguments: [
  ("WIFI:T:WPA;S:Home;P:secret;;", ["Network: Home", "Security: WPA", "Password: secret"]),
  ("WIFI:S:Home;P:secret;T:WPA;", ["Network: Home", "Security: WPA", "Password: secret"]),
  (#"wifi:t:sae;s:a\;b\:c\\d\,e;p:\"x\";r:1;;"#, [#"Network: a;b:c\d,e"#, "Security: WPA3", "Password: x"]),
  ("WIFI:S:Free;;", ["Network: Free", "Security: none"]),
  ("WIFI:T:nopass;S:Free;P:;H:true;;", ["Network: Free", "Security: none", "Hidden: yes"]),
  (
    "WIFI:T:WPA2-EAP;S:Uni;E:PEAP;PH2:MSCHAPV2;I:me;P:pw;;",
    ["Network: Uni", "Security: WPA2-EAP", "Password: pw", "Method: PEAP, MSCHAPV2", "Identity: me"]
  ),
  (#"WIFI:S:cut off\"#, [#"Network: cut off\"#, "Security: none"]),
  ("WIFI:S:a:b:c;P:x:y;T:WPA;;", ["Network: a:b:c", "Security: WPA", "Password: x:y"]),
])
func wifi(text: String, expected: [String]) {
  #expect(described(text).title == "Wi-Fi network")
  #expect(rows(text) == expected)
}

@Test func aNetworksPasswordIsASecret() {
  #expect(described("WIFI:T:WPA;S:Home;P:secret;;").rows.map(\.isSecret) == [false, false, true])
  #expect(described("WIFI:T:WPA;S:Home;P:secret12;;").cautions.isEmpty)
  #expect(described("WIFI:S:Free;;").cautions.count == 1)
}

// MARK: - People, events, messages, places

@Test func vCard() {
  let card = """
    BEGIN:VCARD\r\nVERSION:3.0\r\nN:Gump;Forrest;;Mr.;\r\nFN:Forrest Gump\r\nORG:Bubba Gump;Shrimp\r\n\
    item1.TEL;TYPE=WORK,VOICE:(111) 555-1212\r\nTEL;VALUE=uri:tel:+1-404\r\nEMAIL:f@example.com\r\n\
    NOTE:long \r\n line with\\nbreak\\, comma\r\nADR;LABEL="a:b;c":;;42 St;Town;;1;US\r\nEND:VCARD
    """
  #expect(
    rows(card) == [
      "Name: Forrest Gump", "Organization: Bubba Gump, Shrimp", "Telephone: (111) 555-1212", "Telephone: +1-404",
      "Mail: f@example.com", "Address: 42 St, Town, 1, US", "Note: long line with\nbreak, comma",
    ])
}

@Test func vCardOfTheNineties() {
  let card = "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller=\n;J=C3=BCrgen\nEND:VCARD"
  #expect(rows(card) == ["Name: Müller, Jürgen"])
}

@Test(
  "A birthday is told as a date where it is one",
  arguments: [
    ("19960415", "1996-04-15"), ("1996-04-15T10:00:00Z", "1996-04-15"), ("--0415", "15 April"),
    ("--02-29", "29 February"), ("1996-04", "1996-04"), ("19961315", "19961315"), ("--0400", "--0400"),
    ("spring of 1800", "spring of 1800"),
  ])
func birthday(written: String, told: String) {
  #expect(rows("BEGIN:VCARD\nBDAY:\(written)\nEND:VCARD") == ["Birthday: \(told)"])
}

@Test(
  "A rule of repetition is told in words where it is plain",
  arguments: [
    ("FREQ=WEEKLY", "every week"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;UNTIL=20261231", "every 2 weeks on Monday and Friday, until 31 December 2026"),
    ("FREQ=YEARLY;UNTIL=20301231T180000Z", "every year, until 31 December 2030, 18:00 UTC"),
    ("FREQ=YEARLY;UNTIL=20301231T235959Z", "every year, until 31 December 2030"),
    ("FREQ=MONTHLY;INTERVAL=1;COUNT=3", "every month, 3 times"), ("FREQ=DAILY;COUNT=1", "every day, 1 time"),
    ("FREQ=WEEKLY;WKST=SU;BYDAY=FR,MO,WE", "every week on Monday, Wednesday and Friday"),
    ("FREQ=MONTHLY;BYDAY=1MO,-1FR", "every month on the first Monday and the last Friday"),
    ("freq=monthly;bymonthday=1,15", "every month on day 1 and 15"), ("FREQ=DAILY;INTERVAL=2", "every 2 days"),
  ])
func recurrence(rule: String, told: String) {
  #expect(rows("BEGIN:VEVENT\nRRULE:\(rule)\nEND:VEVENT") == ["Repeats: \(told)"])
}

@Test(
  "A rule that says more than there are words for is shown as it is written",
  arguments: [
    "nonsense", "FREQ=HOURLY", "FREQ=WEEKLY;BYDAY=MO,XX", "FREQ=WEEKLY;BYDAY=MO,MO", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1",
    "FREQ=MONTHLY;BYDAY=5MO", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;COUNT=2;UNTIL=20301231", "FREQ=DAILY;UNTIL=20300231",
    "FREQ=DAILY;UNTIL=20301231T2", "FREQ=DAILY;FREQ=WEEKLY", "FREQ=YEARLY;BYMONTH=3",
    "FREQ=DAILY;COUNT=99999999999999999999", "FREQ=DAILY;WKST=XX", "FREQ=MONTHLY;BYMONTHDAY=-1",
  ])
func unspokenRecurrence(rule: String) {
  #expect(rows("BEGIN:VEVENT\nRRULE:\(rule)\nEND:VEVENT") == ["Repeats: \(rule)"])
}

@Test(
  "Wei are told as ether",
  arguments: [
    ("0", "0 ETH"), ("1", "0.000000000000000001 ETH"), ("2014000000000000000", "2.014 ETH"),
    ("12000000000000000000", "12 ETH"), ("2.014e18", "2.014e18 wei"),
  ])
func ether(wei: String, told: String) {
  #expect(rows("ethereum:0xfb69@1?value=\(wei)").contains("Amount: \(told)"))
}

@Test func meCard() {
  #expect(
    rows(#"MECARD:N:Doe,John;TEL:+1;TEL:+2;EMAIL:j@x.y;NOTE:a\;b;;"#)
      == ["Name: John Doe", "Telephone: +1", "Telephone: +2", "Mail: j@x.y", "Note: a;b"])
}

@Test func event() {
  let text = """
    BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Lunch\\, late\nDTSTART;TZID=Europe/Berlin:20260131T123000\n\
    DTEND:20260131T133000Z\nLOCATION:Here\nEND:VEVENT\nEND:VCALENDAR
    """
  #expect(
    rows(text) == [
      "Event: Lunch, late", "Begins: 2026-01-31 12:30 (Europe/Berlin)", "Ends: 2026-01-31 13:30 UTC", "Place: Here",
    ])
  #expect(rows("BEGIN:VEVENT\nDTSTART:20261224\nDTEND:soon\nEND:VEVENT") == ["Begins: 2026-12-24", "Ends: soon"])
}

@Test(arguments: [
  (
    "mailto:a@b.c?subject=Hi%20there&cc=d@e.f&body=1%2B1+1", "Mail",
    ["To: a@b.c", "Copy to: d@e.f", "Subject: Hi there", "Text: 1+1+1"]
  ),
  ("MATMSG:TO:a@b.c;SUB:Hi;BODY:x\\;y;;", "Mail", ["To: a@b.c", "Subject: Hi", "Text: x;y"]),
  ("tel:+49-30-1;ext=2", "Telephone", ["Number: +49-30-1"]),
  ("SMSTO:+1234:Hello: you", "Short message", ["Number: +1234", "Text: Hello: you"]),
  ("sms:+1234?body=Hello%3F", "Short message", ["Number: +1234", "Text: Hello?"]),
  (
    "geo:52.5163,-13.3777,34?q=Gate", "Place",
    ["Latitude: 52.5163° N", "Longitude: 13.3777° W", "Altitude: 34.0 m", "Name: Gate"]
  ),
  (
    "bitcoin:1A1zP1?amount=0.5&label=Shop", "Payment",
    ["Currency: Bitcoin", "Address: 1A1zP1", "Amount: 0.5", "For: Shop"]
  ),
])
func messages(text: String, title: String, expected: [String]) {
  #expect(described(text).title == title)
  #expect(rows(text) == expected)
}

@Test(arguments: ["geo:91,0", "geo:1", "geo:a,b", "geo:", "geo:nan,nan", "BEGIN:VCALENDAR\nEND:VCALENDAR"])
func whatBreaksTheRulesIsText(text: String) { #expect(described(text).title == "Text") }

@Test func aTelephoneCommandIsNoNumber() {
  #expect(described("tel:*%2306%23").cautions.count == 1)
  #expect(described("tel:+1234").cautions.isEmpty)
}

// MARK: - Secrets and payments

@Test func aOneTimePasswordsKeyIsMasked() {
  let key = described("otpauth://totp/ACME:jo%40x.y?secret=JBSWY3DP&issuer=ACME%20Co&digits=6&period=30")
  #expect(
    key.rows.map { "\($0.label): \($0.value)" } == [
      "Issuer: ACME Co", "Account: jo@x.y", "Kind: by time", "Digits: 6", "Period: 30 s", "Secret: JBSWY3DP",
    ])
  #expect(key.rows.filter(\.isSecret).map(\.label) == ["Secret"])
  for secret in ["otpauth-migration://offline?data=abc", "FIDO:/123", "HC1:6BF", "shc:/567", "LPA:1$x$y"] {
    #expect(described(secret).hasSecrets, "\(secret)")
  }
}

private let transfer = "BCD\n002\n1\nSCT\nBFSWDE33BER\nWikimedia\nDE33 1002 0500 0001 1947 00\nEUR123.45\n\n\nSpende\n"

@Test func bankTransfer() {
  #expect(
    rows(transfer) == [
      "To: Wikimedia", "IBAN: DE33 1002 0500 0001 1947 00", "BIC: BFSWDE33BER", "Amount: 123.45 EUR", "Text: Spende",
    ])
  #expect(described(transfer).cautions.isEmpty)
  let wrong = transfer.replacing("1947 00", with: "1947 01")
  #expect(described(wrong).cautions == ["The account number's check digits are wrong."])
  #expect(described("BCD\n003\n1\nSCT\n\n\n\n").title == "Text")
}

@Test(
  "ISO 13616 check digits",
  arguments: [
    ("GB82 WEST 1234 5698 7654 32", true), ("GB82WEST12345698765432", true), ("NO93 8601 1117 947", true),
    ("GB82 WEST 1234 5698 7654 33", false), ("", false), ("XX", false), ("GB82 WEST 1234 5698 7654 3é", false),
  ])
func accountNumbers(iban: String, isValid: Bool) {
  let text = "BCD\n002\n1\nSCT\n\nMe\n\(iban)"
  #expect(described(text).cautions.isEmpty == isValid)
}

// MARK: - GS1 and products

private func gs1(_ text: String, _ identifier: String = "]C1") -> PayloadDescription {
  PayloadDescription(
    of: DecodedSymbol(symbology: sampleSymbology, text: text, bytes: Array(text.utf8), symbologyIdentifier: identifier),
    context)
}

@Test(arguments: [
  (
    "010952123454321317271231103BATCH\u{1D}21SER",
    ["(01) GTIN: 09521234543213", "(17) Expires: 2027-12-31", "(10) Batch: 3BATCH", "(21) Serial: SER"]
  ),
  ("10ABC", ["(10) Batch: ABC"]),
  ("3103001234", ["(3103) Net weight: 1.234 kg"]),
  ("\u{1D}00340123450000000000", ["(00) Shipping unit (SSCC): 340123450000000000"]),
  ("01095212345432131\u{1D}", nil as [String]?),
  ("0195", nil), ("5512", nil), ("10", nil), ("ab", nil), ("", nil),
])
func elementStrings(text: String, expected: [String]?) {
  let description = gs1(text)
  guard let expected else {
    #expect(description.title != "GS1 data")
    return
  }
  #expect(description.cardRows.map { "\($0.label): \($0.value)" } == expected)
}

@Test func onlyAGS1SymbolHasElementStrings() {
  #expect(gs1("10ABC", "]C0").title == "Text")
  #expect(gs1("10ABC", "]Q3").title == "GS1 data")
}

@Test func productNumbersAreNamedByTheirSymbology() {
  let ean = Symbology(name: "ean13", title: "EAN-13")
  func title(_ text: String) -> String { PayloadDescription(of: symbol(text, ean)).title }
  #expect(title("9783161484100") == "Book (ISBN)")
  #expect(title("4006381333931") == "Product number")
  #expect(described("4006381333931").title == "Text")
}

// MARK: - Hostile texts

@Test func nothingBreaksOnWhatAStrangerWrites() {
  let beginnings = [
    "WIFI:", "MECARD:", "BEGIN:VCARD\n", "BEGIN:VEVENT\n", "mailto:", "MATMSG:", "tel:", "sms:", "SMSTO:", "geo:",
    "otpauth://", "BCD\n002\n1\nSCT\n", "bitcoin:", "https://", "http://[", "URL:", "www.", "FIDO:/", "https://xn--",
  ]
  let endings = [
    "", ";", ":", "\\", "%", "%4", "%zz", "?", "&=&", "@", "@@@", "=", "\"", "\u{0}", "\u{1B}]0;x\u{7}", "\u{202E}",
    "\u{FFFC}=41", "é\u{301}\u{301}", "👩‍👧", "N:;;;;\n", "TEL\n:", "\r\n\r\n ", " \t", "1e999,1e999", "nan,inf", "/:?=",
    String(repeating: ";", count: 3000), String(repeating: "\\", count: 3001), String(repeating: "ü", count: 3000),
    String(repeating: "a.", count: 2000), String(repeating: "%C3", count: 1000), String(repeating: "\n ", count: 2000),
    String(repeating: "9", count: 4000),
  ]
  for beginning in beginnings {
    for ending in endings {
      let description = described(beginning + ending)
      // Something is always said, and only plain addresses are ever offered.
      #expect(!description.title.isEmpty)
      #expect(description.link.map { $0.address.hasPrefix("http") && !$0.host.isEmpty } ?? true)
      _ = gs1(beginning + ending)
    }
  }
}

@Test func bytesWithoutTextAreCountedAndShown() {
  let binary = PayloadDescription(of: symbol(nil, bytes: [0x00, 0xFF]))
  #expect(binary.title == "Binary data")
  #expect(binary.rows == [.init("Bytes", "2"), .init("Content", "00 FF")])
}

/// The example of ISO/IEC 16023:2000 Annex B, and one whose country has no name here.
@Test func aParcelTellsWhereItGoes() throws {
  func rows(_ text: String) throws -> [PayloadDescription.Row] {
    let symbol = try MaxiCodeDecoder.decode(try MaxiCodeWriter().modules(of: text))
    let payload = PayloadDescription(of: symbol)
    #expect(payload.title == "Parcel label" && payload.kind == .trade)
    return payload.rows
  }
  let parcel = try rows(
    "[)>\u{1E}01\u{1D}96152382802\u{1D}840\u{1D}001\u{1D}1Z00004951\u{1D}UPSN\u{1D}06X610\u{1D}159\u{1D}1234567\u{1D}1/1"
      + "\u{1D}\u{1D}Y\u{1D}634 ALPHA DR\u{1D}PITTSBURGH\u{1D}PA\u{1E}\u{04}")
  #expect(
    parcel.filter { !$0.isDetail }.map { "\($0.label): \($0.value)" } == [
      "Ship to post code: 152382802", "Ship to country: USA (840)", "Class of service: 001",
      "Tracking number: 1Z00004951", "Carrier: UPSN", "Town: PITTSBURGH",
    ])
  #expect(parcel.contains(.init("Street", "634 ALPHA DR", isDetail: true)) && !parcel.contains { $0.label == "Weight" })
  let far = try rows("[)>\u{1E}01\u{1D}96B1050 \u{1D}999\u{1D}999\u{1D}\u{1E}\u{04}")
  #expect(
    far.map { "\($0.label): \($0.value)" } == [
      "Ship to post code: B1050", "Ship to country: 999", "Class of service: 999",
    ])
  // Without a carrier's fields it is what it says.
  let plain = PayloadDescription(of: try MaxiCodeDecoder.decode(try MaxiCodeWriter().modules(of: "Hello")))
  #expect(plain.title == "Text")
}
