import Ledger
import LuaKit
import Plans
import Storage
import Values

/// A purchase for so much money: how many units that is at the day's price.
///
/// units = amount ÷ (price × multiplier × rate of the day), rounded down to whole ones or to a millionth (coins: a hundred millionth), as savings
/// plans of brokers do it; the price is the last one on or before the day.
struct RecurringPurchase {
    /// The field that asks for whole units.
    static let wholeShares = "whole_shares"

    private let sheet: RecurringSheet
    private let symbol: String
    private let isWhole: Bool

    /// What the fields of a record ask for; nil where they are no purchase for an amount alone.
    init?(_ sheet: RecurringSheet, _ fields: RecurringSheet.Fields) throws {
        func has(_ name: String) -> Bool { fields.contains { $0.name == name } }
        guard sheet.text("type", fields)?.lowercased() == "buy", !has("quantity"), !has("price"), let symbol = sheet.text("symbol", fields) else { return nil }
        let word = sheet.text(Self.wholeShares, fields) ?? "false"
        guard let isWhole = Bool(word) else { throw LuaMisuse("whole_shares must be true or false, got \"\(word)\"", field: Self.wholeShares) }
        (self.sheet, self.symbol, self.isWhole) = (sheet, symbol, isWhole)
    }

    /// Puts the units in; false where the money does not pay for any.
    func fill(_ fields: inout RecurringSheet.Fields, for money: FixedDecimal) throws -> Bool {
        let book = sheet.desk.book, ledger = try book.ledger, id = try ledger.knownInstrument(symbol), instrument = ledger[id]
        guard let name = sheet.text("account", fields) else { throw LuaMisuse("the account of the purchase is missing", field: "account") }
        let account = try ledger.knownAccount(name)
        let currency = try sheet.text("currency", fields).map { try LuaUnit($0).currency } ?? ledger[account].currency
        let price = try price(of: id, in: account, as: currency, ledger)
        let step = isWhole ? FixedDecimal.one : FixedDecimal(units: instrument.kind == .crypto ? 10_000_000_000 : 1_000_000_000_000)
        let units = try (money / (price * instrument.multiplier) / step).rounded(to: 0, .floor) * step
        guard units > .zero else {
            sheet.desk.runtime.notice("\(sheet.due.rule.name) for \(sheet.due.place.nominal): \(money) \(currency) do not pay for a unit of \(symbol) at \(price)")
            return false
        }
        fields.append(("quantity", .decimal(units)))
        // What whole units leave of the money stays cash. Fractions spend all of it; the price stands beside the amount where the two agree to
        // the smallest unit, as files of transactions ask of them.
        if isWhole { fields.removeAll { $0.name == "amount" } }
        let rest = try (money - units * price * instrument.multiplier).rounded(to: currency.minorDigits ?? 2, .halfEven)
        if isWhole || rest.isZero { fields.append(("price", .decimal(price))) }
        return true
    }

    /// The last price on or before the day, in the currency that the purchase is paid in.
    private func price(of id: InstrumentID, in account: AccountID, as currency: Currency, _ ledger: Ledger) throws -> FixedDecimal {
        let book = sheet.desk.book, day = sheet.due.place.date, own = ledger[id].currency
        let state = try book.state(on: day, withLots: false)
        let market = try MarketPrices(QuerySource(book), [id], state, on: day)
        guard let found = try market.price(of: id, in: account, as: own, on: day), market.paid[id] == nil, found.last > .zero else {
            throw LuaMisuse(
                "\(symbol) has no price on or before \(day)", field: "amount",
                hint: "sync, or store one with quote{symbol=\"\(symbol)\", date=\"\(day)\", close=…}", kind: "no_price")
        }
        guard found.quote.date.days(to: day) <= ledger.policy.priceMaxAge else {
            throw LuaMisuse(
                "the last price of \(symbol) is of \(found.quote.date), more than \(ledger.policy.priceMaxAge) days before \(day)", field: "amount",
                hint: "sync, or store one with quote{symbol=\"\(symbol)\", date=\"\(day)\", close=…}", kind: "stale_price")
        }
        if own == currency { return found.last }
        guard let conversion = try book.rateGraph.conversion(from: own, to: currency, on: day) else {
            throw LuaMisuse(
                "\(symbol) is priced in \(own), and there is no rate to \(currency) on or before \(day)", field: "currency",
                hint: "store one with rate{from=\"\(own)\", to=\"\(currency)\", date=\"\(day)\", rate=…}", kind: "no_rate")
        }
        return try conversion.apply(found.last)
    }
}
