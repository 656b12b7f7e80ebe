import CSQLite
import FoundationEssentials
import Glibc
import SQLite

/// The names that a book's file has beside the one that it was opened by.
///
/// SQLite keeps the journal beside a name. What is committed under one of two names is therefore not seen under the other, and each writes its
/// own journal back over what the other did: a file with a second name may be read, and not written.
struct FileNames {
    private let path: String

    init(of path: String) { self.path = path }

    /// Makes sure that the file has one name.
    ///
    /// A file that gets its name has two for a moment, and has them still where a crash came between. The draft's name is taken away; one that
    /// a book is kept under, as while another is restored in its place, never is.
    func checkSingle() throws(StorageError) {
        for _ in 0..<Self.attempts {
            guard let own = Status(path), own.count > 1 else { return }
            for name in drafts where Status(name)?.number == own.number { unlink(name) }
            if Status(path)?.count ?? 1 < 2 { return }
            usleep(10_000)
        }
        throw .severalNames(BookFile.name(path), other: other)
    }

    /// The files beside it that were to get its name, those of programs that are at it too.
    var unfinished: [String] { unfinishedNames.map { "\(BookFile.folder(path))/\($0)" } }

    /// Those of programs that were ended while they wrote one to take this one's place: it may be all of an encrypted book in the clear.
    ///
    /// What was last written a day before is nobody's any more, whether or not a program has that number now.
    var abandoned: [String] {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return unfinished.filter { file in
            guard let process = process(of: BookFile.name(file)), process != getpid(), let status = FileStatus(file) else { return false }
            return kill(process, 0) != 0 && errno == ESRCH || status.seconds < Int(now.tv_sec) - 86_400
        }
    }

    /// Removes those.
    func sweep() {
        // The journals of a draft go before it: what they belong to must not be forgotten where one stays.
        for file in abandoned { for suffix in ["-wal", "-shm", "-journal", ""] { unlink(file + suffix) } }
    }

    /// The number of the program that made a draft, or a draft of a draft; nil of a file that only is called like one.
    private func process(of name: String) -> Int32? {
        let marks = name.dropFirst(BookFile.name(path).count).split(separator: ".unfinished-")
        let numbers = marks.map { $0.split(separator: "-", omittingEmptySubsequences: false).map { UInt32($0) } }
        guard numbers.allSatisfy({ $0.count == 2 && !$0.contains(nil) }), let process = numbers.last?[0].flatMap({ Int32(exactly: $0) }), process > 0 else { return nil }
        return process
    }

    private var draftBeginning: String { "\(BookFile.name(path)).unfinished-" }

    /// The names of drafts alone, without those of their journals.
    private var unfinishedNames: [String] {
        beside.filter { name in name.hasPrefix(draftBeginning) && !["-wal", "-shm", "-journal"].contains { name.hasSuffix($0) } }.sorted()
    }

    /// How often it is looked whether another program is about to take the second name away: for half a second in all.
    private static let attempts = 50

    /// What lies where luca puts files that are about to get the name.
    private var drafts: [String] {
        unfinished + ["\(BookFile.folder(path))/.\(BookFile.name(path)).first/\(BookFile.name(path))"]
    }

    /// Another name of the file in the same folder; nil where it lies elsewhere.
    private var other: String? {
        guard let own = Status(path) else { return nil }
        return beside.sorted().first { $0 != BookFile.name(path) && Status("\(BookFile.folder(path))/\($0)")?.number == own.number }
    }

    /// The names in the file's folder.
    private var beside: [String] { (try? FileManager.default.contentsOfDirectory(atPath: BookFile.folder(path))) ?? [] }

    private struct Status {
        let number: ino_t
        let count: nlink_t

        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            (number, count) = (status.st_ino, status.st_nlink)
        }
    }
}

/// Makes a file under another name, and gives it its own once it is complete and on the disk.
enum NewFile {
    /// Makes a file where nothing is; a failure leaves nothing.
    ///
    /// - Parameter write: writes the file under the name that it gets.
    static func make(_ target: String, _ write: (String) throws(StorageError) -> Void) throws(StorageError) {
        let unfinished = draft(of: target)
        do throws(StorageError) {
            try BookFile.checkNoJournal(at: target)
            try write(unfinished)
            try BookFile.synchronize(unfinished)
            // What stands in a journal beside it would be lost with the draft's name.
            if BookFile.hasJournal(unfinished) { throw StorageError.diskFull(BookFile.name(unfinished)) }
            try publish(unfinished, as: target)
        } catch {
            for suffix in ["", "-wal", "-shm", "-journal"] { unlink(unfinished + suffix) }
            throw error.naming(target, insteadOf: unfinished)
        }
    }

    /// A name beside a file's that nothing has: what is called `family.luca.unfinished` may be somebody's book.
    static func draft(of path: String) -> String { "\(path).unfinished-\(getpid())-\(UInt32.random(in: .min ... .max))" }

    /// Moves a file to a name that nothing has yet; where something has it, that stays and the file too.
    static func publish(_ finished: String, as target: String) throws(StorageError) {
        // A link is made only where there is nothing, whoever else tries at the same moment; a rename would overwrite.
        guard link(finished, target) == 0 else {
            let code = errno
            if code == EEXIST { throw .alreadyExists(BookFile.name(target), hint: "Choose another name; nothing was overwritten.") }
            return try rename(finished, target, after: code)
        }
        unlink(finished)
        try BookFile.synchronize(BookFile.folder(target))
    }

    /// Whether a link failed because the file system knows none.
    static func isWithoutLinks(_ code: Int32) -> Bool { [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(code) }

    /// The way of file systems that know no links, such as those of memory sticks.
    private static func rename(_ finished: String, _ target: String, after code: Int32) throws(StorageError) {
        guard isWithoutLinks(code) else { throw .system(BookFile.name(target), code) }
        guard try BookFile.presence(target) == .nothing else {
            throw .alreadyExists(BookFile.name(target), hint: "Choose another name; nothing was overwritten.")
        }
        guard Glibc.rename(finished, target) == 0 else { throw .system(BookFile.name(target), errno) }
        try BookFile.synchronize(BookFile.folder(target))
    }
}

extension StorageError {
    /// The same about a file that was to be, where what failed was the draft of it.
    public func naming(_ target: String, insteadOf draft: String) -> StorageError {
        let (name, other) = (BookFile.name(target), BookFile.name(draft))
        return StorageError(kind, message.replacing(other, with: name), hint: hint?.replacing(other, with: name))
    }
}
