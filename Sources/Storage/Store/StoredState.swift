import Ledger
public import Values
import Worth

/// How much of a saved state is asked for.
enum StateExtent: Int, Comparable {
    /// Accounts, instruments and the like.
    case names
    /// What is held and what it comes to, beside the names.
    case figures
    /// The open lots, beside all else.
    case lots

    static func < (a: StateExtent, b: StateExtent) -> Bool { a.rawValue < b.rawValue }
}

extension SavedState {
    /// Whether so much of it was read.
    func reaches(_ extent: StateExtent) -> Bool { (extent < .figures || hasFigures) && (extent < .lots || hasLots) }
}

/// A state of the ledger as a store keeps it: bytes, and what tells whether they are of any use.
struct StoredState {
    /// Where the journal ended; with another end it is outdated.
    var head: JournalHead
    /// The version of its form, and of what computed it.
    var version: Int
    /// The names.
    var names: CheckedBytes
    /// What is held and what it comes to; `nil` where it was not read.
    var figures: CheckedBytes?
    /// The lots; `nil` where they were not read.
    var lots: CheckedBytes?

    init(head: JournalHead, version: Int, names: CheckedBytes, figures: CheckedBytes?, lots: CheckedBytes?) {
        self.head = head
        self.version = version
        self.names = names
        self.figures = figures
        self.lots = lots
    }

    /// The version that this program writes.
    static let version = SavedState.version &* 16 &+ 2

    /// A state as this program writes it.
    init(_ state: SavedState, head: JournalHead) {
        self.init(
            head: head, version: Self.version, names: CheckedBytes(state.nameBytes), figures: CheckedBytes(state.figureBytes), lots: CheckedBytes(state.lotBytes))
    }

    /// The state, with as much as was read, where it is of this version and undamaged.
    func read() -> SavedState? {
        guard version == Self.version, names.isWhole, var result = names.bytes.withUnsafeBytes(SavedState.init(names:)) else { return nil }
        if let figures { guard figures.isWhole, figures.bytes.withUnsafeBytes({ result.readFigures($0) }) else { return nil } }
        if let lots { guard lots.isWhole, lots.bytes.withUnsafeBytes({ result.readLots($0) }) else { return nil } }
        return result
    }

    /// Without what nobody asked for.
    func limited(to extent: StateExtent) -> StoredState {
        StoredState(head: head, version: version, names: names, figures: extent < .figures ? nil : figures, lots: extent < .lots ? nil : lots)
    }
}

/// What tells whether daily values that were kept are of the book as it is: they follow from its entries and from all prices and rates.
struct ValuesEnd: Equatable {
    /// Where the journal ended.
    var head: JournalHead
    /// How often quotes and rates had been changed.
    var quotes: Int, rates: Int
}

/// The daily values of a scope as a store keeps them: bytes, and what tells whether they are of any use.
struct StoredValues {
    /// Scope and currency, as `SavedValues.key(of:in:)` tells them.
    var key: [UInt8]
    /// What they follow from.
    var end: ValuesEnd
    /// The version of their form, and of what computed them.
    var version: Int
    /// The values.
    var body: CheckedBytes

    /// The version that this program writes.
    static let version = SavedState.version &* 16 &+ 3

    /// The key of what all of them follow from, which is too short for a scope and a currency.
    static let factsKey = Array("facts".utf8)

    /// The values, where they are such, of this version and undamaged.
    func read() -> SavedValues? { isWhole ? body.bytes.withUnsafeBytes { SavedValues(key: key, $0) } : nil }

    /// What the others follow from, where it is that, of this version and undamaged.
    func facts() -> ValueFacts? { isWhole && key == Self.factsKey ? body.bytes.withUnsafeBytes { ValueFacts($0) } : nil }

    /// Whether they were kept together with others.
    func isOf(_ other: StoredValues) -> Bool { version == other.version && end == other.end }

    private var isWhole: Bool { version == Self.version && body.isWhole }
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
