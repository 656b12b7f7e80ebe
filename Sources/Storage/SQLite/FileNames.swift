import Foundation

/// The names that a book's file has beside the one that it was opened by.
///
/// SQLite keeps the journal beside a name. What is committed under one of two names is therefore not seen under the other, and each writes its
/// own journal back over what the other did: a file with a second name may be read, and not written.
struct FileNames {
    private let path: String

    init(of path: String) { self.path = path }

    /// Makes sure that the file has one name.
    ///
    /// A file that gets its name has two for a moment, and has them still where a crash came between. Those that luca gave are taken away.
    func checkSingle() throws(StorageError) {
        for _ in 0..<Self.attempts {
            guard let own = Status(path), own.count > 1 else { return }
            for name in ownNames where Status(name)?.number == own.number { unlink(name) }
            if Status(path)?.count ?? 1 < 2 { return }
            usleep(10_000)
        }
        throw .severalNames(BookFile.name(path))
    }

    /// How often it is looked whether another program is about to take the second name away: for half a second in all.
    private static let attempts = 50

    /// What lies where luca puts files that are about to get the name, or that lose it to a restored book.
    private var ownNames: [String] {
        let folder = BookFile.folder(path), name = BookFile.name(path)
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
        let beginnings = [".\(name).new-", "\(name).unfinished-", "\(name).restored-", "\(stem)-replaced-"]
        let beside = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { found in beginnings.contains { found.hasPrefix($0) } }
        return beside.map { "\(folder)/\($0)" } + ["\(folder)/.\(name).first/\(name)"]
    }

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
