import Values

/// Makes a `DoubleEntryBook` of what a file of GnuCash holds.
struct GnuCashReader {
    private let file: GnuCashFile
    private let accounts: GnuCashAccounts
    private(set) var book = DoubleEntryBook()
    /// What each account of securities holds so far, by its id.
    private var held: [String: FixedDecimal] = [:]
    /// What each lot holds so far, by its id.
    private var heldInLots: [String: FixedDecimal] = [:]
    /// Accounts of securities that hold less than nothing at some time.
    private var short: Set<String> = []
    private var patched: [String: Int] = [:]
    private var voided: [GnuCashFile.Transaction] = []

    init(_ file: GnuCashFile, _ currencies: CurrencyTable) {
        self.file = file
        accounts = GnuCashAccounts(file, currencies)
        book.program = "GnuCash"
        (book.isLenient, book.booking, book.lineCount) = (true, .fifo, file.lineCount)
        book.keepsAccountsApart = true
        book.renamingHint = "in GnuCash make a security of its own for one of the two, such as *, with an account for it, and move these trades there"
        book.issues = accounts.issues
        // Values balance to the last digit, which is checked here; what is computed of prices of a unit may be off by less than this.
        book.tolerances["*"] = .halfCent
    }

    /// Reads everything.
    mutating func read() {
        var uses: [String: Int] = [:]
        for transaction in file.transactions where transaction.currency?.isCurrency == true { uses[accounts.symbol(transaction.currency), default: 0] += 1 }
        if let most = uses.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) { book.operatingCurrencies = [most.key] }
        for (line, commodity, name) in file.commodities where !commodity.isCurrency && commodity.space != "template" {
            book.directives.append(DoubleEntryBook.Directive(line: line, day: .min, content: .commodity(accounts.symbol(commodity), name: name)))
        }
        let days = dated()
        findShort(days)
        openAccounts()
        held = [:]
        for (transaction, day) in days { take(transaction, on: day) }
        takePrices()
        for other in file.others { book.directives.append(DoubleEntryBook.Directive(line: other.line, day: .min, content: .leftOut(noun: other.noun))) }
        tell()
    }

    private mutating func openAccounts() {
        // Those that have to be able to sell short come first, since the account of luca's is defined with the first that belongs to it.
        let entries = accounts.entries.sorted { (short.contains($0.key) ? 0 : 1, $0.value.line) < (short.contains($1.key) ? 0 : 1, $1.value.line) }
        for (id, entry) in entries {
            book.classes[entry.name] = entry.kind
            if entry.isHeld, !entry.isCurrency {
                let capital = Self.capital(of: entry.name)
                (book.classes[capital], book.capitals[capital]) = (.income, DoubleEntryBook.Holder(account: entry.name, commodity: entry.commodity))
            }
            if entry.type == "TRADING" || entry.isPatch { continue }
            book.directives.append(
                DoubleEntryBook.Directive(line: entry.line, day: .min, content: .open(account: entry.name, booking: short.contains(id) ? DoubleEntryBook.LotBooking.none : nil)))
        }
        for (name, kind) in Self.own { book.classes[name] = kind }
    }

    // MARK: order

    /// The transactions that count, by day, and of one day as they were entered. A sale of what comes in on the same day waits for it, also
    /// one from a lot that comes about on that day, though the account has other lots.
    private mutating func dated() -> [(GnuCashFile.Transaction, Day)] {
        var dated: [(transaction: GnuCashFile.Transaction, day: Day)] = []
        for transaction in file.transactions {
            if transaction.isVoid {
                voided.append(transaction)
                continue
            }
            do throws(ImportIssue) { dated.append((transaction, try GnuCashFigures.day(transaction.posted, told: transaction.day))) } catch {
                book.issues.append((transaction.line, error))
            }
        }
        let ordered = dated.enumerated().sorted {
            ($0.element.day, $0.element.transaction.entered, $0.offset) < ($1.element.day, $1.element.transaction.entered, $1.offset)
        }.map(\.element)
        var result: [(GnuCashFile.Transaction, Day)] = [], waiting: [(GnuCashFile.Transaction, Day)] = []
        for entry in ordered {
            if let day = waiting.first?.1, day < entry.day {
                result += waiting
                waiting = []
            }
            let lacks = move(entry.transaction)
            if lacks { waiting.append(entry) } else { result.append(entry) }
        }
        return result + waiting
    }

    /// Counts the units of a transaction; whether some account or lot then holds less than nothing.
    private mutating func move(_ transaction: GnuCashFile.Transaction) -> Bool {
        var lacks = false
        for split in transaction.splits {
            guard let entry = accounts.entries[split.account], entry.isHeld, !entry.isCurrency, let quantity = try? GnuCashFigures.number(split.quantity),
                let sum = try? (held[split.account] ?? .zero) + quantity
            else { continue }
            held[split.account] = sum
            if sum.isNegative, quantity.isNegative { lacks = true }
            guard !split.lot.isEmpty, let inLot = try? (heldInLots[split.lot] ?? .zero) + quantity else { continue }
            heldInLots[split.lot] = inLot
            if inLot.isNegative, quantity.isNegative { lacks = true }
        }
        return lacks
    }

    private mutating func findShort(_ days: [(GnuCashFile.Transaction, Day)]) {
        (held, heldInLots) = ([:], [:])
        for (transaction, _) in days where move(transaction) {
            for split in transaction.splits where held[split.account]?.isNegative == true { short.insert(split.account) }
        }
    }

    // MARK: transactions

    private mutating func take(_ transaction: GnuCashFile.Transaction, on day: Day) {
        func add(_ content: DoubleEntryBook.Content) { book.directives.append(DoubleEntryBook.Directive(line: transaction.line, day: day, content: content)) }
        count(transaction)
        if transaction.splits.isEmpty { return add(.leftOut(noun: "transaction without splits")) }
        do throws(ImportIssue) {
            let reading = try GnuCashSplits(transaction, accounts, held, short)
            for taken in reading.transactions { add(.transaction(taken)) }
            if reading.transactions.isEmpty { add(.leftOut(noun: !reading.gains.isEmpty ? "gain that luca computes itself" : "transaction without amounts")) }
            book.gains += reading.gains.map { DoubleEntryBook.HeldGain(line: $0.split.line, day: day, holder: $0.holder, amount: $0.amount) }
            book.payments.merge(reading.payments) { first, _ in first }
            for name in reading.patched { patched[name, default: 0] += 1 }
        } catch {
            book.issues.append((transaction.line, error))
        }
        _ = move(transaction)
    }

    /// Counts what a transaction tells that luca has no place for.
    private mutating func count(_ transaction: GnuCashFile.Transaction) {
        func lose(_ noun: String, _ count: Int) { if count > 0 { book.leftOut[noun, default: 0] += count } }
        lose("number on a transaction", transaction.number.isEmpty ? 0 : 1)
        lose("document on a transaction", transaction.hasDocument ? 1 : 0)
        lose("memo on a split", transaction.splits.count { !$0.memo.isEmpty && $0.memo != transaction.description })
        lose("mark on a split that it is cleared or reconciled", transaction.splits.count { ["c", "y", "f"].contains($0.state) })
    }

    // MARK: prices

    private mutating func takePrices() {
        // Of several prices of a day the latest holds.
        var best: [String: (price: GnuCashFile.Price, amount: DoubleEntryBook.Amount, day: Day)] = [:], order: [String] = []
        for price in file.prices {
            do throws(ImportIssue) {
                let day = try GnuCashFigures.day(price.time), value = try GnuCashFigures.number(price.value)
                guard price.commodity != nil, price.currency != nil else { throw ImportIssue(.missingValue, message: "the price does not tell of what it is, or in what") }
                guard value > .zero else {
                    book.directives.append(DoubleEntryBook.Directive(line: price.line, day: day, content: .leftOut(noun: "price of 0 or less")))
                    continue
                }
                let commodity = accounts.symbol(price.commodity), currency = accounts.symbol(price.currency), key = "\(day) \(commodity) \(currency)"
                if let other = best[key] {
                    let isLater = other.price.time < price.time
                    book.directives.append(
                        DoubleEntryBook.Directive(line: isLater ? other.price.line : price.line, day: day, content: .leftOut(noun: "earlier price on the same day")))
                    if !isLater { continue }
                } else {
                    order.append(key)
                }
                best[key] = (price, DoubleEntryBook.Amount(number: value, commodity: currency), day)
            } catch {
                book.issues.append((price.line, error))
            }
        }
        for key in order {
            guard let (price, amount, day) = best[key] else { continue }
            book.directives.append(DoubleEntryBook.Directive(line: price.line, day: day, content: .price(commodity: accounts.symbol(price.commodity), amount)))
        }
    }

    // MARK: what is told

    /// Accounts that stand in for those that GnuCash does without.
    static let dividends = "Income:Dividends", fees = "Expenses:Fees", exchange = "Liabilities:Exchange", orphan = "Liabilities:Orphan"
    private static let own: [(String, DoubleEntryBook.AccountClass)] = [(dividends, .income), (fees, .expenses), (exchange, .liabilities), (orphan, .liabilities)]

    /// The account that stands for the capital which the units in another return. No account of GnuCash is called so.
    static func capital(of account: String) -> String { "Income:(capital):" + account }

    private mutating func tell() {
        let described = file.accounts.count(where: \.isDescribed)
        if described > 0 { book.leftOut["code, description or notes on an account"] = described }
        for transaction in voided {
            book.directives.append(DoubleEntryBook.Directive(line: transaction.line, day: .min, content: .leftOut(noun: "voided transaction")))
        }
        for (name, count) in patched.sorted(by: { $0.key < $1.key }) {
            book.remarks.append("\(count) \(count == 1 ? "split is" : "splits are") in \(MessageText.cut(name)), where GnuCash keeps what does not balance; look at them there")
        }
        for (mnemonic, name) in accounts.renamed.sorted(by: { $0.key < $1.key }) {
            book.remarks.append("\(MessageText.cut(mnemonic)) is the code of a currency or of another security, so that this one is called \(MessageText.cut(name))")
        }
    }

    /// Has accounts keep the names that the book has for them.
    mutating func keepNames(_ known: GnuCashKnown, _ context: ImportContext) {
        book.knownNames = known.names(of: accounts, context)
        // One that was the only one of its security when it came has a name that it would not get any more.
        for account in accounts.entries.values {
            guard let alone = account.alone, book.knownNames[account.name] == alone else { continue }
            book.formerNames[account.name] = alone
        }
    }

    /// Refuses what stands on some lines.
    mutating func refuse(_ issues: [(line: Int, issue: ImportIssue)]) { book.issues += issues }
}
