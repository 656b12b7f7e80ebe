import Values

/// What ledger and hledger read differently in one and the same journal.
extension JournalParser {
    /// Tells where the two programs differ, and refuses what only one of them can mean.
    mutating func settleDifferences() {
        leaveOutClosings()
        settleVirtuals()
        let assigns = book.directives.contains { directive in
            guard case .transaction(let transaction) = directive.content else { return false }
            return transaction.postings.contains { $0.units == nil && $0.balance != nil }
        }
        if assigns {
            settleBareBalances()
            tellAssignments()
        }
        tellElidedSales()
        tellElidedPurchases()
    }

    /// `= 0` names no commodity: it empties an account in ledger, which can have one commodity only, and says nothing in hledger.
    private mutating func settleBareBalances() {
        var held: [String: Set<String>] = [:], lines: [(place: Int, line: Int)] = []
        for (place, directive) in book.directives.enumerated() {
            guard case .transaction(let transaction) = directive.content else { continue }
            for posting in transaction.postings {
                if let commodity = posting.units?.commodity, !commodity.isEmpty { held[posting.account, default: []].insert(commodity) }
                if let told = posting.balance, told.commodity.isEmpty, posting.units == nil { lines.append((place, posting.line)) }
            }
        }
        var refused: Set<Int> = []
        for (place, line) in lines {
            book.change(transactionAt: place) { transaction in
                for posting in transaction.postings.indices where transaction.postings[posting].line == line {
                    let own = held[transaction.postings[posting].account] ?? []
                    if isOfLedger, own.count == 1, let only = own.first { transaction.postings[posting].balance?.commodity = only } else { refused.insert(place) }
                }
            }
            guard refused.contains(place) else { continue }
            let issue = ImportIssue(
                .badCurrency, message: "line \(book.place(of: line).line): the balance names no commodity: ledger empties the account by it, and hledger changes nothing",
                hint: "write what it is of, such as = 0 USD")
            book.issues.append((book.directives[place].line, issue))
        }
        for place in refused.sorted().reversed() { book.directives.remove(at: place) }
    }

    /// Balances are set in the order of the days, as hledger does; ledger goes by the order of the file.
    private mutating func tellAssignments() {
        var latest: [String: Day] = [:], doubtful: [Int] = [], assigned: [String: [(line: Int, day: Day)]] = [:]
        for directive in book.directives {
            guard case .transaction(let transaction) = directive.content else { continue }
            for posting in transaction.postings {
                let account = posting.account
                // What follows in the file, but stands before by its day, counts for hledger alone. Most files are in order, and have nothing to look for.
                if let day = latest[account], directive.day < day { for told in assigned[account] ?? [] where directive.day < told.day { doubtful.append(told.line) } }
                if posting.balance != nil, posting.units == nil {
                    if let day = latest[account], day > directive.day { doubtful.append(posting.line) }
                    assigned[account, default: []].append((posting.line, directive.day))
                }
                latest[account] = max(latest[account] ?? .min, directive.day)
            }
        }
        book.remark(
            on: Set(doubtful).sorted(),
            "a balance is brought about by the order of the days here, as in hledger; ledger goes by the order of the file, and comes to another amount")
    }

    /// What a sale brings whose lot and price are told, and whose money is left to follow: its price in hledger, the cost of its lot in ledger.
    private mutating func tellElidedSales() {
        book.countsSalesAtPrice = !isOfLedger
        var lines: [Int] = []
        for directive in book.directives {
            guard case .transaction(let transaction) = directive.content else { continue }
            let sale = transaction.postings.first { posting in
                guard let cost = posting.cost, let price = posting.price, let units = posting.units?.number, units.isNegative, cost.number != nil else { return false }
                return cost.isTotal != price.isTotal || cost.number != price.number
            }
            guard let sale, let open = transaction.postings.first(where: { $0.units == nil && $0.balance == nil }) else { continue }
            if book.accountClass(open.account) == .assets, !book.tellsGain(transaction) { lines.append(sale.line) }
        }
        let reading = isOfLedger ? "what its lot cost, as in ledger; hledger takes its price" : "its price, as in hledger; ledger takes what its lot cost"
        book.remark(on: lines, "the money of a sale is left to follow, and is \(reading): write the amount to be sure")
    }

    /// Units with a lot and no price, whose other side is left to follow, are paid by it here; both programs have it lose the units themselves.
    private mutating func tellElidedPurchases() {
        var lines: [Int] = [], account = ""
        for directive in book.directives {
            guard case .transaction(let transaction) = directive.content, let open = transaction.postings.first(where: { $0.units == nil && $0.balance == nil }),
                let bought = transaction.postings.first(where: { $0.cost?.number != nil && $0.price == nil && $0.units?.number?.isNegative == false }),
                book.accountClass(open.account) == .assets
            else { continue }
            if lines.isEmpty { account = open.account }
            lines.append(bought.line)
        }
        book.remark(
            on: lines,
            "what is bought with its lot and without a price is paid by \(MessageText.cut(account)) here; ledger and hledger take the units themselves from there: write the money, or @ and the price"
        )
    }
}
