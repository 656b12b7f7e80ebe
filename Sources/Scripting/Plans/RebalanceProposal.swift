import Frames
import Ledger
import LuaKit
import Plans
import Storage
import Values

/// What carries out proposed trades: sales first, each with its lots where they were chosen.
final class RebalanceProposal: FrameProposal {
    private let book: Book
    private let question: TradeQuestion
    private let proposal: TradeProposal
    private let money: RebalanceMoney
    private let base: Currency
    private let day: Day
    /// The positions whose sales name their lots.
    private let naming: Set<Int>
    let basis: ProposalBasis

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
        return try RecordModule.recording(book) { entries }
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

    /// Each exchange as the verb of that name records it: both sides, of one group.
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

    /// The new money, to be recorded with the trades.
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

    /// Refuses trades, and what is taken out with them, that the cash of an account on the day does not pay for: the new money may not be there yet.
    private func checkCash(on date: Day, with deposits: [InvestableCash], _ withdrawals: [InvestableCash]) throws {
        var needed: [Purse: FixedDecimal] = [:]
        for trade in proposal.trades {
            let position = question.positions[trade.position], key = Purse(account: position.account, currency: position.currency)
            let change = try trade.side == .buy ? trade.amount + trade.fee : trade.fee - trade.amount
            needed[key] = try (needed[key] ?? .zero) + change
        }
        for exchange in proposal.exchanges {
            for (currency, change) in [(exchange.from, exchange.left), (exchange.to, -exchange.arrived)] {
                let key = Purse(account: exchange.account, currency: currency)
                needed[key] = try (needed[key] ?? .zero) + change
            }
        }
        for deposit in deposits {
            let key = Purse(account: deposit.account, currency: deposit.currency)
            needed[key] = try (needed[key] ?? .zero) - deposit.amount
        }
        for withdrawal in withdrawals {
            let key = Purse(account: withdrawal.account, currency: withdrawal.currency)
            needed[key] = try (needed[key] ?? .zero) + withdrawal.amount
        }
        let cash = try book.ledger.cash(on: date), names = try book.definitions
        for (key, amount) in needed.sorted(by: { ($0.key.account, $0.key.currency) < ($1.key.account, $1.key.currency) }) where amount > .zero {
            let there = cash.first { names[$0.account].name == key.account && $0.currency.code == key.currency }?.balance ?? .zero
            guard amount > there else { continue }
            let currency = try Currency(key.currency), currencies = CurrencyModule.table(book)
            if withdrawals.contains(where: { $0.account == key.account && $0.currency == key.currency }) {
                let isForExchange = !question.rules.mayExchange && question.positions.contains { $0.account == key.account && $0.currency != key.currency }
                throw LuaMisuse(
                    "apply: what is taken out of \(key.account) and the trades there need \(Money(amount, currency).told(by: currencies)), and \(Money(there, currency).told(by: currencies)) are there on \(date)",
                    field: "deposit",
                    hint: isForExchange
                        ? "what is sold brings another currency: exchange=true proposes to change it into \(key.currency)" : "take out no more than can be raised, as the proposal's warnings tell",
                    kind: "no_cash")
            }
            throw LuaMisuse(
                "apply: the trades in \(key.account) need \(Money(amount, currency).told(by: currencies)), and \(Money(there, currency).told(by: currencies)) are there on \(date)", field: "deposit",
                hint: money.isNew ? "record the deposit first, or with the trades: apply{deposit=true}" : "ask rebalance again for that day", kind: "no_cash")
        }
    }

    /// The cash of one currency in an account.
    private struct Purse: Hashable {
        let account: String
        let currency: String
    }
}
