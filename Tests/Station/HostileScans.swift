import Foundation
import Scanner
import Station
import TestSupport

/// What codes have said to harm those who handle them; every output is given all of it.
enum HostileScans {
  static func all() -> [AcceptedScan] {
    var maker = ScanMaker(seed: 99)
    var random = SeededRandom(seed: 99)
    var scans = texts.map { maker.scan($0) }
    scans.append(maker.scan(nil, bytes: [0xFF, 0, 0x0A, 0x80]))
    scans += (0..<20).map { _ in maker.scan(HostileText.text(length: 40, using: &random)) }
    return scans
  }

  private static let texts = [
    "", " ", "\u{0}", "a\u{0}b", "\u{1B}[2J\u{1B}]0;owned\u{7}", "\u{202E}gnp.exe", "line\nline\r\nline\u{2028}end",
    "\u{4}",
    String(repeating: "7", count: 7089), String(repeating: "\u{1}", count: 2953),
    "=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\t=1", "=HYPERLINK(\"http://x\",\"y\")",
    "../../../etc/passwd", "/etc/passwd", "..", "C:\\x", "a/b/#", "+/+", "$SYS/broker", "#",
    "{text}", "{station}", "{{", "}}", "%s%n", "${HOME}", "$(reboot)", "`reboot`", "; rm -rf /", "| sh", "&& x",
    "'\"\\",
    "-rf", "--help", "-", "--",
    "x\r\nSet-Cookie: a=b", "x\r\n\r\nHTTP/1.1 200 OK", "Idempotency-Key: \"1\"",
    "{\"verdict\":\"refused\"}", "\"},{\"key\":\"1\"", "</script><script>alert(1)</script>",
    "' OR 1=1; DROP TABLE scan;--",
    "() { :;}; echo x", "\u{FEFF}x", "e\u{301}", "👩‍💻", "日本語",
  ]
}
