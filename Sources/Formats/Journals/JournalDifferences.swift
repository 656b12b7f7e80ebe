import Values

/// What ledger and hledger read differently in one and the same journal.
extension JournalParser {
    /// Tells where the two programs differ, and refuses what only one of them can mean.
    mutating func settleDifferences() {
        leaveOutConversions()
        // By the places of their transactions, and so before any is left out.
        settleVirtuals()
        leaveOutClosings()
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

    /// Leaves out what goes through accounts of conversion: it comes to the price that another posting tells, as hledger takes the two for one thing told twice, or to the one that
    /// follows from the other postings, as by its option `--infer-costs`.
    private mutating func leaveOutConversions() {
        if isOfLedger { return }
        var known: [String: Bool] = [:]
        func converts(_ posting: DoubleEntryBook.Posting) -> Bool {
            if posting.price != nil { return false }
            if let told = known[posting.account] { return told }
            let found = isConversion(posting.account)
            known[posting.account] = found
            return found
        }
        for place in book.directives.indices {
            guard case .transaction(let transaction) = book.directives[place].content, transaction.postings.count > 3 else { continue }
            let through = transaction.postings.indices.filter { converts(transaction.postings[$0]) }
            if through.count < 2 { continue }
            var gone: Set<Int> = []
            for posting in transaction.postings {
                guard let sides = posting.sidesOfPrice else { continue }
                let pair = sides.compactMap { side in through.first { !gone.contains($0) && transaction.postings[$0].isOf(side) } }
                if pair.count == 2 { gone.formUnion(pair) }
            }
            let rest = through.filter { !gone.contains($0) }
            if let prices = transaction.prices(through: rest, isCurrency) {
                gone.formUnion(rest)
                book.change(transactionAt: place) { for (posting, price) in prices { $0.postings[posting].price = price } }
            }
            if gone.isEmpty, transaction.convertsAll(through: through) { gone = Set(through) }
            if !gone.isEmpty {
                book.change(transactionAt: place) { changed in changed.postings = changed.postings.indices.filter { !gone.contains($0) }.map { place in changed.postings[place] } }
            }
        }
    }

    /// Whether an account is of hledger's type V, by itself or one above it, or by the names that it takes for such: `equity:conversion`, `equity:trade`, `equity:trading`.
    private func isConversion(_ account: String) -> Bool {
        guard book.accountClass(account) == .equity else { return false }
        let parts = account.lowercased().split(separator: ":")
        if parts.count > 1, parts[0] == "equity", ["conversion", "conversions", "trade", "trades", "trading", "tradings"].contains(parts[1]) { return true }
        return conversions.contains { account == $0 || account.hasPrefix($0 + ":") }
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

extension DoubleEntryBook.Transaction {
    /// The prices of postings that follow from those to accounts of conversion, which come in pairs: of what is the very opposite of one of a pair, in what the other one gets; nil
    /// where some pair has no such posting. Of a currency and something else it is the price of that.
    fileprivate func prices(through sides: [Int], _ isCurrency: (String) -> Bool) -> [Int: DoubleEntryBook.PriceTerms]? {
        guard !sides.isEmpty, sides.count.isMultiple(of: 2) else { return nil }
        var prices: [Int: DoubleEntryBook.PriceTerms] = [:]
        for first in stride(from: 0, to: sides.count, by: 2) {
            var found: [(posting: Int, commodity: String, price: DoubleEntryBook.PriceTerms)] = []
            for (side, other) in [(sides[first], sides[first + 1]), (sides[first + 1], sides[first])] {
                guard let number = postings[side].units?.number, let commodity = postings[side].units?.commodity, let paid = postings[other].units?.number,
                    let currency = postings[other].units?.commodity, commodity != currency, number.isNegative != paid.isNegative
                else { return nil }
                let opposite = DoubleEntryBook.Amount(number: -number, commodity: commodity)
                guard let place = postings.indices.first(where: { !sides.contains($0) && prices[$0] == nil && postings[$0].isOf(opposite) }) else { continue }
                found.append((place, commodity, DoubleEntryBook.PriceTerms(number: paid.magnitude, isTotal: true, commodity: currency)))
            }
            guard let chosen = found.first(where: { !isCurrency($0.commodity) }) ?? found.first else { return nil }
            prices[chosen.posting] = chosen.price
        }
        return prices
    }

    /// Whether some of its postings are the other sides of one commodity that becomes another, without a price, and all the others just these two.
    fileprivate func convertsAll(through sides: [Int]) -> Bool {
        func sums(_ places: [Int]) -> [String: FixedDecimal]? {
            var sums: [String: FixedDecimal] = [:]
            for place in places {
                guard postings[place].cost == nil, postings[place].price == nil, let number = postings[place].units?.number, let commodity = postings[place].units?.commodity,
                    let sum = try? (sums[commodity] ?? .zero) + number
                else { return nil }
                sums[commodity] = sum
            }
            return sums
        }
        guard let through = sums(sides), let others = sums(postings.indices.filter { !sides.contains($0) }), through.count == 2, others.count == 2 else { return false }
        let numbers = through.values.map(\.self)
        return numbers.allSatisfy { !$0.isZero } && numbers[0].isNegative != numbers[1].isNegative && through.allSatisfy { others[$0.key] == -$0.value }
    }
}

extension DoubleEntryBook.Posting {
    /// What an account of conversion gets where it is told beside the price: the units the other way round, and what they come to; nil without a price.
    fileprivate var sidesOfPrice: [DoubleEntryBook.Amount]? {
        guard let number = units?.number, let commodity = units?.commodity, let told = price?.number, let currency = price?.commodity, let terms = price,
            let total = try? terms.isTotal ? told : told * number.magnitude
        else { return nil }
        return [DoubleEntryBook.Amount(number: -number, commodity: commodity), DoubleEntryBook.Amount(number: number.isNegative ? -total : total, commodity: currency)]
    }

    /// Whether it is of an amount, and tells neither a cost nor a price.
    fileprivate func isOf(_ amount: DoubleEntryBook.Amount) -> Bool {
        cost == nil && price == nil && units?.commodity == amount.commodity && units?.number == amount.number
    }
}
