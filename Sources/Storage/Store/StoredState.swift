import Ledger
public import Values

/// A state of the ledger as a store keeps it: bytes, and what tells whether they are of any use.
struct StoredState {
    /// Where the journal ended; with another end it is outdated.
    var head: JournalHead
    /// The version of its form, and of what computed it.
    var version: Int
    /// All but the lots.
    var state: CheckedBytes
    /// The lots; `nil` where they were not read.
    var lots: CheckedBytes?

    init(head: JournalHead, version: Int, state: CheckedBytes, lots: CheckedBytes?) {
        self.head = head
        self.version = version
        self.state = state
        self.lots = lots
    }

    /// The version that this program writes.
    static let version = SavedState.version &* 16 &+ 1

    /// A state as this program writes it.
    init(_ state: SavedState, head: JournalHead) {
        self.init(head: head, version: Self.version, state: CheckedBytes(state.bytes), lots: CheckedBytes(state.lotBytes))
    }

    /// The state, with the lots that were read, where it is of this version and undamaged.
    func read() -> SavedState? {
        guard version == Self.version, state.isWhole, var result = state.bytes.withUnsafeBytes(SavedState.init(bytes:)) else { return nil }
        guard let lots else { return result }
        return lots.isWhole && lots.bytes.withUnsafeBytes { result.readLots($0) } ? result : nil
    }
}

/// Bytes, and the checksum that they had when they were written, by which damage is noticed.
struct CheckedBytes {
    var bytes: [UInt8]
    var checksum: UInt32

    init(bytes: [UInt8], checksum: UInt32) { (self.bytes, self.checksum) = (bytes, checksum) }

    init(_ bytes: [UInt8]) { self.init(bytes: bytes, checksum: CacheChecksum.of(bytes)) }

    /// Bytes with their checksum as it is stored; nil where that is none.
    init?(bytes: [UInt8], stored: UnsafeRawBufferPointer) {
        guard stored.count == Self.storedCount else { return nil }
        self.init(bytes: bytes, checksum: stored.reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// How many bytes a stored checksum has.
    static let storedCount = 4

    /// The checksum as bytes, the highest first.
    var storedChecksum: [UInt8] { withUnsafeBytes(of: checksum.bigEndian, Array.init) }

    var isWhole: Bool { checksum == CacheChecksum.of(bytes) }
}

/// What a copy of a book says of itself: when it was made, where the journal ended then, and, once it was put in the place of a book,
/// when that was. It stays in the restored book, so that a book that went back to a backup can be told from one that was cut short.
public struct BackupRecord: Hashable, Sendable {
    /// When the copy was made.
    public var madeAt: Instant
    /// Where its journal ended.
    public var head: JournalHead
    /// When it was restored; `nil` in a backup that waits.
    public var restoredAt: Instant?

    /// A copy of a book.
    public init(madeAt: Instant, head: JournalHead, restoredAt: Instant? = nil) {
        self.madeAt = madeAt
        self.head = head
        self.restoredAt = restoredAt
    }
}

/// What is noted in a copy before it gets its name.
enum CopyMark {
    /// It is a backup, made at this moment.
    case backup(Instant)
    /// It takes the place of a book at this moment.
    case restored(Instant)
}
