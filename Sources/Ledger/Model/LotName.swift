/// What tells one open lot from all others: the entry that opened it, and a key where units of the entry have become several lots.
///
/// A lot is called by its entry's number as long as it stays together. Where a part of it leaves (a transfer of some of its units, a spin-off, units
/// that take over a loss that is not allowed), the part becomes a lot of its own, whose id is its key times ten thousand millions more:
/// `570000000012` is what entry 57 parted from lot 12. The key follows from the entries that parted it and from nothing else, so that it stays as
/// it is whatever is entered before or afterwards.
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
}
