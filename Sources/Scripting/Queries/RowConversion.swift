import Frames
import Ledger
import Values

/// Converts what activities say into one currency, each by the rate of its own day; a trade's own rate goes before the market's.
///
/// Shared by the columns of a frame, so that each rate is looked up once.
final class RowConversion {
    private var conversion: BaseConversion
    private let table: ActivityTable
    private let accounts: [Account]
    /// Purchases whose rates were asked for already: the units of many may have moved again and again.
    private var asked: Set<AskedPurchase> = []

    private struct AskedPurchase: Hashable { let activity: EntryID, day: Day, currency: Currency }

    /// The currency of what comes out.
    var currency: Currency { conversion.currency }

    init(_ conversion: BaseConversion, _ ledger: Ledger) {
        self.conversion = conversion
        (table, accounts) = (ledger.activities, ledger.accounts)
    }

    /// An amount that the activity of a row says; nil where there is no rate.
    func convert(_ amount: FixedDecimal, of row: Int) throws -> FixedDecimal? {
        if table.ownRate(at: row, accounts) != nil, table.currency(at: row) != currency { return try toldWorth(amount, of: row) }
        return try conversion.convert(amount, from: table.currency(at: row), on: table.date(at: row))
    }

    /// An amount of a day that an entry told or made, at the rate that the entry tells where it tells one for the amount's currency, else by that of the day; nil where a rate is
    /// lacking.
    func convert(_ amount: FixedDecimal, from other: Currency, on day: Day, toldBy entry: EntryID) throws -> FixedDecimal? {
        guard let row = table.row(of: entry), table.currency(at: row) == other, other != currency, table.ownRate(at: row, accounts) != nil else {
            return try conversion.convert(amount, from: other, on: day)
        }
        return try toldWorth(amount, of: row)
    }

    /// What an amount was worth on a day; nil where there is no rate.
    func convert(_ amount: FixedDecimal, from other: Currency, on day: Day) throws -> FixedDecimal? { try conversion.convert(amount, from: other, on: day) }

    /// What an amount comes to at the rate that the activity of a row tells itself; nil where it tells none.
    private func toldWorth(_ amount: FixedDecimal, of row: Int) throws -> FixedDecimal? {
        guard table.currency(at: row) != currency, let told = table.ownRate(at: row, accounts),
            let settled = Bound.amount.known({ () throws(DecimalError) in try amount * told.rate })
        else { return nil }
        return try conversion.convert(settled, from: told.currency, on: table.date(at: row))
    }

    /// An amount of the cash that the activity of a row moves, which may be of another currency than its figures.
    func convert(cash amount: FixedDecimal, of row: Int) throws -> FixedDecimal? {
        let settled = table.cashCurrency(at: row)
        return settled == table.currency(at: row) ? try convert(amount, of: row) : try conversion.convert(amount, from: settled, on: table.date(at: row))
    }

    /// What somebody brought in: money at the rate that the entry tells for it, else by that of its day; money that arrived in another currency for
    /// what arrived; units for what they cost, as it was counted when it was paid.
    func convert(_ contribution: Contribution) throws -> FixedDecimal? {
        if contribution.isCounted {
            // The rates are those of the purchases: these tell which are lacking, and which are old.
            for purchase in contribution.purchases
            where asked.insert(AskedPurchase(activity: purchase.activity, day: purchase.date, currency: contribution.currency)).inserted {
                _ = try convert(.one, from: contribution.currency, on: purchase.date, toldBy: purchase.activity)
            }
            if contribution.otherCost == nil, conversion.lacking.isEmpty {
                conversion.note([.noRate(from: contribution.currency, to: currency, day: contribution.date)])
            }
            return contribution.otherCost
        }
        let worth = contribution.arrived ?? (contribution.currency == currency ? nil : contribution.told)
        return try conversion.convert(worth?.amount ?? contribution.amount, from: worth?.currency ?? contribution.currency, on: contribution.date)
    }

    /// Tells which rate is lacking for the cost of a lot, or that the one it was counted by was old then.
    func note(_ lot: OpenLot) throws { try note(lot.otherCost, lot.cost, from: lot.currency, on: lot.opened, toldBy: lot.entry) }

    /// Tells which rate is lacking for a figure that was counted in the currency already, or that the one of its day was old then.
    func note(_ counted: FixedDecimal?, _ amount: FixedDecimal, from other: Currency, on day: Day, toldBy entry: EntryID) throws {
        let before = conversion.lacking
        _ = try convert(amount, from: other, on: day, toldBy: entry)
        // A cost that was told anew on a later day needs no rate of the day of the purchase.
        if counted != nil, !conversion.lacking.allSatisfy({ $0.kind == "stale_rate" || before.contains($0) }) { conversion.replaceLacking(by: before) }
    }

    /// What was lacking so far.
    var lacking: [LedgerWarning] { conversion.lacking }

    /// What was lacking for some rows, whichever of their figures were asked for.
    func warnings(of rows: [Int32]) -> [FrameWarning] {
        for row in rows { _ = try? convert(.one, of: Int(row)) }
        return conversion.lacking.map { FrameWarning(kind: $0.kind, message: $0.message) }
    }

    /// Adds what was lacking so far to a frame, and the currency to its policies.
    func report(to builder: inout FrameBuilder) { conversion.report(to: &builder) }
}
