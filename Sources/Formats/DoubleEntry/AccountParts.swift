import Values

/// The parts of a transaction that stand for themselves, one for each account of luca's: what somebody wrote at once for all that have it, such as the split of a share in two
/// accounts, or its dividend.
struct AccountParts {
    private typealias Part = (account: String, postings: [BookedPosting])

    let accounts: DoubleEntryAccounts

    /// The postings of each part, in the order in which their accounts come; all in one where accounts have to do with one another.
    func parts(of postings: [BookedPosting]) throws -> [[BookedPosting]] {
        // The shortest has two accounts and what pays both.
        if postings.count < 3 { return [postings] }
        var own: [Part] = [], others: [BookedPosting] = []
        for posting in postings {
            guard case .held(let name) = accounts.role(posting.account) else {
                others.append(posting)
                continue
            }
            if let place = own.firstIndex(where: { $0.account == name }) { own[place].postings.append(posting) } else { own.append((name, [posting])) }
        }
        if own.count < 2 { return [postings] }
        if try areComplete(own, others) {
            own[0].postings += others
            return own.map(\.postings)
        }
        return try shared(own, others) ?? [postings]
    }

    // MARK: accounts that need no other

    /// Whether what each account gets comes to what it gives, and nothing else pays or is paid.
    private func areComplete(_ own: [Part], _ others: [BookedPosting]) throws -> Bool {
        guard others.allSatisfy({ $0.weight.commodity == $0.units.commodity && accounts.kind($0.units.commodity) == .instrument }) else { return false }
        let balances = try own.allSatisfy { part in try sums(part.postings).sorted.allSatisfy { $0.number.magnitude <= .cent } }
        return try others.isEmpty && balances || arePlainSplits(own)
    }

    /// Whether units without a cost or a price become others in each account, by the same ratio in all.
    private func arePlainSplits(_ own: [Part]) throws -> Bool {
        var first: (gone: FixedDecimal, come: FixedDecimal)?
        for part in own {
            guard let symbol = part.postings.first?.units.commodity, accounts.kind(symbol) == .instrument,
                part.postings.allSatisfy({ $0.units.commodity == symbol && $0.weight.commodity == symbol })
            else { return false }
            let gone = try part.postings.reduce(FixedDecimal.zero) { $1.units.number.isNegative ? try $0 - $1.units.number : $0 }
            let come = try part.postings.reduce(FixedDecimal.zero) { $1.units.number.isNegative ? $0 : try $0 + $1.units.number }
            guard !gone.isZero, !come.isZero, gone != come else { return false }
            guard let known = first else {
                first = (gone, come)
                continue
            }
            if try FixedDecimal.mulDiv(come, known.gone, gone) != known.come { return false }
        }
        return true
    }

    private func sums(_ postings: [BookedPosting]) throws -> CommoditySums {
        var sums = CommoditySums()
        for posting in postings { try sums.add(posting.weight) }
        return sums
    }

    // MARK: accounts that are paid together

    /// The parts where one payment, with what was kept from it, goes to accounts that all get some of it, or one charge is paid by them; nil where that is not all.
    private func shared(_ own: [Part], _ others: [BookedPosting]) throws -> [[BookedPosting]]? {
        guard let payment = payment(others), own.allSatisfy({ mayGet(payment, $0) }) else { return nil }
        let currency = payment.weight.commodity
        var parts = own.map(\.postings), left = others, got: [FixedDecimal] = []
        for part in own {
            let sums = try sums(part.postings).sorted.filter { !$0.number.isZero }
            guard sums.count == 1, let sum = sums.first, sum.commodity == currency, sum.number.isNegative != payment.weight.number.isNegative else { return nil }
            got.append(sum.number)
        }
        let whole = try got.reduce(FixedDecimal.zero) { try $0 + $1 }
        for place in parts.indices.dropLast() {
            // What was kept goes by the money that came; the payment is the rest of it.
            var rest = got[place]
            for other in others.indices where others[other].account != payment.account {
                let share = try FixedDecimal.mulDiv(others[other].weight.number, got[place], whole).rounded(to: 2)
                parts[place].append(try take(share, from: &left[other]))
                rest = try rest + share
            }
            for other in others.indices where others[other].account == payment.account { parts[place].append(try take(-rest, from: &left[other])) }
        }
        guard left.allSatisfy({ accounts.role($0.account) == .gains || !$0.weight.number.isZero }) else { return nil }
        parts[parts.count - 1] += left
        return parts
    }

    /// Takes some of what a posting says out of it.
    private func take(_ number: FixedDecimal, from posting: inout BookedPosting) throws -> BookedPosting {
        var taken = posting
        (taken.units.number, taken.weight.number) = (number, number)
        posting.weight.number = try posting.weight.number - number
        posting.units.number = posting.weight.number
        return taken
    }

    /// The payment, or else the only charge, of what luca does not keep; nil where there are several of them, or something else.
    private func payment(_ others: [BookedPosting]) -> BookedPosting? {
        guard Set(others.map(\.weight.commodity)).count == 1, Set(others.map(\.account)).count == others.count,
            others.allSatisfy({ $0.weight.commodity == $0.units.commodity && accounts.kind($0.units.commodity) == .currency && $0.price == nil })
        else { return nil }
        if others.count == 1 { return others.first.flatMap { isCharge($0) || isIncome($0) || accounts.role($0.account) == .gains ? $0 : nil } }
        let paid = others.filter(isIncome), kept = others.filter { isCharge($0) && $0.weight.number > .zero }
        return paid.count == 1 && paid.count + kept.count == others.count ? paid.first.flatMap { $0.weight.number.isNegative ? $0 : nil } : nil
    }

    private func isCharge(_ posting: BookedPosting) -> Bool { [.fee, .tax].contains(accounts.role(posting.account)) }

    private func isIncome(_ posting: BookedPosting) -> Bool {
        switch accounts.role(posting.account) {
        case .dividend, .interest, .credit: true
        default: false
        }
    }

    /// Whether an account may be one that is paid: dividends are those of accounts that hold what pays them, and others pass them on.
    private func mayGet(_ payment: BookedPosting, _ part: Part) -> Bool {
        guard case .dividend(let symbol) = accounts.role(payment.account) else { return true }
        guard let symbol, accounts.kind(symbol) == .instrument else { return accounts.holdsUnits(part.account) }
        return accounts.sources(of: part.account).contains { accounts.commodities(of: $0).contains(symbol) }
    }
}

extension DoubleEntryMapper {
    /// The activities of a transaction.
    mutating func map(_ transaction: DoubleEntryBook.Transaction, on day: Day, _ postings: [BookedPosting], _ inventory: LotInventory) throws -> Result {
        var result = Result()
        let parts = try AccountParts(accounts: accounts).parts(of: postings)
        if parts.count == 1 {
            result = try map(part: postings, of: transaction, on: day, inventory)
        } else {
            for part in parts { result.add(try map(part: part, of: transaction, on: day, inventory)) }
        }
        if !transaction.id.isEmpty, result.skipped == nil { Self.number(&result.drafts, transaction) }
        return result
    }
}
