import Ledger
import Values

/// A book as one would keep it with paper and patience: lists of lots, sums of money, every number an exact fraction.
///
/// Written from the rules' sentences and DESIGN.md, apart from the engine. It takes activities in the order in which they happened,
/// and knows nothing of late entries, voids or checkpoints: for those it is begun anew.
struct SlowBook {
    /// Units that came in together.
    struct Lot {
        var opened: Day
        /// The entry that opened it.
        var entry: EntryID
        /// How many lots had come to some place before it came to its own, which orders lots of one day.
        var turn = 0
        var units: Fraction
        /// What the units cost; of a short lot, what they brought.
        var cost: Fraction
        /// Whether nobody told what they cost, or what units cost that they were made of or share their cost with.
        var isUnknown = false
        /// Whether a trade brought them, and not a correction or a gift.
        var isBought = true
        /// Whether they took over a loss that is not allowed.
        var isReplacement = false
        /// Days for which the units whose loss they took over were held.
        var tacked = 0
        /// Which part of those that came in together they are, the replacements first.
        var piece = 0

        var unitCost: Fraction { cost / units }
        func isEarlier(than other: Lot) -> Bool { (opened, turn, piece) < (other.opened, other.turn, other.piece) }
    }

    /// What an account has of an instrument.
    struct Place: Hashable {
        var account: AccountID
        var instrument: InstrumentID
    }

    /// What units on their way are known by.
    struct Shipment: Hashable {
        var group: String
        var instrument: InstrumentID
    }

    struct Position {
        var long: [Lot] = [], short: [Lot] = []
        /// Earned in the instrument's currency, and whether anything was in another.
        var income = Fraction.zero, hasForeignIncome = false
    }

    /// An account's money in one currency.
    struct CashKey: Hashable {
        var account: AccountID
        var currency: Currency
    }

    struct CashPosition {
        var cash = Fraction.zero, contribution = Fraction.zero, income = Fraction.zero, fees = Fraction.zero, taxes = Fraction.zero
        /// Changed into the currency, less what was changed into another.
        var exchanged = Fraction.zero
    }

    /// An option as the Options Clearing Corporation adjusts it.
    struct Contract {
        var strike: Fraction
        /// What strike and premium are told for.
        var multiplier: Fraction
        var deliverable: Fraction
        var into: InstrumentID
        /// How many contracts one of the first ones is now.
        var factor = Fraction.one
    }

    /// What came of closing a lot or a part of it.
    struct Gain {
        var place: Place
        var lot: EntryID
        var activity: EntryID
        var opened: Day
        var closed: Day
        var tacked: Int
        var side: LotSide
        var units: Fraction
        var proceeds: Fraction
        var cost: Fraction
        /// Whether nobody told what the units cost, or what units brought that were closed by them.
        var isUnknown = false
        /// What is not allowed of a loss.
        var wash = Fraction.zero

        /// Whether it was held for more than a year.
        var isLongTerm: Bool { closed > (try! opened.adding(days: -tacked).adding(years: 1)) }
    }

    /// A lot method for a part of the book.
    struct Rule {
        var scope: LotRule.Scope
        var method: Method
    }

    /// Why something cannot have happened.
    enum Refusal: Error {
        /// More is sold or sent than is held.
        case oversold
        /// Something is said of units that are not held.
        case nothingHeld
        /// A lot is named that is not there, or has less.
        case lotNotOpen
        /// The rules do not say, or a rounding of the last digit would decide it.
        case undecided
    }

    enum Method: String, CaseIterable {
        case fifo, lifo, hifo, lofo, average, pooled
    }

    let accounts: [Account]
    let instruments: [Instrument]
    var method = Method.fifo
    var rules: [Rule] = []
    var washSales = false
    var feesInCost = true
    var taxesInCost = false
    var premiumStays = false

    var positions: [Place: Position] = [:]
    var cashPositions: [CashKey: CashPosition] = [:]
    var gains: [Gain] = []
    /// Entries of which units have gone to another account.
    var moved: Set<EntryID> = []
    /// Lots on their way from one account to another.
    var transit: [Shipment: [Lot]] = [:]
    /// Transfers of units that belong to a pair, by day, in order.
    var transfers: [Day: [(group: String, place: Place, isArrival: Bool)]] = [:]
    /// What the contracts of an option that a place has are since something happened to what it is on.
    var contracts: [Place: Contract] = [:]
    /// Losses that units bought later may take over.
    var losses: [Loss] = []
    /// Losses that pensions took over.
    var swallowed = Fraction.zero
    /// The day of what is being taken in.
    var today = Day.min
    /// How many lots have come to some place.
    var turn = 0

    init(accounts: [Account], instruments: [Instrument]) {
        self.accounts = accounts
        self.instruments = instruments
    }

    subscript(place: Place) -> Position {
        get { positions[place] ?? Position() }
        set { positions[place] = newValue }
    }

    func held(_ place: Place) -> Fraction { Self.sum(self[place].long) }
    func owed(_ place: Place) -> Fraction { Self.sum(self[place].short) }

    static func sum(_ lots: [Lot]) -> Fraction { lots.reduce(.zero) { $0 + $1.units } }

    func account(_ id: AccountID) -> Account { accounts[Int(id.rawValue) - 1] }
    func instrument(_ id: InstrumentID) -> Instrument { instruments[Int(id.rawValue) - 1] }

    /// The method for what leaves a place today: what is said of the instrument comes before what is said of the account, and that
    /// before what is said of the book; what holds from the latest day comes first among equals.
    func method(_ place: Place) -> Method {
        func fits(_ scope: LotRule.Scope) -> Bool {
            if let account = scope.account, account != place.account { return false }
            if let instrument = scope.instrument, instrument != place.instrument { return false }
            return scope.from.map { $0 <= today } ?? true
        }
        func weight(_ scope: LotRule.Scope) -> Int { (scope.instrument == nil ? 0 : 2) + (scope.account == nil ? 0 : 1) }
        let fitting = rules.filter { fits($0.scope) }
        guard let most = fitting.map({ weight($0.scope) }).max() else { return method }
        return fitting.filter { weight($0.scope) == most }.max { ($0.scope.from ?? .min) < ($1.scope.from ?? .min) }!.method
    }

    /// All places in which the owner of one has the same instrument.
    func circle(of place: Place) -> [Place] {
        accounts.indices.filter { accounts[$0].owner == account(place.account).owner }
            .map { Place(account: AccountID(Int32($0 + 1)), instrument: place.instrument) }
    }

    func isPension(_ place: Place) -> Bool { account(place.account).kind == .pension }

    /// The places that an activity is of: one, or the instrument in every account that has it.
    func places(_ activity: Activity) -> [Place] {
        let all = activity.account == .every ? accounts.indices.map { AccountID(Int32($0 + 1)) } : [activity.account]
        return all.map { Place(account: $0, instrument: activity.instrument!) }
    }

    /// Cash moves in the currency that the activity settles in, at the rate that it tells: the other currency is given for it.
    mutating func pay(_ activity: Activity, _ cash: Fraction) {
        let moved = settled(activity, cash)
        cashPositions[moved.key, default: CashPosition()].cash += moved.amount
        change(activity, cash, moved)
    }

    /// What the owner brings in settles as its cash does; units are brought in as they are.
    mutating func contribute(_ activity: Activity, _ amount: Fraction) {
        if activity.quantity != nil { return cashPosition(activity) { $0.contribution += amount } }
        let moved = settled(activity, amount)
        cashPositions[moved.key, default: CashPosition()].contribution += moved.amount
        change(activity, -amount, (moved.key, -moved.amount))
    }

    private func settled(_ activity: Activity, _ amount: Fraction) -> (key: CashKey, amount: Fraction) {
        guard let currency = activity.detail?.settles else { return (CashKey(account: activity.account, currency: activity.currency), amount) }
        return (CashKey(account: activity.account, currency: currency), amount * Fraction(activity.fxRate!))
    }

    private mutating func change(_ activity: Activity, _ own: Fraction, _ moved: (key: CashKey, amount: Fraction)) {
        if activity.detail?.settles == nil { return }
        cashPosition(activity) { $0.exchanged -= own }
        cashPositions[moved.key]!.exchanged += moved.amount
    }

    /// How much one unit of an activity's money counts, where that is not one.
    var weight: (@Sendable (Activity) -> Fraction)?

    /// A figure of an activity.
    func money(_ value: FixedDecimal, _ activity: Activity) -> Fraction {
        weight.map { Fraction(value) * $0(activity) } ?? Fraction(value)
    }

    /// Books fee and tax beside the cash that they took.
    mutating func charge(_ activity: Activity, feeIsApart: Bool = true, taxIsApart: Bool = true) {
        let fee = money(activity.fee, activity), tax = money(activity.tax, activity)
        cashPosition(activity) {
            if feeIsApart { $0.fees += fee }
            if taxIsApart { $0.taxes += tax }
        }
    }

    /// What a trade was charged that is part of its cost, or comes off its proceeds.
    func inCost(_ activity: Activity) -> Fraction {
        (feesInCost ? money(activity.fee, activity) : .zero) + (taxesInCost ? money(activity.tax, activity) : .zero)
    }

    mutating func earn(_ activity: Activity, _ amount: Fraction) {
        cashPosition(activity) { $0.income += amount }
        guard let id = activity.instrument else { return }
        let place = Place(account: activity.account, instrument: id)
        if activity.currency == instrument(id).currency { self[place].income += amount } else { self[place].hasForeignIncome = true }
    }

    mutating func cashPosition(_ activity: Activity, _ change: (inout CashPosition) -> Void) {
        change(&cashPositions[CashKey(account: activity.account, currency: activity.currency), default: CashPosition()])
    }
}

extension SlowBook {
    /// A book of activities by their entries, which are put in the order in which they happened.
    mutating func take(all activities: [(id: EntryID, activity: Activity)]) throws(Refusal) {
        for (id, activity) in Self.inOrder(activities) where activity.status == .posted { try take(activity, id) }
    }

    /// By date, then time (one without a time comes first), then entry, or that of what it stands for.
    static func inOrder(_ activities: [(id: EntryID, activity: Activity)]) -> [(id: EntryID, activity: Activity)] {
        func key(_ item: (id: EntryID, activity: Activity)) -> (Int32, Int64, Int) {
            (item.activity.date.number, item.activity.time?.microseconds ?? .min, (item.activity.detail?.amends ?? item.id).rawValue)
        }
        return activities.sorted { key($0) < key($1) }
    }
}
