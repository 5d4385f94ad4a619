// Networks, people, events, calls, messages, places and one-time passwords.
extension PayloadSample {
  static let messages: [PayloadSample] = [
    // NTT DoCoMo bookmark.
    PayloadSample(
      "MEBKM:TITLE:Example;URL:https\\://example.com;;",
      [
        "Link",
        "Host: example.com",
        "Address: https://example.com",
        "Text: Example",
        "> Open: https://example.com",
      ]),
    // WPA3 specification §7.1 / ZXing wiki.
    PayloadSample(
      "WIFI:T:WPA;S:MyNetworkName;P:ThisIsMyPassword;;",
      [
        "Wi-Fi network",
        "Network: MyNetworkName",
        "Security: WPA",
        "Password: •",
        "> Join: MyNetworkName",
      ]),
    // ZXing wiki, escapes.
    PayloadSample(
      "WIFI:S:\\\"foo\\;bar\\\\baz\\\";;",
      [
        "Wi-Fi network",
        "Network: foo;bar\\baz",
        "Security: none",
        "! The network is open: others can read along what is not encrypted.",
        "> Join: foo;bar\\baz",
      ]),
    // WPA3.
    PayloadSample(
      "WIFI:T:SAE;R:1;S:Guest;P:correct horse;H:true;;",
      [
        "Wi-Fi network",
        "Network: Guest",
        "Security: WPA3",
        "Password: •",
        "Hidden: yes",
        "> Join: Guest",
      ]),
    // EAP.
    PayloadSample(
      "WIFI:T:WPA2-EAP;S:eduroam;E:PEAP;PH2:MSCHAPV2;I:me@uni.example;P:secret;;",
      [
        "Wi-Fi network",
        "Network: eduroam",
        "Security: WPA2-EAP",
        "Password: •",
        "Method: PEAP, MSCHAPV2",
        "Identity: me@uni.example",
      ]),
    PayloadSample(
      "WIFI:T:WPA;S:Short;P:1234567;;",
      [
        "Wi-Fi network",
        "Network: Short",
        "Security: WPA",
        "Password: •",
        "! A WPA password has 8 to 63 letters; this one has 7.",
      ]),
    // RFC 6350 §8.
    PayloadSample(
      "BEGIN:VCARD\nVERSION:4.0\nFN:Simon Perreault\nN:Perreault;Simon;;;ing. jr,M.Sc.\nBDA"
        + "Y:--0203\nORG;TYPE=work:Viagenie\nADR;TYPE=work:;Suite D2-630;2875 Laurier;Quebec;"
        + "QC;G1V 2M2;Canada\nTEL;VALUE=uri;TYPE=\"work,voice\";PREF=1:tel:+1-418-656-9254;ext"
        + "=102\nEMAIL;TYPE=work:simon.perreault@viagenie.ca\nURL;TYPE=home:http://nomis80.or"
        + "g\nEND:VCARD",
      [
        "Contact",
        "Name: Simon Perreault",
        "Organization: Viagenie",
        "Telephone: +1-418-656-9254;ext=102",
        "Mail: simon.perreault@viagenie.ca",
        "Address: Suite D2-630, 2875 Laurier, Quebec, QC, G1V 2M2, Canada",
        "Web: http://nomis80.org",
        "Birthday: 3 February",
        "> Save: Simon Perreault.vcf",
      ]),
    // NTT DoCoMo, ZXing wiki.
    PayloadSample(
      "MECARD:N:Owen,Sean;ADR:76 9th Avenue, 4th Floor, New York, NY 10011;TEL:12125551"
        + "212;EMAIL:srowen@example.com;;",
      [
        "Contact",
        "Name: Sean Owen",
        "Telephone: 12125551212",
        "Mail: srowen@example.com",
        "Address: 76 9th Avenue, 4th Floor, New York, NY 10011",
        "> Save: Sean Owen.vcf",
      ]),
    // ZXing wiki.
    PayloadSample(
      "BEGIN:VEVENT\nSUMMARY:Summer+Vacation!\nDTSTART:20180601T070000Z\nDTEND:20180831T07"
        + "0000Z\nEND:VEVENT",
      [
        "Event",
        "Event: Summer+Vacation!",
        "Begins: 2018-06-01 07:00 UTC",
        "Ends: 2018-08-31 07:00 UTC",
        "> Save: Summer-Vacation.ics",
      ]),
    // RFC 5545 §3.8.5.3.
    PayloadSample(
      "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nDTSTART;TZID=America/New_York:19970902T"
        + "090000\nRRULE:FREQ=DAILY;COUNT=10\nSUMMARY:Team meeting\nEND:VEVENT\nEND:VCALENDAR",
      [
        "Event",
        "Event: Team meeting",
        "Begins: 1997-09-02 09:00 (America/New_York)",
        "Repeats: every day, 10 times",
        "> Save: Team meeting.ics",
      ]),
    // RFC 3966 §6.
    PayloadSample(
      "tel:+1-201-555-0123",
      [
        "Telephone",
        "Number: +1-201-555-0123",
        "> Call: tel:+12015550123",
      ]),
    PayloadSample(
      "tel:*%2306%23",
      [
        "Telephone",
        "Number: *#06#",
        "! This is a command for the telephone network, not a number.",
      ]),
    // RFC 5724 §2.5.
    PayloadSample(
      "sms:+15105550101?body=hello%20there",
      [
        "Short message",
        "Number: +15105550101",
        "Text: hello there",
        "> Write: sms:+15105550101?body=hello%20there",
      ]),
    PayloadSample(
      "SMSTO:72345:SUBSCRIBE",
      [
        "Short message",
        "Number: 72345",
        "Text: SUBSCRIBE",
        "! A message to a short number can cost extra.",
        "> Write: sms:72345?body=SUBSCRIBE",
      ]),
    // RFC 6068 §6.1.
    PayloadSample(
      "mailto:chris@example.com?subject=current-issue&body=send%20current-issue&attach=/etc/passwd",
      [
        "Mail",
        "To: chris@example.com",
        "Subject: current-issue",
        "Text: send current-issue",
        "> Write: mailto:chris@example.com?subject=current-issue&body=send%20current-issue",
      ]),
    PayloadSample(
      "MATMSG:TO:info@example.com;SUB:Hello;BODY:I'd like\\; more;;",
      [
        "Mail",
        "To: info@example.com",
        "Subject: Hello",
        "Text: I'd like; more",
        "> Write: mailto:info@example.com?subject=Hello&body=I%27d%20like%3B%20more",
      ]),
    // RFC 5870 §6.1.
    PayloadSample(
      "geo:48.198634,16.371648;crs=wgs84;u=40",
      [
        "Place",
        "Latitude: 48.198634° N",
        "Longitude: 16.371648° E",
        "> Show on a map: geo:48.198634,16.371648",
      ]),
    // Android common intents.
    PayloadSample(
      "geo:0,0?q=34.99,-106.61(Treasure)",
      [
        "Place",
        "Search: 34.99,-106.61(Treasure)",
        "> Show on a map: geo:0,0?q=34.99%2C-106.61%28Treasure%29",
      ]),
    // Google Authenticator key URI format.
    PayloadSample(
      "otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP&issuer=Example",
      [
        "One-time password key",
        "Issuer: Example",
        "Account: alice@google.com",
        "Kind: by time",
        "Secret: •",
        "! Whoever has this code can log in with it.",
      ]),
    PayloadSample(
      "otpauth://hotp/ACME?secret=JBSWY3DP0&counter=4",
      [
        "One-time password key",
        "Account: ACME",
        "Kind: by counter",
        "Secret: •",
        "! Whoever has this code can log in with it.",
        "! The key is damaged: it is no base 32.",
      ]),
    PayloadSample(
      "otpauth-migration://offline?data=CjEKCkhlbGxvId6tvu8SGEV4YW1wbGU6YWxpY2VAZ29vZ2x"
        + "lLmNvbRoHRXhhbXBsZTAC",
      [
        "One-time password keys",
        "Keys: •",
        "! Whoever has this code can log in with it.",
      ]),
  ]
}
