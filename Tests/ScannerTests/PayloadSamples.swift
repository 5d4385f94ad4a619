/// A payload as it is met in the world, and what the card shows and offers.
struct PayloadSample: CustomStringConvertible {
  let text: String
  /// By name, where it decides.
  let symbology: String
  /// ISO/IEC 15424's, such as `]Q1`.
  let identifier: String
  /// Title; rows of the card, secrets as `•`; cautions after `!`; what is offered after `>`.
  let expected: [String]

  init(_ text: String, _ symbology: String = "qr", _ identifier: String = "]Q1", _ expected: [String]) {
    self.text = text
    self.symbology = symbology
    self.identifier = identifier
    self.expected = expected
  }

  init(_ text: String, _ expected: [String]) { self.init(text, "qr", "]Q1", expected) }

  var description: String { String(text.prefix(60)).debugDescription }

  /// From standards' examples where there are any; the others are made up.
  static let all: [PayloadSample] = [
    // A link with what tracks its visitors.
    PayloadSample(
      "https://example.com/menu?table=12&utm_source=flyer&fbclid=abc#drinks",
      [
        "Link",
        "Host: example.com",
        "Address: https://example.com/menu?table=12&utm_source=flyer&fbclid=abc#drinks",
        "Tracking: utm_source, fbclid",
        "> Open: https://example.com/menu?table=12&utm_source=flyer&fbclid=abc#drinks",
      ]),
    // RFC 3986 §6.2.2.
    PayloadSample(
      "HTTP://EXAMPLE.COM/%7Euser/",
      [
        "Link",
        "Host: example.com",
        "Address: HTTP://EXAMPLE.COM/%7Euser/",
        "! The connection would not be encrypted.",
        "> Open: http://example.com/%7Euser/",
      ]),
    // User information.
    PayloadSample(
      "http://a:b@example.org:8080/x",
      [
        "Link",
        "Host: example.org",
        "Port: 8080",
        "Address: •",
        "! What stands before the @ is no host; the address leads to example.org.",
        "! The connection would not be encrypted.",
        "> Open: http://example.org:8080/x",
      ]),
    PayloadSample(
      "https://paypal.com@evil.example/login",
      [
        "Link",
        "Host: evil.example",
        "Address: https://paypal.com@evil.example/login",
        "! What stands before the @ is no host; the address leads to evil.example.",
        "> Open: https://evil.example/login",
      ]),
    // UTS #46.
    PayloadSample(
      "https://münchen.de/",
      [
        "Link",
        "Host: xn--mnchen-3ya.de",
        "Reads as: münchen.de",
        "Address: https://münchen.de/",
        "! The host has letters beyond the Latin ones, which can look like others.",
        "> Open: https://xn--mnchen-3ya.de/",
      ]),
    // Decomposed: the same host as composed.
    PayloadSample(
      "https://cafe\u{301}.fr",
      [
        "Link",
        "Host: xn--caf-dma.fr",
        "Reads as: café.fr",
        "Address: https://cafe\u{301}.fr",
        "! The host has letters beyond the Latin ones, which can look like others.",
        "> Open: https://xn--caf-dma.fr",
      ]),
    // UTS #46 non-transitional.
    PayloadSample(
      "https://faß.de",
      [
        "Link",
        "Host: xn--fa-hia.de",
        "Reads as: faß.de",
        "Address: https://faß.de",
        "! The host has letters beyond the Latin ones, which can look like others.",
        "> Open: https://xn--fa-hia.de",
      ]),
    // A bare domain.
    PayloadSample(
      "example.com/menu",
      [
        "Link",
        "Host: example.com",
        "Address: example.com/menu",
        "> Open: https://example.com/menu",
      ]),
    PayloadSample(
      "EXAMPLE.CO.UK",
      [
        "Link",
        "Host: example.co.uk",
        "Address: EXAMPLE.CO.UK",
        "> Open: https://example.co.uk",
      ]),
    PayloadSample(
      "URL:https://www.w3.org/TR/",
      [
        "Link",
        "Host: www.w3.org",
        "Address: URL:https://www.w3.org/TR/",
        "> Open: https://www.w3.org/TR/",
      ]),
    PayloadSample(
      "https://[2001:db8::7]/c=GB?objectClass?one",
      [
        "Link",
        "Host: [2001:db8::7]",
        "Address: https://[2001:db8::7]/c=GB?objectClass?one",
        "! The host is a number, not a name.",
        "> Open: https://[2001:db8::7]/c=GB?objectClass?one",
      ]),
    // GS1 Digital Link.
    PayloadSample(
      "https://id.gs1.org/01/09506000134352/10/ABC123/21/12345?17=270630",
      [
        "GS1 Digital Link",
        "Host: id.gs1.org",
        "Address: https://id.gs1.org/01/09506000134352/10/ABC123/21/12345?17=270630",
        "(01) GTIN: 09506000134352",
        "(10) Batch: ABC123",
        "(21) Serial: 12345",
        "(17) Expires: 2027-06-30",
        "> Open: https://id.gs1.org/01/09506000134352/10/ABC123/21/12345?17=270630",
      ]),
    // NTT DoCoMo bookmark.
    PayloadSample(
      "MEBKM:TITLE:Example;URL:https\\://example.com;;",
      [
        "Link",
        "Host: example.com",
        "Address: MEBKM:TITLE:Example;URL:https\\://example.com;;",
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
        "Birthday: --0203",
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
        "Repeats: FREQ=DAILY;COUNT=10",
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
    // EPC069-12, as published by the Red Cross of Belgium.
    PayloadSample(
      "BCD\n001\n1\nSCT\nBPOTBEB1\nRed Cross of Belgium\nBE72000000001616\nEUR1\nCHAR\n\nUrgency "
        + "fund\nSample EPC QR code",
      [
        "Bank transfer",
        "To: Red Cross of Belgium",
        "IBAN: BE72 0000 0000 1616",
        "BIC: BPOTBEB1",
        "Amount: 1 EUR",
        "Purpose: CHAR",
        "Text: Urgency fund",
        "Note: Sample EPC QR code",
      ]),
    // Wikipedia, EPC QR code.
    PayloadSample(
      "BCD\n002\n1\nSCT\n\nFrançois D'Alsace S.A.\nFR1420041010050500013M02606\nEUR12.3\n\n\nClie"
        + "nt:Marie Louise La Lune",
      [
        "Bank transfer",
        "To: François D'Alsace S.A.",
        "IBAN: FR14 2004 1010 0505 0001 3M02 606",
        "Amount: 12.3 EUR",
        "Text: Client:Marie Louise La Lune",
      ]),
    PayloadSample(
      "BCD\n002\n1\nSCT\n\nWrong\nDE89370400440532013001\nEUR0\n\nRF18539007547035\n",
      [
        "Bank transfer",
        "To: Wrong",
        "IBAN: DE89 3704 0044 0532 0130 01",
        "Amount: 0 EUR",
        "Reference: RF18539007547035",
        "! The account number's check digits are wrong.",
        "! The amount is none: EUR and 0.01 to 999999999.99.",
        "! The reference's check digits are wrong.",
      ]),
    // Swiss Implementation Guidelines QR-bill, example 1.
    PayloadSample(
      "SPC\n0200\n1\nCH4431999123000889012\nS\nRobert Schneider AG\nRue du Lac\n1268\n2501\nBiel"
        + "\nCH\n\n\n\n\n\n\n\n1949.75\nCHF\nS\nPia-Maria Rutschmann-Schnyder\nGrosse Marktgasse\n28\n9400"
        + "\nRorschach\nCH\nQRR\n210000000003139471430009017\nInstruction of 15.09.2019\nEPD\n//S1"
        + "/10/10201409/11/190512",
      [
        "Swiss QR-bill",
        "To: Robert Schneider AG",
        "IBAN: CH44 3199 9123 0008 8901 2",
        "Amount: 1949.75 CHF",
        "Reference: 21 00000 00003 13947 14300 09017",
        "Text: Instruction of 15.09.2019",
        "Payer: Pia-Maria Rutschmann-Schnyder",
      ]),
    // Example 3.
    PayloadSample(
      "SPC\n0200\n1\nCH5800791123000889012\nS\nMax Muster\nMusterstrasse\n1\n8000\nSeldwyla\nCH\n\n"
        + "\n\n\n\n\n\n199.95\nCHF\nS\nSarah Beispiel\nMustergasse\n1\n3600\nThun\nCH\nSCOR\nRF185390075470"
        + "34\n\nEPD",
      [
        "Swiss QR-bill",
        "To: Max Muster",
        "IBAN: CH58 0079 1123 0008 8901 2",
        "Amount: 199.95 CHF",
        "Reference: RF18 5390 0754 7034",
        "Payer: Sarah Beispiel",
      ]),
    PayloadSample(
      "SPC\n0200\n1\nCH5800791123000889012\nS\nA\nB\n1\n8000\nC\nCH\n\n\n\n\n\n\n\n\nUSD\n\n\n\n\n\n\n\nQRR\n210000"
        + "000003139471430009018\n\n",
      [
        "Swiss QR-bill",
        "To: A",
        "IBAN: CH58 0079 1123 0008 8901 2",
        "Amount: not given",
        "Currency: USD",
        "Reference: 21 00000 00003 13947 14300 09018",
        "! The currency is neither CHF nor EUR.",
        "! The bill is cut off: its end mark is missing.",
        "! The reference's check digit is wrong.",
        "! The kind of account and the kind of reference do not go together.",
      ]),
    // BIP 21; the checksum of its example's address is wrong.
    PayloadSample(
      "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=20.3&label=Luke-Jr",
      [
        "Payment",
        "Currency: Bitcoin",
        "Address: 175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W",
        "Amount: 20.3",
        "For: Luke-Jr",
        "! What is paid cannot be called back.",
        "! The address is damaged: its checksum is wrong.",
      ]),
    // BIP 173.
    PayloadSample(
      "bitcoin:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
      [
        "Payment",
        "Currency: Bitcoin",
        "Address: BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
        "! What is paid cannot be called back.",
      ]),
    PayloadSample(
      "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5?req-somethingyoudontunderstand=50",
      [
        "Payment",
        "Currency: Bitcoin",
        "Address: bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
        "! What is paid cannot be called back.",
        "! The address is damaged: its checksum is wrong.",
        "! The payment asks for “req-somethingyoudontunderstand”, which is not known.",
      ]),
    // EIP-681, whose example breaks EIP-55.
    PayloadSample(
      "ethereum:0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359@1?value=2014000000000000000",
      [
        "Payment",
        "Currency: Ethereum",
        "Address: 0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359",
        "Amount: 2014000000000000000 wei",
        "Chain: 1",
        "! What is paid cannot be called back.",
        "! The address is damaged: its checksum is wrong.",
      ]),
    // BOLT 11.
    PayloadSample(
      "lightning:lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqy"
        + "pqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se9"
        + "03vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp",
      [
        "Payment",
        "Currency: Lightning",
        "Address: lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqyp"
          + "qdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se90"
          + "3vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp",
        "Amount: 250000 satoshi",
        "! What is paid cannot be called back.",
      ]),
    // GS1 General Specifications §2.
    PayloadSample(
      "0109521234543213172712311010ABC\u{1D}2112345", "code128", "]C1",
      [
        "GS1 data",
        "(01) GTIN: 09521234543213",
        "(17) Expires: 2027-12-31",
        "(10) Batch: 10ABC",
        "(21) Serial: 12345",
      ]),
    // Weight and date.
    PayloadSample(
      "0109506000134352310300125011991231", "gs1DataBarExpanded", "]e0",
      [
        "GS1 data",
        "(01) GTIN: 09506000134352",
        "(3103) Net weight: 1.250 kg",
        "(11) Made: 1999-12-31",
      ]),
    // SSCC.
    PayloadSample(
      "00006141411234567890", "code128", "]C1",
      [
        "GS1 data",
        "(00) Shipping unit (SSCC): 006141411234567890",
      ]),
    // A wrong check digit, a range of dates.
    PayloadSample(
      "01095060001343537007200101200131\u{1D}430902790858483015297971", "dataMatrix", "]d2",
      [
        "GS1 data",
        "(01) GTIN: 09506000134353",
        "(7007) Harvested: 2020-01-01 – 2020-01-31",
        "(4309) Ship to place: 02790858483015297971",
        "! (01) GTIN has a wrong check digit.",
      ]),
    PayloadSample(
      "8003095211411234541234AX\u{1D}39221299\u{1D}393297847411\u{1D}8005000349", "code128", "]C1",
      [
        "GS1 data",
        "(8003) Returnable asset (GRAI): 095211411234541234AX",
        "(3922) Price: 12.99",
        "(3932) Price: 474.11 EUR",
        "(8005) Price per unit of measure: 000349",
      ]),
    PayloadSample(
      "725019800101\u{1D}7256Jane Doe", "dataMatrix", "]d2",
      [
        "GS1 data",
        "(7250) Born: •",
        "(7256) Full name: •",
      ]),
    // ISBN handbook.
    PayloadSample(
      "9783161484100", "ean13", "]E0",
      [
        "Book (ISBN)",
        "ISBN: 9783161484100",
        "ISBN-10: 316148410X",
      ]),
    // ISSN manual, with an issue.
    PayloadSample(
      "9770317847001 03", "ean13", "]E3",
      [
        "Periodical (ISSN)",
        "ISSN: 0317-8471",
        "Issue: 03",
      ]),
    // ISMN.
    PayloadSample(
      "9790060115615", "ean13", "]E0",
      [
        "Sheet music (ISMN)",
        "ISMN: 9790060115615",
      ]),
    PayloadSample(
      "4006381333931", "ean13", "]E0",
      [
        "Product number",
        "Number: 4006381333931",
        "Number from: Germany",
      ]),
    PayloadSample(
      "2012345678900", "ean13", "]E0",
      [
        "A shop's own number",
        "Number: 2012345678900",
      ]),
    PayloadSample(
      "036000291452", "upcA", "]E0",
      [
        "Product number",
        "Number: 036000291452",
        "Number from: USA or Canada",
      ]),
    PayloadSample(
      "96385074", "ean8", "]E4",
      [
        "Product number",
        "Number: 96385074",
      ]),
    // GS1 General Specifications.
    PayloadSample(
      "15400141288763", "itf14", "]I1",
      [
        "Trade unit number",
        "GTIN: 15400141288763",
      ]),
    // IATA BCBP implementation guide.
    PayloadSample(
      "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 226F001A0025 100", "pdf417", "]L0",
      [
        "Boarding pass",
        "Name: •",
        "Flight: AC 834",
        "From, to: YUL – FRA",
        "Day: 14 August",
        "Seat: •",
        "Booking: •",
        "! Whoever has its picture can look up and change the booking.",
      ]),
    // IATA BCBP implementation guide, two legs.
    PayloadSample(
      "M2DESMARAIS/LUC       EABC123 YULFRAAC 0834 226F001A0025 14D>6181WW6225BAC 00141"
        + "234560032A0141234567890 1AC AC 1234567890123    20KYLX58ZDEF456 FRAGVALH 3664 22"
        + "7C012C0002 12E2A0140987654321 1AC AC 1234567890123    2PCNWQ^164GIWVC5EH7JNT684F"
        + "VNJ91W2QA4DVN5J8K4F0L0GEQ3DF5TGBN8709HKT5D3DW3GBHFCVHMY7J5T6HFR41W2QA4DVN5J8K4F0"
        + "L0GE", "pdf417", "]L0",
      [
        "Boarding pass",
        "Name: •",
        "Flight 1: AC 834",
        "From, to 1: YUL – FRA",
        "Day 1: 14 August",
        "Seat 1: •",
        "Booking 1: •",
        "Flight 2: LH 3664",
        "From, to 2: FRA – GVA",
        "Day 2: 15 August",
        "Seat 2: •",
        "Booking 2: •",
        "! Whoever has its picture can look up and change the booking.",
      ]),
    // AAMVA DL/ID 2020, annex D.
    PayloadSample(
      "@\n\u{1E}\rANSI 636000100002DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDDEN\nDACMICHAE"
        + "L\nDDFN\nDADJOHN\nDDGN\nDCUJR\nDCAD\nDCBK\nDCDPH\nDBD06062019\nDBB06061986\nDBA12102024\nDB"
        + "C1\nDAU068 in\nDAYBRO\nDAG2300 WEST BROAD STREET\nDAIRICHMOND\nDAJVA\nDAK232690000  \nD"
        + "CF2424244747474786102204\nDCGUSA\rZVZVA01\r", "pdf417", "]L0",
      [
        "Driver's license",
        "Number: •",
        "First name: •",
        "Middle name: •",
        "Family name: •",
        "Born: •",
        "Issued: •",
        "Expires: 2024-12-10",
        "Street: •",
        "Town: •",
        "State: VA",
        "Post code: •",
        "Country: USA",
        "Sex: •",
        "Eyes: •",
        "Height: •",
        "Class: D",
        "Restrictions: •",
        "Endorsements: •",
        "Document: •",
        "! What the code says is not proven: no signature is part of it.",
      ]),
    // CTAP 2.2 hybrid transport.
    PayloadSample(
      "FIDO:/13086400838107303667332719012595115747821895775708323189557153075146383351"
        + "399743589971313508078026",
      [
        "Login with a passkey",
        "Content: •",
        "! Scan it only if you began this login yourself, on the screen before you: it lo"
          + "gs in whoever shows it.",
      ]),
    // SQRL.
    PayloadSample(
      "sqrl://example.com/auth/sqrl?nut=f33bf8c27e9e16a2",
      [
        "Login with SQRL",
        "Site: example.com",
        "! Scan it only if you began this login yourself, on the screen before you: it lo"
          + "gs in whoever shows it.",
      ]),
    // GSMA SGP.22 §4.1.
    PayloadSample(
      "LPA:1$SMDP.GSMA.COM$04386-AGYFT-A74Y8-3F815",
      [
        "eSIM profile",
        "Content: •",
      ]),
    // Matter.
    PayloadSample(
      "MT:Y.K9042C00KA0648G00",
      [
        "Device setup",
        "Content: •",
      ]),
    // EU digital certificate.
    PayloadSample(
      "HC1:6BFOXN%TS3DH0YOJ58S S-W5HDC *M0II5XHC9B5G2+$N IOP-IA%NFQGRJPC%OQHIZC4.OI:OI",
      [
        "EU health certificate",
        "Content: •",
      ]),
    // RFC 8410 §10.3.
    PayloadSample(
      "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU"
        + "++CXqI9EdVhC\n-----END PRIVATE KEY-----",
      [
        "Private key",
        "Content: •",
      ]),
    PayloadSample(
      "javascript:alert(document.cookie)",
      [
        "Program text",
        "! Never paste this into a browser.",
      ]),
    PayloadSample(
      "Lot 42, shelf B: see README.txt",
      [
        "Text"
      ]),
  ]
}
