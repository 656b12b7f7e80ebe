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
