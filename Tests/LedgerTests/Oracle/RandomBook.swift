import Ledger
import TestSupport
import Values

/// A book of random activities that make sense together, and the oracle's account of them.
///
/// Activities come in the order in which they happened, so that the oracle keeps up; whoever writes them into a ledger may do it in
/// another order. What the oracle refuses is kept apart, with the place where it was tried.
struct RandomBook {
    struct Choices {
        var method = SlowBook.Method.fifo
        /// Other methods for parts of the book.
        var rules: [SlowBook.Rule] = []
        var washSales = false
        /// How many of the accounts are in use.
        var accounts = 3
        var feesInCost = true
        var taxesInCost = false
        var premiumStays = false
        /// Whether all units fit a decimal, so that they can be compared to the last digit.
        var isExact = true
        /// Whether sales and transfers may name lots; what names an entry cannot be entered in another order.
        var namesLots = true
        /// Whether no two activities share their moment, so that their order does not hang on their entries.
        var hasOwnMoments = false

        static func random(_ random: inout SeededRandom) -> Choices {
            var choices = Choices(
                method: random.pick(SlowBook.Method.allCases), washSales: random.chance(oneIn: 3), accounts: random.pick([3, 5]),
                feesInCost: !random.chance(oneIn: 3), taxesInCost: random.chance(oneIn: 4), premiumStays: random.chance(oneIn: 2),
                isExact: !random.chance(oneIn: 4))
            if random.chance(oneIn: 3) { for _ in 0..<random.int(1...4) { choices.addRule(&random) } }
            return choices
        }

        /// Whether no lot costs the same as those beside it for the method's sake.
        var keepsCosts: Bool { method != .average && !rules.contains { $0.method == .average } }
        /// Whether cost moves from one account to another.
        var tiesAccounts: Bool { washSales || method == .pooled || rules.contains { $0.method == .pooled } }

        private mutating func addRule(_ random: inout SeededRandom) {
            var scope = LotRule.Scope()
            if random.chance(oneIn: 2) { scope.account = AccountID(Int32(random.int(1...accounts))) }
            if random.chance(oneIn: 2) { scope.instrument = InstrumentID(Int32(random.int(1...5))) }
            if scope.isAll || random.chance(oneIn: 2) { scope.from = Day(number: 18_000 + Int32(random.int(0...600))) }
            rules.removeAll { $0.scope == scope }
            rules.append(SlowBook.Rule(scope: scope, method: random.pick(SlowBook.Method.allCases)))
        }
    }

    typealias Entries = [(id: EntryID, activity: Activity)]

    struct Attempt {
        /// How many activities were recorded before it.
        var place: Int
        var activity: Activity
    }

    let choices: Choices
    private(set) var activities: [Activity] = []
    private(set) var refused: [Attempt] = []
    private(set) var oracle: SlowBook
    var day = Int32(18_000), time: Int?

    static let accounts = [
        Account(name: "A", currency: .usd, owner: "Ada"), Account(name: "B", currency: .usd, owner: "Ada", allowShort: true),
        Account(name: "C", currency: .eur, owner: "Ben"), Account(name: "D", kind: .pension, currency: .usd, owner: "Ada"),
        Account(name: "E", currency: .usd, owner: "Ben", tracking: .holdings),
    ]
    /// Four stocks, of which the last is in euros, and two options on the first two.
    static let instruments =
        ["X", "Y", "Z"].map { Instrument(symbol: $0, currency: .usd) } + [Instrument(symbol: "E", currency: .eur)] + [
            Instrument(
                symbol: "XC", kind: .option, currency: .usd, multiplier: 100,
                option: OptionTerms(underlying: InstrumentID(1), right: .call, strike: 20, expires: .max)),
            Instrument(
                symbol: "YP", kind: .option, currency: .usd, multiplier: 100,
                option: OptionTerms(underlying: InstrumentID(2), right: .put, strike: 30, expires: .max)),
        ]
    static let firstEntry = 101

    init(_ choices: Choices, count: Int, _ random: inout SeededRandom) {
        self.choices = choices
        oracle = choices.emptyOracle
        while activities.count < count { addOne(&random) }
    }

    /// The entries of the activities, if they are entered in this order.
    var entries: Entries {
        activities.enumerated().map { (EntryID(Self.firstEntry + $0), $1) }
    }

    private mutating func addOne(_ random: inout SeededRandom) {
        let (day, time) = (day, time)
        passTime(&random)
        guard var activity = draw(&random), attempt(&activity, &random) else {
            (self.day, self.time) = (day, time)
            return
        }
        activities.append(activity)
    }

    private mutating func attempt(_ activity: inout Activity, _ random: inout SeededRandom) -> Bool {
        activity.notes = "\(activities.count)"
        if random.chance(oneIn: 25) { activity.status = random.pick([.pending, .draft]) }
        if activity.status != .posted { return true }
        do {
            var after = oracle
            try after.take(activity, EntryID(Self.firstEntry + activities.count))
            if !isInBounds(after, activity) { return false }
            oracle = after
            return true
        } catch {
            if error != .undecided { refused.append(Attempt(place: activities.count, activity: activity)) }
            return false
        }
    }

    /// Whether units stay such that they can be told exactly, and small.
    private func isInBounds(_ book: SlowBook, _ activity: Activity) -> Bool {
        if activity.detail == nil { return true }
        let lots = book.positions.values.flatMap { $0.long + $0.short } + book.transit.values.flatMap { $0 }
        return lots.allSatisfy { lot in
            if lot.units > Fraction(1_000_000) || lot.units < Fraction(decimal("0.000001")) { return false }
            return !choices.isExact || lot.units.decimal!.value.fits(digits: 12) && lot.units.decimal!.isExact
        }
    }

    private mutating func passTime(_ random: inout SeededRandom) {
        if random.chance(oneIn: 2) {
            day += Int32(random.int(1...20))
            time = nil
        } else if choices.hasOwnMoments || random.chance(oneIn: 3) {
            time = (time ?? 0) + random.int(1...9)
        }
    }

    /// The moment that has come.
    var moment: (Day, Instant?) {
        let date = Day(number: day)
        return (date, time.map { Instant(day: date, hour: $0 / 60 % 24, minute: $0 % 60)! })
    }
}

extension FixedDecimal {
    /// Whether no more digits than that stand after the point.
    fileprivate func fits(digits: Int) -> Bool { (try? rounded(to: digits)) == self }
}
