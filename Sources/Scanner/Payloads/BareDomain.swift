/// Addresses without a scheme, as people print them: `example.com/menu`.
enum BareDomain {
  /// The address that is meant, with the scheme that browsers try first; nil for what is no such address.
  ///
  /// What is taken for one ends in a top-level domain of the lists below: a sentence or a file's name is none by its dot
  /// alone.
  static func address(_ text: String, _ names: any HostNameEncoding) -> String? {
    let end = text.firstIndex { "/?#".contains($0) } ?? text.endIndex
    let authority = text[..<end]
    guard authority.contains("."), !authority.contains(where: { "@\\[]%".contains($0) }) else { return nil }
    let host = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)[0]
    guard let name = HostName(String(host), names), !name.isNumeric else { return nil }
    let labels = name.ascii.split(separator: ".")
    guard labels.count >= 2, let last = labels.last, isTopLevel(last) else { return nil }
    return "https://" + text
  }

  private static func isTopLevel(_ label: Substring) -> Bool {
    label.hasPrefix("xn--") || countries.contains(label) || generic.contains(label)
  }

  /// ISO 3166-1 as far as it is delegated (IANA's root zone), and the exceptions of the United Kingdom, the European Union
  /// and two that were left over.
  private static let countries = Set(
    """
    ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by
    bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj
    fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq
    ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh
    mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk
    pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy
    sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za
    zm zw
    """.split(whereSeparator: \.isWhitespace))

  /// The ones of the beginning, and of the new ones those with the most names.
  private static let generic = Set(
    """
    com net org edu gov mil int arpa info biz name pro aero coop museum jobs mobi travel tel cat post asia app dev page
    blog shop store online site website tech xyz club live life link news media social agency design studio digital art
    cloud space world today email events group team work works bio eco earth energy solutions services systems software
    support center city house home family fun game games bar cafe restaurant pizza coffee menu wine beer hotel bank
    berlin hamburg koeln cologne bayern wien paris london amsterdam brussels tokyo nyc swiss africa
    """.split(whereSeparator: \.isWhitespace))
}
