import JSON
import Ledger
import Plans
import Values

/// The names that accounts of a reserve plan have in the book.
///
/// In the Reserve Manager an account is of one tier, so that one name in two tiers means two accounts; in a book a name means one. The first keeps the
/// name, and each other one has that of its tier behind it, as in `Saver (Tier 2)`; the plan remembers what the program calls it, by which its files, of
/// the plan, the history and what recurs, find it again.
extension PlanBuilder {
    /// The plan that the book has under the name of the one imported; nil where it has none that can be read.
    static func recordedReserve(_ context: ImportContext, _ options: ImportOptions) -> ReservePlan? {
        guard let known = context.reserves.first(where: { $0.name == options.plan ?? "Reserve" }), let json = try? JSONReader.read(Array(known.body.utf8)) else { return nil }
        return try? ReservePlan(name: known.name, currency: options.currency?.code ?? context.baseCurrency?.code ?? "", json: json)
    }

    /// What the plan of the book calls an account that a file names in a tier; nil where it has none of that name there.
    mutating func knownName(_ account: String, inTier tier: String) -> String? {
        guard let plan = knownReserve, let place = plan.place(ofTier: tier) else { return nil }
        return plan.tiers[place].account(inProgram: account).map { plan.tiers[place].accounts[$0].name }
    }

    /// The plan of a file with a name for each account that none of another tier has.
    mutating func withOwnAccounts(_ plan: ReservePlan) -> ReservePlan {
        var plan = plan, taken = Set<String>(), unnamed: [(tier: Int, account: Int)] = []
        let written = Set(plan.accountNames.map { $0.lowercased() })
        for tier in plan.tiers.indices {
            for place in plan.tiers[tier].accounts.indices {
                let name = plan.tiers[tier].accounts[place].name
                if let known = knownName(name, inTier: plan.tiers[tier].name) {
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
            tellOwnAccount(name, free, plan.tiers[tier].name)
        }
        return plan
    }

    /// Tells that an account whose name another tier has too is another account, and what it is called.
    mutating func tellOwnAccount(_ name: String, _ own: String, _ tier: String) {
        notice(
            .changed,
            "\"\(ShownText.cut(name))\" stands in several tiers, in each of which the program has an account of its own; that of \"\(ShownText.cut(tier))\" is \"\(ShownText.cut(own))\" "
                + "in the book, and is exported under its own name")
    }

    /// Leaves the yields of a file out that are the accounts' own rates, which the plan of the book leaves to them and an export writes out.
    mutating func leaveOwnRates(_ plan: inout ReservePlan) {
        guard let known = knownReserve else { return }
        let silent = Set(known.tiers.flatMap(\.accounts).filter(\.apy.isZero).map(\.name))
        for tier in plan.tiers.indices {
            for place in plan.tiers[tier].accounts.indices where silent.contains(plan.tiers[tier].accounts[place].name) {
                let id = account(named: plan.tiers[tier].accounts[place].name)
                if id != 0, let rate = account(id).rate, (try? rate * 100) == plan.tiers[tier].accounts[place].apy { plan.tiers[tier].accounts[place].apy = .zero }
            }
        }
    }

    /// Tells of accounts that a history names in several tiers while no plan says whether they are one, where it brings rows of them.
    mutating func tellHistoryTiers() {
        for (id, tiers) in historyTiers.sorted(by: { $0.key < $1.key }) where plan.activities.contains(where: { $0.account == AccountID(id) }) {
            notice(
                .changed,
                "\"\(ShownText.cut(account(id).name))\" stands in several tiers of the history, \(tiers.map { "\"\(ShownText.cut($0))\"" }.joined(separator: ", ")), and is one account here; where the "
                    + "program has one in each, import its reserve_manager.json first, which tells them apart")
        }
    }
}

extension ReserveTier {
    /// The place of the account that a file of the program means; one whose name differs in case alone where there is no other.
    func account(inProgram name: String) -> Int? {
        accounts.firstIndex { $0.nameInProgram == name } ?? accounts.firstIndex { $0.nameInProgram.lowercased() == name.lowercased() }
    }

    /// Gives an account another name than the program has for it.
    mutating func call(_ place: Int, _ name: String) {
        let before = accounts[place].name
        (accounts[place].programName, accounts[place].name) = (accounts[place].nameInProgram, name)
        if preferred == before { preferred = name }
    }

    /// A name for an account of a tier whose own name another tier's has.
    static func name(for account: String, in tier: String, isFree: (_ lowercased: String) -> Bool) -> String {
        let own = "\(account) (\(tier))"
        return isFree(own.lowercased()) ? own : (2...).lazy.map { "\(own) (\($0))" }.first { isFree($0.lowercased()) }!
    }
}
