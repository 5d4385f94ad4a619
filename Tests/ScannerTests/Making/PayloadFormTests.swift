import Scanner
import Testing

@Suite struct PayloadFormTests {
  @Test(
    "ZXing, Barcode Contents; WPA3 specification §7",
    arguments: [
      (["name": "Home", "password": "secret12"], "WIFI:T:WPA;S:Home;P:secret12;;"),
      (
        ["name": "a;b,c:d\\e\"f", "password": "p;p:p\\p,\"1"],
        "WIFI:T:WPA;S:a\\;b\\,c\\:d\\\\e\\\"f;P:p\\;p\\:p\\\\p\\,\\\"1;;"
      ),
      (["name": "Open"], "WIFI:T:nopass;S:Open;;"),
      (["name": "New", "password": "x", "security": "wpa3"], "WIFI:T:WPA;R:1;S:New;P:x;;"),
      (["name": "Old", "password": "abcde", "security": "WEP", "hidden": "yes"], "WIFI:T:WEP;S:Old;P:abcde;H:true;;"),
    ])
  func wifi(values: [String: String], payload: String) throws { #expect(try made("wifi", values) == payload) }

  @Test(
    arguments: [
      ("url", ["url": "example.com/a"], "https://example.com/a"), ("url", ["url": "http://x.y"], "http://x.y"),
      ("mail", ["to": "a@b.c"], "mailto:a@b.c"),
      (
        "mail", ["to": "a+b@c.d", "subject": "Hi & you", "body": "1\n2"],
        "mailto:a%2Bb@c.d?subject=Hi%20%26%20you&body=1%0D%0A2"
      ),
      ("tel", ["number": "+49 (30) 123-45"], "tel:+493012345"),
      ("sms", ["number": "0170 1", "text": "Grüße"], "SMSTO:01701:Grüße"),
      ("geo", ["latitude": "-52.5", "longitude": "13.37"], "geo:-52.5,13.37"),
      ("geo", ["latitude": "1", "longitude": "2", "name": "A B"], "geo:1,2?q=1,2(A%20B)"),
      ("mecard", ["first": "Ann", "last": "O;Neil", "phone": "1"], "MECARD:N:O\\;Neil,Ann;TEL:1;;"),
      (
        "contact", ["first": "Ann", "last": "O,N", "company": "C;D", "note": "1\n2"],
        "BEGIN:VCARD\r\nVERSION:3.0\r\nN:O\\,N;Ann;;;\r\nFN:Ann O\\,N\r\nORG:C\\;D\r\nNOTE:1\\n2\r\nEND:VCARD"
      ),
      (
        "event", ["summary": "Fest", "start": "2026-11-21 18:30", "end": "2026-11-21T20:00Z", "location": "Here"],
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nSUMMARY:Fest\r\nDTSTART:20261121T183000\r\n"
          + "DTEND:20261121T200000Z\r\nLOCATION:Here\r\nEND:VEVENT\r\nEND:VCALENDAR"
      ),
      (
        "event", ["summary": "Day", "start": "2028-02-29"],
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nSUMMARY:Day\r\nDTSTART;VALUE=DATE:20280229\r\n"
          + "END:VEVENT\r\nEND:VCALENDAR"
      ),
    ])
  func forms(name: String, values: [String: String], payload: String) throws {
    #expect(try made(name, values) == payload)
  }

  @Test("EPC069-12 §3, without the empty lines at the end")
  func payment() throws {
    let values = [
      "name": "Franz Mustermänn", "iban": "de71 1102 2033 0123 4567 89", "amount": "12,3", "bic": "bhblDEHHXXX",
      "text": "Invoice 5",
    ]
    #expect(
      try made("epc", values)
        == "BCD\n002\n1\nSCT\nBHBLDEHHXXX\nFranz Mustermänn\nDE71110220330123456789\nEUR12.3\n\n\nInvoice 5")
    #expect(
      try made("epc", ["name": "A", "iban": "GB29NWBK60161331926819"])
        == "BCD\n002\n1\nSCT\n\nA\nGB29NWBK60161331926819")
  }

  @Test(
    arguments: [
      ("wifi", ["password": "12345678"]), ("wifi", ["name": "a", "password": "short"]),
      ("wifi", ["name": "a", "security": "wpa"]), ("wifi", ["name": "a", "security": "best"]),
      ("wifi", ["name": "a", "colour": "red"]), ("url", ["url": "a b"]), ("mail", ["to": "nobody"]),
      ("tel", ["number": "call me"]), ("geo", ["latitude": "91", "longitude": "0"]),
      ("geo", ["latitude": "nan", "longitude": "0"]), ("event", ["summary": "x", "start": "2026-02-29"]),
      ("event", ["summary": "x", "start": "2026-11-21 24:00"]),
      ("event", ["summary": "x", "start": "2026-11-21", "end": "2026-11-20"]), ("contact", ["phone": "1"]),
      ("epc", ["name": "A", "iban": "DE71110220330123456788"]), ("epc", ["name": "A", "iban": "DE7"]),
      ("epc", ["name": "A", "iban": "GB29NWBK60161331926819", "amount": "0.00"]),
      ("epc", ["name": "A", "iban": "GB29NWBK60161331926819", "amount": "1.234"]),
    ])
  func whatIsWrongIsTold(name: String, values: [String: String]) {
    #expect(throws: PayloadFailure.self) { try made(name, values) }
  }

  private func made(_ name: String, _ values: [String: String]) throws -> String {
    try #require(PayloadForm.named(name)).payload(values)
  }
}
