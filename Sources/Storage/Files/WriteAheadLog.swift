import Glibc

/// What the first bytes of a SQLite file say of it.
struct BookHeader: Equatable {
    /// Whether it begins as the files of SQLite do.
    let isDatabase: Bool
    /// What marks a SQLite file as a book: "luca" in ASCII.
    static let applicationIDOfBooks = 0x6C75_6361

    /// The number by which a program marks its files.
    let applicationID: Int
    /// The version of the layout.
    let version: Int

    /// What a hundred bytes say; of fewer, what is missing counts as zeros.
    init(_ bytes: [UInt8]) {
        func number(at place: Int) -> Int { bytes.count < place + 4 ? 0 : Int(bytes[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) }
        isDatabase = bytes.starts(with: Array("SQLite format 3\0".utf8))
        (applicationID, version) = (number(at: 68), number(at: 60))
    }
}

/// The journal of what was committed and not yet written back into a book's file, as far as one has to look into it before SQLite may: as
/// SQLite opens it, it writes beside the file, which may be a stranger's or a newer program's.
///
/// Its form is SQLite's "WAL file format": a head of 32 bytes, then frames of a head of 24 bytes and a page each. It is opened and closed
/// here by itself, which the book's own file may not be: SQLite has no locks on it.
struct WriteAheadLog {
    /// The connection to the file, which knows how an encrypted one's journal is read.
    let connection: BookConnection
    private var path: String { connection.path + "-wal" }

    init(beside connection: BookConnection) { self.connection = connection }

    /// What the first page says that counts: that of the last commit in the journal, or that of the file where the journal has none.
    ///
    /// `nil` where neither is the first page of a database.
    func header(over inFile: BookHeader) -> BookHeader? {
        let fallback = inFile.isDatabase ? inFile : nil
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return fallback }
        defer { close(descriptor) }
        guard let frames = Frames(descriptor, connection) else { return fallback }
        // Its checksums cost a look at every byte: they count only where something in it says otherwise than the file.
        guard frames.mentionsOther(than: inFile) else { return fallback }
        return frames.lastCommittedHeader() ?? fallback
    }

    /// The pages of the last commit in the journal, and of those before it; nil where it has none.
    func committedPages() throws(StorageError) -> CommittedPages? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .system(BookFile.name(path), errno)
        }
        defer { close(descriptor) }
        return try Frames(descriptor, connection)?.committedPages(named: BookFile.name(path))
    }
}

/// The pages that a journal has for the file beside it, each as the last commit left it.
struct CommittedPages {
    let pageSize: Int
    /// The pages of the whole file after the last commit.
    let pageCount: Int
    /// The bytes of those pages that stand in the journal, by their number from 0.
    let pages: [Int: [UInt8]]
}

/// The frames of a journal.
private struct Frames {
    private let descriptor: Int32
    private let connection: BookConnection
    private let head: [UInt8]
    private let pageSize: Int
    private let isBigEndian: Bool
    private static let firstPlace = 32
    private static let frameHead = 24

    /// Reads the head; nil where it is none.
    init?(_ descriptor: Int32, _ connection: BookConnection) {
        (self.descriptor, self.connection) = (descriptor, connection)
        guard let head = Self.read(descriptor, connection, 32, at: 0), [0x377F_0682, 0x377F_0683].contains(Self.number(head, 0)) else { return nil }
        self.head = head
        pageSize = Int(Self.number(head, 8))
        isBigEndian = Self.number(head, 0) & 1 == 1
        var sums = Checksum(isBigEndian)
        sums.add(head[..<24])
        guard (512...65536).contains(pageSize), sums.first == Self.number(head, 24), sums.second == Self.number(head, 28) else { return nil }
    }

    /// Whether a frame of the first page, be it committed or not, says otherwise than a header.
    func mentionsOther(than header: BookHeader) -> Bool {
        var place = Self.firstPlace
        while let frame = Self.read(descriptor, connection, Self.frameHead, at: place), belongs(frame) {
            let isFirstPage = Self.number(frame, 0) == 1
            if isFirstPage, let page = Self.read(descriptor, connection, pageSize, at: place + Self.frameHead), BookHeader(page) != header { return true }
            place += Self.frameHead + pageSize
        }
        return false
    }

    /// What the first page says as of the last commit. What cannot be read is as its end.
    func lastCommittedHeader() -> BookHeader? {
        var found: BookHeader?, committed: BookHeader?
        try? visit(named: "") { page, countAfter, bytes in
            if page == 1 { found = BookHeader(Array(bytes.prefix(100))) }
            if countAfter != 0 { committed = found }
        }
        return committed
    }

    /// The pages of all commits.
    func committedPages(named name: String) throws(StorageError) -> CommittedPages? {
        var pages: [Int: [UInt8]] = [:], pageCount = 0, uncommitted: [(page: Int, bytes: [UInt8])] = []
        try visit(named: name) { page, countAfter, bytes in
            uncommitted.append((page - 1, Array(bytes)))
            if countAfter != 0 {
                for (page, bytes) in uncommitted { pages[page] = bytes }
                (pageCount, uncommitted) = (countAfter, [])
            }
        }
        return pageCount == 0 ? nil : CommittedPages(pageSize: pageSize, pageCount: pageCount, pages: pages)
    }

    /// Visits the frames one after the other, each a page of the file with its number from 1. Ends where SQLite ends as it recovers a journal: at the first
    /// frame that is not whole, or is of an older round.
    ///
    /// - Parameter visit: gets the number of pages that the file has after a commit, which stands in the last frame of one only; 0 in the others.
    private func visit(named name: String, _ visit: (_ page: Int, _ countAfter: Int, _ bytes: ArraySlice<UInt8>) -> Void) throws(StorageError) {
        var sums = Checksum(isBigEndian), place = Self.firstPlace
        sums.add(head[..<24])
        while let frame = try readOrFail(Self.frameHead + pageSize, at: place, name), belongs(frame) {
            sums.add(frame[..<8])
            sums.add(frame[Self.frameHead...])
            let page = Int(Self.number(frame, 0))
            guard page > 0, sums.first == Self.number(frame, 16), sums.second == Self.number(frame, 20) else { break }
            visit(page, Int(Self.number(frame, 4)), frame[Self.frameHead...])
            place += Self.frameHead + pageSize
        }
    }

    /// Whether a frame was written since the journal began anew, as the two random numbers in both heads tell.
    private func belongs(_ frame: [UInt8]) -> Bool { frame[8..<16] == head[16..<24] }

    private static func read(_ descriptor: Int32, _ connection: BookConnection, _ count: Int, at place: Int) -> [UInt8]? {
        guard let bytes = try? connection.readJournal(descriptor, count, at: place), bytes.count == count else { return nil }
        return Array(bytes)
    }

    /// The same where what cannot be read is no end: the journal would look shorter than it is.
    private func readOrFail(_ count: Int, at place: Int, _ name: String) throws(StorageError) -> [UInt8]? {
        guard let bytes = try connection.readJournal(descriptor, count, at: place) else { throw .system(name, errno) }
        return bytes.count == count ? Array(bytes) : nil
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
}

/// The two running sums over all that the journal holds.
private struct Checksum {
    private(set) var first: UInt32 = 0
    private(set) var second: UInt32 = 0
    private let isBigEndian: Bool

    init(_ isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { bytes in
            for place in stride(from: 0, to: bytes.count - 7, by: 8) {
                let a = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self), b = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                first = first &+ (isBigEndian ? UInt32(bigEndian: a) : UInt32(littleEndian: a)) &+ second
                second = second &+ (isBigEndian ? UInt32(bigEndian: b) : UInt32(littleEndian: b)) &+ first
            }
        }
    }
}
