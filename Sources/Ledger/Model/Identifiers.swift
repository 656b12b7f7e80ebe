/// The place of an account in its book: 1 for the first one defined.
public struct AccountID: Hashable, Comparable, Sendable {
    /// The number itself.
    public let rawValue: Int32
    @inlinable public init(_ rawValue: Int32) { self.rawValue = rawValue }
    @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension AccountID {
    /// No account of its own: what is said of an instrument wherever it is held.
    public static let every = AccountID(0)
}

/// The place of an instrument in its book: 1 for the first one defined.
public struct InstrumentID: Hashable, Comparable, Sendable {
    /// The number itself.
    public let rawValue: Int32
    @inlinable public init(_ rawValue: Int32) { self.rawValue = rawValue }
    @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The number of an entry in its book's journal: 1 for the first entry, without gaps.
///
/// Accounts, instruments, activities, voids and settings share one sequence, so an activity's number is also its place in the hash chain.
public struct EntryID: Hashable, Comparable, Sendable {
    /// The number itself.
    public let rawValue: Int
    @inlinable public init(_ rawValue: Int) { self.rawValue = rawValue }
    @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// What tells one open lot from all others: the entry that opened it, and a key where units of the entry have become several lots.
///
/// A lot is called by its entry's number, in each account where units of it are, as long as they cost the same. What comes to cost otherwise than the
/// others (units in another account of which capital is returned, units that take over a loss that is not allowed), is spun off, or comes back to where
/// others are, becomes a lot of its own, whose id is its key times ten thousand millions more: `570000000012` is what entry 57 made of lot 12.
/// The key follows from the entries that parted it and from nothing else, so that it stays as it is whatever is entered before or afterwards.
struct LotName: Hashable {
    let entry: EntryID
    let key: UInt32

    private static let factor = 10_000_000_000
    /// Keys have 19 bits, so that an id is a whole number that every program can read.
    private static let plainKeys: UInt32 = 1 << 18

    init(_ entry: EntryID, key: UInt32) { (self.entry, self.key) = (entry, key) }

    /// Reads an id.
    init(_ id: EntryID) { self.init(EntryID(id.rawValue % Self.factor), key: UInt32(clamping: id.rawValue / Self.factor)) }

    var id: EntryID { EntryID(entry.rawValue + Int(key) * Self.factor) }

    /// Whether the key is the number of the one entry that parted it.
    fileprivate var isPartedOnce: Bool { key > 0 && key < Self.plainKeys }

    /// The key of what an entry parts from a lot: its number where that was whole and the number is small, else what both lead to.
    static func key(of key: UInt32, partedBy entry: UInt32) -> UInt32 {
        if key == 0, entry < plainKeys { return entry }
        var bits = (UInt64(key) << 32 | UInt64(entry)) &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return plainKeys + UInt32(truncatingIfNeeded: bits >> 46)
    }
}

extension EntryID {
    /// The entry that opened the lot of this id.
    public var openingEntry: EntryID { LotName(self).entry }

    /// The id of the same lot in a book whose entries have other numbers; nil where one of those that made it has none there.
    public func lot(renumbered: (EntryID) -> EntryID?) -> EntryID? {
        let name = LotName(self)
        guard let entry = renumbered(name.entry) else { return nil }
        if name.key == 0 { return entry }
        guard name.isPartedOnce, let parting = renumbered(EntryID(Int(name.key))) else { return nil }
        return LotName(entry, key: LotName.key(of: 0, partedBy: UInt32(clamping: parting.rawValue))).id
    }
}
