/// Parameters of links that change nothing of what is shown and tell whoever runs the page who sent somebody there.
///
/// As the makers of campaigns document them; names that other pages use for something else are left out.
enum TrackingParameters {
  static func contain(_ name: String) -> Bool {
    let name = name.lowercased()
    return names.contains(name) || prefixes.contains { name.hasPrefix($0) }
  }

  /// Google Analytics, Matomo, Piwik, HubSpot, Vero, Olytics.
  private static let prefixes = ["utm_", "mtm_", "pk_", "piwik_", "_hs", "vero_", "oly_"]

  private static let names: Set = [
    // Google, Facebook and Instagram, Microsoft, Yandex, X, TikTok, LinkedIn, Pinterest, Snapchat, Reddit.
    "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "_ga", "_gl", "fbclid", "igshid", "igsh", "msclkid",
    "yclid", "ysclid", "twclid", "ttclid", "li_fat_id", "epik", "sccid", "rdt_cid",
    // Mailchimp, Marketo, Adobe, Klaviyo, Drip, Branch, Adjust, Awin, Impact, Hive.
    "mc_cid", "mc_eid", "mkt_tok", "s_cid", "s_kwcid", "_kx", "__s", "_branch_match_id", "adjust_tracker", "awc",
    "irclickid", "hsctatracking", "wickedid", "rb_clickid", "ref_src",
  ]
}
