import FoundationEssentials
import Glibc
import PostgreSQL
import SQLite
import Values

/// What this machine remembers of a book: where its journal ended whenever it was used here, so that a book that was cut short, rewritten
/// or replaced since is noticed as it is opened.
///
/// A file for each path that a book was opened at, in a folder for what programs keep of the past (XDG's state folder). It is as private
/// as the book, and the book is as good without it.
struct MachineMemory {
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
        /// Whether its file was encrypted when it was last seen.
        var isEncrypted = false
        /// Ends of its journal, the oldest first.
        var sightings: [Sighting]
    }

    let folder: String

    /// What is remembered of a path.
    func memory(at path: String) -> Memory? { read(file(of: path)) }

    /// What is remembered of a path; of a book that nothing is remembered of there, what is remembered of the place that it was copied or moved from: one where
    /// it ended as it ends now, else one where there is no file any more.
    func memory(of path: String, book: String, endingAt end: JournalHead) -> Memory? {
        // What a file was elsewhere says nothing of a book on a server.
        if let memory = memory(at: path) { return memory }
        if PostgresAddress.isAddress(path) { return nil }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let others = names.compactMap { read("\(folder)/\($0)") }.filter { $0.book == book && !PostgresAddress.isAddress($0.path) }.sorted {
            $0.sightings.last!.seenAt > $1.sightings.last!.seenAt
        }
        return others.first { $0.sightings.last!.head == end } ?? others.first { access($0.path, F_OK) != 0 }
    }

    /// Notes an end of a book's journal behind those that are known.
    func note(_ sighting: Sighting, of book: String, at path: String, isEncrypted: Bool, behind memory: Memory?) throws(StorageError) {
        var sightings = memory?.book == book ? memory?.sightings ?? [] : []
        sightings.append(sighting)
        try write(Memory(book: book, path: path, isEncrypted: isEncrypted, sightings: Self.thinned(sightings)))
    }

    /// Notes that the file at a path is encrypted from now on, or plain, where the book is known.
    func note(isEncrypted: Bool, at path: String) throws(StorageError) {
        guard var memory = memory(at: path), memory.isEncrypted != isEncrypted else { return }
        memory.isEncrypted = isEncrypted
        try write(memory)
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

    /// Stands behind the ends.
    private static let encryptedLine: Substring = "encrypted"

    /// A name that every path can have.
    private func file(of path: String) -> String {
        let hash = Array(path.utf8).withUnsafeBytes(SHA256.hash(of:))
        return "\(folder)/\(hash.description.prefix(32))"
    }

    private func read(_ file: String) -> Memory? {
        guard let bytes = FileManager.default.contents(atPath: file) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        guard lines.count > 3, lines[0] == Self.firstLine else { return nil }
        let sightings = lines[3...].compactMap(Self.sighting)
        guard !sightings.isEmpty, let path = PercentEncoding.text(lines[2]) else { return nil }
        return Memory(book: String(lines[1]), path: path, isEncrypted: lines.last { !$0.isEmpty } == Self.encryptedLine, sightings: sightings)
    }

    private static func sighting(_ line: Substring) -> Sighting? {
        let words = line.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init)
        guard words.count == 3 || words.count == 4 && words[3] == "accepted", let seenAt = try? Instant(iso8601: words[0]),
            let sequence = Int(words[1]), let hash = EntryHash(words[2])
        else { return nil }
        return Sighting(seenAt: seenAt, head: JournalHead(sequence: sequence, hash: hash), isAccepted: words.count == 4)
    }

    private func write(_ memory: Memory) throws(StorageError) {
        let sightings = memory.sightings.map { "\($0.seenAt) \($0.head.sequence) \($0.head.hash)\($0.isAccepted ? " accepted" : "")" }
        let lines = [Self.firstLine, memory.book, PercentEncoding.escaped(memory.path.utf8)] + sightings + (memory.isEncrypted ? [String(Self.encryptedLine)] : [])
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

/// A book that is not what it was when it was last used on this machine.
public struct HistoryNotice: Hashable, Sendable {
    /// What was found, as a sentence.
    public var message: String
    /// What to do about it.
    public var hint: String?
    /// Whether it explains itself, as a restored backup does, and is no fault.
    public var isExplained = false
}

extension HistoryNotice {
    private static let way = """
        If you put an older copy in its place yourself, `luca verify --accept` takes it as it is. If not, keep the file, and compare it with \
        your backups: `luca verify` does.
        """

    private static let wayOnServer = """
        If whoever keeps the server went back to an older backup, `luca verify --accept` takes it as it is. If not, ask them, and hold the book against \
        a clone or a copy that you have.
        """

    static func otherBook(_ name: String, seen: MachineMemory.Sighting, entries: Int) -> HistoryNotice {
        HistoryNotice(
            message: "\(name) is another book than the one that was there on \(seen.seenAt.day): that had \(count(seen.head.sequence)), this has \(entries).",
            hint: "If you put it there yourself, `luca verify --accept` takes it as it is.")
    }

    static func restored(_ name: String, _ backup: BackupRecord, at moment: Instant, lost: Int) -> HistoryNotice {
        let missing = lost > 0 ? ": the last \(count(lost)) recorded before that are not in it" : ""
        return HistoryNotice(
            message: "\(name) was restored on \(moment.day) from the backup made on \(backup.madeAt.day)\(missing).",
            hint: "`luca verify --accept` takes it as it is.", isExplained: true)
    }

    /// A book that begins where another was.
    static func gone(_ name: String, seen: MachineMemory.Sighting, wasEncrypted: Bool) -> HistoryNotice {
        let place = wasEncrypted ? "and was encrypted, is gone; a new book begins in its place, which is plain" : "is gone; a new book begins in its place"
        return HistoryNotice(
            message: "The \(name) that was here on \(seen.seenAt.day), with \(count(seen.head.sequence)), \(place).",
            hint: "If you did not remove it, look for it before you record anything.", isExplained: true)
    }

    /// A book that lacks the end that was seen last.
    ///
    /// - Parameter other: what the book was called where that was seen, if it is gone from there.
    static func changed(_ name: String, end: Int, seen: MachineMemory.Sighting, at other: String?, fitting: MachineMemory.Sighting?, isOnServer: Bool) -> HistoryNotice {
        let last = seen.head.sequence, place = other.map { "as \($0), which is gone, " } ?? ""
        let before = "and had \(count(last)) when it was last used here, \(place)on \(seen.seenAt.day)"
        let what =
            end < last
            ? "\(name) ends with entry \(end), \(before): \(last - end) \(last - end == 1 ? "is" : "are") missing."
            : "\(name) has \(count(end)), \(before): entry \(last) is not the one that was there, so entries were rewritten."
        let since =
            fitting.map { fit in
                let rest = last - fit.head.sequence
                return " Up to entry \(fit.head.sequence), of \(fit.seenAt.day), it is what it was; at most \(count(rest)) \(rest == 1 ? "differs" : "differ")."
            }
            ?? " Where it begins to differ is not known here: none of the ends that were seen is in it."
        let trial = other.map { "If \($0) was a copy to try things out, nothing is missing: `luca verify --accept` takes this book as it is. " } ?? ""
        return HistoryNotice(message: what + since, hint: trial + (isOnServer ? wayOnServer : way))
    }

    private static func count(_ entries: Int) -> String { entries == 1 ? "1 entry" : "\(entries) entries" }
}
