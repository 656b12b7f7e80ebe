import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// A purchase for an amount of money: how many units that buys at the day's price.
///
/// units = amount ÷ (price × multiplier × rate of the day), rounded down to whole ones or to a millionth (coins: a hundred millionth), as savings
/// plans of brokers do; the price is the last one on or before the day. The amount is in the account's currency, unless the record names another or
/// the account keeps the cash of trades in their currency. Where the instrument is traded in another currency, the entry tells the rate (`fx_rate`),
/// so that the amount leaves the account's own cash.
struct RecurringPurchase {
    /// The field that asks for whole units.
    static let wholeShares = "whole_shares"

    private let entry: RecurringEntry
    private let symbol: String
    private let isWhole: Bool

    /// The purchase that a record asks for; nil where it is none for an amount alone.
    init?(_ entry: RecurringEntry, _ fields: RecurringEntry.Fields) throws {
        guard let symbol = Self.symbol(entry, fields) else { return nil }
        let word = entry.text(Self.wholeShares, fields) ?? "false"
        guard let isWhole = Bool(word) else { throw LuaMisuse("whole_shares must be true or false, got \"\(word)\"", field: Self.wholeShares) }
        (self.entry, self.symbol, self.isWhole) = (entry, symbol, isWhole)
    }

    /// The symbol that is bought for an amount alone; nil elsewhere.
    private static func symbol(_ entry: RecurringEntry, _ fields: RecurringEntry.Fields) -> String? {
        func has(_ name: String) -> Bool { fields.contains { $0.name == name } }
        guard entry.text("type", fields)?.lowercased() == "buy", !has("quantity"), !has("price") else { return nil }
        return entry.text("symbol", fields)
    }

    /// The currency of the amount of such a purchase if the record names none: the account's, or the instrument's where the account keeps the cash of
    /// trades in their currency; nil for other records.
    static func currency(_ entry: RecurringEntry, _ fields: RecurringEntry.Fields) throws -> Currency? {
        guard let symbol = symbol(entry, fields), let name = entry.text("account", fields) else { return nil }
        let ledger = try entry.recurring.book.ledger, account = ledger[try ledger.knownAccount(name)], traded = ledger[try ledger.knownInstrument(symbol)].currency
        return account.settlement == .trade || entry.text("settle", fields) == traded.code ? traded : account.currency
    }

    /// Puts the quantity into the fields; false where the money does not pay for any unit.
    func fill(_ fields: inout RecurringEntry.Fields, for figure: FixedDecimal) throws -> Bool {
        let ledger = try entry.recurring.book.ledger, id = try ledger.knownInstrument(symbol), instrument = ledger[id], own = instrument.currency
        guard let name = entry.text("account", fields), let usual = try Self.currency(entry, fields) else {
            throw LuaMisuse("the account of the purchase is missing", field: "account")
        }
        let account = try ledger.knownAccount(name), unit = try entry.text("currency", fields).map { try LuaUnit($0) } ?? LuaUnit(usual), paid = try unit.scaled(figure)
        let price = try price(of: id, in: account, ledger)
        let (money, rate) = try unit.currency == own ? (paid, told(fields)) : exchanged(Money(paid, unit.currency), into: own, account, fields, ledger)
        let step = isWhole ? FixedDecimal.one : FixedDecimal(units: instrument.kind == .crypto ? 10_000_000_000 : 1_000_000_000_000)
        let units = try (money / (price * instrument.multiplier) / step).rounded(to: 0, .floor) * step
        guard units > .zero else {
            entry.recurring.runtime.notice(
                "\(entry.due.rule.name) for \(entry.due.place.nominal): \(Money(paid, unit.currency).described(by: entry.recurring.runtime.currencies)) do not pay for a unit of \(symbol) at \(Money(price, own).described(by: entry.recurring.runtime.currencies))"
            )
            return false
        }
        fields.removeAll { ["amount", "currency", "fx_rate"].contains($0.name) }
        fields += [("quantity", .decimal(units)), ("currency", .string(own.code))]
        // What whole units leave of the money stays cash. Fractions spend all of it; the price stands beside the amount where the two agree to
        // the smallest unit, as files of transactions ask of them.
        if !isWhole { fields.append(("amount", .decimal(money))) }
        let rest = try (money - units * price * instrument.multiplier).rounded(to: own.minorDigits ?? 2, .halfEven)
        if isWhole || rest.isZero { fields.append(("price", .decimal(price))) }
        if let rate { fields.append(("fx_rate", .decimal(rate))) }
        return true
    }

    /// The account's money in the instrument's currency, and the rate that brings it back: as the record tells it, else the last one on or before the
    /// day. It is not rounded to the cent, and where the digits of the rate would take more than was said, it is rounded down.
    private func exchanged(_ paid: Money, into own: Currency, _ account: AccountID, _ fields: RecurringEntry.Fields, _ ledger: Ledger) throws -> (FixedDecimal, FixedDecimal?) {
        guard paid.currency == ledger[account].currency else {
            throw LuaMisuse(
                "\(symbol) is traded in \(own) and paid in \(ledger[account].currency), and the amount is in \(paid.currency)", field: "currency",
                hint: "leave the currency out, or say one of the two")
        }
        let rate = try rate(from: own, to: paid.currency, fields), back = try entry.recurring.book.rateGraph.conversion(from: paid.currency, to: own, on: entry.due.place.date)
        let isTold = fields.contains { $0.name == "fx_rate" }, money = try isTold ? paid.amount / rate : back?.apply(paid.amount) ?? paid.amount / rate
        return try (money, isWhole || money * rate == paid.amount ? rate : FixedDecimal.mulDiv(paid.amount, .one, money, rounding: .floor))
    }

    /// The price of one unit of the instrument's currency in the account's.
    private func rate(from own: Currency, to paid: Currency, _ fields: RecurringEntry.Fields) throws -> FixedDecimal {
        if let told = try told(fields) { return told }
        let day = entry.due.place.date
        guard let conversion = try entry.recurring.book.rateGraph.conversion(from: own, to: paid, on: day) else {
            throw LuaMisuse(
                "\(symbol) is priced in \(own), and there is no rate to \(paid) on or before \(day)", field: "currency",
                hint: "store one with rate{from=\"\(own)\", to=\"\(paid)\", date=\"\(day)\", rate=…}", kind: "no_rate")
        }
        let oldest = try entry.recurring.book.definitions.policy.rateMaxAge
        guard conversion.age <= oldest else {
            throw LuaMisuse(
                "the last rate from \(own) to \(paid) is more than \(oldest) days older than \(day)", field: "currency",
                hint: "sync, or store one with rate{from=\"\(own)\", to=\"\(paid)\", date=\"\(day)\", rate=…}", kind: "stale_rate")
        }
        return try conversion.apply(.one)
    }

    /// The rate that the record itself tells; nil where it tells none.
    private func told(_ fields: RecurringEntry.Fields) throws -> FixedDecimal? {
        let told = try fields.first { $0.name == "fx_rate" }.flatMap { try Coercion.decimal($0.value) }
        return told.flatMap { $0 > .zero ? $0 : nil }
    }

    /// The last quote on or before the day, in the instrument's currency. What a purchase paid is no quote here: the rule's own purchase would set
    /// the price of the next.
    private func price(of id: InstrumentID, in account: AccountID, _ ledger: Ledger) throws -> FixedDecimal {
        let book = entry.recurring.book, day = entry.due.place.date
        let state = try book.state(on: day, withLots: false)
        let market = try MarketPrices(QuerySource(book), [id], state, on: day, paid: false)
        guard let found = try market.price(of: id, in: account, as: ledger[id].currency, on: day), found.last > .zero else {
            throw LuaMisuse(
                "\(symbol) has no price on or before \(day)", field: "amount",
                hint: "sync, or store one with quote{symbol=\"\(symbol)\", date=\"\(day)\", close=…}", kind: "no_price")
        }
        guard found.quote.date.days(to: day) <= ledger.policy.priceMaxAge else {
            throw LuaMisuse(
                "the last price of \(symbol) is of \(found.quote.date), more than \(ledger.policy.priceMaxAge) days before \(day)", field: "amount",
                hint: "sync, or store one with quote{symbol=\"\(symbol)\", date=\"\(day)\", close=…}", kind: "stale_price")
        }
        return found.last
    }
}
