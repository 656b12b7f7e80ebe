import Ledger
import Values

/// Makes luca's activities of the transactions of Portfolio Performance.
struct PortfolioPerformanceMapper {
    private let file: PortfolioPerformanceFile
    private let names: PortfolioPerformanceNames
    /// The sides of the cash of trades that portfolios list.
    private let halves: Set<Int>
    private let owners: [Int: Int]
    /// The transactions of accounts that paid for a trade.
    private var claimed = Set<Int>()
    private var counts = PortfolioPerformanceCounts()

    private var tree: XStreamTree { file.tree }

    init(_ file: PortfolioPerformanceFile, _ names: PortfolioPerformanceNames) {
        (self.file, self.names) = (file, names)
        let tree = file.tree
        halves = Set(
            file.transactions.lazy.filter(\.isOfPortfolio).compactMap { tree.child($0.place, "crossEntry").flatMap { tree.child($0, "accountTransaction") } })
        owners = Dictionary(file.transactions.map { ($0.place, $0.owner) }) { first, _ in first }
    }

    /// Whether it is the side of the cash of a trade, which the side of the units tells.
    func isOtherHalf(_ transaction: PortfolioPerformanceFile.Transaction) -> Bool {
        !transaction.isOfPortfolio && (transaction.type == "BUY" || transaction.type == "SELL") && halves.contains(transaction.place)
    }

    /// The accounts that come to hold less than nothing of a security.
    func shorts(_ transactions: [PortfolioPerformanceFile.Transaction]) -> Set<String> {
        var held: [String: FixedDecimal] = [:], shorts = Set<String>()
        for transaction in transactions where transaction.isOfPortfolio {
            guard let name = names.accounts[transaction.owner], let shares = try? file.shares(transaction.place) else { continue }
            let key = "\(name) \(tree.child(transaction.place, "security") ?? -1)", isIn = ["BUY", "TRANSFER_IN", "DELIVERY_INBOUND"].contains(transaction.type)
            held[key] = try? (held[key] ?? .zero) + (isIn ? shares : -shares)
            if transaction.type == "SELL", held[key]?.isNegative == true { shorts.insert(name) }
        }
        return shorts
    }

    /// The activities of a transaction.
    mutating func drafts(_ transaction: PortfolioPerformanceFile.Transaction, on day: Day) throws -> [ImportedDraft] {
        var draft = ActivityDraft(date: day, account: names.accounts[transaction.owner] ?? "", notes: tree.text(transaction.place, "note"))
        draft.symbol = tree.child(transaction.place, "security").flatMap { names.symbols[$0] }
        let amount = try file.amount(transaction.place)
        if amount.number.isNegative { throw ImportIssue(.wrongSign, column: "amount", message: "\(amount.number) is below zero", hint: "its type tells which way money goes") }
        draft.currency = amount.currency
        let parts = try file.parts(transaction.place, in: amount.currency)
        return transaction.isOfPortfolio ? try units(transaction, draft, amount, parts) : try cash(transaction, draft, amount, parts)
    }

    /// The ids of all that a transaction may come to; none where it is one activity.
    func parts(of transaction: PortfolioPerformanceFile.Transaction) -> [String] {
        let id = transaction.uuid
        guard ["BUY", "SELL", "TRANSFER_OUT"].contains(transaction.type), !id.isEmpty else { return [] }
        let exchange = ["\(id)/from", "\(id)/to"]
        guard transaction.type != "TRANSFER_OUT" else { return exchange }
        let half = tree.child(transaction.place, "crossEntry").flatMap { tree.child($0, "accountTransaction") }.map { tree.text($0, "uuid") } ?? ""
        return exchange + ["\(id)/cash"] + (half.isEmpty ? [] : [half])
    }

    private func imported(_ draft: ActivityDraft, _ id: String) -> ImportedDraft {
        var imported = ImportedDraft(draft)
        imported.sourceID = id
        return imported
    }

    // MARK: accounts

    private mutating func cash(
        _ transaction: PortfolioPerformanceFile.Transaction, _ told: ActivityDraft, _ amount: PortfolioPerformanceFile.Money, _ parts: PortfolioPerformanceFile.Parts
    ) throws -> [ImportedDraft] {
        switch transaction.type {
        case "TRANSFER_IN", "TRANSFER_OUT": return try transfer(transaction, told, amount)
        case "BUY", "SELL":
            throw ImportIssue(
                .missingValue, column: "crossEntry", message: "no portfolio tells which units this \(transaction.type) is of",
                hint: "open the file in Portfolio Performance and mend the transaction")
        default: break
        }
        guard let draft = try Self.payment(transaction.type, told, amount.number, parts) else { throw Self.unknown(transaction.type) }
        if draft.amount?.isZero ?? true { throw ImportIssue(.leftOut, column: "amount", message: "it moves nothing") }
        if transaction.type == "DIVIDENDS" { counts.note(dividend: draft, isForeign: parts.foreignGross != nil) }
        return [imported(draft, transaction.uuid)]
    }

    /// A payment into an account or out of it, of the amount told; nil for a type that is none.
    static func payment(_ type: String, _ told: ActivityDraft, _ number: FixedDecimal, _ parts: PortfolioPerformanceFile.Parts) throws -> ActivityDraft? {
        var draft = told
        switch type {
        case "DEPOSIT", "REMOVAL": (draft.kind, draft.symbol, draft.amount) = ((type == "DEPOSIT" ? ActivityKind.deposit : .withdrawal).rawValue, nil, number)
        case "INTEREST", "DIVIDENDS", "INTEREST_CHARGE":
            let charges = try parts.fee + parts.tax
            (draft.kind, draft.fee, draft.tax) = (ActivityKind.interest.rawValue, parts.fee, parts.tax)
            draft.amount = type == "INTEREST_CHARGE" ? try charges - number : try number + charges
            if type == "DIVIDENDS" { draft.kind = (draft.symbol == nil ? ActivityKind.credit : .dividend).rawValue }
        case "FEES", "FEES_REFUND", "TAXES", "TAX_REFUND":
            draft.kind = (type.hasPrefix("FEES") ? ActivityKind.fee : .tax).rawValue
            draft.amount = type.hasSuffix("REFUND") ? -number : number
        default: return nil
        }
        return draft
    }

    private static func unknown(_ word: String) -> ImportIssue {
        let known = [
            "BUY", "SELL", "DEPOSIT", "REMOVAL", "INTEREST", "INTEREST_CHARGE", "DIVIDENDS", "FEES", "FEES_REFUND", "TAXES", "TAX_REFUND", "TRANSFER_IN", "TRANSFER_OUT",
            "DELIVERY_INBOUND", "DELIVERY_OUTBOUND",
        ]
        return ImportIssue(
            .unknownType, column: "type", text: word, message: "\"\(MessageText.cut(word))\" is no type of a transaction",
            hint: nearestHint(for: word.uppercased(), in: known, otherwise: "it is one of \(known.joined(separator: ", "))"))
    }

    /// The two sides of a transfer: its transactions, and the word that ties them.
    private func pair(_ transaction: PortfolioPerformanceFile.Transaction) -> (from: Int, to: Int, group: String)? {
        guard let cross = tree.child(transaction.place, "crossEntry"), let from = tree.child(cross, "transactionFrom"), let to = tree.child(cross, "transactionTo"),
            owners[from] != nil,
            owners[to] != nil
        else { return nil }
        let id = tree.text(from, "uuid")
        return (from, to, "transfer \(id.isEmpty ? "\(tree.text(from, "date")) \(from)" : id)")
    }

    /// A side of a transfer of cash; where the sides differ in currency, the money is exchanged before it leaves.
    private func transfer(_ transaction: PortfolioPerformanceFile.Transaction, _ told: ActivityDraft, _ amount: PortfolioPerformanceFile.Money) throws -> [ImportedDraft] {
        var draft = told
        let isOut = transaction.type == "TRANSFER_OUT"
        (draft.kind, draft.symbol, draft.amount) = ((isOut ? ActivityKind.transferOut : .transferIn).rawValue, nil, amount.number)
        guard let pair = pair(transaction) else { return [imported(draft, transaction.uuid)] }
        draft.group = pair.group
        guard isOut else { return [imported(draft, transaction.uuid)] }
        let there = try file.amount(pair.to)
        if there.currency == amount.currency { return [imported(draft, transaction.uuid)] }
        var exchanged: [ImportedDraft] = []
        for (number, code, mark) in [(-amount.number, amount.currency, "from"), (there.number, there.currency, "to")] {
            var side = draft
            (side.kind, side.subtype, side.amount, side.currency, side.group) = (ActivityKind.adjustment.rawValue, ActivitySubtype.exchange.rawValue, number, code, nil)
            exchanged.append(imported(side, transaction.uuid.isEmpty ? "" : "\(transaction.uuid)/\(mark)"))
        }
        (draft.amount, draft.currency) = (there.number, there.currency)
        return exchanged + [imported(draft, transaction.uuid)]
    }

    // MARK: portfolios

    private mutating func units(
        _ transaction: PortfolioPerformanceFile.Transaction, _ told: ActivityDraft, _ amount: PortfolioPerformanceFile.Money, _ parts: PortfolioPerformanceFile.Parts
    ) throws -> [ImportedDraft] {
        var draft = told
        let shares = try file.shares(transaction.place)
        guard draft.symbol != nil else { throw ImportIssue(.missingValue, column: "security", message: "it does not tell of which security it is") }
        guard shares > .zero else { throw ImportIssue(.outOfRange, column: "shares", message: "it is of \(shares) shares", hint: "its type tells which way they go") }
        draft.quantity = shares
        switch transaction.type {
        case "BUY", "SELL": return try trade(transaction, draft, amount, parts)
        case "TRANSFER_IN", "TRANSFER_OUT":
            draft.kind = (transaction.type == "TRANSFER_IN" ? ActivityKind.transferIn : .transferOut).rawValue
            draft.currency = nil
            draft.group = pair(transaction)?.group
            return [imported(draft, transaction.uuid)]
        case "DELIVERY_INBOUND", "DELIVERY_OUTBOUND":
            counts.note(deliveryOut: transaction.type == "DELIVERY_OUTBOUND", parts, in: amount.currency)
            return [imported(try Self.delivery(isOut: transaction.type == "DELIVERY_OUTBOUND", draft, amount, parts), transaction.uuid)]
        case let word: throw Self.unknown(word)
        }
    }

    /// A trade, and where another account pays it, what this one sends or gets.
    private mutating func trade(
        _ transaction: PortfolioPerformanceFile.Transaction, _ told: ActivityDraft, _ amount: PortfolioPerformanceFile.Money, _ parts: PortfolioPerformanceFile.Parts
    ) throws -> [ImportedDraft] {
        let isBuy = transaction.type == "BUY", cross = tree.child(transaction.place, "crossEntry")
        guard let cross, let account = tree.child(cross, "account"), let payer = names.accounts[account], let half = tree.child(cross, "accountTransaction") else {
            throw ImportIssue(
                .missingValue, column: "crossEntry", message: "it does not tell which account paid", hint: "open the file in Portfolio Performance and mend the transaction")
        }
        guard claimed.insert(half).inserted, owners[half] == nil || owners[half] == account else {
            throw ImportIssue(
                .missingValue, column: "crossEntry", message: "what paid it is told of another trade, or of another account, too",
                hint: "open the file in Portfolio Performance and mend the transaction")
        }
        let paid = try file.amount(half)
        guard paid.number == amount.number, paid.currency == amount.currency else {
            throw ImportIssue(.sumMismatch, column: "amount", message: "the portfolio tells \(amount.number) \(amount.currency), and the account \(paid.number) \(paid.currency)")
        }
        return try PortfolioPerformanceTrade(
            told: told, isBuy: isBuy, amount: amount, parts: parts, payer: payer, accountCurrency: currency(ofPortfolio: transaction.owner), id: transaction.uuid,
            halfID: tree.text(half, "uuid")
        ).drafts()
    }

    /// Units that come from outside at their value, charges and all, or leave with what they cost.
    static func delivery(
        isOut: Bool, _ told: ActivityDraft, _ amount: PortfolioPerformanceFile.Money, _ parts: PortfolioPerformanceFile.Parts
    ) throws -> ActivityDraft {
        var draft = told
        if isOut {
            (draft.kind, draft.group, draft.currency) = (ActivityKind.transferOut.rawValue, TransferGroup.outside, nil)
            return draft
        }
        (draft.kind, draft.amount) = (ActivityKind.transferIn.rawValue, amount.number)
        if let foreign = parts.foreignGross {
            let gross = try amount.number - parts.fee - parts.tax
            try parts.check(gross)
            draft.currency = foreign.currency
            draft.amount = gross > .zero ? try amount.number * foreign.number / gross : foreign.number
        }
        return draft
    }

    private func currency(ofPortfolio place: Int) -> String {
        let code = tree.child(place, "referenceAccount").map { tree.text($0, "currencyCode") } ?? file.baseCurrency
        return MinorUnit.normalize(code)?.currency.code ?? code
    }

    // MARK: what is to be known

    /// What became otherwise than it was.
    var sentences: [String] { counts.sentences }
}
