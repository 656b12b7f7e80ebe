import Ledger
import Values

/// An activity on its way from a row into the plan, numbers still as the cells gave them.
struct ActivityEntry {
    /// Money before charges.
    enum Money {
        /// Quantity times price tell it.
        case none
        case cell(CellNumber)
        case sum(FixedDecimal)
    }

    var line: Int
    var day: Day
    var time: Instant?
    var kind: ActivityKind
    var subtype: ActivitySubtype?
    var status: ActivityStatus
    var account: Int32
    /// 0 for none.
    var instrument: Int32
    var quantity: CellNumber?
    var price: CellNumber?
    var amount: Money
    var fee: CellNumber
    var tax: CellNumber
    var currency: CurrencyBook.Entry
    var rate: CellNumber?
    var notes: UnsafeBufferPointer<UInt8>
    var detail: ActivityDetail?
    /// The number by which other rows of the file name it.
    var id: Int?
    /// The id by which its source knows the row; empty for none.
    var sourceID = ""

    /// Whether it may be told as units at a price; some finer senses may where their kind may not.
    var takesUnits: Bool {
        let rule = ActivityRule.rule(for: kind, subtype)
        return rule.required.union(rule.optional).isSuperset(of: [.quantity, .price])
    }
}

/// A quote on its way from a row into the plan.
struct QuoteEntry {
    var line: Int
    var day: Day
    var instrument: Int32
    var open: CellNumber?
    var high: CellNumber?
    var low: CellNumber?
    var close: CellNumber
    var adjusted: CellNumber?
    var volume: CellNumber?
    var currency: CurrencyBook.Entry
    /// Empty for the import's own.
    var source: String

    var hasRange: Bool { open != nil || high != nil || low != nil || adjusted != nil || volume != nil }
}
