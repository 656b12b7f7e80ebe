import Values

/// What a file of double-entry bookkeeping says, whichever program wrote it: accounts by name, transactions with their postings, prices, assertions.
///
/// Its readers fill it without a look at luca's book; `DoubleEntryBooking` matches lots and completes amounts, `DoubleEntryMapper` makes activities of it.
struct DoubleEntryBook {
    /// A figure and what it is of.
    struct Amount: Hashable {
        /// The figure.
        var number: FixedDecimal
        /// The currency or the security, as the file names it.
        var commodity: String
    }

    /// Units of one security in one account.
    struct Holder: Hashable {
        /// The account's full name.
        var account: String
        /// The security, as the file names it.
        var commodity: String
    }

    /// A gain on units that were sold, told apart from the sale.
    struct HeldGain {
        /// The line that says so.
        var line: Int
        /// The day: that of the sale, or a later one.
        var day: Day
        /// What was sold, and where.
        var holder: Holder
        /// How much; below zero for a loss.
        var amount: Amount
    }

    /// What a directive says.
    enum Content {
        /// An account is in use from the day on, with its way of booking where it has its own.
        case open(account: String, booking: LotBooking?)
        /// An account is in use no longer.
        case close(account: String)
        /// A commodity and its name in words, if told.
        case commodity(String, name: String)
        /// Something happened.
        case transaction(Transaction)
        /// What an account and those below it hold as the day begins.
        case balance(account: String, Amount, tolerance: FixedDecimal)
        /// The next balance of the account is brought about by a transfer from another.
        case pad(account: String, source: String)
        /// The price of a commodity.
        case price(commodity: String, Amount)
        /// It is of the transaction that another line begins, and counts there.
        case part(ofLine: Int)
        /// Something that luca has no place for.
        case leftOut(noun: String)
        /// A rule of which postings would follow.
        case notRun(noun: String)
    }

    /// A statement of the file.
    struct Directive {
        /// The line on which it begins.
        var line: Int
        /// Its day; the first of all days where it has none.
        var day: Day
        /// What it says.
        var content: Content
    }

    /// How reductions choose among lots.
    enum LotBooking: String, CaseIterable {
        case strict = "STRICT"
        case strictWithSize = "STRICT_WITH_SIZE"
        case fifo = "FIFO"
        case lifo = "LIFO"
        case hifo = "HIFO"
        case average = "AVERAGE"
        case none = "NONE"
    }

    /// A file that was read, and the numbers of its lines.
    struct Section {
        /// The name as the including file has it; empty for the imported file itself.
        var name: String
        /// The number that its first line has in directives.
        var first: Int
    }

    /// The program whose file it is, as messages name it.
    var program = ""
    /// What the file says, in its order.
    var directives: [Directive] = []
    /// What cannot be read, by line.
    var issues: [(line: Int, issue: ImportIssue)] = []
    /// The files read, in the order of their lines.
    var sections: [Section] = []
    /// How many lines they have.
    var lineCount = 0
    /// The first parts of account names, by what such accounts are.
    var roots: [String: AccountClass] = [:]
    /// What accounts are that say so themselves.
    var classes: [String: AccountClass] = [:]
    /// Accounts that stand for capital which units return, with what holds these.
    var capitals: [String: Holder] = [:]
    /// Accounts that stand for what holders are paid through an account of income, with that account and the holder.
    var payments: [String: (income: String, holder: Holder)] = [:]
    /// Gains that the file tells of what an account sold until a day, and luca computes itself.
    var gains: [HeldGain] = []
    /// Whether each account has lots and splits of its own, so that no two that hold one security are one account of luca's.
    var keepsAccountsApart = false
    /// What to do with a security of two currencies; `*` stands for another name of it.
    var renamingHint = "call one of the two otherwise in the file, such as *"
    /// The names in luca of accounts that the file tells them of, as luca's own exports do.
    var lucaNames: [String: String] = [:]
    /// The currencies in luca of such accounts, where their amounts would not tell them.
    var lucaCurrencies: [String: String] = [:]
    /// Names under which the book has accounts: the one that has a name keeps it before others that would get it, too.
    var knownNames: [String: String] = [:]
    /// Those of them that an account has from when it was alone, and would not get any more.
    var formerNames: [String: String] = [:]
    /// The symbols in luca of commodities that are called otherwise in the file.
    var symbols: [String: String] = [:]
    /// The currencies in which the file's owner counts.
    var operatingCurrencies: [String] = []
    /// Whether units bought at a price are a lot, and sales need name none; and whether a price may follow from the two sides of a transaction.
    var isLenient = false
    /// Commodities that are instruments, though currencies have their codes.
    var instruments: Set<String> = []
    /// Whether a sale whose money follows from it counts at its price, and not at what its lot cost.
    var countsSalesAtPrice = false
    /// How reductions choose where an account does not tell.
    var booking = LotBooking.strict
    /// The tolerance of what was written with digits, as a multiple of the last digit.
    var toleranceFactor = FixedDecimal(units: FixedDecimal.unitsPerOne / 2)
    /// The tolerances of currencies written without digits; `*` is of all.
    var tolerances: [String: FixedDecimal] = [:]
    /// Whether the digits of units allow differences of what they cost, too.
    var infersToleranceFromCost = false
    /// Whether statements of a day come in the order of their lines in their own files, whichever file is read first.
    var countsOwnLines = false
    /// Whether figures that follow from others are rounded to their digits.
    var roundsMissingFigures = false
    /// What is told of the file as a whole, such as plugins that are not run.
    var remarks: [String] = []
    /// What luca has no place for beside whole statements, by the word for one of it.
    var leftOut: [String: Int] = [:]
    /// How many transactions are marked to be looked at again; they count as the others do.
    var flaggedCount = 0

    /// What kind of account one is.
    enum AccountClass: String, CaseIterable {
        case assets, liabilities, equity, income, expenses
    }

    /// What an account is, by what it says itself, one above it says, or by its first part.
    func accountClass(_ account: String) -> AccountClass? {
        var name = Substring(account)
        while true {
            if let told = classes[String(name)] { return told }
            guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return roots[name.lowercased()] }
            name = name[..<colon]
        }
    }

    /// Whether a transaction tells a gain, or other income, with its amount.
    func tellsGain(_ transaction: Transaction) -> Bool { transaction.postings.contains { $0.units?.number != nil && accountClass($0.account) == .income } }

    /// Where a line stands: the file's name (empty for the imported one) and the line there.
    func place(of line: Int) -> (file: String, line: Int) {
        guard let section = sections.last(where: { $0.first <= line }) else { return ("", line) }
        return (section.name, line - section.first + 1)
    }
}

extension DoubleEntryBook {
    /// A line as a sentence on several names it.
    func shown(_ line: Int) -> String {
        let place = place(of: line)
        return (place.file.isEmpty ? "" : "\(MessageText.cut(place.file)), ") + "line \(place.line)"
    }

    /// Notes a sentence on some lines, with the first of them.
    mutating func remark(on lines: [Int], _ sentence: String) {
        guard let first = lines.first else { return }
        remarks.append("\(shown(first))\(lines.count == 1 ? "" : ", and \(lines.count - 1) more"): \(sentence)")
    }

    /// Changes a transaction in its place.
    mutating func change(transactionAt place: Int, _ change: (inout Transaction) -> Void) {
        guard case .transaction(var transaction) = directives[place].content else { return }
        // Held by nobody else meanwhile, so that its postings are not copied.
        directives[place].content = .pad(account: "", source: "")
        change(&transaction)
        directives[place].content = .transaction(transaction)
    }

    /// Hands out all of it, and keeps nothing: a large file is in memory once.
    mutating func taken() -> DoubleEntryBook {
        defer { self = DoubleEntryBook() }
        return self
    }

    /// The book with the symbols that the file tells in place of those that it writes. What is called like a currency, as some funds are, keeps the symbol that is
    /// written: under the other it would be money.
    func withSymbols(_ isCurrency: (String) -> Bool) -> DoubleEntryBook {
        var book = self
        for (written, symbol) in symbols.sorted(by: { $0.key < $1.key }) where isCurrency(symbol) {
            book.symbols[written] = nil
            book.remarks.append("\(MessageText.cut(symbol)) is the code of a currency, so that the security is called \(MessageText.cut(written))")
        }
        let symbols = book.symbols
        if symbols.isEmpty { return book }
        for place in directives.indices {
            switch directives[place].content {
            case .commodity(let commodity, let name): book.directives[place].content = .commodity(symbols[commodity] ?? commodity, name: name)
            case .price(let commodity, let amount): book.directives[place].content = .price(commodity: symbols[commodity] ?? commodity, amount)
            case .balance(let account, var amount, let tolerance):
                amount.commodity = symbols[amount.commodity] ?? amount.commodity
                book.directives[place].content = .balance(account: account, amount, tolerance: tolerance)
            case .transaction(var transaction):
                for posting in transaction.postings.indices {
                    if let symbol = transaction.postings[posting].units?.commodity { transaction.postings[posting].units?.commodity = symbols[symbol] ?? symbol }
                    if let symbol = transaction.postings[posting].balance?.commodity { transaction.postings[posting].balance?.commodity = symbols[symbol] ?? symbol }
                }
                book.directives[place].content = .transaction(transaction)
            case .open, .close, .pad, .part, .leftOut, .notRun: break
            }
        }
        return book
    }
}
