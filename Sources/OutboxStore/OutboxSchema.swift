import GRDB

/// The outbox's tables, from the first version on. A migration that was released is never changed.
enum OutboxSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: scans and their deliveries") { database in
      try database.execute(sql: scans)
    }
    migrator.registerMigration("2: codes that are stored once in a period") { database in
      try database.execute(sql: periods)
    }
    return migrator
  }

  /// A delivery is a row of `delivery` while it waits, and of `refused` once its output refused it for good; with the last one
  /// the scan goes. `extent` counts the scans, so that a long outbox takes one as quickly as an empty one, and gives numbers, none
  /// of them twice. There are no more indices than these: a commit writes each page that it touches to the disk.
  /// Texts are UTF-8 in a BLOB: codes may hold a NUL, at which SQLite ends a TEXT.
  private static let scans = """
    CREATE TABLE scan (
      number INTEGER PRIMARY KEY,
      key TEXT NOT NULL,
      station BLOB NOT NULL,
      time INTEGER NOT NULL,
      symbology TEXT NOT NULL,
      symbologyIdentifier BLOB NOT NULL,
      text BLOB,
      bytes BLOB NOT NULL,
      source BLOB,
      profile BLOB,
      outstanding INTEGER NOT NULL
    );
    CREATE TABLE delivery (
      output TEXT NOT NULL,
      number INTEGER NOT NULL,
      PRIMARY KEY (output, number)
    ) WITHOUT ROWID;
    CREATE TABLE refused (
      output TEXT NOT NULL,
      number INTEGER NOT NULL,
      reason TEXT NOT NULL,
      PRIMARY KEY (output, number)
    ) WITHOUT ROWID;
    CREATE TABLE extent (scans INTEGER NOT NULL, last INTEGER NOT NULL);
    INSERT INTO extent VALUES (0, 0);
    """

  /// The numbers of periods are in the order in which they began, by no clock.
  private static let periods = """
    CREATE TABLE period (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE
    );
    CREATE TABLE seen (
      period INTEGER NOT NULL,
      symbology TEXT NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (period, symbology, bytes)
    ) WITHOUT ROWID;
    """
}
