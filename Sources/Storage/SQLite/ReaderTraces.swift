import Glibc
import SQLite

/// What reading a book leaves beside it: SQLite makes an empty journal file for readers too, and only writers clear it away.
struct ReaderTraces {
    private let path: String
    private let hadJournal: Bool

    /// To be made before a file is opened for reading.
    init(of path: String) {
        self.path = path
        hadJournal = access(path + "-wal", F_OK) == 0
    }

    /// Clears away what reading left, after the file was closed.
    ///
    /// SQLite does it as the last writer closes. The book itself is not written: the journal must be the one that reading made, and
    /// still be empty.
    func clear() {
        var status = stat()
        guard !hadJournal, stat(path + "-wal", &status) == 0, status.st_size == 0 else { return }
        guard access(path, W_OK) == 0, access(BookFile.folder(path), W_OK) == 0 else { return }
        // Where that fails, two small files stay, and the next writer clears them away.
        guard let writer = try? BookConnection(path: path, access: .readWrite, busyTimeout: 0) else { return }
        _ = try? writer.integer("SELECT count(*) FROM sqlite_schema")
        writer.close()
    }
}
