import Ledger
import Values

/// The prices at which a page of quotes shows what is held, and what else it tells of a symbol beside its trades.
struct QuotePagePrices {
    private struct Place: Hashable { let instrument: Int32, day: Day }

    /// The quotes that are taken: each lot of a symbol has the same.
    private var taken = Set<Place>()
    private var undated = 0, unsettled = 0, limits = 0

    /// Takes in the price of a row that was added.
    ///
    /// - Parameters:
    ///   - code: the code of the currency of the row's figures; nil for the instrument's.
    ///   - isPriced: whether the page shows the price in that, too.
    mutating func add(_ record: borrowing CSVReader, _ table: Table, _ symbol: String, _ code: String?, isPriced: Bool, _ plan: inout PlanBuilder) {
        limits += [ImportField.order, .link].count { !record.word(table.map[$0]).isEmpty }
        guard let price = try? table.number(record, .close, column: table.map[.close]), !price.isZero, !price.isNegative else { return }
        let id = plan.instrument(named: symbol)
        guard isPriced, let unit = unit(code, id, &plan), let close = price.shifted(by: unit.shift), Bound.price.admits(close.decimal) else {
            unsettled += 1
            return
        }
        guard let day = (try? table.day(record, .source)) ?? nil, plan.today.map({ day <= $0 }) ?? true else {
            undated += 1
            return
        }
        guard taken.insert(Place(instrument: id, day: day)).inserted else { return }
        plan.add(QuoteEntry(line: record.line, day: day, instrument: id, close: close, currency: unit, source: ""))
    }

    /// The currency of the price, in which the instrument is, too; nil where it is in another.
    private func unit(_ code: String?, _ id: Int32, _ plan: inout PlanBuilder) -> CurrencyIndex.Entry? {
        let own = plan.instrument(id).currency
        guard var code else { return plan.currency(own) }
        let told = code.withUTF8 { try? plan.currency($0) }
        return told?.currency == own ? told : nil
    }

    /// Tells what was left out.
    func tell(_ plan: inout PlanBuilder) {
        plan.notice(
            .leftOut, count: undated, "current price is left out, since its Date is missing, is none, or is still to come",
            "current prices are left out, since their Date is missing, is none, or is still to come")
        plan.notice(
            .leftOut, count: unsettled, "current price is left out, since nothing tells that it is in the currency of its symbol",
            "current prices are left out, since nothing tells that they are in the currencies of their symbols")
        plan.notice(
            .leftOut, count: limits, "high or low limit is left out; watch{symbol=…, above=…, below=…} sets one here",
            "high and low limits are left out; watch{symbol=…, above=…, below=…} sets them here")
    }
}
