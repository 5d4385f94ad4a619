public import Presentation

/// How labels lie on sheets of paper: columns and rows of cells that fill them, in millimeters.
public struct LabelSheet: Hashable, Sendable {
  public let columns: Int
  public let rows: Int

  /// ISO 216, A4.
  public static let paper = (width: 210.0, height: 297.0)
  /// Free around each label: what sheets of labels and printers leave between themselves.
  static let padding = 4.0

  /// - Parameters:
  ///   - columns: 1 to 10.
  ///   - rows: 1 to 20.
  public init?(columns: Int, rows: Int) {
    guard 1...10 ~= columns, 1...20 ~= rows else { return nil }
    (self.columns, self.rows) = (columns, rows)
  }

  private init(_ columns: Int, _ rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// The commonest sheet of labels: 24 of 70 × 37 mm.
  public static let standard = LabelSheet(3, 8)
  /// What sheets are sold with, from large labels to small ones: 8 of 105 × 74 mm, 14 of 105 × 42, 24 of 70 × 37, 40 of 52 × 30,
  /// and 65 of 42 × 23.
  public static let common = [LabelSheet(2, 4), LabelSheet(2, 7), standard, LabelSheet(4, 10), LabelSheet(5, 13)]

  public var perPage: Int { columns * rows }

  public func pages(of labels: Int) -> Int { (labels + perPage - 1) / perPage }

  /// Where a drawing lies in its cell's middle, and how large its unit is, as large as the cell allows.
  ///
  /// - Parameters:
  ///   - index: among the sheet's labels, row by row.
  ///   - width: of the drawing, in its units; `height` likewise.
  public func place(of index: Int, width: Int, height: Int) -> (x: Double, y: Double, unit: Double) {
    let cell = (width: Self.paper.width / Double(columns), height: Self.paper.height / Double(rows))
    let unit = min(
      (cell.width - 2 * Self.padding) / Double(width), (cell.height - 2 * Self.padding) / Double(height))
    let place = index % perPage
    return (
      (Double(place % columns) + 0.5) * cell.width - Double(width) * unit / 2,
      (Double(place / columns) + 0.5) * cell.height - Double(height) * unit / 2, unit
    )
  }
}

/// What labels say, out of comma-separated values (RFC 4180) whose first line names the columns.
public struct LabelTable: Hashable, Sendable {
  public struct Label: Hashable, Sendable {
    public let text: String
    public let caption: String?
    /// In the file, from 1.
    public let line: Int
  }

  public let labels: [Label]

  /// Labels of one file: a thousand pages hold no more.
  public static let limit = 24_000

  /// Why a table makes no labels.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    public let sentence: Sentence
    public var description: String { sentence.description }

    init(_ sentence: Sentence) { self.sentence = sentence }
  }

  /// - Parameters:
  ///   - form: writes the text out of a row's cells; nil takes the column `text`.
  public init(_ text: String, form: PayloadForm?) throws(Failure) {
    let marked = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    let rows = CSVRow.rows(in: marked)
    guard let head = rows.first else {
      throw Failure("the file is empty: its first line names the columns")
    }
    let names = head.cells.map { $0.trimmed.lowercased() }
    let known = form?.fields.map(\.name) ?? ["text"]
    if let stranger = names.first(where: { $0 != "caption" && !known.contains($0) }) {
      let columns = (known + ["caption"]).joined(separator: ", ")
      throw Failure("there is no column “\(HarmlessText.escaped(stranger))”: the columns are \(columns)")
    }
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw Failure("the column “\(twice)” is there twice")
    }
    if form == nil, !names.contains("text") { throw Failure("there is no column “text”") }
    var labels: [Label] = []
    for row in rows.dropFirst() where row.cells.contains(where: { !$0.trimmed.isEmpty }) {
      guard labels.count < Self.limit else {
        throw Failure("more than \(Self.limit) labels: split the file")
      }
      guard row.cells.count <= names.count else {
        throw Failure(
          "line \(row.lineNumber) has \(row.cells.count) cells where \(names.count) columns are named")
      }
      let values = Dictionary(zip(names, row.cells)) { first, _ in first }
      let caption = values["caption"].flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
      var fields = values
      fields["caption"] = nil
      do throws(PayloadFailure) {
        labels.append(
          Label(text: try form?.payload(fields) ?? values["text"] ?? "", caption: caption, line: row.lineNumber))
      } catch {
        throw Failure("line \(row.lineNumber): \(error.sentence)")
      }
    }
    guard !labels.isEmpty else { throw Failure("there is no row below the names of the columns") }
    self.labels = labels
  }
}
