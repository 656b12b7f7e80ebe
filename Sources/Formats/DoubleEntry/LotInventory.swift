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

    private var lots: [String: [Lot]] = [:]

    /// Adds a lot to an account.
    mutating func add(_ lot: Lot, to account: String) { lots[account, default: []].append(lot) }

    /// Whether an account holds units that a change of this sign reduces.
    func isReduced(_ account: String, _ commodity: String, by units: FixedDecimal) -> Bool {
        (lots[account] ?? []).contains { $0.commodity == commodity && !$0.units.isZero && $0.units.isNegative != units.isNegative }
    }

    /// Whether an account holds so many units at what a posting says of their cost.
    func holds(_ account: String, _ commodity: String, _ wanted: FixedDecimal, _ terms: DoubleEntryBook.CostTerms) -> Bool {
        var trial = self
        return (try? trial.reduce(account, commodity, by: -wanted, terms, .fifo)) != nil
    }

    /// Takes units out in the order in which they came, as far as there are some.
    mutating func reduceInOrder(_ account: String, _ commodity: String, by units: FixedDecimal) throws {
        var left = units
        for place in (lots[account] ?? []).indices where !left.isZero && lots[account]![place].commodity == commodity {
            let taken = max(.zero, min(left, lots[account]![place].units))
            lots[account]![place].units = try lots[account]![place].units - taken
            left = try left - taken
        }
        lots[account]?.removeAll { $0.units.isZero }
    }

    /// How many lots of a commodity an account holds.
    func count(_ account: String, _ commodity: String) -> Int { (lots[account] ?? []).count { $0.commodity == commodity && !$0.units.isZero } }

    /// Sets the rows by which a lot goes that a row brought into an account.
    mutating func setRows(_ rows: [Int], ofRow row: Int, in account: String) {
        guard let place = lots[account]?.firstIndex(where: { $0.rows == [row] }) else { return }
        lots[account]?[place].rows = rows
    }

    /// Takes units from the lots that match what a posting says of their cost.
    ///
    /// - Throws: `oversold` where too few match, `badWord` where the way of booking leaves open which are meant.
    mutating func reduce(
        _ account: String, _ commodity: String, by units: FixedDecimal, _ terms: DoubleEntryBook.CostTerms, _ booking: DoubleEntryBook.LotBooking
    ) throws -> [Part] {
        let held = lots[account] ?? [], wanted = units.magnitude
        let cost = try terms.number.map { terms.isTotal ? try $0 / wanted : $0 }
        var matching = held.indices.filter { place in
            let lot = held[place]
            return lot.commodity == commodity && !lot.units.isZero && lot.units.isNegative != units.isNegative && (cost == nil || cost == lot.cost.number)
                && (terms.commodity == nil || terms.commodity == lot.cost.commodity) && (terms.day == nil || terms.day == lot.day)
                && (terms.label == nil || terms.label == lot.label)
        }
        let available = try matching.reduce(FixedDecimal.zero) { try $0 + held[$1].units.magnitude }
        if available < wanted {
            let shown = held.filter { $0.commodity == commodity && !$0.units.isZero }.prefix(4).map { "\($0.units) {\($0.cost.number) \($0.cost.commodity), \($0.day)}" }
            throw ImportIssue(
                .oversold, message: "\(account) has \(available) \(commodity) at the cost told, and \(wanted) leave it",
                hint: shown.isEmpty ? "it holds none" : "it holds \(shown.joined(separator: ", "))")
        }
        if matching.count > 1, available != wanted {
            switch booking {
            case .fifo, .average, .none: matching.sort { (held[$0].day, $0) < (held[$1].day, $1) }
            case .lifo: matching.sort { (held[$0].day, $0) > (held[$1].day, $1) }
            case .hifo: matching.sort { (held[$1].cost.number, $0) < (held[$0].cost.number, $1) }
            case .strictWithSize where matching.contains { held[$0].units.magnitude == wanted }:
                matching = [matching.first { held[$0].units.magnitude == wanted }!]
            case .strict, .strictWithSize:
                throw ImportIssue(
                    .badWord, message: "it may be any of \(matching.count) lots of \(commodity) in \(account), which is booked STRICT",
                    hint: "tell cost or day of the lot in the braces, or open the account with \"FIFO\"")
            }
        }
        var left = wanted, parts: [Part] = []
        for place in matching where !left.isZero {
            let taken = min(left, held[place].units.magnitude)
            parts.append(Part(lot: held[place], units: taken))
            lots[account]?[place].units = try held[place].units + (units.isNegative ? -taken : taken)
            left = try left - taken
        }
        lots[account]?.removeAll { $0.units.isZero }
        return parts
    }
}
