import JSON
import Ledger
import Plans
import Values

/// A reserve plan on its way into the book.
struct ReserveDraft {
    var plan: ReservePlan
    /// The day on which new accounts hold what the file says.
    let day: Day?
    /// What the file says of accounts that the book knows by their history, and on which lines.
    var told: [Int32: (balance: FixedDecimal, lines: [Int])] = [:]
}

/// Reserve plans: the plan becomes a document of the book, and accounts that the book lacks are defined with what they hold.
extension PlanBuilder {
    /// What the plan of a file is called.
    var reserveName: String { options.plan ?? "Reserve" }

    /// The currency of a plan: its own, else the one told, else the book's.
    mutating func reserveCurrency() throws(ImportIssue) -> Currency {
        if let own = reserve.flatMap({ try? Currency($0.plan.currency) }) { return own }
        return try Definitions.currency(&self)
    }

    /// Begins a plan: the book's, which rows change, or that of a file, where accounts are those of their tiers.
    mutating func begin(_ plan: ReservePlan, on day: Day?, isOfFile: Bool = false) throws(ImportIssue) {
        var plan = distinct(plan)
        if isOfFile { plan = withOwnAccounts(plan) }
        reserve = ReserveDraft(plan: plan, day: day ?? options.day)
        for tier in plan.tiers {
            guard let preferred = tier.preferred, !tier.accounts.contains(where: { $0.name == preferred }) else { continue }
            let near = nearestName(to: preferred, in: tier.accounts.map(\.name)).map { "; did the file mean \"\($0)\"?" } ?? ""
            notice(.unknownKey, "the tier \"\(tier.name)\" prefers \"\(ShownText.cut(preferred))\", which is not in it\(near)")
        }
        for name in plan.accountNames where Set(plan.tiers.flatMap(\.accounts).filter { $0.name == name }.map(\.cap)).count > 1 {
            notice(.changed, "\"\(ShownText.cut(name))\" is in several tiers with different caps; it is one account, and the least cap holds")
        }
    }

    /// The plan with a name for each tier that no other has, by which goals, notes and scripts tell them apart.
    private mutating func distinct(_ plan: ReservePlan) -> ReservePlan {
        var plan = plan, taken = Set(plan.tiers.map(\.name)), seen = Set<String>()
        for place in plan.tiers.indices where !seen.insert(plan.tiers[place].name).inserted {
            let name = plan.tiers[place].name
            let free = (2...).lazy.map { "\(name) (\($0))" }.first { !taken.contains($0) }!
            plan.tiers[place].name = free
            taken.insert(free)
            notice(.changed, "two tiers are called \"\(ShownText.cut(name))\"; the second is now \"\(ShownText.cut(free))\"")
        }
        return plan
    }

    /// Takes in an account: a new one is defined with what it holds; what one of the book holds is for the book to say.
    mutating func take(_ name: String, holding balance: FixedDecimal, line: Int) throws(ImportIssue) -> RowVerdict.Outcome {
        guard !name.isEmpty, ShownText.isName(name) else {
            throw ImportIssue(.badName, column: "name", text: name, message: "an account needs a name of at most 200 letters on one line")
        }
        guard try isNew(name) else {
            if isOfHistory(name, reserve?.plan.tiers.map(\.name) ?? []) {
                let id = account(named: name), before = reserve!.told[id]
                guard let sum = try? (before?.balance ?? .zero) + balance else { throw ImportIssue(.outOfRange, column: "balance", message: "the figures are too large") }
                reserve!.told[id] = (sum, (before?.lines ?? []) + [line])
                return .alreadyThere
            }
            notice(.leftOut, "account \"\(ShownText.cut(name))\" is in the book, which says what it holds; the file's \(balance) is left out")
            return .alreadyThere
        }
        if balance.isZero { return .define }
        try open(name, balance, on: nil, line: line)
        return .add
    }

    /// Whether an account is new to the book; where it is, it is defined.
    mutating func isNew(_ name: String) throws(ImportIssue) -> Bool {
        let known = account(named: name)
        if known != 0 { return isAsNew(known) }
        guard options.create else {
            throw ImportIssue(
                .unknownAccount, column: "account", text: name, message: "the book has no account \"\(ShownText.cut(name))\"",
                hint: nearestName(to: name, in: accounts.names).map { "did you mean \"\($0)\"?" } ?? "define it first, or import with create=true")
        }
        _ = define(Account(name: name, kind: .cash, currency: try reserveCurrency()))
        return true
    }

    /// Whether the file defines an account, or an undo took back all that the book had in it.
    mutating func isAsNew(_ id: Int32) -> Bool { Int(id) > accounts.recorded || undoneAccounts.contains(AccountID(id)) }

    /// Adds what an account held at first: brought in, or owed.
    mutating func open(_ name: String, _ amount: FixedDecimal, on day: Day?, line: Int) throws(ImportIssue) {
        guard let day = day ?? reserve?.day else {
            throw ImportIssue(.missingValue, column: "last_updated", message: "the day of the balances is missing", hint: "add \"last_updated\": \"2025-08-30\"")
        }
        try add(
            ImportedDraft(ActivityDraft(
                date: day, kind: amount.isNegative ? "withdrawal" : "deposit", account: name, amount: amount.magnitude, notes: ReserveNote.opening)),
            line: line)
    }

    /// Whether all that changed the cash of an account of the book came with a history of the Reserve Manager: then the plan's file, which is the
    /// program's own store, says what it holds, and the history how that came about.
    mutating func isOfHistory(_ name: String, _ tiers: [String]) -> Bool {
        let entries = context.cashEntries?(account(named: name)) ?? []
        guard entries.contains(where: { ReserveNote.isOfHistory($0.notes, tiers) }) else { return false }
        return entries.allSatisfy { ReserveNote.isOfHistory($0.notes, tiers) || [ReserveNote.opening, ReserveNote.gap].contains($0.notes) }
    }

    /// Brings accounts whose history the book has to the balances of the plan's file: the difference is an adjustment on the day of the file.
    mutating func finishBalances() {
        guard let reserve, let day = reserve.day else { return }
        for (id, told) in reserve.told.sorted(by: { $0.key < $1.key }) {
            let entries = context.cashEntries?(id) ?? []
            guard let held = try? entries.filter({ $0.day <= day }).reduce(FixedDecimal.zero, { try $0 + $1.amount }), let difference = try? told.balance - held,
                !difference.isNoise(beside: told.balance, held), let line = told.lines.first
            else { continue }
            let name = account(id).name
            addSettled(ImportedDraft(ActivityDraft(date: day, kind: "adjustment", account: name, amount: difference, notes: ReserveNote.gap)), line: line)
            shrinkJumps(of: id, after: day, by: difference, line: line)
            plan.verdicts.change(line: line, to: .add)
            notice(.changed, "\"\(ShownText.cut(name))\" holds \(told.balance) by the file and \(held) by its history on \(day); the file's balance stands, and the difference is an adjustment")
        }
    }

    /// Puts the plan into what the book shall keep.
    mutating func finishReserve() {
        guard var reserve else { return }
        // Names go as the book has them, whatever their case in the file.
        for tier in reserve.plan.tiers.indices {
            for place in reserve.plan.tiers[tier].accounts.indices {
                let name = reserve.plan.tiers[tier].accounts[place].name, id = account(named: name)
                if id == 0 || account(id).name == name { continue }
                reserve.plan.tiers[tier].accounts[place].name = account(id).name
                if reserve.plan.tiers[tier].preferred == name { reserve.plan.tiers[tier].preferred = account(id).name }
            }
        }
        leaveOwnRates(&reserve.plan)
        let document = PlanDocument(kind: .reserve, name: reserve.plan.name, body: reserve.plan.json.text())
        if let known = context.reserves.first(where: { $0.name == document.name }) {
            if known == document { return }
            notice(.changed, "the plan \"\(document.name)\" is defined anew")
        }
        plan.documents.append(document)
    }
}
