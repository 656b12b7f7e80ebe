import Formats
import Frames
import Ledger
import LuaKit
import Plans
import Storage
import Values

/// New money for tiers and accounts, and the deposits that bring it there.
final class AllocationProposal: FrameProposal {
    let basis: ProposalBasis
    private let question: ReserveQuestion
    private let byTier: [ReserveAllocator.Row]
    /// Account by account; the desktop program stops where a tier that gets money prefers an account that it does not have.
    private let accounts: Result<[ReserveAllocator.Row], PlanError>
    /// The contribution limits that are used up.
    private let full: [String]
    /// Where the desktop program's numbers do not come to the money.
    private var difference: FrameWarning?

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

    /// Whether what is placed leaves no room under a limit.
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

    /// Money that no account gets.
    private var lost: [FrameWarning] {
        let leftOut = question.standing.tiers.filter { !$0.isKnown }.map {
            FrameWarning(kind: "left_out", message: "the tier \"\($0.tier.name)\" gets nothing, as it is not known what it holds")
        }
        if let difference { return leftOut + [difference] }
        let limits = full.map { "\"\($0)\"" }.joined(separator: ", ")
        let cause = full.isEmpty ? "" : "nothing more may be paid in under \(limits); "
        return leftOut + ((try? accounts.get()) ?? []).filter { $0.account == nil }.map { row in
            guard let tier = row.tier else {
                return FrameWarning(
                    kind: "unplaced", message: "\(question.told(row.amount)) find no place; \(cause)raise a target or a cap, or let a tier say Growth in its purpose")
            }
            return FrameWarning(
                kind: "no_account", message: "the tier \"\(tier)\" has no account for \(question.told(row.amount)); say tier{name=\"\(tier)\", accounts={…}}")
        }
    }

    /// What each account gets in each tier, as one sum.
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

    /// Records a deposit a row, or a transfer out of an account where one is named.
    func apply(_ call: LuaCall) throws -> Frame {
        var recorder = try PlanRecorder(call, question.book, on: question.day)
        let from = try call.accountName("from")
        for sum in try sums {
            let note = ReserveNote(tier: sum.tier, type: "allocation", text: "").text, amount = Money(sum.amount, question.currency)
            if let from { try recorder.move(amount, from: from, to: sum.account, notes: note, isOwn: true) }
            else { try recorder.deposit(amount, in: sum.account, notes: note) }
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
