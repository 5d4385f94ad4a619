import GRDB

/// The database's tables, from the first version on. A migration that was released is never changed.
enum HistorySchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: entries and their search index") { database in
      try database.execute(sql: entries)
      try database.execute(sql: searchIndex)
    }
    migrator.registerMigration("2: words of one and two letters in the search index") { database in
      try database.execute(sql: shortWords)
    }
    return migrator
  }

  /// `recency` grows with every record, so that the order of time is that of one integer: it is the row number of
  /// the search index, which answers newest first without sorting. `key` finds a repetition.
  /// The text is UTF-8 in a BLOB: codes may hold a NUL, at which SQLite ends a TEXT.
  private static let entries = """
    CREATE TABLE entry (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      recency INTEGER NOT NULL UNIQUE,
      key INTEGER NOT NULL,
      origin TEXT NOT NULL,
      symbology TEXT NOT NULL,
      text BLOB,
      bytes BLOB NOT NULL,
      source TEXT,
      recipe TEXT,
      thumbnail BLOB,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      count INTEGER NOT NULL,
      label TEXT,
      pinned INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX entryByKey ON entry(key);
    CREATE INDEX entryByPin ON entry(pinned, recency);
    CREATE INDEX entryByOrigin ON entry(origin, pinned, recency);
    CREATE INDEX entryByLast ON entry(pinned, last);
    """

  /// What is searched, folded, in a table so narrow that it can be walked; words are looked up by their trigrams
  /// (SQLite FTS5 §4.3.4).
  private static let searchIndex = """
    CREATE TABLE entryText (recency INTEGER PRIMARY KEY, folded TEXT NOT NULL);
    CREATE VIRTUAL TABLE entrySearch USING fts5(
      folded, content='entryText', content_rowid='recency', tokenize='trigram');
    CREATE TRIGGER entryTextInserted AFTER INSERT ON entryText BEGIN
      INSERT INTO entrySearch(rowid, folded) VALUES (new.recency, new.folded);
    END;
    CREATE TRIGGER entryTextDeleted AFTER DELETE ON entryText BEGIN
      INSERT INTO entrySearch(entrySearch, rowid, folded) VALUES ('delete', old.recency, old.folded);
    END;
    CREATE TRIGGER entryTextUpdated AFTER UPDATE ON entryText BEGIN
      INSERT INTO entrySearch(entrySearch, rowid, folded) VALUES ('delete', old.recency, old.folded);
      INSERT INTO entrySearch(rowid, folded) VALUES (new.recency, new.folded);
    END;
    """

  /// Each text gets two signs at its end, so that every letter of it begins a trigram, and words of one or two letters
  /// are found by the trigrams that begin with them: `entryTerm` lists those. Case is folded before, and once.
  private static let shortWords = """
    DROP TRIGGER entryTextInserted;
    DROP TRIGGER entryTextDeleted;
    DROP TRIGGER entryTextUpdated;
    DROP TABLE entrySearch;
    UPDATE entryText SET folded = folded || char(57344, 57344);
    CREATE VIRTUAL TABLE entrySearch USING fts5(
      folded, content='entryText', content_rowid='recency', tokenize='trigram case_sensitive 1');
    INSERT INTO entrySearch(entrySearch) VALUES ('rebuild');
    CREATE TRIGGER entryTextInserted AFTER INSERT ON entryText BEGIN
      INSERT INTO entrySearch(rowid, folded) VALUES (new.recency, new.folded);
    END;
    CREATE TRIGGER entryTextDeleted AFTER DELETE ON entryText BEGIN
      INSERT INTO entrySearch(entrySearch, rowid, folded) VALUES ('delete', old.recency, old.folded);
    END;
    CREATE TRIGGER entryTextUpdated AFTER UPDATE ON entryText BEGIN
      INSERT INTO entrySearch(entrySearch, rowid, folded) VALUES ('delete', old.recency, old.folded);
      INSERT INTO entrySearch(rowid, folded) VALUES (new.recency, new.folded);
    END;
    CREATE VIRTUAL TABLE entryTerm USING fts5vocab(entrySearch, instance);
    """
}
