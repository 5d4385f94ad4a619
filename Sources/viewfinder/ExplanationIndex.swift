import Geometry
import Imaging
import Presentation
import Scanner

/// Many pictures' causes as a page: how a batch of labels is judged.
struct ExplanationIndex {
  let pictures: [ExplainedPicture]

  /// Pixels of the longer side of a small picture.
  private static let side = 120.0
  /// Small pictures of a group at most: all others are told by name alone.
  private static let mostShown = 12

  init(_ pictures: [ExplainedPicture]) { self.pictures = pictures }

  var html: String {
    let groups = Dictionary(grouping: pictures) { $0.diagnosis.cause?.kind }
    let sorted = groups.sorted { ($1.value.count, $0.key?.title ?? "") < ($0.value.count, $1.key?.title ?? "") }
    let sections = sorted.map { kind, members in
      let shown = members.enumerated().map { index, picture in
        let small = index < Self.mostShown ? thumbnail(picture) : ""
        let said = [picture.diagnosis.sentence, picture.peer?.sentence].compactMap { $0?.description }
        let told = ([picture.source] + said).map(PageText.escaped)
        return "<li>\(small)<span><b>\(told[0])</b><br>\(told.dropFirst().joined(separator: "<br>"))</span></li>"
      }
      return "<section><h2>\(kind?.title ?? "Read"): \(members.count)</h2>\n<ul class=\"pictures\">\n"
        + shown.joined(separator: "\n") + "\n</ul></section>"
    }
    return PageText.page(
      title: "Why codes are not read: \(pictures.count) pictures",
      content: """
        <h1>\(groups[nil]?.count ?? 0) of \(pictures.count) pictures are read</h1>
        \(sections.joined(separator: "\n"))
        """)
  }

  private func thumbnail(_ picture: ExplainedPicture) -> String {
    let frame = picture.inspection.frame
    guard let small = RGBAImage(frame, reducedBy: min(1, Self.side / frame.size.longerSide)) else { return "" }
    return "<img alt=\"\" src=\"\(PageText.address(small, hasColor: frame.format != .grey))\">"
  }
}
