import Ledger
import Values

/// A line of a list of prices: `"QZA",12.5,"1/ 5'04"`.
struct QIFPriceLine {
    let symbol: UnsafeBufferPointer<UInt8>
    let price: UnsafeBufferPointer<UInt8>
    let date: UnsafeBufferPointer<UInt8>

    /// Parts a line at the commas beside its quotes; nil where it has not the three parts.
    init?(_ line: UnsafeBufferPointer<UInt8>) {
        let quote = UInt8(ascii: "\""), comma = UInt8(ascii: ",")
        guard line.count > 4, line[0] == quote, line[line.count - 1] == quote else { return nil }
        guard let close = line.dropFirst().firstIndex(of: quote), let open = line.dropLast().lastIndex(of: quote), open > close + 2 else { return nil }
        guard line[close + 1] == comma, let last = line[(close + 2)..<open].lastIndex(of: comma), line[(last + 1)..<open].allSatisfy({ $0 == 0x20 }) else { return nil }
        func cell(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: part.drop { $0 == 0x20 }) }
        (symbol, price, date) = (cell(line[1..<close]), cell(line[(close + 2)..<last]), cell(line[(open + 1)..<(line.count - 1)]))
        if symbol.isEmpty { return nil }
    }
}

extension QIFPlanner {
    /// Takes in a line of prices as a quote.
    mutating func quote(_ cell: UnsafeBufferPointer<UInt8>, line: Int, _ plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        guard let told = QIFPriceLine(cell) else {
            throw ImportIssue(.fieldCount, text: MessageText.cell(cell), message: "\"\(MessageText.cell(cell))\" is no price", hint: "one is \"SYMBOL\",12.5,\"01/31/2014\"")
        }
        let day = try reading.day(told.date, "date")
        if let today = plan.today, day > today { throw ImportIssue(.futureDate, column: "date", message: "\(day) is after today, \(today)") }
        if told.price.isEmpty { throw ImportIssue(.notPosted, column: "price", message: "there was no price on \(day)") }
        var price = try reading.number(told.price, "price")
        if price.isZero { throw ImportIssue(.notPosted, column: "price", message: "there was no price on \(day)") }
        let name = String(decoding: told.symbol, as: UTF8.self), symbol = securities.symbol(name, plan), (kind, multiplier) = sort(name, &plan)
        if kind == .bond {
            guard let sense = bondSenses[symbol], let own = try? price * sense else {
                throw Self.leftOut("no trade before it tells what the price of a bond is for")
            }
            price = own
        }
        guard price > .zero, Bound.price.admits(price) else {
            throw ImportIssue(.beyondBound, column: "price", message: "the price \(price) \(price > .zero ? Bound.price.refusal(price) : "is below zero")")
        }
        var instrument = plan.instrument(named: symbol)
        let currency: Currency = if instrument != 0 { plan.instrument(instrument).currency } else { try plan.ownOrAssumedCurrency(nil) }
        if instrument == 0 {
            guard MessageText.isName(symbol) else { throw ImportIssue(.badName, column: "symbol", text: symbol, message: MessageText.nameRule) }
            guard plan.options.create else {
                throw ImportIssue(
                    .unknownSymbol, column: "symbol", text: symbol, message: "the book has no symbol \(MessageText.cut(symbol))",
                    hint: nearestHint(for: symbol, in: plan.instruments.names, otherwise: "define it first, or import with create=true"))
            }
            let whole = securities.name(name)
            instrument = plan.define(
                Instrument(
                    symbol: symbol, name: MessageText.isName(whole) && whole != symbol ? whole : "", kind: kind ?? .stock, currency: currency,
                    multiplier: multiplier), isTentative: true)
        }
        plan.add(
            QuoteEntry(
                line: line, day: day, instrument: instrument, close: CellNumber(mantissa: price.units, digits: FixedDecimal.scale), currency: plan.currency(currency),
                source: ""))
        return .quote
    }
}
