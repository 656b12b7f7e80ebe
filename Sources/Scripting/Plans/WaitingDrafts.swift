import Ledger
import LuaKit
import Plans
import Storage
import Values

/// The money of drafts that wait up to a day: what they would bring to each account, and take from it, once they are posted.
///
/// Only cash that moves by itself counts: what a draft of a purchase comes to is settled when it is posted.
struct WaitingDrafts {
    private let book: Book
    private let day: Day
    private var rows: [(account: AccountID, currency: Currency, amount: FixedDecimal)] = []

    init(_ book: Book, through day: Day) throws {
        self.book = book
        self.day = day
        let table = try book.ledger.activities
        for row in 0 ..< table.count where table.status(at: row) == .draft && !table.isVoid(at: row) && table.amended(row) == row && table.date(at: row) <= day {
            guard let amount = try Self.cash(row, table) else { continue }
            rows.append((table.account(at: row), table.cashCurrency(at: row), try table.settled(amount, at: row)))
        }
    }

    /// What they come to for an account in one currency alone.
    func cash(of account: AccountID, in currency: Currency) throws -> FixedDecimal {
        try rows.reduce(.zero) { sum, row in row.account == account && row.currency == currency ? try sum + row.amount : sum }
    }

    /// What they come to for an account in all its currencies, as money of one.
    func money(of account: String, in currency: Currency) throws -> FixedDecimal {
        guard let id = try book.ledger.account(named: account) else { return .zero }
        var conversion = try BaseConversion(book, to: currency, book.definitions.policy), sum = FixedDecimal.zero
        for row in rows where row.account == id {
            guard let amount = try conversion.convert(row.amount, from: row.currency, on: day) else {
                throw LuaMisuse(
                    "the drafts that wait in \"\(account)\" cannot be counted: there is no rate from \(row.currency) to \(currency) on \(day)",
                    hint: "store one with rate{from=\"\(row.currency)\", to=\"\(currency)\", date=…, rate=…}", kind: "no_rate")
            }
            sum = try sum + amount
        }
        return sum
    }

    private static func cash(_ row: Int, _ table: ActivityTable) throws -> FixedDecimal? {
        let costs = try table.fee(at: row) + table.tax(at: row), amount = table.amount(at: row) ?? .zero
        switch table.kind(at: row) {
        case .deposit, .interest, .credit: return try amount - costs
        case .transferIn: return table.instrument(at: row) == nil ? try amount - costs : nil
        case .transferOut: return table.instrument(at: row) == nil ? try -amount - costs : nil
        case .dividend: return table.subtype(at: row) == nil ? try amount - costs : nil
        case .withdrawal, .fee, .tax: return try -amount - costs
        case .buy, .sell, .split, .adjustment, .unknown: return nil
        }
    }
}
