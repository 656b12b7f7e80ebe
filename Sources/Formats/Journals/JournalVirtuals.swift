import Values

/// Virtual postings are left out, but hledger counts them in the balances that real postings tell; ledger counts the real ones alone.
extension JournalParser {
    /// A virtual posting of a transaction.
    struct Virtual {
        /// Which directive its transaction is.
        var place: Int
        /// Whether it is in brackets, and balances with its like.
        var isBalanced: Bool
        /// What it says; without units where that cannot be read.
        var posting: DoubleEntryBook.Posting
    }

    /// Makes balances that hledger has with virtual postings those of the real ones. Where that cannot be known, what follows from one is refused.
    mutating func settleVirtuals() {
        if isOfLedger || virtuals.isEmpty { return }
        var changes: [String: [String: FixedDecimal]] = [:], unknown: Set<String> = [], lines: [Int] = [], refused: Set<Int> = [], next = 0
        let amounts = virtualAmounts(), order = book.directives.indices.sorted { (book.directives[$0].day, $0) < (book.directives[$1].day, $1) }
        let places = Dictionary(grouping: virtuals.indices) { virtuals[$0].place }
        for place in order {
            let own = places[place] ?? []
            next = 0
            func count(before line: Int) {
                while next < own.count, virtuals[own[next]].posting.line < line {
                    let account = virtuals[own[next]].posting.account
                    guard let told = amounts[own[next]], Self.add(told, to: &changes[account, default: [:]]) else {
                        unknown.insert(account)
                        next += 1
                        continue
                    }
                    next += 1
                }
            }
            guard case .transaction(let transaction) = book.directives[place].content else { continue }
            for (number, posting) in transaction.postings.enumerated() {
                guard let told = posting.balance, !told.commodity.isEmpty else { continue }
                count(before: posting.line)
                func isMeant(_ account: String) -> Bool { account == posting.account || posting.balanceIncludesBelow && account.hasPrefix(posting.account + ":") }
                var isUnknown = unknown.contains(posting.account), virtual: FixedDecimal? = changes[posting.account]?[told.commodity] ?? .zero
                if posting.balanceIncludesBelow {
                    isUnknown = unknown.contains(where: isMeant)
                    virtual = try? changes.reduce(FixedDecimal.zero) { isMeant($1.key) ? try $0 + ($1.value[told.commodity] ?? .zero) : $0 }
                }
                guard !isUnknown, let virtual, let real = try? told.number - virtual else {
                    if refuseBalance(place, number, posting) { refused.insert(place) }
                    continue
                }
                if virtual.isZero { continue }
                lines.append(posting.line)
                book.change(transactionAt: place) { $0.postings[number].balance?.number = real }
            }
            count(before: .max)
        }
        for place in refused.sorted().reversed() { book.directives.remove(at: place) }
        book.remark(
            on: lines,
            "a balance counts virtual postings, as in hledger, and what they come to is taken off it here; ledger counts real postings alone: name the file *.ledger if it is ledger's"
        )
    }

    /// A balance with virtual postings of unknown amounts tells nothing, and what would follow from it is refused; whether it is.
    private mutating func refuseBalance(_ place: Int, _ number: Int, _ posting: DoubleEntryBook.Posting) -> Bool {
        guard posting.units == nil else {
            book.leftOut["balance with virtual postings whose amounts are not known", default: 0] += 1
            book.change(transactionAt: place) { $0.postings[number].balance = nil }
            return false
        }
        let issue = ImportIssue(
            .missingValue,
            message:
                "line \(book.place(of: posting.line).line): hledger counts virtual postings in this balance, and what they come to at \(MessageText.cut(posting.account)) is not known",
            hint: "write the amount of the posting before its balance")
        book.issues.append((book.directives[place].line, issue))
        return true
    }

    /// What each virtual posting comes to; nil where that is not known. One of a group in brackets may follow from the others.
    private func virtualAmounts() -> [[DoubleEntryBook.Amount]?] {
        func told(_ posting: DoubleEntryBook.Posting) -> DoubleEntryBook.Amount? {
            guard let number = posting.units?.number, let commodity = posting.units?.commodity else { return nil }
            return DoubleEntryBook.Amount(number: number, commodity: commodity)
        }
        let groups = Dictionary(grouping: virtuals.indices.filter { virtuals[$0].isBalanced }) { virtuals[$0].place }
        return virtuals.indices.map { index in
            let own = virtuals[index]
            if let amount = told(own.posting) { return [amount] }
            guard own.isBalanced, own.posting.units == nil, own.posting.balance == nil else { return nil }
            var sums: [DoubleEntryBook.Amount] = []
            for other in groups[own.place] ?? [] where other != index {
                let posting = virtuals[other].posting
                guard posting.cost == nil, posting.price == nil, let amount = told(posting) else { return nil }
                sums.append(DoubleEntryBook.Amount(number: -amount.number, commodity: amount.commodity))
            }
            return sums
        }
    }

    /// Adds amounts to sums; whether they can be held.
    private static func add(_ amounts: [DoubleEntryBook.Amount], to sums: inout [String: FixedDecimal]) -> Bool {
        for amount in amounts {
            guard let sum = try? (sums[amount.commodity] ?? .zero) + amount.number else { return false }
            sums[amount.commodity] = sum
        }
        return true
    }
}
