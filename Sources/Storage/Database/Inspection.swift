import Glibc
import Ledger
import SQLite

/// What SQLite itself finds wrong with a file: damaged pages, references that lead nowhere, views that do not work.
struct FileInspection {
    let connection: BookConnection
    /// The tables and views that luca makes. What another program put beside them is told as a difference of the layout; whether it works is
    /// that program's concern.
    let names: Set<String>

    /// Damaged pages and indexes, references that lead nowhere, views that do not work.
    func problems() throws(StorageError) -> [String] {
        if try connection.lacksHeader() {
            return ["One of the two headers of the encrypted file is not as luca wrote it. The other is; luca passphrase writes both anew, before that is gone too."]
        }
        let altered = try alteredPages()
        if !altered.isEmpty { return altered.map { "Page \($0) of the encrypted file is not as luca wrote it: it was altered, or its disk failed." } }
        var problems = try integrityProblems()
        // References and views are looked at only where the pages can be trusted.
        if problems.isEmpty { problems = try referenceProblems() + viewProblems() }
        return problems
    }

    /// The pages of an encrypted file that can be opened no more, also those that SQLite does not look at, such as free ones.
    ///
    /// They are read past SQLite's locks: one that another program was writing back at that moment is whole when it is read again.
    private func alteredPages() throws(StorageError) -> [Int] {
        var altered = try alteredPagesNow()
        for _ in 0..<2 where !altered.isEmpty {
            usleep(50_000)
            let again = Set(try alteredPagesNow())
            altered.removeAll { !again.contains($0) }
        }
        return Array(altered.prefix(20))
    }

    /// The same at one reading. One that was being written back as a crash came is whole in the journal.
    private func alteredPagesNow() throws(StorageError) -> [Int] {
        let altered = try connection.alteredPages(most: 100_000)
        if altered.isEmpty { return [] }
        let inJournal = try WriteAheadLog(beside: connection).committedPages()?.pages ?? [:]
        return altered.filter { inJournal[$0 - 1] == nil }
    }

    /// Damaged pages and indexes.
    fileprivate func integrityProblems() throws(StorageError) -> [String] {
        try lines("PRAGMA integrity_check(20)").map { $0[0] }.filter { $0 != "ok" }.map { "SQLite's integrity check: \($0)" }
    }

    private func referenceProblems() throws(StorageError) -> [String] {
        try lines("PRAGMA foreign_key_check").filter { names.contains($0[0]) }.map { "row \($0[1]) of the table \($0[0]) refers to a row of \($0[2]) that is not there" }
    }

    private func viewProblems() throws(StorageError) -> [String] {
        var problems: [String] = []
        for view in try lines("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name").map({ $0[0] }) where names.contains(view) {
            do throws(StorageError) {
                let quoted = view.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
                let statement = try connection.compile("SELECT * FROM \"\(quoted)\"")
                // A view that gives one row gives all of them: the pages behind it are whole.
                _ = try connection.next(statement)
            } catch {
                problems.append("the view \(view) cannot be read: \(error.message)")
            }
        }
        return problems
    }

    /// The rows of a statement as texts.
    private func lines(_ sql: String) throws(StorageError) -> [[String]] {
        let statement = try connection.compile(sql)
        var lines: [[String]] = []
        while try connection.next(statement) {
            lines.append((0..<statement.columnCount).map { String(decoding: statement.text($0), as: UTF8.self) })
        }
        return lines
    }
}

/// What an open book held after its last commit: its identity, the end of its journal, and the revisions of its quotes and rates.
///
/// By it, a file of which only the times were changed, as `touch` and some backup programs change them, is told from one whose content
/// somebody changed. Times say no more than that the file was touched, and two copies of a book may begin with the same bytes. So the
/// file is read anew, past all that SQLite remembers of it: its pages must fit together, and the chain of all entries must lead through the
/// last one that is known. That costs as much as `verify` does, and is done only where the marks are others than SQLite's work explains.
struct BookFingerprint {
    private let book: String
    private let head: JournalHead
    private let quoteRevision: Int
    private let rateRevision: Int

    /// What a connection that is in no transaction reads; nil where that is not to be had.
    init?(_ connection: BookConnection) {
        let name = BookFile.name(connection.path)
        guard let book = try? BookIdentity(connection: connection, name: name).id(),
            let head = try? JournalReader(connection: connection, name: name).head(),
            let quotes = try? connection.integer("SELECT number FROM quote_revision"),
            let rates = try? connection.integer("SELECT number FROM rate_revision")
        else { return nil }
        (self.book, self.head, quoteRevision, rateRevision) = (book, head, quotes, rates)
    }

    /// Whether a file still holds the book as it was known, and perhaps what others recorded since. A file that cannot be read does not.
    func isStill(in path: String) -> Bool {
        guard let reader = try? BookConnection(path: path, access: .readOnly, busyTimeout: 1) else { return false }
        defer { reader.close() }
        guard (try? reader.execute("BEGIN")) != nil, let found = BookFingerprint(reader) else { return false }
        guard found.book == book, found.quoteRevision >= quoteRevision, found.rateRevision >= rateRevision else { return false }
        guard let problems = try? FileInspection(connection: reader, names: []).integrityProblems(), problems.isEmpty else { return false }
        return (try? leadsThroughHead(reader)) ?? false
    }

    /// Whether every entry is there and as it was recorded, the last one that is known among them.
    private func leadsThroughHead(_ reader: BookConnection) throws -> Bool {
        let hasher = ChainHasher()
        var last = JournalHead.empty, isWhole = true, isFound = head == .empty
        try JournalReader(connection: reader, name: BookFile.name(reader.path)).read(JournalSpan(withHashes: true)) { row in
            guard isWhole else { return }
            // Nothing but its neighbours vouches for the hash of a tombstone: what it was of is gone.
            guard let hash = row.hash, row.sequence == last.sequence + 1,
                row.table == .tombstone || hash == hasher.hash(row.table, row.fields, after: last.hash)
            else {
                isWhole = false
                return
            }
            // An act stands before its first entry and has the number of that.
            last = JournalHead(sequence: row.table == .act ? last.sequence : row.sequence, hash: hash)
            if row.table != .act, last == head { isFound = true }
        }
        return isWhole && isFound
    }
}
