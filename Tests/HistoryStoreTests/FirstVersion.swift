import Foundation
import GRDB

/// A history as the program's first version wrote it.
enum FirstVersion {
  static func write(texts: [String], to path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.execute(sql: tables)
      for (index, text) in texts.enumerated() {
        try database.execute(
          sql: """
            INSERT INTO entry(recency, key, origin, symbology, text, bytes, first, last, count)
            VALUES (?1, ?1, 'read', 'qr', ?2, ?2, ?1, ?1, 1)
            """, arguments: [index + 1, Data(text.utf8)])
        try database.execute(
          sql: "INSERT INTO entryText(recency, folded) VALUES (?, ?)",
          arguments: [
            index + 1,
            "\u{E000}\u{E001}\u{E002} " + text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
              + " ",
          ])
      }
    }
    try queue.close()
  }

  private static let tables = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1: entries and their search index');
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
}
