import Formats
import Frames
import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// `allocate`: where new money goes by a reserve plan.
enum AllocationFrame {
    /// The answer of `allocate`.
    static func reply(_ call: LuaCall) throws -> LuaReply {
        let options = try AllocationOptions(call)
        let proposal = try AllocationProposal(options.question, options.amount, isPython: options.isPython)
        return try call.reply(proposal.frame(inDetail: options.isDetailed), proposing: proposal)
    }
}

/// The arguments of `allocate`, in one table or as an amount and a table.
struct AllocationOptions {
    /// The new money, in the plan's currency.
    let amount: FixedDecimal
    /// The plan, and what its tiers hold.
    let question: ReserveQuestion
    /// Whether a row is wanted for each account instead of each tier.
    let isDetailed: Bool
    /// Whether the desktop program's numbers are wanted.
    let isPython: Bool

    /// The parameters that a call of it takes.
    static let parameters: [LuaParameter] =
        [
            .required("amount", .decimal, "The money that comes in."),
            .optional("options", .table, "The rest, where the amount stands alone: allocate(5000, {detail=true})."),
            .optional("detail", .boolean, "A row an account, and not a row a tier.", default: "false"),
            .optional(
                "mode", .string,
                "\"python\" for the very numbers of the desktop program, on binary floats: amounts finer than a cent too, caps for each row, rounded as Python's round(x, 2)."),
        ] + ReserveQuestion.parameters

    /// Reads the arguments.
    init(_ call: LuaCall) throws {
        guard let amount = try call.decimal("amount") else { throw call.mismatch("amount", expected: "a number") }
        let names = ["detail", "mode", "plan", "on"]
        var given: [String: LuaValue] = [:]
        for pair in try call.argument("options").fields ?? [] {
            guard names.contains(pair.name) else {
                let hint = Suggestion(for: pair.name, in: names)?.question ?? "it takes \(names.joined(separator: ", "))"
                throw LuaMisuse("allocate: there is no option \(pair.name)", field: pair.name, hint: hint)
            }
            given[pair.name] = pair.value
        }
        func text(_ name: String) throws -> String? {
            if case .string(let text)? = given[name] { return text }
            if given[name] != nil { throw LuaMisuse("allocate: \(name) must be a string", field: name) }
            return try call.string(name)
        }
        var isDetailed = try call.boolean("detail") ?? false
        if let value = given["detail"] {
            guard case .boolean(let truth) = value else { throw LuaMisuse("allocate: detail must be true or false", field: "detail") }
            isDetailed = truth
        }
        var day = try call.day("on")
        if let value = given["on"] {
            guard let told = try Coercion.day(value) else { throw LuaMisuse("allocate: on must be a date such as \"2014-03-03\"", field: "on") }
            day = told
        }
        (self.amount, self.isDetailed) = (amount, isDetailed)
        isPython = try ReserveQuestion.isPython(text("mode"), call)
        question = try ReserveQuestion(call, plan: text("plan"), on: day)
        // The desktop program takes any number, and rounds what it answers.
        guard try isPython || amount.rounded(to: question.digits, .floor) == amount else {
            throw LuaMisuse(
                "allocate: \(amount) is finer than the last digit of \(question.currency)", field: "amount",
                hint: "give at most \(question.digits) digits behind the point")
        }
    }
}

/// The proposal of `allocate`: how much each tier and account gets, and the deposits that bring it there.
private final class AllocationProposal: FrameProposal {
    let basis: ProposalBasis
    private let question: ReserveQuestion
    private let byTier: [ReserveAllocator.Row]
    /// Rows by account. The desktop program fails where a tier that gets money prefers an account that it does not have.
    private let accounts: Result<[ReserveAllocator.Row], PlanError>
    /// The contribution limits that the proposal uses up.
    private let full: [String]
    /// A warning where the desktop program's numbers do not add up to the money.
    private var difference: FrameWarning?

    /// Works out where an amount goes.
    init(_ question: ReserveQuestion, _ amount: FixedDecimal, isPython: Bool) throws {
        self.question = question
        basis = try ProposalBasis(question.book)
        guard isPython else {
            let limits = try question.limits()
            let detail = try ReserveAllocator(question.standing, limits: limits.map(\.limit), digits: question.digits).allocate(amount)
            full = try limits.filter { try Self.isFull($0.limit, detail, question.digits) }.map(\.name)
            accounts = .success(detail)
            byTier = ReserveAllocator.byTier(detail)
            return
        }
        func rows(_ rows: [ReserveManagerPlan.Row]) throws -> [ReserveAllocator.Row] {
            try rows.map { ReserveAllocator.Row(tier: $0.tier, account: $0.account, amount: try FixedDecimal("\($0.amount)")) }
        }
        let cash = amount.doubleValue, python = question.python(of: question.standing.tiers.filter(\.isKnown))
        full = []
        byTier = try rows(python.allocate(cash))
        let detail: [ReserveAllocator.Row]
        do { detail = try rows(python.allocateInDetail(cash)) } catch let error as PlanError {
            accounts = .failure(error)
            return
        }
        accounts = .success(detail)
        let placed = try detail.reduce(FixedDecimal.zero) { try $0 + $1.amount }
        if placed != amount {
            difference = FrameWarning(
                kind: "python_numbers", message: "the rows in detail come to \(placed) and not to \(amount), as the desktop program has it; leave out mode for every cent")
        }
    }

    /// Whether the rows leave no room under a limit.
    private static func isFull(_ limit: ReserveAllocator.Limit, _ rows: [ReserveAllocator.Row], _ digits: Int) throws -> Bool {
        let placed = try rows.filter { $0.account.map(limit.accounts.contains) ?? false }.reduce(FixedDecimal.zero) { try $0 + $1.amount }
        return try (limit.room - placed).rounded(to: digits, .floor) <= .zero
    }

    /// The rows as a frame, account by account or tier by tier.
    func frame(inDetail isDetailed: Bool) throws -> Frame {
        let amount = ColumnSchema.money("amount", in: question.currency)
        var builder = FrameBuilder("allocate", isDetailed ? [.text("tier"), .text("account"), amount] : [.text("tier"), amount])
        for row in isDetailed ? try accounts.get() : byTier {
            let tier = FrameValue.optional(row.tier ?? "")
            try builder.append(isDetailed ? [tier, .optional(row.account ?? ""), .decimal(row.amount)] : [tier, .decimal(row.amount)])
        }
        question.report(to: &builder)
        for warning in lost { builder.add(warning: warning.kind, warning.message) }
        return builder.frame()
    }

    /// A warning of money that no account gets.
    private var lost: [FrameWarning] {
        let leftOut = question.standing.tiers.filter { !$0.isKnown }.map {
            FrameWarning(kind: "left_out", message: "the tier \"\($0.tier.name)\" gets nothing, as it is not known what it holds")
        }
        if let difference { return leftOut + [difference] }
        let limits = full.map { "\"\($0)\"" }.joined(separator: ", ")
        let cause = full.isEmpty ? "" : "nothing more may be paid in under \(limits); "
        return leftOut
            + ((try? accounts.get()) ?? []).filter { $0.account == nil }.map { row in
                guard let tier = row.tier else {
                    return FrameWarning(
                        kind: "unplaced", message: "\(question.told(row.amount)) find no place; \(cause)raise a target or a cap, or let a tier say Growth in its purpose")
                }
                return FrameWarning(
                    kind: "no_account", message: "the tier \"\(tier)\" has no account for \(question.told(row.amount)); say tier{name=\"\(tier)\", accounts={…}}")
            }
    }

    /// The sum that each account gets in each tier.
    private var sums: [(tier: String, account: String, amount: FixedDecimal)] {
        get throws {
            var sums: [(tier: String, account: String, amount: FixedDecimal)] = []
            for row in try accounts.get() where row.amount > .zero {
                guard let tier = row.tier, let account = row.account else { continue }
                if let place = sums.firstIndex(where: { $0.tier == tier && $0.account == account }) {
                    sums[place].amount = try sums[place].amount + row.amount
                } else {
                    sums.append((tier, account, row.amount))
                }
            }
            return sums
        }
    }

    /// Records a deposit for each row, or a transfer out of the account that is named.
    func apply(_ call: LuaCall) throws -> Frame {
        var recorder = try PlanRecorder(call, question.book, on: question.day)
        let from = try call.accountName("from")
        for sum in try sums {
            let note = ReserveNote(tier: sum.tier, type: "allocation", text: "").text, amount = Money(sum.amount, question.currency)
            if let from { try recorder.move(amount, from: from, to: sum.account, notes: note, isOwn: true) } else { try recorder.deposit(amount, in: sum.account, notes: note) }
        }
        return try recorder.frame().adding(warnings: lost)
    }

    func preview(_ call: LuaCall) throws -> Frame {
        var balances = question.standing.balances
        for sum in try sums {
            if let before = balances[sum.account] { balances[sum.account] = try before + sum.amount }
        }
        return try TiersFrame.comparison(question, after: balances)
    }
}
