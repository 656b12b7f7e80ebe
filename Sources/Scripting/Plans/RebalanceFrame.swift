import Frames
import Ledger
import LuaKit
import Plans
import Values

/// Proposed trades, and what kept them from going further.
enum RebalanceFrame {
    static func make(_ proposal: TradeProposal, _ question: TradeQuestion, _ run: RebalanceRun) throws -> Frame {
        let base = run.scope.base
        let mayExchange = run.rules.mayExchange, areAllInBase = question.positions.allSatisfy { $0.currency == base.code }
        var builder = FrameBuilder("rebalance", [
            .text("account").ranked(.leading), .text("symbol").ranked(.deciding), .text("side").ranked(.deciding), .quantity("quantity").ranked(.deciding), .price("price"),
            .money("amount", total: .none).ranked(.deciding), .money("fee"),
            .gain("gain", in: base, total: .none),
        ] + (areAllInBase ? [] : [.text("gain_currency")]) + [.text("currency").ranked(.deciding), .text("reason")]
            + (mayExchange ? [.money("received", in: "received_currency", total: .none), .text("received_currency")] : []))
        func add(_ trade: TradeProposal.Trade) throws {
            let position = question.positions[trade.position]
            let hasGain = trade.side == .sell && !position.lots.isEmpty && trade.isGainKnown
            try builder.append([
                .text(position.account), .text(position.symbol), .text(trade.side.rawValue), .decimal(trade.quantity), .decimal(position.price),
                .decimal(trade.amount), .decimal(trade.fee), hasGain ? .decimal(trade.gain) : .none,
            ] + (areAllInBase ? [] : [hasGain ? .text(base.code) : .none]) + [.text(position.currency), .text(trade.reason)] + (mayExchange ? [.none, .none] : []))
        }
        for trade in proposal.trades where trade.side == .sell { try add(trade) }
        for exchange in proposal.exchanges {
            let owes = question.owed.contains { $0.account == exchange.account && $0.currency == exchange.to }
            let isTaken = !proposal.trades.contains { $0.side == .buy && question.positions[$0.position].currency == exchange.to }
            try builder.append([
                .text(exchange.account), .none, .text("exchange"), .none, .decimal(try rate(exchange)), .decimal(exchange.left), .decimal(.zero), .none,
            ] + (areAllInBase ? [] : [.none]) + [
                .text(exchange.from), .text("\(exchange.to) \(isTaken ? "is to be taken out" : owes ? "pays for what is bought and what was owed before" : "pays for what is bought") in \(exchange.account)"),
                .decimal(exchange.arrived), .text(exchange.to),
            ])
        }
        for trade in proposal.trades where trade.side == .buy { try add(trade) }
        warn(&builder, proposal, run)
        if proposal.trades.contains(where: { !$0.isGainKnown }) {
            for warning in try GainsFrame.unknownCosts(run.scope.filter.source.ledger, through: run.scope.day) { builder.add(warning: warning.kind, warning.message) }
        }
        addPolicies(&builder, run)
        return builder.frame()
    }

    /// Units of the currency that is got for one of that which is given.
    static func rate(_ exchange: TradeProposal.Exchange) throws -> FixedDecimal { try (exchange.arrived / exchange.left).rounded(to: 8, .halfEven) }

    private static func warn(_ builder: inout FrameBuilder, _ proposal: TradeProposal, _ run: RebalanceRun) {
        for lack in run.scope.lacks { builder.add(warning: lack.kind, lack.message) }
        for obstacle in proposal.obstacles { builder.add(warning: obstacle.kind.rawValue, obstacle.message) }
        for outcome in proposal.outcomes {
            guard let share = outcome.shareAfter, let points = try? (outcome.after - outcome.target) / proposal.total * 100,
                let shown = try? points.magnitude.rounded(to: 1, .halfUp), !shown.isZero, let after = try? (share * 100).rounded(to: 1, .halfUp)
            else { continue }
            builder.add(warning: "drift", "\(outcome.leaf.name) ends at \(after) %, \(shown) point\(shown == .one ? "" : "s") \(points.isNegative ? "below" : "above") its target")
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
        // Where money is a target, what is left of it is part of that one.
        let isTarget = question.cashLeaf != nil, whole = isTarget ? after : try after + left
        let money = isTarget ? .zero : try proposal.total - held, before = try held + max(.zero, money)
        for outcome in proposal.outcomes {
            try builder.append([
                .text(outcome.leaf.name), .optional(share(outcome.before, of: before)), .optional(share(outcome.target, of: proposal.total)),
                .optional(share(outcome.after, of: whole)), .decimal(outcome.before), .decimal(outcome.after),
                .decimal(try outcome.before - outcome.target), .decimal(try outcome.after - outcome.target),
            ])
        }
        if !isTarget, !money.isZero || !left.isZero {
            let coming = max(.zero, money)
            try builder.append([.text("(cash)"), coming.isZero ? .none : .optional(share(coming, of: before)), .none, .optional(share(left, of: whole)), .decimal(coming), .decimal(left), .none, .none])
        }
        return builder.frame()
    }

    private static func share(_ value: FixedDecimal, of whole: FixedDecimal) throws -> FixedDecimal? { whole.isZero ? nil : try value / whole }
}
