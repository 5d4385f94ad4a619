// What is traded, and what is printed in books.
extension PayloadSample {
  static let goods: [PayloadSample] = [
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
        "(11) Made on: 1999-12-31",
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
  ]
}
