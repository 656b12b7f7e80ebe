import Frames
import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// `tier_transfers`: money to move from tiers above their target to tiers below it.
enum TierTransfersFrame {
    /// The parameters that a call of it takes.
    static let parameters: [LuaParameter] =
        [
            .optional("mode", .string, "\"python\" for the very numbers of the desktop program.")
        ] + ReserveQuestion.parameters

    /// The answer of a call that may say which plan, on which day, and in which mode, as far as its function takes them.
    static func make(_ call: LuaCall) throws -> LuaReply {
        let question = try ReserveQuestion(call), takes = call.parameterNames
        let isPython = try ReserveQuestion.isPython(takes.contains("mode") ? call.string("mode") : nil, call)
        let python = question.python(of: question.standing.tiers.filter(\.isKnown))
        let moves =
            try isPython
            ? python.moves().map { ($0.from, $0.to, try FixedDecimal("\($0.amount)")) }
            : ReserveRebalancer.moves(question.standing, digits: question.digits).map { ($0.from, $0.to, $0.amount) }
        var builder = FrameBuilder("rebalance", [.text("from"), .text("to"), .money("amount", in: question.currency)])
        for (from, to, amount) in moves { try builder.append([.text(from), .text(to), .decimal(amount)]) }
        question.report(to: &builder)
        return try call.reply(builder.frame(), proposing: TierTransfersProposal(question, moves))
    }
}

/// The proposal of `tier_transfers`: transfers between accounts.
///
/// In a tier above its target, accounts furthest above their caps give first, then those that hold most, each up to its cash that counts in the tier.
/// In the other tier money is placed as `allocate` places it.
private final class TierTransfersProposal: FrameProposal {
    let basis: ProposalBasis
    private let question: ReserveQuestion
    private let moves: [(from: String, to: String, amount: FixedDecimal)]

    /// The transfers that carry out moves between tiers.
    init(_ question: ReserveQuestion, _ moves: [(String, String, FixedDecimal)]) throws {
        self.question = question
        basis = try ProposalBasis(question.book)
        self.moves = moves.map { (from: $0.0, to: $0.1, amount: $0.2) }
    }

    func apply(_ call: LuaCall) throws -> Frame {
        var recorder = try PlanRecorder(call, question.book, on: question.day), obstacles: [LuaMisuse] = []
        let transfers = try transfers(&obstacles)
        if let obstacle = obstacles.first { throw obstacle }
        for transfer in transfers {
            try recorder.move(
                Money(transfer.amount, question.currency), from: transfer.from, to: transfer.to,
                notes: "\(transfer.tiers.from) ➜ \(transfer.tiers.to): rebalance")
        }
        return try recorder.frame()
    }

    func preview(_ call: LuaCall) throws -> Frame {
        var balances = question.standing.balances, obstacles: [LuaMisuse] = []
        for transfer in try transfers(&obstacles) {
            if let before = balances[transfer.from] { balances[transfer.from] = try before - transfer.amount }
            if let before = balances[transfer.to] { balances[transfer.to] = try before + transfer.amount }
        }
        return try TiersFrame.comparison(question, after: balances).adding(
            warnings: obstacles.map {
                FrameWarning(kind: $0.kind, message: "this cannot be applied as a whole: \($0.message)")
            })
    }

    private typealias Part = (account: String, left: FixedDecimal)

    /// The transfers between accounts, as far as they are possible, and what stands in the way of the rest.
    private func transfers(_ obstacles: inout [LuaMisuse]) throws -> [(from: String, to: String, amount: FixedDecimal, tiers: (from: String, to: String))] {
        var givers: [String: [Part]] = [:], takers: [String: [Part]] = [:]
        for name in Set(moves.map(\.from)).sorted() { givers[name] = try parts(givenBy: name, &obstacles) }
        for name in Set(moves.map(\.to)).sorted() { takers[name] = try parts(takenBy: name, &obstacles) }
        var transfers: [(from: String, to: String, amount: FixedDecimal, tiers: (from: String, to: String))] = []
        for move in moves {
            var left = move.amount
            while left > .zero {
                guard let giver = givers[move.from]?.firstIndex(where: { $0.left > .zero }), let taker = takers[move.to]?.firstIndex(where: { $0.left > .zero })
                else {
                    precondition(!obstacles.isEmpty, "as much is given and taken as is moved")
                    break
                }
                let amount = min(left, givers[move.from]![giver].left, takers[move.to]![taker].left)
                givers[move.from]![giver].left = try givers[move.from]![giver].left - amount
                takers[move.to]![taker].left = try takers[move.to]![taker].left - amount
                left = try left - amount
                transfers.append((givers[move.from]![giver].account, takers[move.to]![taker].account, amount, (move.from, move.to)))
            }
        }
        return transfers.filter { $0.from != $0.to }
    }

    /// The accounts that give what a tier has above its target.
    private func parts(givenBy name: String, _ obstacles: inout [LuaMisuse]) throws -> [Part] {
        let amount = try sum(moves.filter { $0.from == name }.map(\.amount)), plan = question.plan, ledger = try question.book.ledger
        guard let place = plan.place(ofTier: name) else { return [] }
        let cash = try ledger.cash(on: question.day)
        let candidates = try zip(plan.tiers[place].accounts, question.standing.tiers[place].balances).map { account, counted in
            let held = cash.first { ledger[$0.account].name == account.name && $0.currency == question.currency }?.balance ?? .zero
            let above = try plan.cap(of: account.name).map { try (question.standing.balances[account.name] ?? .zero) - $0 }
            return (account: account.name, above: max(.zero, above ?? .zero), counted: counted, free: try min(counted, held).rounded(to: question.digits, .floor))
        }.sorted { ($0.above, $0.counted) > ($1.above, $1.counted) }
        var parts: [Part] = [], left = amount
        for candidate in candidates where candidate.free > .zero && left > .zero {
            let part = min(left, candidate.free)
            parts.append((candidate.account, part))
            left = try left - part
        }
        if !left.isZero {
            obstacles.append(
                LuaMisuse(
                    "the accounts of the tier \"\(name)\" have only \(question.told(try amount - left)) in cash of the \(question.told(amount)) to move",
                    hint: "sell something first, or record the transfers by hand", kind: "not_enough"))
        }
        return parts
    }

    /// The accounts that take what a tier has below its target.
    private func parts(takenBy name: String, _ obstacles: inout [LuaMisuse]) throws -> [Part] {
        let amount = try sum(moves.filter { $0.to == name }.map(\.amount))
        guard let place = question.plan.place(ofTier: name) else { return [] }
        var alone = question.plan
        alone.tiers = [question.plan.tiers[place]]
        // As much is lacking as is moved, whatever the tier's target.
        let standing = try ReserveStanding(alone, balances: question.standing.balances)
        alone.tiers[0].target = try standing.tiers[0].total + amount
        for index in alone.tiers[0].accounts.indices { alone.tiers[0].accounts[index].cap = question.plan.cap(of: alone.tiers[0].accounts[index].name) }
        let rows = try ReserveAllocator(
            ReserveStanding(alone, balances: question.standing.balances), limits: question.limits().map(\.limit), digits: question.digits
        ).allocate(amount)
        let limits = try question.limits().filter { limit in question.plan.tiers[place].accounts.contains { limit.limit.accounts.contains($0.name) } }
        let cause = limits.isEmpty ? "" : ", or wait for room under \(limits.map { "\"\($0.name)\"" }.joined(separator: ", "))"
        return rows.compactMap { row in
            if let account = row.account { return (account, row.amount) }
            obstacles.append(
                LuaMisuse(
                    "the tier \"\(name)\" has no account with room for \(question.told(row.amount))",
                    hint: "add an account to it, raise a cap: tier{name=\"\(name)\", accounts={…}}\(cause)", kind: "no_account"))
            return nil
        }
    }

    private func sum(_ amounts: [FixedDecimal]) throws -> FixedDecimal { try amounts.reduce(.zero) { try $0 + $1 } }
}
