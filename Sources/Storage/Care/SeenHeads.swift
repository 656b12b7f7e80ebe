import FoundationEssentials
import Glibc
import SQLite
import Values

/// What this machine remembers of a book: where its journal ended whenever it was used here, so that a book that was cut short, rewritten
/// or replaced since is noticed as it is opened.
///
/// A file for each path that a book was opened at, in a folder for what programs keep of the past (XDG's state folder). It is as private
/// as the book, and the book is as good without it.
struct SeenHeads {
    /// A journal's end, and when it was seen.
    struct Sighting: Hashable {
        var seenAt: Instant
        var head: JournalHead
        /// Whether the book was taken for the true one then, whatever it lacked of what was seen before.
        var isAccepted = false
    }

    /// What is remembered of the book at a path.
    struct Memory: Hashable {
        /// The book's `identity`.
        var book: String
        /// Where it was.
        var path: String
        /// Ends of its journal, the oldest first.
        var sightings: [Sighting]
    }

    let folder: String

    /// What is remembered of a path.
    func memory(at path: String) -> Memory? { read(file(of: path)) }

    /// What is remembered of a path; of a book that nothing is remembered of there, what is remembered of the place that it was copied or moved from: one where
    /// it ended as it ends now, else one where there is no file any more.
    func memory(of path: String, book: String, endingAt end: JournalHead) -> Memory? {
        if let memory = memory(at: path) { return memory }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let others = names.compactMap { read("\(folder)/\($0)") }.filter { $0.book == book }.sorted { $0.sightings.last!.seenAt > $1.sightings.last!.seenAt }
        return others.first { $0.sightings.last!.head == end } ?? others.first { access($0.path, F_OK) != 0 }
    }

    /// Notes an end of a book's journal behind those that are known.
    func note(_ sighting: Sighting, of book: String, at path: String, behind memory: Memory?) throws(StorageError) {
        var sightings = memory?.book == book ? memory?.sightings ?? [] : []
        sightings.append(sighting)
        try write(Memory(book: book, path: path, sightings: Self.thinned(sightings)))
    }

    /// Of many sightings, the first, which alone may be one of an acceptance, the last eight, and others spread over the entries between them.
    private static func thinned(_ sightings: [Sighting]) -> [Sighting] {
        var kept = sightings
        while kept.count > mostSightings {
            let middle = 1..<(kept.count - 8)
            let least = middle.min { gap(kept, $0) < gap(kept, $1) }
            kept.remove(at: least ?? 1)
        }
        return kept
    }

    /// How many entries apart the neighbours of a sighting are.
    private static func gap(_ sightings: [Sighting], _ place: Int) -> Int {
        sightings[place + 1].head.sequence - sightings[place - 1].head.sequence
    }

    private static let mostSightings = 40

    // MARK: Files

    private static let firstLine = "luca: ends of a book's journal, as seen on this machine"

    /// A name that every path can have.
    private func file(of path: String) -> String {
        let hash = Array(path.utf8).withUnsafeBytes(SHA256.hash(of:))
        return "\(folder)/\(hash.description.prefix(32))"
    }

    private func read(_ file: String) -> Memory? {
        guard let bytes = FileManager.default.contents(atPath: file) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 3, lines[0] == Self.firstLine else { return nil }
        let sightings = lines[3...].compactMap(Self.sighting)
        guard !sightings.isEmpty, let path = PercentEncoding.text(lines[2]) else { return nil }
        return Memory(book: String(lines[1]), path: path, sightings: sightings)
    }

    private static func sighting(_ line: Substring) -> Sighting? {
        let words = line.split(separator: " ")
        guard words.count == 3 || words.count == 4 && words[3] == "accepted", let seenAt = try? Instant(iso8601: words[0]), let sequence = Int(words[1]), let hash = EntryHash(words[2]) else { return nil }
        return Sighting(seenAt: seenAt, head: JournalHead(sequence: sequence, hash: hash), isAccepted: words.count == 4)
    }

    private func write(_ memory: Memory) throws(StorageError) {
        let lines = [Self.firstLine, memory.book, PercentEncoding.escaped(memory.path.utf8)] + memory.sightings.map { "\($0.seenAt) \($0.head.sequence) \($0.head.hash)\($0.isAccepted ? " accepted" : "")" }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StorageError(.inputOutput, "The folder \(folder) cannot be made: \(error).")
        }
        try writePrivately(lines.joined(separator: "\n") + "\n", to: file(of: memory.path))
    }

    /// Replaces a file whole or not at all; nobody else may read it.
    private func writePrivately(_ text: String, to file: String) throws(StorageError) {
        let unfinished = "\(file).\(getpid())"
        let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(BookFile.name(file), errno) }
        let bytes = Array(text.utf8)
        let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        guard written == bytes.count, rename(unfinished, file) == 0 else {
            unlink(unfinished)
            throw .system(BookFile.name(file), errno)
        }
    }
}

extension EntryHash {
    /// Reads sixty-four hexadecimal digits, in either case.
    public init?(_ text: some StringProtocol) {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map(UInt8.init) }
        guard text.utf8.count == 2 * Self.byteCount, digits.count == 2 * Self.byteCount else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        guard let hash = bytes.withUnsafeBytes({ EntryHash(bytes: $0) }) else { return nil }
        self = hash
    }
}
