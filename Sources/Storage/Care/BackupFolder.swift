import FoundationEssentials
import Glibc
import Values

/// The dated copies of one book in a folder: `family-2026-01-02T030405Z.luca`, and as many as are wanted.
struct BackupFolder {
    let folder: String
    let bookPath: String

    init(_ folder: String, bookPath: String) {
        self.folder = folder
        self.bookPath = bookPath
    }

    /// Copies the book into the folder under a name that tells the moment, and a label where there is one.
    func add(at moment: Instant, label: String? = nil, busyTimeout: Double) throws(StorageError) -> String {
        guard try BookFile.presence(folder) == .folder else { throw BookFile.missingFolder(folder, for: "The backup of \(BookFile.name(bookPath))") }
        let path = try freePath(Self.stamp(moment), label)
        try SQLiteCopy.make(of: bookPath, at: path, mark: .backup(moment), busyTimeout: busyTimeout)
        return path
    }

    /// Removes the oldest copies with that label, so that so many remain, and returns them. Other files of the folder are not touched.
    ///
    /// - Parameter mayGo: whether a copy may be removed; those that may not count for none.
    @discardableResult
    func prune(keeping count: Int, label: String? = nil, where mayGo: (String) -> Bool = { _ in true }) throws(StorageError) -> [String] {
        let all = try copies(label: label), kept = max(count, 1)
        // Whether one may go is asked of its contents, which takes long.
        guard all.count > kept else { return [] }
        let old = all.filter(mayGo).dropLast(kept)
        for path in old { guard unlink(path) == 0 else { throw .system(BookFile.name(path), errno) } }
        return Array(old)
    }

    /// The copies with that label, from the oldest to the newest.
    func copies(label: String? = nil) throws(StorageError) -> [String] {
        try names().filter { isCopy($0, label) }.sorted().map { "\(folder)/\($0)" }
    }

    /// The files that may be copies, by name: the newest of those that end as the book does or in `.luca`, however they are called, and all
    /// whose names begin like the book's. Which book a file is a copy of, it says itself.
    func possibleCopies() throws(StorageError) -> [String] {
        let all = try names().filter { $0.hasSuffix(suffix) || $0.hasSuffix(".luca") }
        let named = all.filter { $0.hasPrefix(stem + "-") && $0.hasSuffix(suffix) }
        let others = Set(all).subtracting(named).compactMap { name in FileStatus("\(folder)/\(name)").map { (name: name, status: $0) } }
        let newest = others.sorted { ($0.status.seconds, $0.status.nanoseconds, $0.name) > ($1.status.seconds, $1.status.nanoseconds, $1.name) }
        return (named + newest.prefix(Self.mostLookedAt).map(\.name)).sorted().map { "\(folder)/\($0)" }
    }

    /// How many files of a folder are opened to see whether they are copies though their names do not say so.
    private static let mostLookedAt = 50

    /// Whether a name is one of those that luca gives to copies, with a label or without.
    func isDated(_ name: String) -> Bool {
        let rest = name.dropFirst(stem.count + 1)
        return isCopy(name, nil) || rest.indices.contains { rest[$0] == "-" && isCopy(name, String(rest[..<$0])) }
    }

    private func names() throws(StorageError) -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw StorageError(.unreadable, "The folder \(folder) cannot be read: \(error).")
        }
    }

    /// A name that nothing has yet.
    func freePath(_ stamp: String, _ label: String?) throws(StorageError) -> String {
        let middle = label.map { "-\($0)" } ?? ""
        var count = 1
        while true {
            let path = "\(folder)/\(stem)\(middle)-\(stamp)\(count == 1 ? "" : "_\(count)")\(suffix)"
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

    private func isCopy(_ name: String, _ label: String?) -> Bool {
        let beginning = stem + (label.map { "-\($0)" } ?? "") + "-"
        guard name.hasPrefix(beginning), name.hasSuffix(suffix), name.utf8.count > beginning.utf8.count + suffix.utf8.count else { return false }
        let stamp = name.dropFirst(beginning.count).dropLast(suffix.count)
        let shape = "dddd-dd-ddTddddddZ"
        guard stamp.count >= shape.count, zip(stamp, shape).allSatisfy({ $1 == "d" ? $0.isASCII && $0.isNumber : $0 == $1 }) else { return false }
        let rest = stamp.dropFirst(shape.count)
        return rest.isEmpty || rest.hasPrefix("_") && rest.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }
}
