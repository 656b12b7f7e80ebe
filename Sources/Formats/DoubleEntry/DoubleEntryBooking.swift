import Values

/// A posting whose figures are complete and whose lots are known.
struct BookedPosting {
    /// What becomes of lots.
    enum Lots {
        /// It has none: money, or units without a cost.
        case none
        /// A lot comes about.
        case opened(cost: DoubleEntryBook.Amount, day: Day)
        /// Units of lots leave.
        case taken([LotInventory.Part])
    }

    /// The account's full name.
    var account: String
    /// The change.
    var units: DoubleEntryBook.Amount
    /// What becomes of lots.
    var lots: Lots
    /// What it counts for in the balance of its transaction.
    var weight: DoubleEntryBook.Amount
    /// The price of one unit, if told.
    var price: DoubleEntryBook.Amount?
    /// What all units bring, where the price was told so.
    var total: FixedDecimal?
    /// The number by which rows name the lot that it opens.
    var row: Int
    /// Whether it names a lot that is not there, so that the first that came are taken.
    var missesLot = false
    /// The name of the lot that it opens.
    var label: String?
    /// Whether nobody knows what its units cost.
    var isCostUnknown = false
    /// Whether it sells units that are held, though its way of booking looks at no lots.
    var sellsHeld = false

    /// Whether it buys back what was sold short.
    var coversShort: Bool { if case .taken = lots { units.number > .zero } else { false } }
}

/// Completes the transactions of a double-entry book in the order of their days: finds the lots that leave, computes what is missing, and checks
/// that each transaction balances.
struct DoubleEntryBooking {
    private let book: DoubleEntryBook
    private var bookings: [String: DoubleEntryBook.LotBooking] = [:]
    /// The lots of all accounts.
    private(set) var inventory = LotInventory()
    /// What each account holds of each commodity.
    private(set) var balances: [String: [String: FixedDecimal]] = [:]
    /// The accounts below each account that something was posted to, and those that stand there.
    private var below: [String: [String]] = [:], placed: Set<String> = []
    /// What the running transaction changed of balances.
    private var changes: [(account: String, commodity: String, before: FixedDecimal?)] = []
    private var lastRow = 0
    /// What the running transaction leaves over, and by how much it may.
    private var residual = CommoditySums(), tolerances: TransactionTolerances

    /// A booking of a book's transactions.
    init(_ book: DoubleEntryBook) { (self.book, tolerances) = (book, TransactionTolerances(book)) }

    /// Notes how an account is booked.
    mutating func open(_ account: String, _ booking: DoubleEntryBook.LotBooking?) { if let booking { bookings[account] = booking } }

    /// How an account is booked.
    func booking(of account: String) -> DoubleEntryBook.LotBooking { bookings[account] ?? book.booking }

    /// Sets the rows by which a lot goes that a row brought into an account.
    mutating func setRows(_ rows: [Int], ofRow row: Int, in account: String) { inventory.setRows(rows, ofRow: row, in: account) }

    /// By how much the sum of a commodity may be off in the transaction that was booked last.
    func tolerance(_ commodity: String) -> FixedDecimal { tolerances.tolerance(commodity) }

    /// What an account and those below it hold of a commodity.
    func balance(_ account: String, _ commodity: String) throws -> FixedDecimal {
        try (below[account] ?? []).reduce(balances[account]?[commodity] ?? .zero) { try $0 + (balances[$1]?[commodity] ?? .zero) }
    }

    /// Notes an account below those that it stands under.
    private mutating func noteAbove(_ account: String) {
        for (place, letter) in zip(account.indices, account) where letter == ":" { below[String(account[..<place]), default: []].append(account) }
    }

    /// Books a transaction. Where it is refused, nothing of it counts.
    mutating func book(_ transaction: DoubleEntryBook.Transaction, on day: Day) throws -> [BookedPosting] {
        begin()
        do {
            return try complete(transaction, on: day, countsPrice(of: transaction) ? .price : .told)
        } catch let first {
            rollBack()
            // hledger counts what is sold at its price, whatever its lot cost; hledger 2 at the cost of the lots that it takes, where the gain stands beside.
            guard book.isLenient, transaction.postings.contains(where: { $0.cost != nil && $0.price != nil }) else { throw first }
            for other in [SaleWeight.price, .cost] {
                do { return try complete(transaction, on: day, other) } catch { rollBack() }
            }
            throw first
        }
    }

    /// What units that are sold count as in their transaction.
    private enum SaleWeight {
        /// The cost of their lot where the sale tells it, else their price.
        case told
        /// Their price, as hledger has it.
        case price
        /// The cost of the lots that they take, as hledger 2 has it.
        case cost
    }

    /// Whether what is sold counts at its price since the money for it is to follow, as hledger does.
    private func countsPrice(of transaction: DoubleEntryBook.Transaction) -> Bool {
        guard book.countsSalesAtPrice, transaction.postings.contains(where: { $0.cost != nil && $0.price != nil && $0.units?.number?.isNegative == true }) else { return false }
        // Where the gain is told beside, it is the cost that counts.
        return !book.tellsGain(transaction) && transaction.postings.contains { $0.units == nil && $0.balance == nil && book.accountClass($0.account) == .assets }
    }

    private mutating func begin() {
        inventory.begin()
        changes.removeAll(keepingCapacity: true)
    }

    private mutating func rollBack() {
        inventory.rollBack()
        while let change = changes.popLast() { balances[change.account]?[change.commodity] = change.before }
    }

    private mutating func complete(_ transaction: DoubleEntryBook.Transaction, on day: Day, _ weight: SaleWeight) throws -> [BookedPosting] {
        var open: [DoubleEntryBook.Posting] = [], booked: [BookedPosting] = []
        booked.reserveCapacity(transaction.postings.count)
        residual.removeAll()
        tolerances.begin()
        for posting in transaction.postings {
            tolerances.note(posting)
            var posting = posting
            if posting.units == nil, let told = posting.balance {
                let now = try posting.balanceIncludesBelow ? balance(posting.account, told.commodity) : balances[posting.account]?[told.commodity] ?? .zero
                posting.units = DoubleEntryBook.WrittenAmount(number: try told.number - now, digits: 0, commodity: told.commodity)
            }
            guard var done = try finished(posting, on: day) else {
                open.append(posting)
                continue
            }
            // Where a sale tells its lot and no cost of it, its price is what counts.
            let tellsNoCost = book.isLenient && done.units.number.isNegative && posting.cost != nil && posting.cost?.number == nil
            if weight == .price || weight == .told && tellsNoCost, let price = done.price {
                let gross = try done.total.map { done.units.number.isNegative ? -$0 : $0 } ?? (price.number * done.units.number)
                done.weight = DoubleEntryBook.Amount(number: gross, commodity: price.commodity)
            }
            tolerances.note(done, Int(posting.units?.digits ?? 0))
            try residual.add(done.weight)
            booked.append(done)
        }
        for posting in open where posting.units != nil {
            var filled = try fill(posting)
            if posting.units?.number == nil, let number = filled.units?.number, let commodity = filled.units?.commodity {
                filled.units?.number = try tolerances.rounded(number, commodity)
            }
            guard let done = try finished(filled, on: day) else { throw unsolvable(posting) }
            try residual.add(done.weight)
            booked.append(done)
        }
        let missing = open.filter { $0.units == nil }
        if missing.count > 1 {
            throw ImportIssue(.missingValue, message: "\(missing.count) postings have no amount, and one at most can follow from the others", hint: "write all but one")
        }
        if let rest = missing.first {
            for left in residual.sorted where !left.number.isZero {
                let told = DoubleEntryBook.Amount(number: try tolerances.rounded(-left.number, left.commodity), commodity: left.commodity)
                booked.append(try plain(rest.account, told, price: nil))
                try residual.add(told)
            }
        }
        try checkBalance()
        return booked
    }

    private func checkBalance() throws {
        for left in residual.sorted where !left.number.isZero {
            if left.number.magnitude > max(tolerances.tolerance(left.commodity), LotChanges.trifle) {
                throw ImportIssue(
                    .sumMismatch, message: "its postings do not balance: \(left.number) \(left.commodity) is left over",
                    hint: "\(book.program) refuses it as well; what is bought counts at its cost or price")
            }
        }
    }

    // MARK: one posting

    /// A posting whose figures are there; nil where one is missing.
    private mutating func finished(_ posting: DoubleEntryBook.Posting, on day: Day) throws -> BookedPosting? {
        guard let written = posting.units, let number = written.number, let commodity = written.commodity else { return nil }
        if posting.cost?.lacksAddedTotal == true { return nil }
        let units = DoubleEntryBook.Amount(number: number, commodity: commodity)
        var price: DoubleEntryBook.Amount?
        if let terms = posting.price {
            guard let told = terms.number, let unit = terms.commodity else { return nil }
            let one = terms.isTotal && !number.isZero ? try told / number.magnitude : told
            price = DoubleEntryBook.Amount(number: one, commodity: unit)
        }
        let total = posting.price.flatMap { $0.isTotal ? $0.number : nil }
        guard var terms = posting.cost ?? (book.isLenient && price != nil && number > .zero ? DoubleEntryBook.CostTerms() : nil) else {
            if book.isLenient, number.isNegative { try inventory.reduceInOrder(posting.account, commodity, by: number.magnitude, on: day) }
            return try plain(posting.account, units, price: price, total: total)
        }
        let booking = booking(of: posting.account), isReduced = booking != .none && inventory.isReduced(posting.account, commodity, by: number)
        if book.isLenient, terms.number == nil, let told = posting.price, number > .zero, !isReduced {
            (terms.number, terms.commodity, terms.isTotal) = (told.number, told.commodity, told.isTotal)
        }
        // What is sold short says cost and day of the lot that comes about; what is there, though its lot is not, is not sold short.
        let held = balances[posting.account]?[commodity] ?? .zero
        let isShort = !isReduced && terms.number != nil && terms.day != nil && held < number.magnitude
        if book.isLenient, number.isNegative, !isShort, !inventory.holds(posting.account, commodity, number.magnitude, terms) {
            let missesLot = !terms.saysNothing && inventory.isReduced(posting.account, commodity, by: number)
            try inventory.reduceInOrder(posting.account, commodity, by: number.magnitude, on: day)
            var booked: BookedPosting
            if let one = terms.number, let currency = terms.commodity {
                let worth = DoubleEntryBook.Amount(number: terms.isTotal ? try one / number.magnitude : one, commodity: currency)
                booked = try plain(posting.account, units, price: worth)
                booked.price = price ?? worth
                booked.total = price == nil ? nil : total
            } else {
                booked = try plain(posting.account, units, price: price, total: total)
            }
            booked.missesLot = missesLot
            return booked
        }
        if isReduced {
            var parts = try inventory.reduce(posting.account, commodity, by: number, terms, booking)
            // Where all units cost the same, no lot is named.
            if booking == .average { for place in parts.indices { parts[place].lot.rows = [] } }
            let currencies = Set(parts.map(\.lot.cost.commodity))
            guard currencies.count == 1, let currency = currencies.first else {
                throw ImportIssue(.badCurrency, message: "it takes lots whose costs are in several currencies", hint: "write a posting for each")
            }
            let cost = try parts.reduce(FixedDecimal.zero) { try $0 + $1.units * $1.lot.cost.number }
            let weight = DoubleEntryBook.Amount(number: number.isNegative ? -cost : cost, commodity: currency)
            try count(posting.account, units)
            return BookedPosting(account: posting.account, units: units, lots: .taken(parts), weight: weight, price: price, total: total, row: 0)
        }
        guard let currency = terms.commodity, let told = terms.number ?? (terms.addedTotal == nil ? nil : .zero) else { return nil }
        if number.isZero { return try plain(posting.account, units, price: nil) }
        var gross = terms.isTotal ? told : try told * number.magnitude
        if let added = terms.addedTotal { gross = try gross + added }
        let isOne = terms.isTotal || terms.addedTotal != nil
        let cost = DoubleEntryBook.Amount(number: isOne ? try gross / number.magnitude : told, commodity: currency)
        lastRow += 1
        let bought = terms.day ?? day
        let lot = LotInventory.Lot(commodity: commodity, units: number, cost: cost, day: bought, label: terms.label, rows: [lastRow])
        try inventory.add(lot, to: posting.account, on: day)
        try count(posting.account, units)
        let weight = DoubleEntryBook.Amount(number: number.isNegative ? -gross : gross, commodity: currency)
        return BookedPosting(
            account: posting.account, units: units, lots: .opened(cost: cost, day: bought), weight: weight, price: price, total: nil, row: lastRow, label: terms.label,
            isCostUnknown: posting.isCostUnknown, sellsHeld: booking == .none && number.isNegative && held >= number.magnitude)
    }

    /// A posting without a cost.
    private mutating func plain(
        _ account: String, _ units: DoubleEntryBook.Amount, price: DoubleEntryBook.Amount?, total: FixedDecimal? = nil
    ) throws -> BookedPosting {
        var weight = units
        if let price {
            let gross = try total ?? (price.number * units.number.magnitude)
            weight = DoubleEntryBook.Amount(number: units.number.isNegative ? -gross : gross, commodity: price.commodity)
        }
        try count(account, units)
        return BookedPosting(account: account, units: units, lots: .none, weight: weight, price: price, total: price == nil ? nil : total, row: 0)
    }

    private mutating func count(_ account: String, _ units: DoubleEntryBook.Amount) throws {
        let (before, isFirst) = try Self.add(units, to: &balances[account, default: [:]])
        if isFirst, placed.insert(account).inserted { noteAbove(account) }
        changes.append((account, units.commodity, before))
    }

    /// Adds to what an account holds; what that was, and whether it is the first of all.
    private static func add(_ units: DoubleEntryBook.Amount, to held: inout [String: FixedDecimal]) throws -> (before: FixedDecimal?, isFirst: Bool) {
        guard let place = held.index(forKey: units.commodity) else {
            held[units.commodity] = units.number
            return (nil, held.count == 1)
        }
        let before = held.values[place]
        held.values[place] = try before + units.number
        return (before, false)
    }

    // MARK: missing figures

    /// A posting with the figure that it lacks, which follows from what the others leave over.
    private func fill(_ posting: DoubleEntryBook.Posting) throws -> DoubleEntryBook.Posting {
        var posting = posting
        // Where nothing is left over, what is missing is nothing, of the one currency that there is.
        let open = residual.sorted.filter { !$0.number.isZero }, left = open.isEmpty ? residual.sorted : open
        guard var units = posting.units else { return posting }
        // The currency that nobody told is the one that is left over.
        func currency(_ told: String?) throws -> String {
            if let told { return told }
            guard left.count == 1, let only = left.first?.commodity else {
                throw ImportIssue(.missingValue, message: "a currency is missing, and the other postings leave open which", hint: "write it behind the number")
            }
            return only
        }
        if var cost = posting.cost {
            cost.commodity = try currency(cost.commodity)
            posting.cost = cost
            let rest = -(residual[cost.commodity ?? ""] ?? .zero)
            if let number = units.number, cost.number == nil || cost.lacksAddedTotal {
                guard !number.isZero, rest.isZero || rest.isNegative == number.isNegative else { throw unsolvable(posting) }
                (cost.number, cost.isTotal, cost.lacksAddedTotal) = (rest.magnitude, true, false)
                posting.cost = cost
            } else if units.number == nil, let one = cost.number, !one.isZero, !cost.isTotal {
                units.number = try rest / one
            }
        } else if var price = posting.price {
            price.commodity = try currency(price.commodity)
            posting.price = price
            let rest = -(residual[price.commodity ?? ""] ?? .zero)
            if let number = units.number, price.number == nil {
                guard !number.isZero, rest.isZero || rest.isNegative == number.isNegative else { throw unsolvable(posting) }
                (price.number, price.isTotal) = (rest.magnitude, true)
                posting.price = price
            } else if units.number == nil, let one = price.number, !one.isZero, !price.isTotal {
                units.number = try rest / one
            }
        } else {
            units.commodity = try currency(units.commodity)
            if units.number == nil { units.number = -(residual[units.commodity ?? ""] ?? .zero) }
        }
        posting.units = units
        guard posting.units?.number != nil, posting.units?.commodity != nil else { throw unsolvable(posting) }
        return posting
    }

    private func unsolvable(_ posting: DoubleEntryBook.Posting) -> ImportIssue {
        ImportIssue(.missingValue, message: "the figures missing at \(posting.account) do not follow from the others", hint: "write number, commodity and cost")
    }
}
