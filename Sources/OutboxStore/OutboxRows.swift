import Foundation
import GRDB
import Scanner
import Station

/// Scans in and out of the tables; each function runs inside somebody's transaction.
enum OutboxRows {
  private static let columns =
    "scan.number, scan.key, scan.station, scan.time, scan.symbology, scan.symbologyIdentifier, scan.text, scan.bytes, "
    + "scan.source, scan.profile"

  // MARK: In

  static func insert(_ database: Database, _ scan: AcceptedScan, for outputs: [String]) throws -> Int64 {
    try database.cachedStatement(sql: "UPDATE extent SET scans = scans + 1, last = last + 1").execute()
    guard let number = try Int64.fetchOne(database.cachedStatement(sql: "SELECT last FROM extent")) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO scan (
          number, key, station, time, symbology, symbologyIdentifier, text, bytes, source, profile, outstanding)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(arguments: [
      number, scan.key.description, Data(scan.station.utf8), HistoryTime.milliseconds(scan.time), scan.symbology,
      Data(scan.symbologyIdentifier.utf8), scan.text.map { Data($0.utf8) }, Data(scan.bytes),
      scan.source.map { Data($0.utf8) }, scan.profile.map { Data($0.utf8) }, outputs.count,
    ])
    let delivery = try database.cachedStatement(sql: "INSERT INTO delivery (output, number) VALUES (?, ?)")
    for output in outputs { try delivery.execute(arguments: [output, number]) }
    return number
  }

  // MARK: Once in a period

  static func isStored(_ database: Database, _ scan: AcceptedScan, in period: String) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: """
        SELECT 1 FROM seen JOIN period ON period.number = seen.period
        WHERE period.name = ? AND symbology = ? AND bytes = ?
        """)
    return try Row.fetchOne(statement, arguments: [period, scan.symbology, Data(scan.bytes)]) != nil
  }

  /// How many periods are remembered.
  private static let periodLimit = 8

  /// A period that is new takes the place of the oldest.
  static func remember(_ database: Database, _ scan: AcceptedScan, in period: String) throws {
    try database.execute(sql: "INSERT OR IGNORE INTO period (name) VALUES (?)", arguments: [period])
    if database.changesCount > 0 {
      let old = "(SELECT number FROM period ORDER BY number DESC LIMIT -1 OFFSET \(periodLimit))"
      try database.execute(sql: "DELETE FROM seen WHERE period IN \(old)")
      try database.execute(sql: "DELETE FROM period WHERE number IN \(old)")
    }
    try database.execute(
      sql: "INSERT INTO seen SELECT number, ?, ? FROM period WHERE name = ?",
      arguments: [scan.symbology, Data(scan.bytes), period])
  }

  // MARK: Out

  /// The output waits for the scan no more; the scan goes if none does.
  static func remove(_ database: Database, _ number: Int64, from table: Table, of output: String) throws {
    try database.execute(
      sql: "DELETE FROM \(table.rawValue) WHERE output = ? AND number = ?", arguments: [output, number])
    guard database.changesCount > 0 else { return }
    try database.execute(sql: "UPDATE scan SET outstanding = outstanding - 1 WHERE number = ?", arguments: [number])
    try database.execute(sql: "DELETE FROM scan WHERE number = ? AND outstanding = 0", arguments: [number])
    if database.changesCount > 0 { try database.execute(sql: "UPDATE extent SET scans = scans - 1") }
  }

  /// The two that hold deliveries.
  enum Table: String {
    case delivery
    case refused
  }

  static func refuse(_ database: Database, _ number: Int64, by output: String, reason: String) throws {
    try database.execute(sql: "DELETE FROM delivery WHERE output = ? AND number = ?", arguments: [output, number])
    guard database.changesCount > 0 else { return }
    try database.execute(
      sql: "INSERT INTO refused (output, number, reason) VALUES (?, ?, ?)", arguments: [output, number, reason])
  }

  /// - Returns: how many wait again.
  static func retry(_ database: Database, output: String?) throws -> Int {
    try database.execute(
      sql: "INSERT INTO delivery SELECT output, number FROM refused WHERE ?1 IS NULL OR output = ?1",
      arguments: [output])
    try database.execute(sql: "DELETE FROM refused WHERE ?1 IS NULL OR output = ?1", arguments: [output])
    return database.changesCount
  }

  /// - Returns: how many deliveries were removed.
  static func purge(_ database: Database, output: String?, setAsideOnly: Bool) throws -> Int {
    var count = 0
    for table in setAsideOnly ? [Table.refused] : [.refused, .delivery] {
      let rows = try Row.fetchAll(
        database, sql: "SELECT output, number FROM \(table.rawValue) WHERE ?1 IS NULL OR output = ?1",
        arguments: [output])
      for row in rows { try remove(database, row["number"], from: table, of: row["output"]) }
      count += rows.count
    }
    return count
  }

  // MARK: What there is

  static func next(database: Database, for output: String) throws -> StoredScan? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(columns) FROM delivery JOIN scan ON scan.number = delivery.number
        WHERE delivery.output = ? ORDER BY delivery.number LIMIT 1
        """)
    return try Row.fetchOne(statement, arguments: [output]).map(stored)
  }

  private static let deliveries =
    "(SELECT output, number, NULL AS reason FROM delivery UNION ALL SELECT output, number, reason FROM refused)"

  static func entries(_ database: Database, output: String?, limit: Int?) throws -> [OutboxEntry] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT \(columns), found.output, found.reason FROM \(deliveries) AS found
        JOIN scan ON scan.number = found.number
        WHERE ?1 IS NULL OR found.output = ?1 ORDER BY found.number, found.output LIMIT ?2
        """,
      arguments: [output, limit ?? -1]
    ).map { OutboxEntry(stored: stored($0), output: $0["output"], reason: $0["reason"]) }
  }

  static func depths(_ database: Database) throws -> [OutboxDepth] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT output, count(*) - count(reason) AS waiting, count(reason) AS aside,
          (SELECT scan.time FROM delivery AS first JOIN scan ON scan.number = first.number
           WHERE first.output = found.output ORDER BY first.number LIMIT 1) AS oldest
        FROM \(deliveries) AS found GROUP BY output ORDER BY output
        """
    ).map { row in
      let oldest: Int64? = row["oldest"]
      return OutboxDepth(
        output: row["output"], waiting: row["waiting"], setAside: row["aside"], oldest: oldest.map(HistoryTime.date))
    }
  }

  private static func stored(_ row: Row) -> StoredScan {
    func text(_ name: String) -> String? { (row[name] as Data?).map { String(decoding: $0, as: UTF8.self) } }
    let bytes: Data = row["bytes"]
    return StoredScan(
      number: row["number"],
      scan: AcceptedScan(
        key: ScanKey(stored: row["key"]), station: text("station") ?? "", time: HistoryTime.date(row["time"] as Int64),
        symbology: row["symbology"], symbologyIdentifier: text("symbologyIdentifier") ?? "", text: text("text"),
        bytes: Array(bytes), source: text("source"), profile: text("profile")))
  }
}
