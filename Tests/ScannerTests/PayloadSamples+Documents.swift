// Tickets, licenses, logins, keys and the rest.
extension PayloadSample {
  static let documents: [PayloadSample] = [
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
