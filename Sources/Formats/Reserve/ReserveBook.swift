import JSON
import Ledger
import Plans
import Values

/// What the book has of a reserve plan before one of its files is imported: the plan itself, the names of its accounts, and whose entries they hold.
///
/// In the Reserve Manager an account is of one tier, so that one name in two tiers means two accounts; in a book a name means one. The first keeps the
/// name, and each other one has that of its tier behind it, as in `Saver (Tier 2)`; the plan remembers what the program calls it, by which its files, of
/// the plan, the history and what recurs, find it again.
struct ReserveBook {
    /// The name under which the book keeps the plan.
    let name: String
    /// The plan that the book has under the name; nil where it has none that can be read.
    let plan: ReservePlan?
    /// The accounts of the book that an undo emptied.
    private let undoneAccounts: Set<AccountID>

    init(_ builder: PlanBuilder) {
        name = builder.options.plan ?? "Reserve"
        plan = try? Self.plan(named: name, builder)
        undoneAccounts = builder.context.undoneAccounts()
    }

    /// The plan of a name that the book keeps; nil where it has none.
    ///
    /// - Throws: why it cannot be read.
    static func plan(named name: String, _ builder: PlanBuilder) throws -> ReservePlan? {
        guard let known = builder.context.reserves.first(where: { $0.name == name }) else { return nil }
        let currency = builder.options.currency?.code ?? builder.context.baseCurrency?.code ?? ""
        return try ReservePlan(name: name, currency: currency, json: JSONReader.read(Array(known.body.utf8)))
    }

    /// What the book calls the account that a file names in a tier; nil where the plan has none of that name there.
    func accountName(_ account: String, inTier tier: String) -> String? {
        guard let plan, let place = plan.place(ofTier: tier) else { return nil }
        return plan.tiers[place].account(inProgram: account).map { plan.tiers[place].accounts[$0].name }
    }

    /// Whether the file defines an account, or an undo took back all that the book had in it.
    func isAsNew(_ id: Int32, _ builder: PlanBuilder) -> Bool { Int(id) > builder.accounts.recorded || undoneAccounts.contains(AccountID(id)) }

    /// Whether an account is new to the book; where it is, it is defined.
    ///
    /// - Parameter currency: that of the plan; nil for the one told, else the book's.
    func defineIfNew(_ name: String, in currency: Currency?, _ builder: inout PlanBuilder) throws(ImportIssue) -> Bool {
        let known = builder.account(named: name)
        if known != 0 { return isAsNew(known, builder) }
        guard builder.options.create else {
            throw ImportIssue(
                .unknownAccount, column: "account", text: name, message: "the book has no account \"\(MessageText.cut(name))\"",
                hint: nearestHint(for: name, in: builder.accounts.names, otherwise: "define it first, or import with create=true"))
        }
        _ = builder.define(Account(name: name, kind: .cash, currency: try builder.ownOrAssumedCurrency(currency)))
        return true
    }

    /// Whether all that changed the cash of an account of the book came with a history of the Reserve Manager: then the plan's file, which is the
    /// program's own store, says what it holds, and the history how that came about.
    func isOfHistory(_ name: String, _ tiers: [String], _ builder: inout PlanBuilder) -> Bool {
        let entries = builder.context.cashEntries?(builder.account(named: name)) ?? []
        guard entries.contains(where: { ReserveNote.isOfHistory($0.notes, tiers) }) else { return false }
        return entries.allSatisfy { ReserveNote.isOfHistory($0.notes, tiers) || [ReserveNote.opening, ReserveNote.gap].contains($0.notes) }
    }

    /// Notes that an account whose name another tier has too is another account, and what it is called.
    func noteOwnAccount(_ name: String, _ own: String, _ tier: String, _ builder: inout PlanBuilder) {
        builder.notice(
            .changed,
            "\"\(MessageText.cut(name))\" stands in several tiers, in each of which the program has an account of its own; "
                + "that of \"\(MessageText.cut(tier))\" is \"\(MessageText.cut(own))\" in the book, and is exported under its own name")
    }
}

extension ReserveTier {
    /// The place of the account that a file of the program means; one whose name differs in case alone where there is no other.
    func account(inProgram name: String) -> Int? {
        accounts.firstIndex { $0.nameInProgram == name } ?? accounts.firstIndex { $0.nameInProgram.lowercased() == name.lowercased() }
    }

    /// Gives the account at a place another name than the program has for it.
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
