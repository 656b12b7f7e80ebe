import Ledger
import Values

/// What statements say that accounts hold, for a comparison with the book.
struct OFXPositions {
    private struct Held {
        var line: Int
        var units: FixedDecimal
    }

    private var held: [String: Held] = [:]
    private var touched: Set<String> = []
    private var account = ""
    private var day: Day?
    private var lastLine = 0

    /// Notes that a row of the running statement is of a symbol.
    mutating func touch(_ symbol: String) { touched.insert(symbol) }

    /// Takes in a position; those of one symbol in several parts of an account are held together.
    mutating func add(_ symbol: String, _ units: FixedDecimal, account: String, day: Day, line: Int) throws {
        (self.account, self.day, lastLine) = (account, self.day ?? day, line)
        held[symbol] = Held(line: line, units: try (held[symbol]?.units ?? .zero) + units)
    }

    /// Hands over what a statement told, once it ends. What it trades and does not list is not held.
    mutating func finish(_ plan: inout PlanBuilder) {
        if let day, !held.isEmpty {
            let rest = touched.filter { held[$0] == nil }.map { ($0, Held(line: lastLine, units: .zero)) }
            for (symbol, told) in (held.map { ($0.key, $0.value) } + rest).sorted(by: { ($0.1.line, $0.0) < ($1.1.line, $1.0) }) {
                plan.plan.balances.append(
                    PlannedBalance(line: told.line, day: day, accounts: [account], commodity: symbol, isCash: false, amount: told.units, tolerance: .zero))
            }
        }
        self = OFXPositions()
    }
}

extension OFXPlanner {
    /// Takes in the cash that a statement tells.
    mutating func balance(
        _ record: OFXRecord, _ statement: OFXStatement, _ name: String, line: Int, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> RowVerdict.Outcome? {
        let tag: OFXTag = record.tag == "INVBAL" ? "AVAILCASH" : "BALAMT"
        guard var amount = try record.number(tag, numbers) else { throw Self.leftOut("the balance has no amount, and is not compared") }
        if let margin = try record.number("MARGINBALANCE", numbers), margin.isNegative, let sum = try? amount + margin { amount = sum }
        let told = record.tag == "INVBAL" ? nil : record.cell("DTASOF")
        let asOf: Day? = if let told { try OFXDate(told, "DTASOF").day } else { statement.asOf }
        guard let day = asOf else { throw Self.leftOut("the balance does not tell its day") }
        let currency = try currency(statement.currency, plan)
        plan.plan.balances.append(
            PlannedBalance(line: line, day: day, accounts: [name], commodity: currency.code, isCash: true, amount: amount, tolerance: .zero))
        throw Self.leftOut("the balance is compared with the book once the file is in it")
    }

    /// Takes in a position: its price is a quote, its units are compared with the book.
    mutating func position(
        _ record: OFXRecord, _ statement: OFXStatement, _ name: String, line: Int, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> RowVerdict.Outcome? {
        let id = record.text("UNIQUEID")
        guard !id.isEmpty else { throw ImportIssue(.missingValue, column: "UNIQUEID", message: "the position does not tell of which security it is") }
        guard var units = try record.number("UNITS", numbers) else { throw ImportIssue(.missingValue, column: "UNITS", message: "the position tells no units") }
        if record.word("POSTYPE") == "SHORT", units > .zero { units = -units }
        let told = record.cell("DTPRICEASOF"), priced: Day? = if let told { try OFXDate(told, "DTPRICEASOF").day } else { nil }
        guard let day = statement.asOf ?? priced else { throw Self.leftOut("the position does not tell its day") }
        let code = record.text("CURSYM", within: "CURRENCY").uppercased(), symbol = securities.symbol(id, &plan)
        let currency = try currency(code.isEmpty ? statement.currency : code, plan)
        let instrument = try instrument(id, record.tag, currency, &plan)
        do { try positions.add(symbol, units, account: name, day: day, line: line) } catch { throw ImportIssue(.outOfRange, column: "UNITS", message: "the units are too large") }
        guard var price = try record.number("UNITPRICE", numbers), price > .zero else { throw Self.leftOut("its units are compared with the book; it tells no price") }
        let multiplier = plan.instrument(instrument).multiplier
        // The price of a bond is in percent, but where units times price are what it is worth; that of a contract for one unit, but where the contract is priced as a whole.
        let hundredth = FixedDecimal.cent
        if record.tag == "POSDEBT", try !isWorth(.one, ratherThan: hundredth, price, units, record) { price = (try? price / 100) ?? price }
        if multiplier != .one, try isWorth(.one, ratherThan: multiplier, price, units, record) { price = (try? price / multiplier) ?? price }
        // In London prices are in pence, and what they come to is in pounds.
        if multiplier == .one, record.tag != "POSDEBT", try isInHundredths(price, units, record) { price = (try? price / 100) ?? price }
        guard Bound.price.admits(price) else { throw ImportIssue(.beyondBound, column: "UNITPRICE", message: "the price \(price) \(Bound.price.refusal(price))") }
        plan.add(
            QuoteEntry(
                line: line, day: priced ?? day, instrument: instrument, close: CellNumber(mantissa: price.units, digits: FixedDecimal.scale), currency: plan.currency(currency),
                source: ""))
        return .quote
    }

    /// Whether what a position is worth is nearer to units times price in one sense than in another; where it tells no worth, it is in the other.
    private func isWorth(
        _ sense: FixedDecimal, ratherThan other: FixedDecimal, _ price: FixedDecimal, _ units: FixedDecimal, _ record: OFXRecord
    ) throws(ImportIssue) -> Bool {
        guard let worth = try record.number("MKTVAL", numbers), !worth.isZero else { return false }
        func off(_ sense: FixedDecimal) -> FixedDecimal? { try? (units.magnitude * price * sense - worth.magnitude).magnitude }
        guard let one = off(sense), let two = off(other) else { return false }
        return one < two
    }

    /// Whether a position is worth a hundredth of units times price.
    private func isInHundredths(_ price: FixedDecimal, _ units: FixedDecimal, _ record: OFXRecord) throws(ImportIssue) -> Bool {
        guard let worth = try record.number("MKTVAL", numbers)?.magnitude, !worth.isZero, let told = try? units.magnitude * price / 100,
            let off = try? (told - worth).magnitude * 50
        else { return false }
        return off <= worth
    }

    /// The number of a security's instrument, which is defined where the book has none.
    mutating func instrument(_ id: String, _ tag: OFXTag, _ currency: Currency, _ plan: inout PlanBuilder) throws(ImportIssue) -> Int32 {
        let symbol = securities.symbol(id, &plan), known = plan.instrument(named: symbol)
        if known != 0 { return known }
        guard MessageText.isName(symbol) else { throw ImportIssue(.badName, column: "UNIQUEID", text: symbol, message: MessageText.nameRule) }
        guard plan.options.create else {
            throw ImportIssue(
                .unknownSymbol, column: "UNIQUEID", text: symbol, message: "the book has no symbol \(MessageText.cut(symbol))", hint: "define it first, or import with create=true")
        }
        let security = securities.security(id)
        if let terms = securities.terms(security, &plan) { return terms.instrument(in: currency, &plan) }
        let kind = OFXSecurity.kind(security.tag ?? tag) ?? .stock
        return plan.define(
            Instrument(
                symbol: symbol, name: MessageText.isName(security.name) ? security.name : "", kind: kind, currency: currency,
                multiplier: kind == .option ? (security.tag == nil ? 100 : security.multiplier) : .one))
    }
}
