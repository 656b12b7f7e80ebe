import Values

/// Balances that a book of double entry tells: compared with its own transactions as they are read, and handed to the plan, to be compared with luca's book.
struct BalanceChecks {
    /// How many the file's own transactions come to.
    private(set) var held = 0
    /// Sentences on those that they do not come to.
    private(set) var failed: [String] = []
    private var day = Day.min
    /// Balances that postings of the day tell, which are those of its end where nothing else is posted there.
    private var ofDay: [(account: String, balance: PlannedBalance)] = []

    /// Checks what the postings of a transaction say that their accounts hold. What it posts to an account makes a balance told before on the day another one.
    mutating func check(
        _ transaction: DoubleEntryBook.Transaction, _ directive: DoubleEntryBook.Directive, _ booking: DoubleEntryBooking, _ accounts: DoubleEntryAccounts,
        _ plan: inout PlanBuilder
    ) {
        if directive.day != day { endDay(&plan) }
        day = directive.day
        if !ofDay.isEmpty {
            ofDay.removeAll { told in transaction.postings.contains { $0.account == told.account || $0.account.hasPrefix(told.account + ":") } }
        }
        for (place, posting) in transaction.postings.enumerated() {
            guard let told = posting.balance, !told.commodity.isEmpty else { continue }
            let own = booking.balances[posting.account]?[told.commodity] ?? .zero
            var now = posting.balanceIncludesBelow ? (try? booking.balance(posting.account, told.commodity)) ?? own : own
            // It is what the account holds behind this posting, and not behind those that follow.
            let following = transaction.postings[(place + 1)...].filter {
                ($0.account == posting.account || posting.balanceIncludesBelow && $0.account.hasPrefix(posting.account + ":"))
                    && ($0.units?.commodity ?? told.commodity) == told.commodity
            }
            if posting.units == nil, !following.isEmpty {
                // What the posting changes followed from it.
                now = told.number
            } else if let sum = try? following.reduce(FixedDecimal.zero, { try $0 + ($1.units?.number ?? .zero) }), let before = try? now - sum {
                now = before
            }
            if following.isEmpty,
                let names = posting.balanceIncludesBelow ? accounts.wholeNames(posting.account, told.commodity) : accounts.ownName(posting.account, told.commodity)
            {
                ofDay.append((posting.account, planned(names, told, on: directive.day, directive.line, accounts, isContradicted: now != told.number)))
            }
            if now == told.number { held += 1 } else { failed.append(Self.difference(posting.account, told, now, "after the transaction of \(directive.day)")) }
        }
    }

    /// Checks a balance of the beginning of a day against the transactions before it.
    mutating func check(
        _ account: String, _ told: DoubleEntryBook.Amount, _ tolerance: FixedDecimal, _ directive: DoubleEntryBook.Directive, _ booking: DoubleEntryBooking,
        _ accounts: DoubleEntryAccounts, _ plan: inout PlanBuilder
    ) -> (RowVerdict.Outcome, ImportIssue?) {
        guard let now = try? booking.balance(account, told.commodity), let difference = try? now - told.number else {
            return (.skipped, ImportIssue(.leftOut, message: "the balance is too large to be checked"))
        }
        let isHeld = difference.magnitude <= tolerance
        if let names = accounts.wholeNames(account, told.commodity), let day = try? directive.day.subtracting(days: 1) {
            plan.plan.balances.append(planned(names, told, on: day, directive.line, accounts, tolerance: tolerance, isContradicted: !isHeld))
        }
        guard isHeld else {
            let message = Self.difference(account, told, now, "as \(directive.day) begins")
            failed.append(message)
            return (.skipped, ImportIssue(.leftOut, message: message))
        }
        held += 1
        return (.skipped, ImportIssue(.leftOut, message: "the balance agrees with the transactions of the file"))
    }

    /// Has what the postings of the day told compared with the book.
    mutating func endDay(_ plan: inout PlanBuilder) {
        plan.plan.balances += ofDay.map(\.balance)
        ofDay = []
    }

    private func planned(
        _ names: [String], _ told: DoubleEntryBook.Amount, on day: Day, _ line: Int, _ accounts: DoubleEntryAccounts, tolerance: FixedDecimal = .zero, isContradicted: Bool
    ) -> PlannedBalance {
        PlannedBalance(
            line: line, day: day, accounts: names, commodity: told.commodity, isCash: accounts.kind(told.commodity) == .currency, amount: told.number, tolerance: tolerance,
            isContradicted: isContradicted)
    }

    private static func difference(_ account: String, _ told: DoubleEntryBook.Amount, _ now: FixedDecimal, _ when: String) -> String {
        "\(MessageText.cut(account)) holds \(now) \(told.commodity) \(when) by its transactions, and \(told.number) by the file"
    }
}
