import Values

/// By how much the postings of a transaction may differ from a balance, which follows from the digits with which its figures are written, and how figures are
/// rounded that nobody wrote.
struct TransactionTolerances {
    private let book: DoubleEntryBook
    private var inferred = CommoditySums()
    /// What the digits of units allow of the currencies of their costs and prices, where the book says that they count.
    private var ofCosts = CommoditySums()

    init(_ book: DoubleEntryBook) { self.book = book }

    /// Forgets the figures of the transaction before.
    mutating func begin() {
        inferred.removeAll()
        ofCosts.removeAll()
    }

    /// The most that a cost adds.
    private static let most = FixedDecimal(units: FixedDecimal.unitsPerOne / 2)
    /// A rounding is to fewer figures than these, or else to none.
    private static let mostFigures = 5

    /// Notes how exact a posting is written.
    mutating func note(_ posting: DoubleEntryBook.Posting) {
        guard let units = posting.units, let commodity = units.commodity, units.number != nil, let told = unit(Int(units.digits)) else { return }
        inferred.raise(commodity, to: told)
    }

    /// Notes the cost and the price of a posting, once they are known.
    mutating func note(_ posting: BookedPosting, _ digits: Int) {
        guard book.infersToleranceFromCost, let told = unit(digits), !posting.units.number.isZero else { return }
        func add(_ commodity: String, _ one: FixedDecimal?) {
            guard let one, commodity != posting.units.commodity, let product = try? told * one.magnitude else { return }
            // A sum beyond all numbers tells no tolerance.
            try? ofCosts.add(DoubleEntryBook.Amount(number: min(product, Self.most), commodity: commodity))
        }
        if case .none = posting.lots {} else { add(posting.weight.commodity, try? posting.weight.number / posting.units.number) }
        if let price = posting.price { add(price.commodity, price.number) }
    }

    /// What one of the last digit written allows; nil of whole numbers.
    private func unit(_ digits: Int) -> FixedDecimal? {
        digits > 0 ? try? FixedDecimal(units: tenToThe(FixedDecimal.scale - min(digits, FixedDecimal.scale))) * book.toleranceFactor : nil
    }

    /// By how much the sum of a commodity may differ from zero.
    func tolerance(_ commodity: String) -> FixedDecimal {
        let told = [inferred[commodity], ofCosts[commodity], book.tolerances[commodity]].compactMap(\.self).max()
        return told ?? book.tolerances["*"] ?? .zero
    }

    /// A figure that follows from the others, rounded as beancount does: to the digits of the others.
    func rounded(_ number: FixedDecimal, _ commodity: String) throws -> FixedDecimal {
        guard book.roundsMissingFigures, let least = try? tolerance(commodity) + tolerance(commodity), !least.isZero else { return number }
        let figures = least.description.filter(\.isNumber).drop { $0 == "0" }.reversed().drop { $0 == "0" }.count
        return figures < Self.mostFigures ? try number.rounded(to: DoubleEntryText.digits(least)) : number
    }
}

/// Sums of one transaction by commodity: it has one or two, which are found sooner by their names than by hashes of these.
struct CommoditySums {
    private var sums: [DoubleEntryBook.Amount] = []

    /// The sum of a commodity; nil where nothing was added of it.
    subscript(_ commodity: String) -> FixedDecimal? { sums.first { $0.commodity == commodity }?.number }

    /// The sums by the names of their commodities.
    var sorted: [DoubleEntryBook.Amount] { sums.count < 2 ? sums : sums.sorted { $0.commodity < $1.commodity } }

    /// Raises the sum of a commodity to a number, where it is less.
    mutating func raise(_ commodity: String, to number: FixedDecimal) {
        guard let place = sums.firstIndex(where: { $0.commodity == commodity }) else { return sums.append(DoubleEntryBook.Amount(number: number, commodity: commodity)) }
        sums[place].number = max(sums[place].number, number)
    }

    /// Adds an amount to the sum of its commodity.
    mutating func add(_ amount: DoubleEntryBook.Amount) throws {
        guard let place = sums.firstIndex(where: { $0.commodity == amount.commodity }) else { return sums.append(amount) }
        sums[place].number = try sums[place].number + amount.number
    }

    /// Forgets all of them, and keeps their place in memory.
    mutating func removeAll() { sums.removeAll(keepingCapacity: true) }
}

extension FixedDecimal {
    /// Rounded as other programs can balance by it: to eight digits behind the point, and to more where hardly less than half of the last one would be cut off,
    /// since half of it is as much as they let a sum differ.
    func roundedToBalance() throws -> FixedDecimal {
        for digits in 8..<Self.scale {
            let rounded = try rounded(to: digits)
            if try (rounded - self).magnitude.units * 20 <= 9 * tenToThe(Self.scale - digits) { return rounded }
        }
        return self
    }
}
