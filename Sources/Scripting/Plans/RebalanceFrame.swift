import Frames
import Ledger
import LuaKit
import Plans
import Values

/// Proposed trades, and what kept them from going further.
enum RebalanceFrame {
    static func make(_ proposal: TradeProposal, _ question: TradeQuestion, _ run: RebalanceRun) throws -> Frame {
        let base = run.scope.base
        var builder = FrameBuilder("rebalance", [
            .text("account"), .text("symbol"), .text("side"), .quantity("quantity"), .price("price"), .money("amount", total: .none), .money("fee"),
            .gain("gain", in: base, total: .none), .text("currency"), .text("reason"),
        ])
        for trade in proposal.trades {
            let position = question.positions[trade.position]
            try builder.append([
                .text(position.account), .text(position.symbol), .text(trade.side.rawValue), .decimal(trade.quantity), .decimal(position.price),
                .decimal(trade.amount), .decimal(trade.fee), trade.side == .sell && !position.lots.isEmpty ? .decimal(trade.gain) : .none,
                .text(position.currency), .text(trade.reason),
            ])
        }
        warn(&builder, proposal, run)
        addPolicies(&builder, run)
        return builder.frame()
    }

    private static func warn(_ builder: inout FrameBuilder, _ proposal: TradeProposal, _ run: RebalanceRun) {
        for lack in run.scope.lacks { builder.add(warning: lack.kind, lack.message) }
        for obstacle in proposal.obstacles { builder.add(warning: obstacle.kind.rawValue, obstacle.message) }
        for outcome in proposal.outcomes {
            guard let share = outcome.shareAfter, let points = try? (outcome.after - outcome.target) / proposal.total * 100,
                let shown = try? points.magnitude.rounded(to: 1, .halfUp), !shown.isZero, let after = try? (share * 100).rounded(to: 1, .halfUp)
            else { continue }
            builder.add(warning: "drift", "\(outcome.leaf.name) ends at \(after) %, \(shown) points \(points.isNegative ? "below" : "above") its target")
        }
    }

    private static func addPolicies(_ builder: inout FrameBuilder, _ run: RebalanceRun) {
        builder.add(policy: "mode", run.rules.mode.rawValue)
        run.scope.conversion.report(to: &builder)
        builder.add(policy: "lots", run.rules.isTaxAware ? "losses first, then long-term ones, then the smallest gain" : run.scope.names.policy.lotMethod.name)
        builder.add(policy: "wash_sales", run.rules.avoidsWashSales ? "avoided" : "not looked at")
    }

    /// The portfolio before and after, a row a target and one for the money.
    static func preview(_ proposal: TradeProposal, _ question: TradeQuestion, base: Currency) throws -> Frame {
        var builder = FrameBuilder("preview", [
            .text("symbol"), .share("weight_before"), .share("target"), .share("weight_after"), .money("value_before", in: base), .money("value_after", in: base),
            .gain("drift_before", in: base, total: .none), .gain("drift_after", in: base, total: .none),
        ])
        let held = try proposal.outcomes.reduce(FixedDecimal.zero) { try $0 + $1.before }
        let after = try proposal.outcomes.reduce(FixedDecimal.zero) { try $0 + $1.after }
        let left = try proposal.cashLeft.reduce(FixedDecimal.zero) { try $0 + $1.amount * $1.rate }
        let whole = try after + left
        for outcome in proposal.outcomes {
            try builder.append([
                .text(outcome.leaf.name), .optional(share(outcome.before, of: proposal.total)), .optional(share(outcome.target, of: proposal.total)),
                .optional(share(outcome.after, of: whole)), .decimal(outcome.before), .decimal(outcome.after),
                .decimal(try outcome.before - outcome.target), .decimal(try outcome.after - outcome.target),
            ])
        }
        let money = try proposal.total - held
        if !money.isZero || !left.isZero {
            try builder.append([.text("(cash)"), money.isZero ? .none : .optional(share(money, of: proposal.total)), .none, .optional(share(left, of: whole)), .decimal(money), .decimal(left), .none, .none])
        }
        return builder.frame()
    }

    private static func share(_ value: FixedDecimal, of whole: FixedDecimal) throws -> FixedDecimal? { whole.isZero ? nil : try value / whole }
}
