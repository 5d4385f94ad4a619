import Foundation
import GRDB
import Scanner

/// Entries in and out of the tables; each function runs inside somebody's transaction.
enum HistoryRows {
  private static let columns =
    "entry.id, entry.origin, entry.symbology, entry.text, entry.bytes, entry.source, entry.recipe, entry.thumbnail, "
    + "entry.first, entry.last, entry.count, entry.label, entry.pinned"

  // MARK: Reading

  static func entries(_ database: Database, _ query: HistoryQuery) throws -> [HistoryEntry] {
    let terms = SearchTerms(query)
    guard !terms.isEmpty else { return try list(database, query) }
    // Each part is read in the order of its index, and no further than the page reaches.
    let end = query.limit.map { query.offset + $0 }
    var found = try search(database, terms, query, pinned: true, limit: end)
    let left = end.map { $0 - found.count }
    if !query.pinnedOnly, left ?? 1 > 0 { found += try search(database, terms, query, pinned: false, limit: left) }
    return Array(found.dropFirst(query.offset))
  }

  static func entry(_ database: Database, _ id: HistoryEntry.ID) throws -> HistoryEntry? {
    try Row.fetchOne(database, sql: "SELECT \(columns) FROM entry WHERE id = ?", arguments: [id]).map(entry)
  }

  private static func list(_ database: Database, _ query: HistoryQuery) throws -> [HistoryEntry] {
    var conditions: [String] = []
    var arguments: StatementArguments = []
    if let origin = query.origin {
      conditions.append("origin = ?")
      arguments += [origin.rawValue]
    }
    if query.pinnedOnly { conditions.append("pinned = 1") }
    let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    arguments += [query.limit ?? -1, query.offset]
    return try Row.fetchAll(
      database,
      sql: "SELECT \(columns) FROM entry \(filter) ORDER BY pinned DESC, recency DESC LIMIT ? OFFSET ?",
      arguments: arguments
    ).map(entry)
  }

  private static func search(
    _ database: Database, _ terms: SearchTerms, _ query: HistoryQuery, pinned: Bool, limit: Int?
  ) throws -> [HistoryEntry] {
    var conditions: [String] = []
    var arguments: StatementArguments = []
    // CROSS JOIN keeps SQLite at the order that is written: what leads decides the order of the answer.
    let source: String
    let scanned: [String]
    let order: String
    if pinned {
      (source, order) = ("entry CROSS JOIN entryText AS found ON found.recency = entry.recency", "entry.recency")
      scanned = terms.words
    } else {
      let found = try terms.plan(
        beginning: { try trigrams(database, beginningWith: $0) }, newest: { try newestTexts(database) })
      guard let plan = found else { return [] }
      scanned = plan.scanned
      if let query = plan.query {
        source =
          "entrySearch CROSS JOIN entry ON entry.recency = entrySearch.rowid"
          + (scanned.isEmpty ? "" : " CROSS JOIN entryText AS found ON found.recency = entry.recency")
        order = "entrySearch.rowid"
        conditions.append("entrySearch MATCH ?")
        arguments += [query]
      } else {
        source = "entryText AS found CROSS JOIN entry ON entry.recency = found.recency"
        order = "found.recency"
      }
    }
    for word in scanned {
      conditions.append("instr(found.folded, ?)")
      arguments += [word]
    }
    conditions.append("entry.pinned = ?")
    arguments += [pinned]
    if let origin = query.origin {
      conditions.append("entry.origin = ?")
      arguments += [origin.rawValue]
    }
    arguments += [limit ?? -1]
    return try Row.fetchAll(
      database,
      sql: "SELECT \(columns) FROM \(source) WHERE \(conditions.joined(separator: " AND ")) "
        + "ORDER BY \(order) DESC LIMIT ?",
      arguments: arguments
    ).map(entry)
  }

  /// Letters that begin with more trigrams than this are in so many texts that walking them finds a page soon; looking
  /// each trigram up costs some ten microseconds.
  private static let trigramLimit = 48

  /// The trigrams of the index that begin with one or two letters, each found from the one before without reading
  /// where it occurs; nil where they are more than `trigramLimit`.
  private static func trigrams(_ database: Database, beginningWith word: String) throws -> [String]? {
    let terms = try String.fetchAll(
      database,
      sql: """
        WITH RECURSIVE found(term) AS (
          SELECT (SELECT term FROM entryTerm WHERE term >= ?1 AND term < ?2 LIMIT 1)
          UNION ALL
          SELECT (SELECT term FROM entryTerm WHERE term >= found.term || char(1) AND term < ?2 LIMIT 1)
          FROM found WHERE found.term IS NOT NULL
        )
        SELECT term FROM found WHERE term IS NOT NULL LIMIT ?3
        """,
      arguments: [word, word + "\u{10FFFF}", trigramLimit + 1])
    return terms.count > trigramLimit ? nil : terms
  }

  /// As many texts as tell what is frequent, and are read in a fraction of a millisecond.
  private static func newestTexts(_ database: Database) throws -> [String] {
    try String.fetchAll(database, sql: "SELECT folded FROM entryText ORDER BY recency DESC LIMIT 100")
  }

  private static func entry(_ row: Row) -> HistoryEntry {
    let text: Data? = row["text"]
    let recipe: String? = row["recipe"]
    let thumbnail: Data? = row["thumbnail"]
    let bytes: Data = row["bytes"]
    return HistoryEntry(
      id: row["id"],
      content: HistoryContent(
        origin: HistoryEntry.Origin(rawValue: row["origin"]) ?? .read, symbology: row["symbology"],
        text: text.map { String(decoding: $0, as: UTF8.self) },
        bytes: Array(bytes), source: row["source"], recipe: recipe.flatMap(RecipeText.recipe),
        thumbnail: thumbnail.map { Array($0) }),
      first: HistoryTime.date(row["first"] as Int64), last: HistoryTime.date(row["last"] as Int64),
      count: row["count"], label: row["label"], isPinned: row["pinned"])
  }

  // MARK: Writing

  /// Adds an entry, or joins it with the one that says the same.
  ///
  /// - Parameter isImport: an import is no new occurrence: counts are not added, and names are not replaced.
  /// - Returns: whether it is a new one.
  @discardableResult
  static func store(_ database: Database, _ record: HistoryRecord, isImport: Bool) throws -> Bool {
    let content = record.content
    let text = content.text.map { Data($0.utf8) }
    let recipe = content.recipe.map(RecipeText.text)
    let key = EntryKey.of(content, recipe: recipe)
    let known = try Row.fetchOne(
      database,
      sql: """
        SELECT id, recency, first, last, count, label, pinned FROM entry
        WHERE key = ? AND origin = ? AND symbology = ? AND bytes = ? AND text IS ? AND recipe IS ?
        """,
      arguments: [key, content.origin.rawValue, content.symbology, Data(content.bytes), text, recipe])
    let (first, last) = (HistoryTime.milliseconds(record.first), HistoryTime.milliseconds(record.last))
    guard let known else {
      let recency = try nextRecency(database)
      try database.execute(
        sql: """
          INSERT INTO entry(recency, key, origin, symbology, text, bytes, source, recipe, thumbnail, first, last,
            count, label, pinned) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          recency, key, content.origin.rawValue, content.symbology, text, Data(content.bytes), content.source,
          recipe, content.thumbnail.map { Data($0) }, first, last, record.count, record.label, record.isPinned,
        ])
      try database.execute(
        sql: "INSERT INTO entryText(recency, folded) VALUES (?, ?)",
        arguments: [recency, SearchTerms.folded(content, label: record.label)])
      return true
    }
    let id: Int64 = known["id"]
    let count: Int = known["count"]
    let label: String? = known["label"] ?? record.label
    try database.execute(
      sql: """
        UPDATE entry SET first = ?, last = ?, count = ?, label = ?, pinned = ?, source = coalesce(?, source),
          thumbnail = coalesce(?, thumbnail) WHERE id = ?
        """,
      arguments: [
        min(first, known["first"]), max(last, known["last"]),
        isImport ? max(count, record.count) : min(count, HistoryRecord.mostCounted) + record.count, label,
        record.isPinned || known["pinned"],
        content.source, content.thumbnail.map { Data($0) }, id,
      ])
    if isImport {
      try refold(database, id)
    } else {
      try moveToTop(database, id: id, from: known["recency"])
    }
    return false
  }

  private static func nextRecency(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(database, sql: "SELECT coalesce(max(recency), 0) + 1 FROM entry") ?? 1
  }

  private static func moveToTop(_ database: Database, id: Int64, from old: Int64) throws {
    let new = try nextRecency(database)
    guard new != old + 1 else { return }
    try database.execute(sql: "UPDATE entry SET recency = ? WHERE id = ?", arguments: [new, id])
    try database.execute(sql: "UPDATE entryText SET recency = ? WHERE recency = ?", arguments: [new, old])
  }

  /// Writes anew what is searched of an entry.
  static func refold(_ database: Database, _ id: HistoryEntry.ID) throws {
    guard let entry = try entry(database, id) else { return }
    try database.execute(
      sql: "UPDATE entryText SET folded = ?1 WHERE recency = (SELECT recency FROM entry WHERE id = ?2)",
      arguments: [SearchTerms.folded(entry.content, label: entry.label), id])
  }

  /// Puts `recency` into the order of the last times, where an import of older entries has left another.
  static func sortByTime(_ database: Database) throws {
    let isSorted =
      try Row.fetchOne(
        database,
        sql:
          "SELECT 1 FROM (SELECT last, lag(last) OVER (ORDER BY recency) AS before FROM entry) WHERE before > last LIMIT 1"
      ) == nil
    guard !isSorted else { return }
    try database.execute(
      sql: """
        CREATE TEMP TABLE sorted (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
        INSERT INTO sorted SELECT recency, row_number() OVER (ORDER BY last, recency) FROM entry;
        CREATE TEMP TABLE texts AS SELECT sorted.new AS recency, entryText.folded AS folded
          FROM entryText JOIN sorted ON sorted.old = entryText.recency;
        UPDATE entry SET recency = -(SELECT new FROM sorted WHERE old = entry.recency);
        UPDATE entry SET recency = -recency;
        DELETE FROM entryText;
        INSERT INTO entryText(recency, folded) SELECT recency, folded FROM texts ORDER BY recency;
        DROP TABLE sorted;
        DROP TABLE texts;
        """)
  }

  @discardableResult
  static func delete(_ database: Database, _ id: HistoryEntry.ID) throws -> Bool {
    try database.execute(
      sql: "DELETE FROM entryText WHERE recency = (SELECT recency FROM entry WHERE id = ?)", arguments: [id])
    try database.execute(sql: "DELETE FROM entry WHERE id = ?", arguments: [id])
    return database.changesCount > 0
  }

  static func clear(_ database: Database) throws -> Int {
    try database.execute(sql: "DELETE FROM entryText")
    try database.execute(sql: "DELETE FROM entry")
    return database.changesCount
  }

  /// Removes what the limits do not keep, oldest first.
  static func prune(_ database: Database, _ limits: HistoryLimits, now: Date) throws {
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM entry") ?? 0
    var ids: [Int64] = []
    if count > limits.entries {
      ids += try Int64.fetchAll(
        database, sql: "SELECT id FROM entry WHERE pinned = 0 ORDER BY recency LIMIT ?",
        arguments: [count - limits.entries])
    }
    if let age = limits.age {
      ids += try Int64.fetchAll(
        database, sql: "SELECT id FROM entry WHERE pinned = 0 AND last < ?",
        arguments: [HistoryTime.milliseconds(now.addingTimeInterval(-age))])
    }
    for id in ids { try delete(database, id) }
  }
}
