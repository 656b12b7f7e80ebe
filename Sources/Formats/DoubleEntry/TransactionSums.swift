import Ledger
import Values

/// The cash of one transaction of a double-entry book: what each account of luca's gets, and where it comes from. Activities account for it one by one.
struct TransactionSums {
    /// The cash of an account in a currency.
    private struct Cash {
        var account: String
        var currency: String
        /// What no activity has accounted for yet.
        var left: FixedDecimal
    }

    /// Money from an account that luca does not keep; below zero where it goes there.
    struct Source {
        var role: DoubleEntryAccounts.Role
        var amount: DoubleEntryBook.Amount
        var account: String

        /// Whether it is interest.
        var isInterest: Bool { if case .interest = role { true } else { false } }

        /// Whether an instrument pays it.
        var isDistribution: Bool {
            switch role {
            case .dividend, .paid, .capital: true
            default: false
            }
        }
    }

    /// A trade whose charges and last decimals are still open.
    private struct Trade {
        var imported: ImportedDraft
        var isIn: Bool
        var gross: FixedDecimal
        var unitPrice: FixedDecimal?
        var currency: String
        /// Whether its gain stands in a posting of its own.
        var tellsGain: Bool
        /// By how much it may differ from its price; nil where none is told.
        var slack: FixedDecimal?
        var fee = FixedDecimal.zero, tax = FixedDecimal.zero

        var effect: FixedDecimal { get throws { isIn ? -(try gross + fee + tax) : try gross - fee - tax } }
    }

    /// Money changed into that of another currency.
    private struct Exchange {
        var account: String
        var units: DoubleEntryBook.Amount
        /// What is given for it, with its sign.
        var weight: DoubleEntryBook.Amount
    }

    /// The day.
    let day: Day
    private let notes: String
    private(set) var drafts: [ImportedDraft] = []
    private var amounts: [Cash] = []
    var sources: [Source] = []
    private var trades: [Trade] = []
    private var exchanges: [Exchange] = []
    /// Dividends whose instrument nothing tells.
    private(set) var namelessDividends = 0
    /// Sales that brought something else than their prices say.
    private(set) var otherProceeds = 0

    init(day: Day, notes: String) { (self.day, self.notes) = (day, notes) }

    /// Accounts whose cash changes, or whose units keep income.
    var cash: [String] { amounts.map(\.account) + keepers.map(\.account) }

    /// Units that keep income, with their account and what they keep: capital that comes in of dividends alone, and of no money.
    private var keepers: [(symbol: String, account: String, amount: DoubleEntryBook.Amount)] {
        guard amounts.isEmpty, sources.allSatisfy(\.isDistribution), sources.contains(where: { if case .dividend = $0.role { true } else { false } }) else { return [] }
        return sources.compactMap { source in
            guard case .capital(let symbol, let account) = source.role, source.amount.number.isNegative else { return nil }
            return (symbol, account, source.amount)
        }
    }

    /// A draft of the transaction's day.
    func draft(_ kind: ActivityKind, _ account: String) -> ActivityDraft {
        var draft = ActivityDraft(date: day, kind: kind.rawValue, notes: notes)
        draft.account = account
        return draft
    }

    /// A draft on its way into a plan.
    func imported(_ draft: ActivityDraft, name: String = "") -> ImportedDraft {
        var imported = ImportedDraft(draft)
        imported.name = name
        return imported
    }

    // MARK: what the postings say

    /// Takes in a change of the cash of an account.
    mutating func addCash(_ account: String, _ posting: BookedPosting) throws {
        let units = posting.units, weight = posting.weight
        guard !units.number.isZero else { return }
        if weight.commodity == units.commodity { return try change(account, units.commodity, by: units.number) }
        exchanges.append(Exchange(account: account, units: units, weight: weight))
        try change(account, weight.commodity, by: weight.number)
    }

    /// Takes in what an account says that luca does not keep; units without a price say nothing of money.
    mutating func addSource(_ role: DoubleEntryAccounts.Role, _ posting: BookedPosting, isUnits: Bool) throws {
        if isUnits, posting.weight.commodity == posting.units.commodity { return }
        sources.append(
            Source(role: role, amount: DoubleEntryBook.Amount(number: -posting.weight.number, commodity: posting.weight.commodity), account: posting.account))
    }

    private mutating func change(_ account: String, _ currency: String, by number: FixedDecimal) throws {
        guard let place = amounts.firstIndex(where: { $0.account == account && $0.currency == currency }) else {
            amounts.append(Cash(account: account, currency: currency, left: number))
            return
        }
        amounts[place].left = try amounts[place].left + number
    }

    /// The cash of an account that nothing accounts for yet.
    func left(_ account: String, _ currency: String) throws -> FixedDecimal {
        try amounts.reduce(.zero) { $1.account == account && $1.currency == currency ? try $0 + $1.left : $0 }
    }

    /// Takes away so much of what equity gives, where it is as much. Whether it was.
    mutating func takeFromEquity(_ amount: FixedDecimal, _ currency: String) throws -> Bool {
        let sum = try sources.reduce(FixedDecimal.zero) { $1.role == .equity && $1.amount.commodity == currency ? try $0 + $1.amount.number : $0 }
        guard try sum >= amount - .halfCent, let account = sources.first(where: { $0.role == .equity && $0.amount.commodity == currency })?.account else { return false }
        sources.removeAll { $0.role == .equity && $0.amount.commodity == currency }
        let left = try sum - amount
        if left > .halfCent { sources.append(Source(role: .equity, amount: DoubleEntryBook.Amount(number: left, commodity: currency), account: account)) }
        return true
    }

    /// Takes in a draft that accounts for cash of its account.
    mutating func take(_ imported: ImportedDraft, _ amount: FixedDecimal, _ currency: String) throws {
        drafts.append(imported)
        try change(imported.draft.account ?? "", currency, by: -amount)
    }

    /// Makes dividends of gains that no sale brings: what a fund distributes of its own.
    mutating func distributeGains() {
        for place in sources.indices where sources[place].role == .gains && sources[place].amount.number > .zero { sources[place].role = .dividend(nil) }
    }

    /// Whether cash of some account changes.
    var isPaid: Bool { !amounts.isEmpty }

    /// Whether all that luca does not keep is equity.
    var isOfEquity: Bool { !sources.isEmpty && sources.allSatisfy { $0.role == .equity } }

    /// Whether units come from what luca does not keep, and from no payment: they bring no cash with them.
    var isInKind: Bool { amounts.isEmpty && !sources.isEmpty && sources.allSatisfy { [.equity, .other, .gains].contains($0.role) || $0.role == .tax && hasOtherIncome } }

    /// Whether what leaves brings nothing: it is given away.
    var isGift: Bool { amounts.isEmpty && !sources.isEmpty && sources.allSatisfy { [.equity, .other, .gains].contains($0.role) } }

    /// The gains that the file tells in a currency.
    func gains(_ currency: String) throws -> FixedDecimal {
        try sources.reduce(.zero) { $1.role == .gains && $1.amount.commodity == currency ? try $0 + $1.amount.number : $0 }
    }

    /// The gains that the file tells, by currency.
    func toldGains() throws -> [DoubleEntryBook.Amount] {
        var sums: [String: FixedDecimal] = [:]
        for source in sources where source.role == .gains { sums[source.amount.commodity] = try (sums[source.amount.commodity] ?? .zero) + source.amount.number }
        return sums.sorted { $0.key < $1.key }.map { DoubleEntryBook.Amount(number: $0.value, commodity: $0.key) }
    }

    // MARK: trades

    /// Takes in a trade.
    ///
    /// - Parameters:
    ///   - tellsGain: whether its gain stands in a posting of its own.
    ///   - slack: by how much it may differ from the price that is told of it.
    mutating func add(
        trade imported: ImportedDraft, isIn: Bool, gross: FixedDecimal, unitPrice: FixedDecimal?, currency: String, tellsGain: Bool, slack: FixedDecimal? = nil
    ) {
        trades.append(Trade(imported: imported, isIn: isIn, gross: gross, unitPrice: unitPrice, currency: currency, tellsGain: tellsGain, slack: slack))
    }

    private var hasOtherIncome: Bool { sources.contains { $0.role == .other && $0.amount.number > .zero } }
    /// What stands beside trades and is neither a charge nor a gain of theirs, as far as is known.
    var unknownBesideTrades: [Source] { trades.isEmpty ? [] : sources.filter { $0.role == .other } }
    private var hasPayment: Bool { sources.contains { $0.isDistribution || $0.isInterest } }

    /// Gives the trades their charges and their last decimals, and makes drafts of them. Returns how many have a fee.
    mutating func settleTrades() throws -> Int {
        for place in trades.indices where place == trades.firstIndex(where: { $0.currency == trades[place].currency }) {
            let currency = trades[place].currency
            if try !isReinvested(currency) { trades[place].fee = try takeCharges(.fee, currency) }
            // Beside wages a tax is theirs, unless something is sold alone: then the other income may be its gain.
            let isSale = trades.allSatisfy { $0.currency != currency || !$0.isIn }
            if !hasPayment, !hasOtherIncome || isSale { trades[place].tax = try takeCharges(.tax, currency) }
        }
        try absorbRounding()
        for place in trades.indices {
            var imported = trades[place].imported
            let currency = trades[place].currency, gross = trades[place].gross, quantity = imported.draft.quantity ?? .zero
            (imported.draft.currency, imported.draft.fee, imported.draft.tax) = (currency, trades[place].fee, trades[place].tax)
            if let price = trades[place].unitPrice, let product = try? price * quantity, try (product - gross).magnitude <= .halfCent { imported.draft.price = price }
            if try imported.draft.price.map({ try $0 * quantity != gross }) ?? true { imported.draft.amount = gross }
            try change(imported.draft.account ?? "", currency, by: -trades[place].effect)
            drafts.append(imported)
        }
        return trades.count { !$0.fee.isZero }
    }

    /// Whether a dividend became units that cost just as much: what was charged beside is none of what they cost.
    private func isReinvested(_ currency: String) throws -> Bool {
        let paid = try sources.reduce(FixedDecimal.zero) { $1.isDistribution && $1.amount.commodity == currency ? try $0 + $1.amount.number : $0 }
        if paid.isZero { return false }
        return try trades.reduce(FixedDecimal.zero) { $1.currency == currency ? try $0 + ($1.isIn ? $1.gross : -$1.gross) : $0 } == paid
    }

    /// Takes the charges of a kind in a currency, if they come to one.
    private mutating func takeCharges(_ role: DoubleEntryAccounts.Role, _ currency: String) throws -> FixedDecimal {
        let sum = try sources.reduce(FixedDecimal.zero) { $1.role == role && $1.amount.commodity == currency ? try $0 - $1.amount.number : $0 }
        guard sum > .zero else { return .zero }
        sources.removeAll { $0.role == role && $0.amount.commodity == currency }
        return sum
    }

    /// Lets a trade, or else an exchange, take what a transaction is off by, since cash is what was counted.
    private mutating func absorbRounding() throws {
        for currency in (trades.map(\.currency) + exchanges.map(\.weight.commodity)).distinct {
            var rest = try amounts.reduce(FixedDecimal.zero) { $1.currency == currency ? try $0 + $1.left : $0 }
            // Beside a sale or an exchange they are in what it brings; else units came of them.
            let own = trades.indices.filter { trades[$0].currency == currency }, isInTrades = own.isEmpty || own.contains { trades[$0].tellsGain }
            for source in sources where source.amount.commodity == currency && !(isInTrades && source.role == .gains) { rest = try rest - source.amount.number }
            for place in own { rest = try rest - trades[place].effect }
            if rest.isZero { continue }
            let slack = try own.compactMap { trades[$0].slack }.reduce(FixedDecimal?.none) { try ($0 ?? .cent) + $1 }
            if let slack, rest.magnitude > slack { otherProceeds += 1 }
            if let place = own.first(where: { !trades[$0].isIn }) ?? own.first {
                let gross = trades[place].isIn ? try trades[place].gross - rest : try trades[place].gross + rest
                if !gross.isNegative {
                    trades[place].gross = gross
                } else if !trades[place].isIn {
                    // A sale that took money was charged more than came for it.
                    (trades[place].gross, trades[place].fee) = (.zero, try trades[place].fee - gross)
                }
            } else if let place = exchanges.firstIndex(where: { $0.weight.commodity == currency }) {
                exchanges[place].weight.number = try exchanges[place].weight.number - rest
                try change(exchanges[place].account, currency, by: -rest)
            }
        }
    }

    // MARK: payments

    /// Makes drafts of exchanges, dividends, interest, fees and taxes.
    ///
    /// - Parameter symbol: the instrument that pays a dividend whose account does not tell it.
    mutating func pay(_ symbol: () -> String?) throws {
        if !keepers.isEmpty { return keepIncome() }
        for exchange in exchanges {
            for (amount, sign) in [(exchange.units, FixedDecimal.one), (exchange.weight, -.one)] {
                var draft = draft(.adjustment, exchange.account)
                (draft.subtype, draft.amount, draft.currency) = (ActivitySubtype.exchange.rawValue, try amount.number * sign, amount.commodity)
                drafts.append(imported(draft))
            }
        }
        let netsTaxes = hasOtherIncome
        // A tax may stand before the dividend that it was kept from.
        let taxed = sources.contains { if case .capital = $0.role { false } else { $0.isDistribution } }
        for source in sources {
            switch source.role {
            // A part of an account's name that is as short as a country's code says less than the transaction's own words.
            case .dividend(let told?) where told.count > 2: try payDividend(source, told, netsTaxes: netsTaxes)
            case .dividend(let told): try payDividend(source, symbol() ?? told, netsTaxes: netsTaxes)
            case .paid(let told, _): try payDividend(source, told, netsTaxes: netsTaxes)
            // Of capital a tax is kept only where nothing else is paid.
            case .capital(let told, _): try payDividend(source, told, netsTaxes: netsTaxes || taxed)
            default: break
            }
        }
        for source in sources {
            switch source.role {
            case .interest(let symbol): try pay(.interest, source, amount: source.amount.number, symbol: symbol, tax: netsTaxes ? .zero : takeTax(of: source))
            case .credit(let symbol): try pay(.credit, source, amount: source.amount.number, symbol: symbol, tax: netsTaxes ? .zero : takeTax(of: source))
            default: break
            }
        }
        // What is left of them when income has taken the taxes that were kept from it.
        for source in sources {
            switch source.role {
            case .fee: try pay(.fee, source, amount: -source.amount.number)
            case .tax where !netsTaxes: try pay(.tax, source, amount: -source.amount.number)
            default: break
            }
        }
        sources.removeAll { source in
            switch source.role {
            case .dividend, .paid, .capital, .interest, .credit, .fee, .gains: true
            case .tax: !netsTaxes
            default: false
            }
        }
    }

    /// Makes drafts of income that units keep: it raises what they cost.
    private mutating func keepIncome() {
        for kept in keepers { keepIncome(kept.amount.number.magnitude, kept.amount.commodity, UnitPlace(account: kept.account, symbol: kept.symbol)) }
        sources = []
    }

    /// Makes a draft of income that units of an account keep.
    mutating func keepIncome(_ amount: FixedDecimal, _ currency: String, _ place: UnitPlace, name: String = "") {
        var draft = draft(.dividend, place.account)
        (draft.subtype, draft.symbol, draft.amount, draft.currency) = (ActivitySubtype.notionalDistribution.rawValue, place.symbol, amount, currency)
        drafts.append(imported(draft, name: name))
    }

    private mutating func payDividend(_ source: Source, _ symbol: String?, netsTaxes: Bool) throws {
        guard let symbol else {
            namelessDividends += 1
            return try pay(.credit, source, amount: source.amount.number, tax: netsTaxes ? .zero : takeTax(of: source))
        }
        try pay(.dividend, source, amount: source.amount.number, symbol: symbol, tax: netsTaxes ? .zero : takeTax(of: source))
    }

    /// Takes the tax that was kept from some income, if it is no more than that.
    private mutating func takeTax(of source: Source) throws -> FixedDecimal {
        guard source.amount.number > .zero else { return .zero }
        let tax = try takeCharges(.tax, source.amount.commodity)
        if tax <= source.amount.number { return tax }
        sources.append(Source(role: .tax, amount: DoubleEntryBook.Amount(number: -tax, commodity: source.amount.commodity), account: ""))
        return .zero
    }

    private mutating func pay(_ kind: ActivityKind, _ source: Source, amount: FixedDecimal, symbol: String? = nil, tax: FixedDecimal = .zero) throws {
        if amount.isZero { return }
        let currency = source.amount.commodity, account = payee(source)
        guard !account.isEmpty else { return }
        var draft = draft(kind, account)
        if case .capital = source.role { draft.subtype = ActivitySubtype.returnOfCapital.rawValue }
        // So luca's own exports call it.
        if kind == .credit, source.account.hasSuffix(":Credits:Bonuses") { draft.subtype = ActivitySubtype.bonus.rawValue }
        (draft.amount, draft.currency, draft.symbol, draft.tax) = (amount, currency, symbol, tax.isZero ? nil : tax)
        drafts.append(imported(draft))
        try change(account, currency, by: -(try source.amount.number - tax))
    }

    /// The account that a payment goes to: the one that is told; for capital the one whose units cost less by it; of those whose cash moves the same way, the one whose name is
    /// nearest, else the one with most.
    private func payee(_ source: Source) -> String {
        switch source.role {
        case .capital(_, let account), .paid(_, let account): return account
        default: break
        }
        let parts = Set(source.account.split(separator: ":"))
        func score(_ cash: Cash) -> (Int, Int, FixedDecimal) {
            let isSame = cash.currency == source.amount.commodity && !cash.left.isZero && cash.left.isNegative == source.amount.number.isNegative
            return (isSame ? 1 : 0, parts.intersection(cash.account.split(separator: ":")).count, cash.left.magnitude)
        }
        return amounts.max { score($0) < score($1) }?.account ?? drafts.first?.draft.account ?? ""
    }

    // MARK: what is left

    /// Makes drafts of what no trade and no payment accounts for: transfers between the accounts, then deposits and withdrawals.
    mutating func rest(_ group: (String) -> String) throws -> [ImportedDraft] {
        var rest: [ImportedDraft] = []
        for out in amounts.indices where amounts[out].left.isNegative {
            for into in amounts.indices where amounts[into].left > .zero && amounts[into].currency == amounts[out].currency && amounts[into].account != amounts[out].account {
                guard amounts[out].left.isNegative else { break }
                let sum = min(amounts[out].left.magnitude, amounts[into].left), currency = amounts[out].currency
                let name = group("\(amounts[out].account) > \(amounts[into].account) \(sum) \(currency)")
                for (kind, account) in [(ActivityKind.transferOut, amounts[out].account), (.transferIn, amounts[into].account)] {
                    var draft = draft(kind, account)
                    (draft.amount, draft.currency, draft.group) = (sum, currency, name)
                    rest.append(imported(draft))
                }
                amounts[out].left = try amounts[out].left + sum
                amounts[into].left = try amounts[into].left - sum
            }
        }
        for cash in amounts where !cash.left.isZero {
            let others = sources.filter { $0.amount.commodity == cash.currency && !$0.account.isEmpty }.map(\.account).distinct
            let isRounding = others.isEmpty && cash.left.magnitude < .halfCent
            var draft = draft(isRounding ? .adjustment : cash.left.isNegative ? .withdrawal : .deposit, cash.account)
            (draft.amount, draft.currency) = (isRounding ? cash.left : cash.left.magnitude, cash.currency)
            if !others.isEmpty { draft.notes += (draft.notes.isEmpty ? "" : " ") + "[\(others.joined(separator: ", "))]" }
            rest.append(imported(draft))
        }
        return rest
    }
}

extension [String] {
    /// Each of them once, in the order in which they first come; a transaction has few.
    var distinct: [String] { count < 2 ? self : reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
