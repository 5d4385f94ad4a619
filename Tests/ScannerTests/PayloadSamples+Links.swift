// Web addresses, and where they really lead.
extension PayloadSample {
  static let links: [PayloadSample] = [
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
        "! The host has letters beyond a to z, which can look like others.",
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
        "! The host has letters beyond a to z, which can look like others.",
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
        "! The host has letters beyond a to z, which can look like others.",
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
        "Address: https://www.w3.org/TR/",
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
  ]
}
