import Ledger
import Worth

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
    static let version = SavedState.version &* 16 &+ 1

    /// The values, where they are undamaged.
    func read() -> SavedValues? { body.isWhole ? body.bytes.withUnsafeBytes { SavedValues(key: key, $0) } : nil }
}
