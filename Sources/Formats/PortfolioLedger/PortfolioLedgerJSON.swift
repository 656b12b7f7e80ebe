import JSON
import Ledger
import Values

/// `portfolio_data.json` of the Portfolio Ledger app: instruments and transactions in one document.
///
/// A verdict's line counts the objects of the document: the app writes all of it on one line.
struct PortfolioLedgerJSON: DocumentFormat {
    let name = "portfolio-ledger-json"
    let summary = "The store of the Portfolio Ledger app, portfolio_data.json: its instruments and transactions."
    let example = """
        {"instruments":[{"id":"5C0E0000-0000-4000-8000-000000000001","symbol":"KLM","type":"equity"}],\
        "transactions":[{"action":"buy","fees":0.65,"flags":{"consumedByAssignment":false},"id":"77D20000-0000-4000-8000-000000000001",\
        "instrumentId":"5C0E0000-0000-4000-8000-000000000001","notes":"","price":41.1,"quantity":12,"tags":[],"timestamp":"2026-02-03T15:30:00Z"}]}
        """

    func fits(_ document: JSONValue) -> Bool { document["instruments"]?.items != nil && document["transactions"]?.items != nil }

    func read(_ document: JSONValue, into plan: inout PlanBuilder) throws(ImportIssue) -> (any FileCompletion)? {
        guard fits(document) else {
            throw ImportIssue(.unknownFormat, line: 1, message: "the document has no lists \"instruments\" and \"transactions\"")
        }
        tellUnknown(document, ["instruments", "transactions", "accounts"], "the document", &plan)
        var planner = PortfolioLedgerPlanner(), line = 0
        for (place, item) in (document["accounts"]?.items ?? []).enumerated() {
            let object = JSONObject(item, path: "accounts[\(place + 1)]")
            attempt(line: &line, &plan) { (line, plan) throws(ImportIssue) in try account(object, &planner, line, &plan) }
        }
        for (place, item) in (document["instruments"]?.items ?? []).enumerated() {
            let object = JSONObject(item, path: "instruments[\(place + 1)]")
            tellUnknown(item, ["id", "type", "symbol", "underlyingSymbol", "expiry", "strike", "callPut", "multiplier"], "an instrument", &plan)
            attempt(line: &line, &plan) { (line, plan) throws(ImportIssue) in try instrument(object, &planner, &plan) }
        }
        for (place, item) in (document["transactions"]?.items ?? []).enumerated() {
            let object = JSONObject(item, path: "transactions[\(place + 1)]")
            tellUnknown(item, Self.transactionKeys, "a transaction", &plan)
            attempt(line: &line, &plan) { (line, plan) throws(ImportIssue) in
                return try planner.add(transaction(object), line: line, to: &plan)
            }
        }
        return planner
    }

    private static let transactionKeys = [
        "id", "instrumentId", "timestamp", "action", "quantity", "price", "fees", "notes", "tags", "flags", "linkGroupId", "accountId", "currency", "fxRate", "settle",
    ]

    /// Reads an object, and notes in its verdict what came of it.
    private func attempt(
        line: inout Int, _ plan: inout PlanBuilder, _ body: (_ line: Int, inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome
    ) {
        line += 1
        do throws(ImportIssue) {
            plan.verdict(line: line, try body(line, &plan))
        } catch {
            plan.verdict(error, line: line, outcome: error.kind.skips ? .skipped : .refused)
        }
    }

    private func tellUnknown(_ value: JSONValue, _ known: [String], _ what: String, _ plan: inout PlanBuilder) {
        for member in value.members ?? [] where !known.contains(member.key) {
            let near = Suggestion(for: member.key, in: known)?.clause ?? ""
            plan.notice(.unknownKey, "\(what) has the key \"\(MessageText.cut(member.key))\", which is left out\(near)")
        }
    }

    private func account(
        _ object: JSONObject, _ planner: inout PortfolioLedgerPlanner, _ line: Int, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> RowVerdict.Outcome {
        let name = try object.text("name"), known = plan.account(named: name)
        let unit = try object.currency("currency", plan.context.currencies)
        planner.accounts[try object.text("id").uppercased()] = PortfolioLedgerAccount(name: name, currency: unit?.code)
        var account = known == 0 ? Account(name: name, currency: try plan.ownOrAssumedCurrency(unit?.currency)) : plan.account(known)
        if let unit { account.currency = unit.currency }
        if let type = try object.optionalText("type") {
            guard let kind = Account.Kind(rawValue: type) else { throw object.issue(.badWord, "type", "\"\(type)\" is no type of account") }
            account.kind = kind
        }
        if let text = try object.optionalText("settlement") {
            guard let settlement = Account.Settlement(rawValue: text) else {
                throw object.issue(.badWord, "settlement", "\"\(MessageText.cut(text))\" is neither account nor trade")
            }
            account.settlement = settlement
        }
        return try plan.take(account, line: line)
    }

    /// Instruments are defined where a transaction needs them; one that none needs is defined as well.
    private func instrument(
        _ object: JSONObject, _ planner: inout PortfolioLedgerPlanner, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> RowVerdict.Outcome {
        let id = try object.text("id").uppercased(), type = try object.text("type"), count = plan.instruments.names.count
        switch type {
        case "equity":
            let symbol = try object.text("symbol")
            guard !symbol.isEmpty, MessageText.isName(symbol) else { throw object.issue(.badName, "symbol", "an instrument needs a symbol of at most 200 letters") }
            planner.instruments[id] = .equity(symbol: symbol)
            if plan.instrument(named: symbol) == 0 { _ = plan.define(Instrument(symbol: symbol, currency: try plan.ownOrAssumedCurrency(nil)), isTentative: true) }
        case "option":
            guard let right = OptionTerms.Right(rawValue: try object.text("callPut")) else {
                throw object.issue(.badWord, "callPut", "it is neither call nor put", hint: "write \"call\" or \"put\"")
            }
            let terms = ContractTerms(
                underlying: try object.text("underlyingSymbol"), right: right, strike: try object.decimal("strike"),
                expires: try object.instant("expiry").day, multiplier: try object.optionalDecimal("multiplier") ?? 100)
            guard terms.multiplier > .zero else { throw object.issue(.outOfRange, "multiplier", "a multiplier is above zero") }
            guard !terms.underlying.isEmpty, MessageText.isName(terms.underlying) else {
                throw object.issue(.badName, "underlyingSymbol", "an option needs its underlying")
            }
            planner.instruments[id] = .option(terms)
            if plan.instrument(named: terms.knownSymbol(&plan)) == 0 { _ = terms.instrument(in: try plan.ownOrAssumedCurrency(nil), &plan) }
        default:
            throw object.issue(.badWord, "type", "\"\(MessageText.cut(type))\" is no type of instrument", hint: "write \"equity\" or \"option\"")
        }
        return plan.instruments.names.count > count ? .define : .alreadyThere
    }

    private func transaction(_ object: JSONObject) throws(ImportIssue) -> PortfolioLedgerTransaction {
        var transaction = PortfolioLedgerTransaction()
        transaction.id = try object.optionalText("id") ?? ""
        transaction.instrument = try object.text("instrumentId")
        transaction.set(try object.instant("timestamp"))
        let word = try object.text("action")
        guard let action = PortfolioLedgerAction(rawValue: word) else {
            let names = PortfolioLedgerAction.allCases.map(\.rawValue)
            throw object.issue(
                .unknownType, "action", "\"\(MessageText.cut(word))\" is no action",
                hint: nearestHint(for: word, in: names, otherwise: "it is one of \(names.joined(separator: ", "))"))
        }
        transaction.action = action
        transaction.quantity = try object.decimal("quantity")
        transaction.price = try object.optionalDecimal("price") ?? .zero
        transaction.fees = try object.optionalDecimal("fees") ?? .zero
        transaction.remark.notes = try object.optionalText("notes") ?? ""
        transaction.remark.tags = try object.texts("tags")
        transaction.remark.link = try object.optionalText("linkGroupId") ?? ""
        transaction.remark.isConsumed = object.value["flags"]?["consumedByAssignment"] == .bool(true)
        transaction.account = try object.optionalText("accountId") ?? ""
        transaction.currency = try object.optionalText("currency") ?? ""
        transaction.rate = try object.optionalDecimal("fxRate")
        transaction.settle = try object.optionalText("settle") ?? ""
        return transaction
    }
}
