import Frames
import JSON
import Ledger
import Plans
import Storage
import Values

/// A question about a reserve plan: the plan, the day, and what its tiers hold on that day.
package struct ReserveQuestion {
    /// The book.
    package let book: Book
    /// The day.
    package let day: Day
    /// The currency of the plan; `Currency.none` where the book has no plan, no base currency and no accounts of one currency.
    package let currency: Currency
    /// What the tiers hold.
    package let standing: ReserveStanding
    /// What the tiers hold if accounts that are only partly known count with their known part.
    private let priced: ReserveStanding
    /// What is missing from the known part of such accounts, by account.
    private let leftOut: [String: [String]]
    /// Prices and rates that are missing to know what the tiers hold.
    package var warnings: [FrameWarning]

    /// The plan.
    package var plan: ReservePlan { standing.plan }
    /// The fractional digits of amounts; all where the currency is not known.
    package var digits: Int { currency == .none ? FixedDecimal.scale : currency.minorDigits ?? 2 }

    /// What a plan holds at the end of a day.
    package init(_ book: Book, _ plan: ReservePlan, on day: Day) throws {
        self.book = book
        self.day = day
        currency = try Currency(plan.currency)
        let worths = try AccountWorths(plan.accountNames, book, in: currency, on: day)
        standing = try ReserveStanding(plan, balances: worths.values)
        priced = worths.parts.isEmpty ? standing : try ReserveStanding(plan, balances: worths.values.merging(worths.parts) { known, _ in known })
        leftOut = worths.leftOut
        warnings = worths.warnings
        for tier in plan.tiers {
            guard let preferred = tier.preferred, !tier.accounts.contains(where: { $0.name == preferred }) else { continue }
            warnings.append(FrameWarning(kind: "no_preferred", message: "the tier \"\(tier.name)\" prefers \"\(preferred)\", which is not in it"))
        }
    }

    /// The currency where the book has no plan: its base currency, else the one that all accounts have; nil where it has neither.
    package static func currencyWithoutPlan(_ book: Book) throws -> Currency? {
        let ledger = try book.ledger, shared = Set(ledger.accounts.filter { !$0.isErased }.map(\.currency))
        return ledger.policy.baseCurrency ?? (shared.count == 1 ? shared.first : nil)
    }

    /// The currency of the plan that is meant where none is named; nil where there are several plans.
    package static func currency(of book: Book) throws -> String? {
        try book.plans.documents(.reserve).isEmpty ? currencyWithoutPlan(book)?.code : known(nil, book)?.currency
    }

    /// The warning of a book without a reserve plan.
    package static let noPlan = FrameWarning(kind: "no_plan", message: "the book has no reserve plan; plan{ready=true} begins one with six tiers")

    // MARK: Plans of the book

    /// Reads a plan from the document that the book keeps.
    ///
    /// - Throws: `PlanError.malformed` where the document is no plan.
    package static func plan(_ document: PlanDocument) throws -> ReservePlan {
        do {
            return try ReservePlan(name: document.name, currency: "USD", json: JSONReader.read(Array(document.body.utf8)))
        } catch let fault as JSONReader.Fault {
            throw PlanError(.malformed, "the plan \"\(document.name)\" cannot be read: \(fault)")
        }
    }

    /// The plan of a name, or the one meant where none is named; nil where there is none.
    package static func known(_ name: String?, _ book: Book) throws -> ReservePlan? { try document(name, book).map(plan) }

    /// The document of that plan.
    package static func document(_ name: String?, _ book: Book) throws -> PlanDocument? {
        let documents = try book.plans.documents(.reserve)
        if let name { return documents.first { $0.name == name } }
        return documents.count == 1 ? documents.first : documents.first { $0.name == "Reserve" }
    }

    /// The sentence that there is no such plan.
    package static func missing(_ name: String?, _ book: Book) throws -> String {
        let names = try book.plans.documents(.reserve).map(\.name)
        guard let name else { return names.isEmpty ? "the book has no reserve plan" : "which plan is meant: \(names.joined(separator: ", "))?" }
        let near = Suggestion(for: name, in: names)?.clause ?? ""
        return "there is no reserve plan \"\(name)\"\(near)"
    }

    /// Records a plan as a whole. Changes of single tiers are recorded by `ReserveDraft`.
    package static func keep(_ plan: ReservePlan, _ book: Book) throws {
        try book.keep(PlanDocument(kind: .reserve, name: plan.name, body: plan.json.text()))
    }

    // MARK: What is known in part

    /// What a tier holds and what that leaves out. Of accounts that are only partly known the known part counts; nil where nothing of them is known.
    /// Where another such tier takes an unknown part of a shared account, what is left of it is not known either.
    package func told(_ place: Int) -> (standing: ReserveStanding.Tier?, leftOut: [String]) {
        let known = standing.tiers[place], lacking = lacking(known.tier.accounts.map(\.name))
        if known.isKnown || lacking.isEmpty { return (known.isKnown ? known : nil, []) }
        let isPart = known.tier.accounts.contains { priced.balances[$0.name] != nil }
        return (isPart ? priced.tiers[place] : nil, isPart ? lacking : [])
    }

    /// What all tiers hold, each account counted once, and what that leaves out; nil where no account is known.
    package func toldTotal() throws -> (total: FixedDecimal?, leftOut: [String]) {
        let lacking = lacking(plan.accountNames), isPart = !priced.balances.isEmpty
        return (lacking.isEmpty || isPart ? try priced.total() : nil, isPart ? lacking : [])
    }

    /// What an account counts in a tier, and what that leaves out; nil where nothing of it is known.
    package func told(_ place: Int, account: Int) -> (balance: FixedDecimal?, leftOut: [String]) {
        let name = plan.tiers[place].accounts[account].name
        return priced.balances[name] == nil ? (nil, []) : (priced.tiers[place].balances[account], lacking([name]))
    }

    private func lacking(_ accounts: [String]) -> [String] {
        var seen: Set<String> = []
        return accounts.flatMap { leftOut[$0] ?? [] }.filter { seen.insert($0).inserted }
    }

    /// Warns that figures leave something out.
    package func warn(_ builder: inout FrameBuilder, _ what: String, without leftOut: [String], _ more: String = "") {
        if leftOut.isEmpty { return }
        builder.add(warning: "left_out", "\(what) is without \(leftOut.joined(separator: ", "))\(more)")
    }

    // MARK: Yields

    /// The yield of an account in percent a year: the one its tier gives it, else its own rate.
    package func apy(of account: ReserveAccount) throws -> FixedDecimal {
        let names = try book.definitions
        guard account.apy.isZero, let id = names.account(named: account.name), let rate = names[id].rate else { return account.apy }
        return try rate * 100
    }

    /// What the tiers hold, with each account's own rate as its yield, since the desktop program knows no other.
    package func withOwnRates() throws -> ReserveStanding {
        var plan = plan
        for tier in plan.tiers.indices {
            for place in plan.tiers[tier].accounts.indices { plan.tiers[tier].accounts[place].apy = try apy(of: plan.tiers[tier].accounts[place]) }
        }
        return try ReserveStanding(plan, balances: standing.balances)
    }

    // MARK: Answers

    /// The plan in binary floats, as the desktop program computes.
    package var python: ReserveManagerPlan { get throws { try python(of: withOwnRates().tiers) } }

    /// The plan in binary floats, with some tiers only.
    package func python(of tiers: [ReserveStanding.Tier]) -> ReserveManagerPlan {
        ReserveManagerPlan(
            tiers: tiers.map { standing in
                ReserveManagerPlan.Tier(
                    name: standing.tier.name, purpose: standing.tier.purpose, target: standing.tier.target.doubleValue,
                    priority: standing.tier.priority.doubleValue, preferred: standing.tier.preferred,
                    accounts: zip(standing.tier.accounts, standing.balances).map { account, balance in
                        ReserveManagerPlan.Account(
                            name: account.name, balance: balance.doubleValue, apy: account.apy.doubleValue, weight: account.weight.doubleValue,
                            cap: account.cap?.doubleValue)
                    })
            })
    }

    /// An amount of the plan for messages, with the digits of its currency.
    package func told(_ amount: FixedDecimal) -> String { currency == Currency.none ? "\(amount)" : Money(amount, currency).told(by: CurrencyTable(declaredIn: book)) }

    /// Adds warnings of missing prices and rates, and the currency as a policy.
    package func report(to builder: inout FrameBuilder) {
        for warning in warnings { builder.add(warning: warning.kind, warning.message) }
        builder.add(policy: "plan", plan.name)
        if currency != Currency.none { builder.add(policy: "currency", currency.code) }
    }
}
