import Ledger
import Values

/// The lots that the accounts of a double-entry book hold, and how reductions take from them.
struct LotInventory {
    /// Units of one purchase.
    struct Lot {
        /// What it is of.
        var commodity: String
        /// Units left; below zero of what was sold short.
        var units: FixedDecimal
        /// What a unit cost.
        var cost: DoubleEntryBook.Amount
        /// The day of purchase.
        var day: Day
        /// Its name, if it has one.
        var label: String?
        /// The numbers of the rows that brought it into luca's book; several where units of several lots came together.
        var rows: [Int]
    }

    /// Units that a reduction takes from a lot.
    struct Part {
        /// The lot as it was before.
        var lot: Lot
        /// Units taken, above zero.
        var units: FixedDecimal
    }

    private var stacks: [LotStack] = []
    private var stackOf: [String: [String: Int]] = [:]
    /// What the running transaction changed: the stack, the lot and the units it had; none of a lot that came about.
    private var changes: [(stack: Int, lot: Int, units: FixedDecimal?)] = []
    /// Units that left accounts of the file on a day before they had come, and what that was before the running transaction.
    private var owed: (day: Day, units: [UnitPlace: FixedDecimal]) = (.min, [:]), owedBefore: (day: Day, units: [UnitPlace: FixedDecimal]) = (.min, [:])

    // MARK: transactions

    /// Begins a transaction, which `rollBack` takes back.
    mutating func begin() {
        // Places of lots stay as they are while a transaction runs.
        for change in changes { stacks[change.stack].tidy() }
        changes.removeAll(keepingCapacity: true)
        owedBefore = owed
    }

    /// Takes back what changed since `begin`.
    mutating func rollBack() {
        while let change = changes.popLast() {
            if let units = change.units { stacks[change.stack].set(change.lot, units) } else { stacks[change.stack].removeLast() }
        }
        owed = owedBefore
    }

    private mutating func set(_ stack: Int, _ lot: Int, _ units: FixedDecimal) {
        changes.append((stack, lot, stacks[stack].lots[lot].units))
        stacks[stack].set(lot, units)
    }

    private func stack(_ account: String, _ commodity: String) -> LotStack? { stackOf[account]?[commodity].map { stacks[$0] } }

    // MARK: lots

    /// Adds a lot to an account, on the day of its transaction; what left it before on the same day is taken from it.
    mutating func add(_ lot: Lot, to account: String, on day: Day) throws {
        let stack: Int
        if let known = stackOf[account]?[lot.commodity] {
            stack = known
        } else {
            stack = stacks.count
            stacks.append(LotStack())
            stackOf[account, default: [:]][lot.commodity] = stack
        }
        changes.append((stack, stacks[stack].lots.count, nil))
        stacks[stack].append(lot)
        guard owed.day == day, lot.units > .zero, let missing = owed.units.removeValue(forKey: UnitPlace(account: account, symbol: lot.commodity)) else { return }
        try reduceInOrder(account, lot.commodity, by: missing, on: day)
    }

    /// Whether an account holds units that a change of this sign reduces.
    func isReduced(_ account: String, _ commodity: String, by units: FixedDecimal) -> Bool {
        guard let place = stackOf[account]?[commodity] else { return false }
        return (units.isNegative ? stacks[place].longCount : stacks[place].shortCount) > 0
    }

    /// Whether an account holds so many units at what a posting says of their cost.
    mutating func holds(_ account: String, _ commodity: String, _ wanted: FixedDecimal, _ terms: DoubleEntryBook.CostTerms) -> Bool {
        guard let place = stackOf[account]?[commodity], let matching = try? stacks[place].matching(-wanted, terms) else { return false }
        return ((try? stacks[place].units(matching)) ?? .zero) >= wanted
    }

    /// Takes units out in the order in which they came. As many as are not there are taken from what comes on the same day.
    mutating func reduceInOrder(_ account: String, _ commodity: String, by units: FixedDecimal, on day: Day) throws {
        var left = units
        if let place = stackOf[account]?[commodity] {
            var lot = stacks[place].start
            while !left.isZero, lot < stacks[place].lots.count {
                let held = stacks[place].lots[lot].units, taken = max(.zero, min(left, held))
                if !taken.isZero {
                    set(place, lot, try held - taken)
                    left = try left - taken
                }
                lot += 1
            }
        }
        if left.isZero { return }
        if owed.day != day { owed = (day, [:]) }
        let place = UnitPlace(account: account, symbol: commodity)
        owed.units[place] = try (owed.units[place] ?? .zero) + left
    }

    /// How many lots of a commodity an account holds.
    func count(_ account: String, _ commodity: String) -> Int { stack(account, commodity).map { $0.longCount + $0.shortCount } ?? 0 }

    /// Whether lots in other accounts than some go by rows that some lots of a commodity go by: parts of one purchase.
    func isParted(_ commodity: String, _ rows: [Int], from accounts: Set<String>) -> Bool {
        let rows = Set(rows)
        return stackOf.contains { account, places in
            guard !accounts.contains(account), let place = places[commodity] else { return false }
            return stacks[place].lots.contains { !$0.units.isZero && !rows.isDisjoint(with: $0.rows) }
        }
    }

    /// Sets the rows by which a lot goes that a row brought into an account.
    mutating func setRows(_ rows: [Int], ofRow row: Int, in account: String) {
        for stack in (stackOf[account] ?? [:]).values {
            // It is one of those that came last.
            guard let lot = stacks[stack].lots.lastIndex(where: { $0.rows == [row] }) else { continue }
            stacks[stack].lots[lot].rows = rows
            return
        }
    }

    // MARK: reductions

    /// Takes units from the lots that match what a posting says of their cost.
    ///
    /// - Throws: `oversold` where too few match, `badWord` where the way of booking leaves open which are meant.
    mutating func reduce(
        _ account: String, _ commodity: String, by units: FixedDecimal, _ terms: DoubleEntryBook.CostTerms, _ booking: DoubleEntryBook.LotBooking
    ) throws -> [Part] {
        let place = stackOf[account]?[commodity], wanted = units.magnitude
        guard let place else { throw Self.oversold(account, commodity, .zero, wanted, []) }
        var matching: [Int]
        if terms.saysNothing, [.fifo, .average, .none].contains(booking), stacks[place].isInOrder {
            matching = try stacks[place].first(units)
        } else {
            matching = try stacks[place].matching(units, terms)
        }
        let available = try stacks[place].units(matching)
        if available < wanted { throw Self.oversold(account, commodity, available, wanted, stacks[place].lots.filter { !$0.units.isZero }) }
        if matching.count > 1, available != wanted { try order(&matching, stacks[place].lots, wanted, booking, account, commodity) }
        var left = wanted, parts: [Part] = []
        for lot in matching where !left.isZero {
            let held = stacks[place].lots[lot], taken = min(left, held.units.magnitude)
            parts.append(Part(lot: held, units: taken))
            set(place, lot, try held.units + (units.isNegative ? -taken : taken))
            left = try left - taken
        }
        return parts
    }

    private func order(
        _ matching: inout [Int], _ held: [Lot], _ wanted: FixedDecimal, _ booking: DoubleEntryBook.LotBooking, _ account: String, _ commodity: String
    ) throws {
        // Of lots that are as good, beancount takes the one that came first, and those of one cost, day and name are one lot to it.
        var firsts: [LotIdentity: Int] = [:], places: [Int: (first: Int, own: Int)] = [:]
        for place in matching {
            let first = firsts[LotIdentity(held[place]), default: place]
            firsts[LotIdentity(held[place])] = first
            places[place] = (first, place)
        }
        func cameBefore(_ one: Int, _ other: Int) -> Bool { (places[one] ?? (one, one)) < (places[other] ?? (other, other)) }
        if firsts.count == 1 { return }
        switch booking {
        case .fifo, .average, .none: matching.sort { held[$0].day != held[$1].day ? held[$0].day < held[$1].day : cameBefore($0, $1) }
        case .lifo: matching.sort { held[$0].day != held[$1].day ? held[$0].day > held[$1].day : cameBefore($0, $1) }
        case .hifo: matching.sort { held[$0].cost.number != held[$1].cost.number ? held[$0].cost.number > held[$1].cost.number : cameBefore($0, $1) }
        case .strictWithSize:
            let lots = Dictionary(grouping: matching) { firsts[LotIdentity(held[$0])] ?? $0 }
            let sizes = try lots.mapValues { try $0.reduce(FixedDecimal.zero) { try $0 + held[$1].units.magnitude } }
            guard let first = sizes.filter({ $0.value == wanted }).keys.min(), let lot = lots[first] else { throw Self.ambiguous(firsts.count, account, commodity) }
            matching = lot
        case .strict: throw Self.ambiguous(firsts.count, account, commodity)
        }
    }

    private static func ambiguous(_ count: Int, _ account: String, _ commodity: String) -> ImportIssue {
        ImportIssue(
            .badWord, message: "it may be any of \(count) lots of \(commodity) in \(account), which is booked STRICT",
            hint: "tell cost or day of the lot in the braces, or open the account with \"FIFO\"")
    }

    private static func oversold(_ account: String, _ commodity: String, _ available: FixedDecimal, _ wanted: FixedDecimal, _ held: [Lot]) -> ImportIssue {
        let shown = held.prefix(4).map { "\($0.units) {\($0.cost.number) \($0.cost.commodity), \($0.day)}" }
        return ImportIssue(
            .oversold, message: "\(account) has \(available) \(commodity) at the cost told, and \(wanted) leave it",
            hint: shown.isEmpty ? "it holds none" : "it holds \(shown.joined(separator: ", "))")
    }
}

/// What makes two purchases one lot to beancount.
private struct LotIdentity: Hashable {
    let cost: DoubleEntryBook.Amount
    let day: Day
    let label: String?

    init(_ lot: LotInventory.Lot) { (cost, day, label) = (lot.cost, lot.day, lot.label) }
}

/// The lots of one commodity in one account, in the order in which they came.
private struct LotStack {
    /// The lots; those that are used up stay for a while.
    var lots: [LotInventory.Lot] = []
    /// All before it are used up.
    private(set) var start = 0
    /// Whether no lot is older than the one before it.
    private(set) var isInOrder = true
    /// How many have units, above and below zero.
    private(set) var longCount = 0, shortCount = 0
    /// The places of lots by their names, and by what a unit cost; nil until one is looked for among many.
    private var named: [String: [Int]]?, costing: [FixedDecimal: [Int]]?

    /// So many lots are looked through one by one.
    private static let few = 32

    mutating func append(_ lot: LotInventory.Lot) {
        if let last = lots.last, lot.day < last.day { isInOrder = false }
        if let label = lot.label { named?[label, default: []].append(lots.count) }
        costing?[lot.cost.number, default: []].append(lots.count)
        lots.append(lot)
        count(lot.units, 1)
    }

    mutating func removeLast() {
        let lot = lots.removeLast()
        if let label = lot.label { named?[label]?.removeLast() }
        costing?[lot.cost.number]?.removeLast()
        count(lot.units, -1)
        start = min(start, lots.count)
    }

    /// Sets the units of a lot.
    mutating func set(_ lot: Int, _ units: FixedDecimal) {
        count(lots[lot].units, -1)
        count(units, 1)
        lots[lot].units = units
        if units.isZero { while start < lots.count, lots[start].units.isZero { start += 1 } } else { start = min(start, lot) }
    }

    private mutating func count(_ units: FixedDecimal, _ change: Int) {
        if units > .zero { longCount += change } else if units.isNegative { shortCount += change }
    }

    /// Forgets lots that are used up, once they are most.
    mutating func tidy() {
        guard lots.count > 32, longCount + shortCount < lots.count / 2 else { return }
        lots.removeAll { $0.units.isZero }
        (start, named, costing) = (0, nil, nil)
    }

    /// The lots that a reduction takes first, as many as it needs.
    func first(_ units: FixedDecimal) throws -> [Int] {
        var found: [Int] = [], sum = FixedDecimal.zero, lot = start
        while lot < lots.count, sum < units.magnitude {
            let held = lots[lot].units
            if !held.isZero, held.isNegative != units.isNegative {
                found.append(lot)
                sum = try sum + held.magnitude
            }
            lot += 1
        }
        return found
    }

    /// The lots that match what a posting of a reduction says of their cost.
    mutating func matching(_ units: FixedDecimal, _ terms: DoubleEntryBook.CostTerms) throws -> [Int] {
        let cost = try terms.number.map { terms.isTotal ? try $0 / units.magnitude : $0 }
        if lots.count - start > Self.few {
            if let label = terms.label { return matching(units, terms, cost, among: places(named: label)) }
            if let cost { return matching(units, terms, cost, among: places(costing: cost)) }
            if let day = terms.day, isInOrder { return matching(units, terms, cost, among: places(of: day)) }
        }
        return matching(units, terms, cost, among: start..<lots.count)
    }

    private mutating func places(named label: String) -> [Int] {
        if named == nil { named = Dictionary(grouping: lots.indices.filter { lots[$0].label != nil }) { lots[$0].label ?? "" } }
        return named?[label] ?? []
    }

    private mutating func places(costing cost: FixedDecimal) -> [Int] {
        if costing == nil { costing = Dictionary(grouping: lots.indices) { lots[$0].cost.number } }
        return costing?[cost] ?? []
    }

    /// The lots of a day, where none is older than the one before it.
    private func places(of day: Day) -> Range<Int> {
        let held = lots[start...]
        return held.partitioningIndex { $0.day >= day }..<held.partitioningIndex { $0.day > day }
    }

    private func matching(_ units: FixedDecimal, _ terms: DoubleEntryBook.CostTerms, _ cost: FixedDecimal?, among places: some Sequence<Int>) -> [Int] {
        places.filter { place in
            let lot = lots[place]
            return !lot.units.isZero && lot.units.isNegative != units.isNegative && (cost == nil || cost == lot.cost.number)
                && (terms.commodity == nil || terms.commodity == lot.cost.commodity) && (terms.day == nil || terms.day == lot.day)
                && (terms.label == nil || terms.label == lot.label)
        }
    }

    /// The units of some lots, without their sign.
    func units(_ places: [Int]) throws -> FixedDecimal { try places.reduce(.zero) { try $0 + lots[$1].units.magnitude } }
}

extension DoubleEntryBook.CostTerms {
    /// Whether they match any lot.
    var saysNothing: Bool { number == nil && commodity == nil && day == nil && label == nil }
}
