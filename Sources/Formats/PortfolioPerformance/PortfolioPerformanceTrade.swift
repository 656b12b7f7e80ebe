import Ledger
import Values

/// A purchase or a sale of Portfolio Performance. Another account than that of the units may pay for it or get its money, in another currency than that of the security.
struct PortfolioPerformanceTrade {
    typealias Money = PortfolioPerformanceFile.Money

    /// The day, the account that holds the units, their symbol, how many there are, and the notes.
    var told: ActivityDraft
    var isBuy: Bool
    /// What was paid or received, charges and all.
    var amount: Money
    var parts: PortfolioPerformanceFile.Parts
    /// The account whose cash it moves; nil where that is the one told.
    var payer: String?
    /// The currency of the account that holds the units.
    var accountCurrency: String
    /// The id of the trade, and that of the side of its cash; empty for none.
    var id = "", halfID = ""

    /// The trade, and where another account pays or gets the money, what is sent between the two.
    func drafts() throws -> [ImportedDraft] {
        let charges = try parts.fee + parts.tax, gross = isBuy ? try amount.number - charges : try amount.number + charges
        if gross.isNegative { throw ImportIssue(.sumMismatch, column: "units", message: "its fees and taxes of \(charges) are more than its amount of \(amount.number)") }
        var trade = ImportedDraft(told), moved = amount
        trade.sourceID = id
        (trade.draft.kind, trade.draft.fee, trade.draft.tax) = ((isBuy ? ActivityKind.buy : .sell).rawValue, parts.fee, parts.tax)
        (trade.draft.currency, trade.draft.amount) = (amount.currency, gross)
        if let foreign = try foreign(gross) { moved = try convert(&trade, gross, foreign) }
        let value = trade.draft.amount ?? gross, quantity = told.quantity ?? .one
        if let price = try? value / quantity, (try? price * quantity) == value { (trade.draft.price, trade.draft.amount) = (price, nil) }
        if amount.number.isZero { return [trade] }
        let sides = payer == nil || payer == told.account ? [] : sides(moved), exchange = moved.currency == amount.currency ? [] : exchange(moved)
        return isBuy ? exchange + sides + [trade] : [trade] + sides + exchange
    }

    /// What the security came to in its own currency; nil where that is the currency of the amount.
    private func foreign(_ gross: FixedDecimal) throws -> Money? {
        guard let foreign = parts.foreignGross, foreign.currency != amount.currency, foreign.number > .zero, gross > .zero else { return nil }
        try parts.check(gross)
        return foreign
    }

    /// Puts a trade into the currency of its security. The account of the units settles it where it is in the currency of the amount; a third currency is exchanged by whoever
    /// pays or gets it, at the rate of the trade.
    ///
    /// - Returns: what the account of the units pays or gets.
    private func convert(_ trade: inout ImportedDraft, _ gross: FixedDecimal, _ foreign: Money) throws -> Money {
        let fee = try parts.foreignFee ?? parts.fee * foreign.number / gross, tax = try parts.foreignTax ?? parts.tax * foreign.number / gross
        (trade.draft.currency, trade.draft.amount, trade.draft.fee, trade.draft.tax) = (foreign.currency, foreign.number, fee, tax)
        if accountCurrency == amount.currency {
            trade.draft.settle = amount.currency
            trade.cash = isBuy ? -amount.number : amount.number
            return amount
        }
        return Money(number: isBuy ? try foreign.number + fee + tax : try foreign.number - fee - tax, currency: foreign.currency)
    }

    /// The cash that another account sends for a purchase, or gets of a sale.
    private func sides(_ moved: Money) -> [ImportedDraft] {
        let own = told.account ?? "", payer = payer ?? own
        return [(ActivityKind.transferOut, isBuy ? payer : own), (.transferIn, isBuy ? own : payer)].map { kind, account in
            var side = ActivityDraft(date: told.date, kind: kind.rawValue, account: account, amount: moved.number, currency: moved.currency)
            side.group = "cash of \(id.isEmpty ? "\(told.date.map { "\($0)" } ?? "") \(told.symbol ?? "") \(told.quantity ?? .zero) \(amount.number)" : id)"
            var imported = ImportedDraft(side)
            imported.sourceID = account == payer ? halfID : part("cash")
            return imported
        }
    }

    /// The exchange of money between the currency of the amount and that of the security, by the account that pays or gets it.
    private func exchange(_ moved: Money) -> [ImportedDraft] {
        let legs = isBuy ? [(amount, true, "from"), (moved, false, "to")] : [(moved, true, "from"), (amount, false, "to")]
        return legs.map { money, isOut, mark in
            var leg = ActivityDraft(date: told.date, kind: ActivityKind.adjustment.rawValue, account: payer ?? told.account, currency: money.currency)
            (leg.subtype, leg.amount) = (ActivitySubtype.exchange.rawValue, isOut ? -money.number : money.number)
            var imported = ImportedDraft(leg)
            imported.sourceID = part(mark)
            return imported
        }
    }

    private func part(_ mark: String) -> String { id.isEmpty ? "" : "\(id)/\(mark)" }
}
