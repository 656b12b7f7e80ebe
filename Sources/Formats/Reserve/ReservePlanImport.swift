import JSON
import Ledger
import Plans
import Values

/// A reserve plan on its way into the book: the plan becomes a document of the book, and accounts that the book lacks are defined with what they hold.
struct ReservePlanImport: FileCompletion {
    let book: ReserveBook
    /// The plan as the rows read so far have made it.
    var plan: ReservePlan
    /// The day on which new accounts hold what the file says.
    private let day: Day?
    /// What the file says of accounts that the book knows by their history, and on which lines.
    private var balances: [Int32: (balance: FixedDecimal, lines: [Int])] = [:]

    /// Begins with a plan: the book's, which rows change, or that of a file, where accounts are those of their tiers.
    init(_ plan: ReservePlan, of book: ReserveBook, on day: Day?, isOfFile: Bool = false, _ builder: inout PlanBuilder) {
        self.book = book
        self.day = day ?? builder.options.day
        let distinct = Self.withDistinctTiers(plan, &builder)
        self.plan = isOfFile ? Self.withOwnAccounts(distinct, book, &builder) : distinct
        for tier in self.plan.tiers {
            guard let preferred = tier.preferred, !tier.accounts.contains(where: { $0.name == preferred }) else { continue }
            let near = nearestName(to: preferred, in: tier.accounts.map(\.name)).map { "; did the file mean \"\($0)\"?" } ?? ""
            builder.notice(.unknownKey, "the tier \"\(tier.name)\" prefers \"\(MessageText.cut(preferred))\", which is not in it\(near)")
        }
        for name in self.plan.accountNames where Set(self.plan.tiers.flatMap(\.accounts).filter { $0.name == name }.map(\.cap)).count > 1 {
            builder.notice(.changed, "\"\(MessageText.cut(name))\" is in several tiers with different caps; it is one account, and the least cap holds")
        }
    }

    /// The currency of the plan; nil where it has none that is known.
    var currency: Currency? { try? Currency(plan.currency) }

    // MARK: names

    /// The plan with a name for each tier that no other has, by which goals, notes and scripts tell them apart.
    private static func withDistinctTiers(_ plan: ReservePlan, _ builder: inout PlanBuilder) -> ReservePlan {
        var plan = plan, taken = Set(plan.tiers.map(\.name)), seen = Set<String>()
        for place in plan.tiers.indices where !seen.insert(plan.tiers[place].name).inserted {
            let name = plan.tiers[place].name
            let free = (2...).lazy.map { "\(name) (\($0))" }.first { !taken.contains($0) }!
            plan.tiers[place].name = free
            taken.insert(free)
            builder.notice(.changed, "two tiers are called \"\(MessageText.cut(name))\"; the second is now \"\(MessageText.cut(free))\"")
        }
        return plan
    }

    /// The plan of a file with a name for each account that none of another tier has.
    private static func withOwnAccounts(_ plan: ReservePlan, _ book: ReserveBook, _ builder: inout PlanBuilder) -> ReservePlan {
        var plan = plan, taken = Set<String>(), unnamed: [(tier: Int, account: Int)] = []
        let written = Set(plan.accountNames.map { $0.lowercased() })
        for tier in plan.tiers.indices {
            for place in plan.tiers[tier].accounts.indices {
                let name = plan.tiers[tier].accounts[place].name
                if let known = book.accountName(name, inTier: plan.tiers[tier].name) {
                    taken.insert(known.lowercased())
                    // A name that differs in case alone is found by the book.
                    if known.lowercased() != name.lowercased() { plan.tiers[tier].call(place, known) }
                } else {
                    unnamed.append((tier, place))
                }
            }
        }
        for (tier, place) in unnamed {
            let name = plan.tiers[tier].accounts[place].name
            if taken.insert(name.lowercased()).inserted { continue }
            let free = ReserveTier.name(for: name, in: plan.tiers[tier].name) { !taken.contains($0) && !written.contains($0) }
            taken.insert(free.lowercased())
            plan.tiers[tier].call(place, free)
            book.noteOwnAccount(name, free, plan.tiers[tier].name, &builder)
        }
        return plan
    }

    // MARK: accounts

    /// Takes in an account: a new one is defined with what it holds; what one of the book holds is for the book to say.
    mutating func take(_ name: String, holding balance: FixedDecimal, line: Int, _ builder: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        guard !name.isEmpty, MessageText.isName(name) else {
            throw ImportIssue(.badName, column: "name", text: name, message: "an account needs a name of at most 200 letters on one line")
        }
        guard try book.defineIfNew(name, in: currency, &builder) else {
            if book.isOfHistory(name, plan.tiers.map(\.name), &builder) {
                let id = builder.account(named: name), before = balances[id]
                guard let sum = try? (before?.balance ?? .zero) + balance else { throw ImportIssue(.outOfRange, column: "balance", message: "the figures are too large") }
                balances[id] = (sum, (before?.lines ?? []) + [line])
                return .alreadyThere
            }
            builder.notice(.leftOut, "account \"\(MessageText.cut(name))\" is in the book, which says what it holds; the file's \(balance) is left out")
            return .alreadyThere
        }
        if balance.isZero { return .define }
        try open(name, balance, line: line, &builder)
        return .add
    }

    /// Adds what an account held at first: brought in, or owed.
    private func open(_ name: String, _ amount: FixedDecimal, line: Int, _ builder: inout PlanBuilder) throws(ImportIssue) {
        guard let day else {
            throw ImportIssue(.missingValue, column: "last_updated", message: "the day of the balances is missing", hint: "add \"last_updated\": \"2025-08-30\"")
        }
        try builder.add(
            ImportedDraft(
                ActivityDraft(
                    date: day, kind: amount.isNegative ? "withdrawal" : "deposit", account: name, amount: amount.magnitude, notes: ReserveNote.opening)),
            line: line)
    }

    // MARK: the end of the file

    mutating func rowsWereRead(_ builder: inout PlanBuilder) {
        adjustBalances(&builder)
        keepPlan(&builder)
    }

    /// Brings accounts whose history the book has to the balances of the plan's file: the difference is an adjustment on the day of the file.
    private func adjustBalances(_ builder: inout PlanBuilder) {
        guard let day else { return }
        for (id, told) in balances.sorted(by: { $0.key < $1.key }) {
            let entries = builder.context.cashEntries?(id) ?? []
            guard let held = try? entries.filter({ $0.day <= day }).reduce(FixedDecimal.zero, { try $0 + $1.amount }), let difference = try? told.balance - held,
                !difference.isNoise(beside: told.balance, held), let line = told.lines.first
            else { continue }
            let name = builder.account(id).name
            builder.addSettled(ImportedDraft(ActivityDraft(date: day, kind: "adjustment", account: name, amount: difference, notes: ReserveNote.gap)), line: line)
            builder.shrinkJumps(of: id, after: day, by: difference, line: line)
            builder.plan.verdicts.change(line: line, to: .add)
            builder.notice(
                .changed,
                "\"\(MessageText.cut(name))\" holds \(told.balance) by the file and \(held) by its history on \(day); "
                    + "the file's balance stands, and the difference is an adjustment")
        }
    }

    /// Puts the plan into what the book shall keep.
    private mutating func keepPlan(_ builder: inout PlanBuilder) {
        // Names go as the book has them, whatever their case in the file.
        for tier in plan.tiers.indices {
            for place in plan.tiers[tier].accounts.indices {
                let name = plan.tiers[tier].accounts[place].name, id = builder.account(named: name)
                if id == 0 || builder.account(id).name == name { continue }
                plan.tiers[tier].accounts[place].name = builder.account(id).name
                if plan.tiers[tier].preferred == name { plan.tiers[tier].preferred = builder.account(id).name }
            }
        }
        leaveOwnRates(&builder)
        let document = PlanDocument(kind: .reserve, name: plan.name, body: plan.json.text())
        if let known = builder.context.reserves.first(where: { $0.name == document.name }) {
            if known == document { return }
            builder.notice(.changed, "the plan \"\(document.name)\" is defined anew")
        }
        builder.plan.documents.append(document)
    }

    /// Leaves the yields of a file out that are the accounts' own rates, which the plan of the book leaves to them and an export writes out.
    private mutating func leaveOwnRates(_ builder: inout PlanBuilder) {
        guard let known = book.plan else { return }
        let silent = Set(known.tiers.flatMap(\.accounts).filter(\.apy.isZero).map(\.name))
        for tier in plan.tiers.indices {
            for place in plan.tiers[tier].accounts.indices where silent.contains(plan.tiers[tier].accounts[place].name) {
                let id = builder.account(named: plan.tiers[tier].accounts[place].name)
                if id != 0, let rate = builder.account(id).rate, (try? rate * 100) == plan.tiers[tier].accounts[place].apy { plan.tiers[tier].accounts[place].apy = .zero }
            }
        }
    }
}
