import Ledger
import Values

/// The splits of one transaction of GnuCash as postings.
struct GnuCashSplits {
    /// What becomes of the transaction; a split of shares is one of its own.
    private(set) var transactions: [DoubleEntryBook.Transaction] = []
    /// The gains that it tells, which are left out, each with its split and what it is of.
    private(set) var gains: [(split: GnuCashFile.Split, holder: DoubleEntryBook.Holder, amount: DoubleEntryBook.Amount)] = []
    /// The accounts for what does not balance that it posts to.
    private(set) var patched: [String] = []

    /// A split with its figures.
    private struct Figures {
        var split: GnuCashFile.Split
        var entry: GnuCashAccounts.Entry?
        var value: FixedDecimal
        var quantity: FixedDecimal

        var isUnits: Bool { entry.map { $0.isHeld && !$0.isCurrency } ?? false }
    }

    /// The accounts that stand for what is paid to an account of a security, with the account of income and that one.
    private(set) var payments: [String: (income: String, holder: DoubleEntryBook.Holder)] = [:]
    /// An account of a security that income is paid to, with the money that it gets of one payment to several, or the line of the payment that is its own.
    private typealias Payer = (entry: GnuCashAccounts.Entry, money: FixedDecimal?, line: Int?)

    private var payers: [Payer] = []

    private let currency: String
    private let short: Set<String>
    /// Whether it is income that a fund keeps.
    private let isKept: Bool

    /// - Parameter held: what each account of securities holds before.
    /// - Parameter short: accounts that hold less than nothing at some time.
    init(_ transaction: GnuCashFile.Transaction, _ accounts: GnuCashAccounts, _ held: [String: FixedDecimal], _ short: Set<String>) throws(ImportIssue) {
        currency = accounts.symbol(transaction.currency)
        self.short = short
        guard !currency.isEmpty else { throw ImportIssue(.badCurrency, message: "the transaction has no currency") }
        var rows: [Figures] = []
        for split in transaction.splits {
            rows.append(
                Figures(
                    split: split, entry: accounts.entries[split.account], value: try GnuCashFigures.number(split.value), quantity: try GnuCashFigures.number(split.quantity)))
        }
        try Self.check(rows, currency)
        // Trading accounts mirror the others, each in what it holds.
        if try Self.sum(rows.filter { $0.entry?.type == "TRADING" }).isZero { rows.removeAll { $0.entry?.type == "TRADING" } }
        let about = Set(rows.filter { $0.isUnits && $0.quantity.isZero }.compactMap(\.entry?.commodity))
        isKept = Self.isKept(rows, held)
        if !isKept { try takeOutGains(&rows) }
        payers = Self.payers(rows)
        var main = DoubleEntryBook.Transaction(payee: transaction.description, narration: transaction.notes, id: transaction.id)
        main.instrument = about.count == 1 ? about.first : about.isEmpty ? reinvested(rows) : nil
        var splits: [DoubleEntryBook.Transaction] = [], held = held
        let areAlone = Self.areShareSplits(rows, held)
        for row in rows {
            if row.entry?.isPatch ?? true { patched.append(row.entry?.name.split(separator: ":").last.map(String.init) ?? "no account") }
            if row.value.isZero, row.quantity.isZero { continue }
            if row.isUnits, row.value.isZero, Self.isShareSplit(row.split, alone: areAlone), let before = held[row.split.account], !before.isZero {
                splits.append(try shareSplit(row, before, transaction, number: splits.count + 1))
                held[row.split.account] = try? before + row.quantity
                continue
            }
            main.postings += try postings(row)
        }
        // What a fraction cost may be taken out beside it, without units.
        let isPaid = rows.contains { $0.entry?.kind == .income && !$0.value.isZero } && !rows.contains { $0.isUnits && !$0.value.isZero && !$0.quantity.isZero }
        if isPaid, !splits.isEmpty {
            // Income beside a split was paid in lieu of a fraction, or as a dividend of what was split.
            let payers = Set(splits.flatMap(\.postings).compactMap(\.units?.commodity))
            if payers.count == 1 { main.instrument = payers.first }
            main.splitIDs = splits.map(\.id)
            main.postings = splits.flatMap(\.postings) + main.postings
            splits = []
        }
        transactions = splits
        if !main.postings.isEmpty { transactions.append(main) }
    }

    /// The one security that comes and is paid for, so that what income pays for it is its own; nil where there is another, some leave, or a short sale is covered.
    private func reinvested(_ rows: [Figures]) -> String? {
        let traded = rows.filter { $0.isUnits && !$0.quantity.isZero && !$0.value.isZero }
        guard traded.allSatisfy({ $0.quantity > .zero && !short.contains($0.split.account) }), Set(traded.compactMap(\.entry?.commodity)).count == 1 else { return nil }
        return traded.first?.entry?.commodity
    }

    /// Whether rows tell income that a fund keeps, which raises what its units cost: value without units of what is held, against dividends alone.
    private static func isKept(_ rows: [Figures], _ held: [String: FixedDecimal]) -> Bool {
        let told = rows.filter { !$0.value.isZero || !$0.quantity.isZero }, units = told.filter(\.isUnits)
        guard !units.isEmpty, told.count > units.count, units.allSatisfy({ $0.quantity.isZero && $0.value > .zero && held[$0.split.account] ?? .zero > .zero }) else {
            return false
        }
        return told.allSatisfy { row in
            if row.isUnits { return true }
            guard let entry = row.entry, entry.kind == .income, row.value.isNegative else { return false }
            let words = AccountWords(entry.name.split(separator: ":").dropFirst().map(String.init))
            return words.tellsDividends && !words.tellsGains
        }
    }

    /// The accounts of a security that splits without units and value name beside what is paid; none where units change. Of several, each has the dividend that stands in its place among
    /// as many; of one dividend each gets the money of the account whose name is nearest, where there are as many of these.
    private static func payers(_ rows: [Figures]) -> [Payer] {
        let units = rows.filter(\.isUnits), entries = units.compactMap(\.entry)
        guard units.allSatisfy({ $0.quantity.isZero && $0.value.isZero }), entries.count == units.count, Set(entries.map(\.commodity)).count == 1 else { return [] }
        if entries.count == 1 { return [(entries[0], nil, nil)] }
        let dividends = rows.filter { isDividend($0.entry) }
        if dividends.count == entries.count { return zip(entries, dividends).map { ($0, nil, $1.split.line) } }
        var cash = rows.filter { !$0.isUnits && $0.entry?.isHeld == true && $0.value > .zero }
        guard dividends.count == 1, cash.count == entries.count, rows.count == 2 * cash.count + 1 else { return [] }
        func nearness(_ entry: GnuCashAccounts.Entry, _ row: Figures) -> Int {
            zip(entry.name.split(separator: ":"), row.entry?.name.split(separator: ":") ?? []).prefix { $0 == $1 }.count
        }
        return entries.map { entry in
            let place = cash.indices.max { (nearness(entry, cash[$0]), $1) < (nearness(entry, cash[$1]), $0) } ?? 0
            return (entry, cash.remove(at: place).value, nil)
        }
    }

    private static func isDividend(_ entry: GnuCashAccounts.Entry?) -> Bool {
        guard let entry, entry.kind == .income else { return false }
        return AccountWords(entry.name.split(separator: ":").dropFirst().map(String.init)).tellsDividends
    }

    /// The postings of what luca does not keep: of dividends to accounts that stand for what is paid to those of a security.
    private mutating func paid(_ row: Figures) -> [DoubleEntryBook.Posting] {
        guard Self.isDividend(row.entry), let income = row.entry?.name, !payers.isEmpty else { return [posting(row, row.value, currency)] }
        return payers.filter { $0.line == nil || $0.line == row.split.line }.map { payer in
            let name = "\(income):(paid):\(payer.entry.name)"
            payments[name] = (income, DoubleEntryBook.Holder(account: payer.entry.name, commodity: payer.entry.commodity))
            return posting(row, payer.money.map { -$0 } ?? row.value, currency, account: name)
        }
    }

    private static func sum(_ rows: [Figures]) throws(ImportIssue) -> FixedDecimal {
        do { return try rows.reduce(.zero) { try $0 + $1.value } } catch { throw ImportIssue(.outOfRange, message: "its values are too large: \(error)") }
    }

    private static func check(_ rows: [Figures], _ currency: String) throws(ImportIssue) {
        let rest = try sum(rows)
        guard rest.isZero else {
            throw ImportIssue(
                .sumMismatch, message: "its splits do not balance: \(rest) \(currency) is left over",
                hint: "in GnuCash, Actions > Check & Repair > Check & Repair All adds a split for the rest")
        }
        for row in rows where !row.value.isZero && !row.quantity.isZero && row.value.isNegative != row.quantity.isNegative {
            throw ImportIssue(.wrongSign, message: "a split of \(row.quantity) \(row.entry?.commodity ?? "") is worth \(row.value) \(currency), which has the other sign")
        }
    }

    /// Takes out gains: value without units in an account of a security, against income or the like. Luca computes them itself.
    private mutating func takeOutGains(_ rows: inout [Figures]) throws(ImportIssue) {
        func isGain(_ row: Figures) -> Bool { row.isUnits && row.quantity.isZero && !row.value.isZero }
        func isCounter(_ row: Figures) -> Bool { [.income, .expenses, .equity].contains(row.entry?.kind) }
        func isOpposite(_ row: Figures, to gain: FixedDecimal) -> Bool { isCounter(row) && !row.value.isZero && row.value.isNegative != gain.isNegative }
        let all = try Self.sum(rows.filter(isGain))
        if let counter = rows.firstIndex(where: { isCounter($0) && !$0.value.isZero && $0.value == -all }) {
            rows.remove(at: counter)
            takeOut(&rows, isGain)
        } else if !all.isZero, let counters = try counters(rows.indices.filter { isOpposite(rows[$0], to: all) }, of: all, rows) {
            // Short and long gains stand in accounts of their own.
            for place in counters.sorted(by: >) { rows.remove(at: place) }
            takeOut(&rows, isGain)
        } else {
            for gain in rows.indices.reversed() where gain < rows.count && isGain(rows[gain]) {
                let value = rows[gain].value
                guard let counter = rows.firstIndex(where: { isCounter($0) && $0.value == -value }) else { continue }
                note(rows[gain])
                rows.remove(at: max(gain, counter))
                rows.remove(at: min(gain, counter))
            }
        }
        // A gain that is left beside a sale would be counted as a charge, or as capital returned.
        if let gain = rows.first(where: isGain), rows.contains(where: { $0.isUnits && $0.quantity.isNegative }),
            rows.contains(where: { $0.entry?.kind == .income && !$0.value.isZero })
        {
            throw ImportIssue(
                .sumMismatch, message: "its gain of \(gain.value) \(currency) in \(gain.entry?.commodity ?? "") has no income of the same amount on the other side",
                hint: "in GnuCash, give the gain a transaction of its own")
        }
    }

    private mutating func takeOut(_ rows: inout [Figures], _ isGain: (Figures) -> Bool) {
        for row in rows where isGain(row) { note(row) }
        rows.removeAll(where: isGain)
    }

    private mutating func note(_ gain: Figures) {
        guard let entry = gain.entry else { return }
        gains.append((gain.split, DoubleEntryBook.Holder(account: entry.name, commodity: entry.commodity), DoubleEntryBook.Amount(number: gain.value, commodity: currency)))
    }

    /// Which of some rows come to a gain together, beside others such as a commission: those of income, or the only ones that do; nil where none do, or several may.
    private func counters(_ places: [Int], of gain: FixedDecimal, _ rows: [Figures]) throws(ImportIssue) -> [Int]? {
        func comesTo(_ chosen: [Int]) throws(ImportIssue) -> Bool { try Self.sum(chosen.map { rows[$0] }) == -gain }
        let income = places.filter { rows[$0].entry?.kind == .income }
        for chosen in [places, income] { if try comesTo(chosen) { return chosen } }
        guard places.count <= Self.mostCounters else { return nil }
        var found: [[Int]] = []
        for bits in 1..<(1 << places.count) {
            let chosen = places.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element)
            if try comesTo(chosen) { found.append(chosen) }
        }
        return found.count == 1 ? found.first : nil
    }

    /// Among more rows than these nothing is looked for.
    private static let mostCounters = 8

    // MARK: splits of shares

    /// Words for a split of shares, in languages of GnuCash.
    private static let words: Set<String> = ["split", "aktiensplit", "fractionnement", "divisione", "frazionamento", "desdoblamiento", "splitsen", "teilung", "aktienteilung"]

    /// Whether all that rows tell is that units become others, in each account by the same ratio; those of one account alone are nothing else.
    private static func areShareSplits(_ rows: [Figures], _ held: [String: FixedDecimal]) -> Bool {
        if rows.count == 1 { return true }
        let ratios = rows.map { row -> Ratio? in
            guard row.isUnits, row.value.isZero, !row.quantity.isZero, let before = held[row.split.account], let after = try? before + row.quantity else { return nil }
            return Ratio(after, for: before)
        }
        guard let first = ratios.first, let terms = first?.terms, Set(rows.compactMap(\.entry?.commodity)).count == 1 else { return false }
        return ratios.allSatisfy { $0.map { $0.terms == terms } ?? false }
    }

    private static func isShareSplit(_ split: GnuCashFile.Split, alone: Bool) -> Bool { alone || words.contains(split.action.lowercased()) }

    /// The id of a split of shares in a transaction.
    static func splitID(_ id: String, _ number: Int) -> String { id + "/split" + (number == 1 ? "" : "/\(number)") }

    /// All units out and as many more in, at no cost, which is how `DoubleEntryMapper` knows a split.
    private func shareSplit(
        _ row: Figures, _ before: FixedDecimal, _ transaction: GnuCashFile.Transaction, number: Int
    ) throws(ImportIssue) -> DoubleEntryBook.Transaction {
        if let after = try? before + row.quantity, after.isZero {
            throw ImportIssue(
                .outOfRange, message: "all \(before) \(row.entry?.commodity ?? "") leave for nothing", hint: "record it by hand as a sale for 0, and leave this transaction out")
        }
        guard let entry = row.entry, let after = try? before + row.quantity, before > .zero, after > .zero else {
            throw ImportIssue(
                .outOfRange, message: "it looks like a split of \(row.entry?.commodity ?? ""), of which \(before) are held and \(row.quantity) come",
                hint: "record the split by hand, and leave this transaction out")
        }
        let price = DoubleEntryBook.PriceTerms(number: .zero, isTotal: true, commodity: currency),
            cost = DoubleEntryBook.CostTerms(number: .zero, isTotal: true, commodity: currency)
        let postings = [
            posting(row, -before, entry.commodity, price: price), posting(row, after, entry.commodity, cost: cost),
        ]
        let id = transaction.id.isEmpty || transaction.splits.count == 1 ? transaction.id : Self.splitID(transaction.id, number)
        return DoubleEntryBook.Transaction(payee: transaction.description, narration: transaction.notes, id: id, postings: postings)
    }

    // MARK: postings

    private func posting(
        _ row: Figures, _ number: FixedDecimal, _ commodity: String, cost: DoubleEntryBook.CostTerms? = nil, price: DoubleEntryBook.PriceTerms? = nil, account: String? = nil
    ) -> DoubleEntryBook.Posting {
        DoubleEntryBook.Posting(
            line: row.split.line, account: account ?? row.entry?.name ?? GnuCashReader.orphan, units: DoubleEntryBook.WrittenAmount(number: number, commodity: commodity),
            cost: cost, price: price)
    }

    private mutating func postings(_ row: Figures) throws(ImportIssue) -> [DoubleEntryBook.Posting] {
        guard let entry = row.entry, entry.isHeld else {
            return row.value.isZero ? [] : paid(row)
        }
        if row.isUnits { return units(row, entry) }
        if entry.commodity == currency {
            guard row.value == row.quantity else {
                throw ImportIssue(.sumMismatch, message: "a split of \(row.quantity) \(currency) is worth \(row.value) \(currency)")
            }
            return [posting(row, row.value, currency)]
        }
        // Money that only one of the two currencies tells of comes from or goes to the exchange.
        if row.value.isZero {
            return [posting(row, row.quantity, entry.commodity), posting(row, -row.quantity, entry.commodity, account: GnuCashReader.exchange)]
        }
        if row.quantity.isZero { return [posting(row, row.value, currency, account: GnuCashReader.exchange)] }
        return [posting(row, row.quantity, entry.commodity, price: DoubleEntryBook.PriceTerms(number: row.value.magnitude, isTotal: true, commodity: currency))]
    }

    private func units(_ row: Figures, _ entry: GnuCashAccounts.Entry) -> [DoubleEntryBook.Posting] {
        if row.quantity.isZero {
            // Money for the units that stay is capital returned, and what they keep is the other way round; money paid on them is a charge.
            return [posting(row, row.value, currency, account: row.value.isNegative || isKept ? GnuCashReader.capital(of: entry.name) : GnuCashReader.fees)]
        }
        let worth = row.value.magnitude, lot = row.split.lot.isEmpty ? nil : row.split.lot
        if row.quantity > .zero {
            return [posting(row, row.quantity, entry.commodity, cost: DoubleEntryBook.CostTerms(number: worth, isTotal: true, commodity: currency, label: lot))]
        }
        let price = DoubleEntryBook.PriceTerms(number: worth, isTotal: true, commodity: currency)
        let terms = lot == nil || short.contains(row.split.account) ? nil : DoubleEntryBook.CostTerms(label: lot)
        return [posting(row, row.quantity, entry.commodity, cost: terms, price: price)]
    }
}
