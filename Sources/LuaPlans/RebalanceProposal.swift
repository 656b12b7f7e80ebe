import Frames
import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// The proposal of `rebalance`: records sales first, each with its lots where they were chosen.
final class RebalanceProposal: FrameProposal {
    private let book: Book
    private let question: TradeQuestion
    private let proposal: TradeProposal
    private let money: RebalanceMoney
    private let base: Currency
    private let day: Day
    /// The indices of positions whose sales name their lots.
    private let naming: Set<Int>
    let basis: ProposalBasis

    /// The proposal of a run.
    init(_ run: RebalanceRun, _ question: TradeQuestion, _ proposal: TradeProposal) throws {
        (book, base, day, money) = (run.scope.book, run.scope.base, run.scope.day, run.money)
        (self.question, self.proposal) = (question, proposal)
        naming = Set(proposal.trades.map(\.position).filter(run.namesLots))
        basis = try ProposalBasis(book)
    }

    func preview(_ call: LuaCall) throws -> Frame { try RebalanceFrame.preview(proposal, question, base: base) }

    func apply(_ call: LuaCall) throws -> Frame {
        if call.has("from") { throw LuaMisuse("apply: trades are paid by the accounts they are in", field: "from", hint: "leave from out") }
        let date = try call.day("date") ?? day
        guard date == day else {
            throw LuaMisuse(
                "apply: these trades were proposed for \(day): what is held, its prices and the cash are of that day", field: "date",
                hint: "ask for the other day: rebalance{…, on=\"\(date)\"}", kind: "outdated")
        }
        let status = try call.recordedStatus() ?? "posted"
        let isWithMoney = try call.boolean("deposit") == true, deposits = isWithMoney ? try deposits() : [], withdrawals = isWithMoney ? money.taken : []
        if status == "posted" { try checkCash(on: date, with: deposits, withdrawals) }
        var drafts = deposits.map { ActivityDraft(kind: "deposit", account: $0.account, amount: $0.amount, currency: $0.currency, notes: "to be invested") }
        drafts += proposal.trades.filter { $0.side == .sell }.map(draft)
        drafts += try exchangeDrafts()
        drafts += proposal.trades.filter { $0.side == .buy }.map(draft)
        drafts += withdrawals.map { ActivityDraft(kind: "withdrawal", account: $0.account, amount: $0.amount, currency: $0.currency, notes: "taken out") }
        var entries: [EntryID] = []
        for var draft in drafts {
            (draft.date, draft.status) = (date, status)
            entries.append(try book.append(book.ledger.resolve(draft, today: call.runtime.today)))
        }
        return try Recording.perform(book) { entries }
    }

    private func draft(_ trade: TradeProposal.Trade) -> ActivityDraft {
        let position = question.positions[trade.position]
        var draft = ActivityDraft(
            kind: trade.side.rawValue, account: position.account, symbol: position.symbol, quantity: trade.quantity, price: position.price,
            fee: trade.fee.isZero ? nil : trade.fee, currency: position.currency, notes: "rebalanced: \(trade.reason)")
        if naming.contains(trade.position) {
            draft.lots = trade.lots.map { LotChoice(EntryID($0.lot), quantity: $0.quantity) }
        }
        return draft
    }

    /// Each exchange of currencies as the verb `exchange` records it: both sides, of one group.
    private func exchangeDrafts() throws -> [ActivityDraft] {
        let next = try book.ledger.lastEntry.rawValue + 1
        return proposal.exchanges.enumerated().flatMap { place, exchange in
            var leaving = ActivityDraft(kind: "exchange", account: exchange.account, amount: -exchange.left, currency: exchange.from)
            leaving.notes = "rebalanced: \(exchange.left) \(exchange.from) to \(exchange.arrived) \(exchange.to)"
            leaving.group = "exchange \(next + place)"
            var arriving = leaving
            (arriving.amount, arriving.currency) = (exchange.arrived, exchange.to)
            return [leaving, arriving]
        }
    }

    /// The deposits of new money, to be recorded with the trades.
    private func deposits() throws -> [InvestableCash] {
        guard money.isNew else {
            throw LuaMisuse("apply: no new money was told of, so there is none to be deposited", field: "deposit", hint: "rebalance{cash=5000, …} tells of it")
        }
        return money.new.compactMap { cash in
            var kept = cash
            if let room = cash.room { kept.amount = max(min(room, cash.amount), .zero) }
            return kept.amount.isZero ? nil : kept
        }
    }

    /// Refuses trades and withdrawals that the cash of an account on the day does not pay for, since new money may not have arrived yet.
    private func checkCash(on date: Day, with deposits: [InvestableCash], _ withdrawals: [InvestableCash]) throws {
        var needed: [CashKey: FixedDecimal] = [:]
        for trade in proposal.trades {
            let position = question.positions[trade.position], key = CashKey(account: position.account, currency: position.currency)
            let change = try trade.side == .buy ? trade.amount + trade.fee : trade.fee - trade.amount
            needed[key] = try (needed[key] ?? .zero) + change
        }
        for exchange in proposal.exchanges {
            for (currency, change) in [(exchange.from, exchange.left), (exchange.to, -exchange.arrived)] {
                let key = CashKey(account: exchange.account, currency: currency)
                needed[key] = try (needed[key] ?? .zero) + change
            }
        }
        for deposit in deposits {
            let key = CashKey(account: deposit.account, currency: deposit.currency)
            needed[key] = try (needed[key] ?? .zero) - deposit.amount
        }
        for withdrawal in withdrawals {
            let key = CashKey(account: withdrawal.account, currency: withdrawal.currency)
            needed[key] = try (needed[key] ?? .zero) + withdrawal.amount
        }
        let cash = try book.ledger.cash(on: date), names = try book.definitions
        for (key, amount) in needed.sorted(by: { ($0.key.account, $0.key.currency) < ($1.key.account, $1.key.currency) }) where amount > .zero {
            let there = cash.first { names[$0.account].name == key.account && $0.currency.code == key.currency }?.balance ?? .zero
            guard amount > there else { continue }
            let currency = try Currency(key.currency), currencies = CurrencyTable(declaredIn: book)
            if withdrawals.contains(where: { $0.account == key.account && $0.currency == key.currency }) {
                let isForExchange = !question.rules.mayExchange && question.positions.contains { $0.account == key.account && $0.currency != key.currency }
                throw LuaMisuse(
                    "apply: what is taken out of \(key.account) and the trades there need \(Money(amount, currency).told(by: currencies)), and \(Money(there, currency).told(by: currencies)) are there on \(date)",
                    field: "deposit",
                    hint: isForExchange
                        ? "what is sold brings another currency: exchange=true proposes to change it into \(key.currency)"
                        : "take out no more than can be raised, as the proposal's warnings tell",
                    kind: "no_cash")
            }
            throw LuaMisuse(
                "apply: the trades in \(key.account) need \(Money(amount, currency).told(by: currencies)), and \(Money(there, currency).told(by: currencies)) are there on \(date)",
                field: "deposit",
                hint: money.isNew ? "record the deposit first, or with the trades: apply{deposit=true}" : "ask rebalance again for that day", kind: "no_cash")
        }
    }

    /// An account and a currency of its cash.
    private struct CashKey: Hashable {
        let account: String
        let currency: String
    }
}

/// The answer of `rebalance`: proposed trades, and what kept them from going further.
enum RebalanceFrame {
    /// The frame of proposed trades.
    static func make(_ proposal: TradeProposal, _ question: TradeQuestion, _ run: RebalanceRun) throws -> Frame {
        let base = run.scope.base
        let mayExchange = run.rules.mayExchange, areAllInBase = question.positions.allSatisfy { $0.currency == base.code }
        var builder = FrameBuilder(
            "rebalance",
            [
                .text("account").ranked(.leading), .text("symbol").ranked(.deciding), .text("side").ranked(.deciding), .quantity("quantity").ranked(.deciding),
                .price("price").ranked(.useful), .money("amount", total: .none).ranked(.deciding), .money("fee"),
                .gain("gain", in: base, total: .none).optional().ranked(.useful),
            ] + (areAllInBase ? [] : [.text("gain_currency")]) + [.text("currency").ranked(.deciding), .prose("reason")]
                + (mayExchange ? [.money("received", in: "received_currency", total: .none), .text("received_currency")] : []))
        func add(_ trade: TradeProposal.Trade) throws {
            let position = question.positions[trade.position]
            let hasGain = trade.side == .sell && !position.lots.isEmpty && trade.isGainKnown
            try builder.append(
                [
                    .text(position.account), .text(position.symbol), .text(trade.side.rawValue), .decimal(trade.quantity), .decimal(position.price),
                    .decimal(trade.amount), .decimal(trade.fee), hasGain ? .decimal(trade.gain) : .none,
                ] + (areAllInBase ? [] : [hasGain ? .text(base.code) : .none]) + [.text(position.currency), .text(trade.reason)] + (mayExchange ? [.none, .none] : []))
        }
        for trade in proposal.trades where trade.side == .sell { try add(trade) }
        for exchange in proposal.exchanges {
            let owes = question.owed.contains { $0.account == exchange.account && $0.currency == exchange.to }
            let isTaken = !proposal.trades.contains { $0.side == .buy && question.positions[$0.position].currency == exchange.to }
            try builder.append(
                [
                    .text(exchange.account), .none, .text("exchange"), .none, .decimal(try rate(exchange)), .decimal(exchange.left), .decimal(.zero), .none,
                ] + (areAllInBase ? [] : [.none]) + [
                    .text(exchange.from),
                    .text(
                        "\(exchange.to) \(isTaken ? "is to be taken out" : owes ? "pays for what is bought and what was owed before" : "pays for what is bought") in \(exchange.account)"
                    ),
                    .decimal(exchange.arrived), .text(exchange.to),
                ])
        }
        for trade in proposal.trades where trade.side == .buy { try add(trade) }
        warn(&builder, proposal, run)
        if proposal.trades.contains(where: { !$0.isGainKnown }) {
            for warning in try LotsFrame.unknownCosts(run.scope.filter.source.ledger, through: run.scope.day) { builder.add(warning: warning.kind, warning.message) }
        }
        addPolicies(&builder, run)
        return builder.frame()
    }

    /// The exchange rate: units of the currency that arrives for one of the currency that leaves.
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

    /// The portfolio before and after: a row for each target and one for cash.
    static func preview(_ proposal: TradeProposal, _ question: TradeQuestion, base: Currency) throws -> Frame {
        var builder = FrameBuilder(
            "preview",
            [
                .text("symbol").ranked(.leading), .share("weight_before").ranked(.deciding), .share("target").ranked(.leading), .share("weight_after").ranked(.deciding),
                .money("value_before", in: base), .money("value_after", in: base).ranked(.useful),
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
            try builder.append([
                .text("(cash)"), coming.isZero ? .none : .optional(share(coming, of: before)), .none, .optional(share(left, of: whole)), .decimal(coming), .decimal(left), .none,
                .none,
            ])
        }
        return builder.frame()
    }

    private static func share(_ value: FixedDecimal, of whole: FixedDecimal) throws -> FixedDecimal? { whole.isZero ? nil : try value / whole }
}
