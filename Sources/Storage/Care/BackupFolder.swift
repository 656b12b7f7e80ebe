import FoundationEssentials
import Glibc
import SQLite
import Values

/// The dated copies of one book in a folder: `family-2026-01-02T030405Z.luca`, and as many as are wanted.
struct BackupFolder {
    let folder: String
    let bookPath: String

    init(_ folder: String, bookPath: String) {
        self.folder = folder
        self.bookPath = bookPath
    }

    /// Copies a book that nobody has open into the folder, for a reason that the copy's name tells.
    func add(_ reason: BackupReason, at moment: Instant, busyTimeout: Double) throws(StorageError) -> String {
        try BookFile.inFolder(folder, for: "The backup of \(BookFile.name(bookPath))") { () throws(StorageError) in
            let path = try freePath(Self.stamp(moment), reason.label)
            try FileCopy.make(of: bookPath, at: path, mark: .backup(moment), busyTimeout: busyTimeout)
            return path
        }
    }

    /// Removes the oldest copies that somebody made, so that so many remain, and returns them. Other files of the folder are not touched.
    ///
    /// - Parameter mayGo: whether a copy may be removed; those that may not count for none.
    @discardableResult
    func prune(keeping count: Int, where mayGo: (String) -> Bool = { _ in true }) throws(StorageError) -> [String] {
        let all = try copies().filter { $0.name.reason == nil && !$0.name.isReplaced }.map(\.path), kept = max(count, 1)
        // Whether one may go is asked of its contents, which takes long.
        guard all.count > kept else { return [] }
        let old = all.filter(mayGo).dropLast(kept)
        for path in old { guard unlink(path) == 0 else { throw .system(BookFile.name(path), errno) } }
        return Array(old)
    }

    /// Removes the automatic copies whose time is over.
    func prune(_ retention: Retention, on today: Day, where mayGo: (String) -> Bool) throws(StorageError) {
        var copies: [(path: String, copy: Retention.Copy)] = []
        for (path, name) in try self.copies() where name.reason != nil {
            guard let status = FileStatus(path) else { continue }
            copies.append((path, Retention.Copy(day: name.day, order: status.seconds * 1_000_000_000 + status.nanoseconds, bytes: Int(status.size))))
        }
        for place in retention.superseded(copies.map(\.copy), on: today) where mayGo(copies[place].path) {
            for suffix in ["-wal", "-shm"] { unlink(copies[place].path + suffix) }
            guard unlink(copies[place].path) == 0 || errno == ENOENT else { throw .system(BookFile.name(copies[place].path), errno) }
        }
    }

    /// The files with names that luca gives to copies of the book, by name. What they hold is not looked at.
    func copies() throws(StorageError) -> [(path: String, name: BackupName)] {
        try names().sorted().compactMap { name in self.name(of: name).map { ("\(folder)/\(name)", $0) } }.filter { isFile($0.0) }
    }

    /// Whether something is an ordinary file: a pipe that nobody writes to would be waited for.
    private func isFile(_ path: String) -> Bool { FileStatus(path)?.isOrdinary == true }

    /// What the name of a file says; nil of one that luca gives to no copy of the book.
    func name(of file: String) -> BackupName? { BackupName(file, stem: stem, suffix: suffix) }

    /// Removes what programs left unfinished in the folder that were ended while they made a copy of the book.
    ///
    /// - Parameter moment: what was last written a day before is nobody's any more, whether or not a program has that number now.
    func sweep(before moment: Instant) {
        let beginning = stem + "-", dayBefore = moment.microseconds / 1_000_000 - 86_400
        for name in (try? names()) ?? [] where name.hasPrefix(beginning) {
            guard let mark = name.firstRange(of: "\(suffix).unfinished-"), let process = Int32(name[mark.upperBound...].prefix { $0 != "-" }), process > 0 else { continue }
            let path = "\(folder)/\(name)", isEnded = kill(process, 0) != 0 && errno == ESRCH
            if isEnded || FileStatus(path).map({ $0.seconds < dayBefore }) == true { unlink(path) }
        }
    }

    /// The files that may be copies, by name: the newest of those that end as the book does or in `.luca`, however they are called, and all
    /// whose names begin like the book's. Which book a file is a copy of, it says itself.
    func possibleCopies() throws(StorageError) -> [String] {
        let all = try names().filter { ($0.hasSuffix(suffix) || $0.hasSuffix(".luca")) && isFile("\(folder)/\($0)") }
        let named = all.filter { $0.hasPrefix(stem + "-") && $0.hasSuffix(suffix) }
        let others = Set(all).subtracting(named).compactMap { name in FileStatus("\(folder)/\(name)").map { (name: name, status: $0) } }
        let newest = others.sorted { ($0.status.seconds, $0.status.nanoseconds, $0.name) > ($1.status.seconds, $1.status.nanoseconds, $1.name) }
        return (named + newest.prefix(Self.mostLookedAt).map(\.name)).sorted().map { "\(folder)/\($0)" }
    }

    /// How many files of a folder are opened to see whether they are copies though their names do not say so.
    private static let mostLookedAt = 50

    private func names() throws(StorageError) -> [String] {
        if try BookFile.presence(folder) == .nothing { return [] }
        do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw StorageError(.unreadable, "The folder \(folder) cannot be read: \(error).")
        }
    }

    /// Where a copy of that stamp and label is, or would be.
    func path(_ stamp: String, _ label: String?) -> String { "\(folder)/\(stem)\(label.map { "-\($0)" } ?? "")-\(stamp)\(suffix)" }

    /// A name that nothing has yet.
    func freePath(_ stamp: String, _ label: String?) throws(StorageError) -> String {
        var count = 1
        while true {
            let path = path("\(stamp)\(count == 1 ? "" : "_\(count)")", label)
            if try BookFile.presence(path) == .nothing { return path }
            count += 1
        }
    }

    /// The moment without what file systems do not like in names: `2026-01-02T030405Z`.
    static func stamp(_ moment: Instant) -> String {
        moment.description.prefix { $0 != "." && $0 != "Z" }.filter { $0 != ":" } + "Z"
    }

    private var stem: String { String(BookFile.name(bookPath).dropLast(suffix.count)) }

    /// What follows the last point of the book's name, with the point.
    private var suffix: String {
        let name = BookFile.name(bookPath)
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return "" }
        return String(name[point...])
    }
}
