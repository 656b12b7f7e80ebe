public import Values

extension History {
    /// What an account tracked by value is worth beyond the cash that was recorded, in one currency.
    package struct Correction {
        package let account: AccountID
        package let currency: Currency
        package fileprivate(set) var steps: Steps
        /// What was told first of an account of which nothing was recorded until then: it was brought in before, not earned that day.
        package fileprivate(set) var opening: Step?
        /// What was still there after the last day, negated: its owner took it out.
        package fileprivate(set) var closing: Step?
    }

    /// When worths were told of the accounts of a scope, and until when these were all there was in it.
    package struct ToldDays: Sendable {
        let days: Set<Day>
        let until: Day

        /// Whether the value says something of a day; nil once there is something else.
        package func isTrading(_ day: Day) -> Bool? { day < until ? days.contains(day) : nil }
    }

    /// What was brought into an account tracked by value, or taken out of it, without an entry of its own.
    public struct WorthMove: Sendable {
        /// The account that is worth so much.
        public let account: AccountID
        /// The first day on which a worth was told, or the day after the account's last.
        public let date: Day
        /// Money, below zero where it was taken out.
        public let amount: FixedDecimal
        /// The currency of the amount.
        public let currency: Currency
        /// Whether it is what was still there when the account was closed.
        public let isClosing: Bool
    }

    /// What came into accounts tracked by value with the first worth told, where nothing had been recorded of them, and what was left at their end.
    public var worthMoves: [WorthMove] {
        corrections.flatMap { correction in
            [(correction.opening, false), (correction.closing, true)].compactMap { step, isClosing in
                guard let step, !step.figure.isZero else { return nil }
                return WorthMove(account: correction.account, date: step.day, amount: step.figure, currency: correction.currency, isClosing: isClosing)
            }
        }
    }

    /// The accounts that are worth what was told of them, whatever was recorded in them.
    package var toldAccounts: Set<AccountID> { Set(corrections.map(\.account)) }

    /// When worths were told of the accounts of a scope; nil where it has none that are told.
    package func toldDays(of scope: Scope) -> ToldDays? {
        let told = corrections.filter { scope.contains($0.account) }, accounts = Set(told.map(\.account))
        if accounts.isEmpty { return nil }
        func isOther(_ account: AccountID) -> Bool { scope.contains(account) && !accounts.contains(account) }
        let cash = cashPositions.indices.filter { isOther(cashPositions[$0].account) }.compactMap { balances[$0].first?.day }
        let held = positions.indices.filter { isOther(positions[$0].account) }.compactMap { units[$0].first?.day }
        return ToldDays(days: Set(told.flatMap { $0.steps.map(\.day) }), until: (cash + held).min() ?? .max)
    }

    /// What brings the recorded cash of accounts tracked by value to what they were told to be worth.
    ///
    /// What was told stands for the whole account at the end of its day; money brought in or taken out later comes on top of it until the next
    /// time, so that a deposit is no loss the day it is made. After its last day a closed account is worth nothing, and what was there is taken out.
    static func corrections(_ history: History, _ accounts: [Account]) throws(LedgerError) -> [Correction] {
        var corrections: [Correction] = []
        for (account, told) in Dictionary(grouping: history.told, by: \.account).sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let cashPositions = history.cashPositions.indices.filter { history.cashPositions[$0].account == account }
            let currencies = Set(told.map(\.currency) + cashPositions.map { history.cashPositions[$0].currency }).sorted()
            for currency in currencies {
                let balance = cashPositions.first { history.cashPositions[$0].currency == currency }.map { history.balances[$0] } ?? Steps()
                let isNew = told.first.map { first in cashPositions.allSatisfy { history.balances[$0].first.map { $0.day > first.date } ?? true } } ?? false
                var correction = Correction(
                    account: account, currency: currency, steps: try steps(told, currency, balance), opening: isNew ? opening(told, currency) : nil)
                if let closed = accounts[Int(account.rawValue) - 1].closed, closed < .max { try correction.close(after: closed, balance) }
                corrections.append(correction)
            }
        }
        return corrections
    }

    /// The last worth told on the first day, where it is in the currency.
    private static func opening(_ told: [AccountValue], _ currency: Currency) -> Step? {
        guard let first = told.first, let last = told.last(where: { $0.date == first.date }), last.currency == currency else { return nil }
        return last.value.map { Step(day: first.date, figure: $0) }
    }

    private static func steps(_ told: [AccountValue], _ currency: Currency, _ balance: Steps) throws(LedgerError) -> Steps {
        var cursor = StepCursor(balance), steps = Steps()
        for value in told {
            let worth = value.currency == currency ? value.value ?? .zero : .zero, recorded = cursor.figure(at: value.date)
            steps.note(try LedgerError.arithmetic { () throws(DecimalError) in try worth - recorded }, on: value.date)
        }
        return steps
    }
}

extension History.Correction {
    /// Ends with a day: what was told later does not count, and what is there goes.
    fileprivate mutating func close(after last: Day, _ balance: History.Steps) throws(LedgerError) {
        steps.removeAll(after: last)
        if let first = opening, first.day > last { opening = nil }
        let day = last.next
        var told = StepCursor(steps), recorded = StepCursor(balance)
        let (beyond, there) = (told.figure(at: last), recorded.figure(at: last))
        let worth = try LedgerError.arithmetic { () throws(DecimalError) in try beyond + there }
        steps.note(-there, on: day)
        closing = History.Step(day: day, figure: -worth)
    }
}
