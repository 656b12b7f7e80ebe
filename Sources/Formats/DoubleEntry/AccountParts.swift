import Ledger
import Values

/// The parts of a transaction that stand for themselves, one for each account of luca's: what somebody wrote at once for all that have it, such as the split of a share in two
/// accounts, its dividend, or a sale in one and a purchase in the other.
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
        let moved = takeTransfers(&own)
        // Nothing else may be left, or but one account.
        if own.count < 2 { return own.isEmpty ? [moved[0] + others] + moved.dropFirst() : [own[0].postings + others] + moved }
        // What stands for units beside those of a split says nothing of money.
        let units = others.filter(isPlain)
        others.removeAll(where: isPlain)
        guard try hasNoUnitsLeft(own), let parts = try complete(own, others) ?? assigned(own, others) ?? shared(own, others) else {
            return moved.isEmpty ? [postings] : [own.flatMap(\.postings) + others + units] + moved
        }
        return [parts[0] + units] + parts.dropFirst() + moved
    }

    /// The account of luca's that a part is of; nil where none of its postings is of one.
    func account(of part: [BookedPosting]) -> String? {
        for posting in part { if case .held(let name) = accounts.role(posting.account) { return name } }
        return nil
    }

    // MARK: accounts that need no other

    /// Takes out money that goes from one account to another in postings of its own: each has another one in that currency.
    private func takeTransfers(_ own: inout [Part]) -> [[BookedPosting]] {
        var moved: [[BookedPosting]] = []
        func isMoney(_ posting: BookedPosting) -> Bool { accounts.kind(posting.units.commodity) == .currency && posting.weight == posting.units && !posting.units.number.isZero }
        func stands(_ posting: BookedPosting, in part: Part) -> Bool { part.postings.count { $0.units.commodity == posting.units.commodity && isMoney($0) } > 1 }
        for out in own.indices {
            for place in own[out].postings.indices.reversed() where own[out].postings[place].units.number.isNegative && isMoney(own[out].postings[place]) {
                let given = own[out].postings[place]
                for into in own.indices where into != out {
                    guard
                        let taken = own[into].postings.firstIndex(where: { $0.units.commodity == given.units.commodity && $0.units.number == -given.units.number && isMoney($0) }),
                        stands(given, in: own[out]) || stands(own[into].postings[taken], in: own[into])
                    else { continue }
                    moved.append([given, own[into].postings.remove(at: taken)])
                    own[out].postings.remove(at: place)
                    break
                }
            }
        }
        own.removeAll(where: \.postings.isEmpty)
        return moved
    }

    /// The parts where what each account gets comes to what it gives, and nothing else pays or is paid.
    private func complete(_ own: [Part], _ others: [BookedPosting]) throws -> [[BookedPosting]]? {
        guard others.isEmpty, try own.allSatisfy({ part in try sums(part.postings).sorted.allSatisfy { $0.number.magnitude <= .cent } }) else { return nil }
        return own.map(\.postings)
    }

    /// Whether units have neither a cost nor a price.
    private func isPlain(_ posting: BookedPosting) -> Bool {
        posting.weight.commodity == posting.units.commodity && accounts.kind(posting.units.commodity) == .instrument
    }

    /// Whether each account has but units with a cost or a price, or those without become others in each of them, by the same ratio in all.
    private func hasNoUnitsLeft(_ own: [Part]) throws -> Bool {
        let plain = own.map { (account: $0.account, postings: $0.postings.filter(isPlain)) }.filter { !$0.postings.isEmpty }
        return try plain.isEmpty || arePlainSplits(plain)
    }

    private func arePlainSplits(_ own: [Part]) throws -> Bool {
        var first: (gone: FixedDecimal, come: FixedDecimal)?
        for part in own {
            guard let symbol = part.postings.first?.units.commodity, part.postings.allSatisfy({ $0.units.commodity == symbol }) else { return false }
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

    /// What postings come to, by currency; units that become others count for nothing.
    private func sums(_ postings: [BookedPosting]) throws -> CommoditySums {
        var sums = CommoditySums()
        for posting in postings where !isPlain(posting) { try sums.add(posting.weight) }
        return sums
    }

    /// What each account gets more than it gives, in the one currency of the transaction; nil where there are several.
    private func residuals(_ own: [Part], _ others: [BookedPosting]) throws -> [FixedDecimal]? {
        guard let currency = others.first?.weight.commodity, accounts.kind(currency) == .currency, others.allSatisfy({ $0.weight.commodity == currency }) else { return nil }
        var residuals: [FixedDecimal] = []
        for part in own {
            let sums = try sums(part.postings).sorted.filter { !$0.number.isZero }
            guard sums.allSatisfy({ $0.commodity == currency }) else { return nil }
            residuals.append(sums.first?.number ?? .zero)
        }
        return residuals
    }

    // MARK: accounts whose sides are told one by one

    /// The parts where what pays and is paid belongs to accounts as it stands, or as prices tell the gains of sales, in one way only.
    private func assigned(_ own: [Part], _ others: [BookedPosting]) throws -> [[BookedPosting]]? {
        guard mayPart(own, others), others.count <= Self.mostOthers, let residuals = try residuals(own, others) else { return nil }
        var parts = own.map(\.postings), left = others, missing = residuals
        if let place = try sharedGain(own, others) {
            for (part, gain) in try own.map({ try gain(of: $0.postings) }).enumerated() where !gain.isZero {
                parts[part].append(try take(-gain, from: &left[place]))
                missing[part] = try missing[part] - gain
            }
            left.remove(at: place)
        }
        if left.isEmpty { return missing.allSatisfy { $0.magnitude <= .halfCent } ? parts : nil }
        guard let assignment = try Assignment(left.map(\.weight.number), missing).only else {
            return try left.count < others.count ? sharedCharge(parts, left, missing) : nil
        }
        for (posting, part) in zip(left, assignment) { parts[part].append(posting) }
        return parts
    }

    /// Among more postings than these nothing is looked for.
    private static let mostOthers = 8

    /// Whether accounts that are parted do not belong together: each changes units of its own, or is paid just what stands beside it.
    private func mayPart(_ own: [Part], _ others: [BookedPosting]) -> Bool {
        if own.allSatisfy({ $0.postings.contains { accounts.kind($0.units.commodity) == .instrument } }) { return true }
        func isPaid(_ posting: BookedPosting) -> Bool { if case .paid = accounts.role(posting.account) { true } else { isIncome(posting) } }
        return others.contains(where: isPaid) && others.allSatisfy { isPaid($0) || isCharge($0) }
            && own.allSatisfy { $0.postings.allSatisfy { $0.units.number > .zero && accounts.kind($0.units.commodity) == .currency } }
    }

    /// The gain that the prices of sales in several accounts tell together.
    private func sharedGain(_ own: [Part], _ others: [BookedPosting]) throws -> Int? {
        let gains = try own.map { try gain(of: $0.postings) }, sum = try gains.reduce(FixedDecimal.zero) { try $0 + $1 }
        guard gains.count(where: { !$0.isZero }) > 1 else { return nil }
        return try others.firstIndex { posting in try (posting.weight.number + sum).magnitude <= .cent && accounts.isSpent(posting.account) && posting.price == nil }
    }

    /// What the prices of sales tell above the costs of their lots.
    private func gain(of postings: [BookedPosting]) throws -> FixedDecimal {
        try postings.reduce(.zero) { sum, posting in
            guard posting.units.number.isNegative, accounts.kind(posting.units.commodity) == .instrument else { return sum }
            return try sum + (UnitLeg(posting: posting, account: "").priceGain ?? .zero)
        }
    }

    /// The parts where beside gains one charge is left, which each account pays as far as its money is short of what it sold.
    private func sharedCharge(_ parts: [[BookedPosting]], _ left: [BookedPosting], _ missing: [FixedDecimal]) throws -> [[BookedPosting]]? {
        guard left.count == 1, isCharge(left[0]), missing.allSatisfy(\.isNegative) else { return nil }
        var parts = parts, rest = left[0]
        for place in parts.indices.dropLast() { parts[place].append(try take(-missing[place], from: &rest)) }
        parts[parts.count - 1].append(rest)
        return parts
    }

    // MARK: accounts that are paid together

    /// The parts where one payment, with what was kept from it, goes to accounts that all get some of it, or one charge is paid by them; nil where that is not all.
    private func shared(_ own: [Part], _ others: [BookedPosting]) throws -> [[BookedPosting]]? {
        guard let payment = payment(others), let got = try residuals(own, others) else { return nil }
        let isPaid = others[payment].weight.number.isNegative
        guard got.allSatisfy({ !$0.isZero && $0.isNegative != isPaid }) else { return nil }
        var parts = own.map(\.postings), left = others
        let whole = try got.reduce(FixedDecimal.zero) { try $0 + $1 }
        for place in parts.indices.dropLast() {
            // What was kept goes by the money that came; the payment is the rest of it.
            var rest = got[place]
            for other in others.indices where other != payment {
                let share = try FixedDecimal.mulDiv(others[other].weight.number, got[place], whole).rounded(to: 2)
                parts[place].append(try take(share, from: &left[other]))
                rest = try rest + share
            }
            parts[place].append(try take(-rest, from: &left[payment]))
        }
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

    /// The place of the payment, or else of the only charge, of what luca does not keep; nil where there are several of them, or something else.
    private func payment(_ others: [BookedPosting]) -> Int? {
        guard others.allSatisfy({ $0.weight.commodity == $0.units.commodity && $0.price == nil }) else { return nil }
        if others.count == 1 { return isCharge(others[0]) || isIncome(others[0]) || accounts.role(others[0].account) == .gains ? 0 : nil }
        let paid = others.indices.filter { isIncome(others[$0]) }, kept = others.filter { isCharge($0) && $0.weight.number > .zero }
        return paid.count == 1 && paid.count + kept.count == others.count && others[paid[0]].weight.number.isNegative ? paid[0] : nil
    }

    private func isCharge(_ posting: BookedPosting) -> Bool { [.fee, .tax].contains(accounts.role(posting.account)) }

    private func isIncome(_ posting: BookedPosting) -> Bool {
        switch accounts.role(posting.account) {
        case .dividend, .interest, .credit: true
        default: false
        }
    }
}

/// Which of some sums are whose, where those of each come to what it lacks.
private struct Assignment {
    /// For each sum the one whose it is; nil where there is no way, or several.
    private(set) var only: [Int]?

    init(_ sums: [FixedDecimal], _ residuals: [FixedDecimal]) throws {
        var found: [[Int]] = []
        func place(_ next: Int, _ chosen: [Int], _ left: [FixedDecimal]) throws {
            if found.count > 1 { return }
            if next == sums.count {
                if left.allSatisfy({ $0.magnitude <= .halfCent }) { found.append(chosen) }
                return
            }
            // Equal sums are whoever's: those that come first are the first one's.
            let least = next > 0 && sums[next] == sums[next - 1] ? chosen[next - 1] : 0
            for owner in residuals.indices.dropFirst(least) {
                var rest = left
                rest[owner] = try rest[owner] + sums[next]
                try place(next + 1, chosen + [owner], rest)
            }
        }
        guard pow(residuals.count, sums.count) <= Self.mostWays else { return }
        try place(0, [], residuals)
        only = found.count == 1 ? found[0] : nil
    }

    private static let mostWays = 65_536

    private func pow(_ base: Int, _ exponent: Int) -> Int { (0..<exponent).reduce(1) { product, _ in product > Self.mostWays ? product : product * base } }
}

extension DoubleEntryMapper {
    /// The activities of a transaction.
    mutating func map(_ transaction: DoubleEntryBook.Transaction, on day: Day, _ postings: [BookedPosting], _ booking: DoubleEntryBooking) throws -> Result {
        var result = Result()
        let accountParts = AccountParts(accounts: accounts), parts = try accountParts.parts(of: postings)
        if parts.count == 1 {
            result = try map(part: postings, of: transaction, on: day, booking)
        } else {
            for part in parts { result.add(try map(part: part, of: transaction, on: day, booking), of: accountParts.account(of: part)) }
        }
        if !transaction.id.isEmpty, result.skipped == nil { Self.number(&result.drafts, transaction) }
        return result
    }
}
