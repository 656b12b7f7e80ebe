public import Values

/// What an amount of one currency is worth in another on a day, and by which rates.
///
/// Between two currencies that are both quoted in euro it has two legs: out of the one into euro, and from there into the other.
public struct Conversion: Hashable, Sendable {
    /// One rate on the way.
    public struct Leg: Hashable, Sendable {
        /// The currency that this leg leaves.
        public let from: Currency
        /// The currency that it leads into.
        public let to: Currency
        /// The day of the rate.
        public let date: Day
        /// The rate as it was told: of one `from`, or of one `to` where it is inverted.
        public let rate: FixedDecimal
        /// Whether the rate is of one `to`, so that it divides.
        public let isInverted: Bool
        /// Who tells the rate.
        public let source: String
    }

    /// The currency of what is converted.
    public let from: Currency
    /// The currency that it is converted into.
    public let to: Currency
    /// The day that was asked for.
    public let day: Day
    /// The rates on the way, in order; none where both currencies are the same.
    public let legs: [Leg]
    /// What to multiply by and divide by, where both are exact.
    private let factors: Factors?

    /// A conversion by some rates, each of which leaves the currency that the one before it leads into.
    init(from: Currency, to: Currency, day: Day, legs: [Leg]) {
        self.from = from
        self.to = to
        self.day = day
        self.legs = legs
        factors = Factors(legs)
    }

    /// The conversion by one rate, on its own day.
    public init(_ rate: Rate) {
        let leg = Leg(from: rate.from, to: rate.to, date: rate.date, rate: rate.rate, isInverted: false, source: rate.source)
        self.init(from: rate.from, to: rate.to, day: rate.date, legs: [leg])
    }

    /// The leg whose rate is the oldest, and of those the first; nil where there is none.
    public var oldest: Leg? { legs.min { $0.date < $1.date } }

    /// Days from the oldest rate to the day that was asked for; 0 where no rate is needed.
    public var age: Int { oldest.map { $0.date.days(to: day) } ?? 0 }

    /// The currencies on the way, both ends among them.
    public var path: [Currency] { [from] + legs.map(\.to) }

    /// What an amount is worth, rounded half-even at the eighteenth fractional digit.
    ///
    /// There is one rounding, at the end: rates that multiply are multiplied first, those that divide likewise. Only where such a
    /// product would itself have to be rounded, having more than 18 fractional digits, is each leg rounded in turn; two legs through a
    /// currency that both ends are quoted in need no such product.
    public func apply(_ amount: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        if let factors { return try FixedDecimal.mulDiv(amount, factors.numerator, factors.denominator) }
        var amount = amount
        for leg in legs { amount = try leg.isInverted ? amount / leg.rate : amount * leg.rate }
        return amount
    }

    /// What one unit is worth, rounded as amounts are.
    public var rate: FixedDecimal {
        get throws(DecimalError) { try apply(.one) }
    }

    /// What to tell of a rate that is older than a limit, in days; nil where it is not.
    public func warning(maximumAge: Int) -> LedgerWarning? {
        guard let oldest, age > maximumAge else { return nil }
        return .staleRate(from: from, to: to, day: day, rateDay: oldest.date, days: age)
    }
}

extension Conversion {
    /// The product of the rates that multiply, and of those that divide.
    private struct Factors: Hashable, Sendable {
        var numerator = FixedDecimal.one
        var denominator = FixedDecimal.one

        /// Nil where a product is not exact.
        init?(_ legs: [Leg]) {
            for leg in legs {
                let part = leg.isInverted ? \Factors.denominator : \Factors.numerator
                guard let product = Self.exactProduct(self[keyPath: part], leg.rate) else { return nil }
                self[keyPath: part] = product
            }
        }

        private static func exactProduct(_ a: FixedDecimal, _ b: FixedDecimal) -> FixedDecimal? {
            if a == .one { return b }
            guard let product = try? a * b else { return nil }
            let exact = a.units.magnitude.multipliedFullWidth(by: b.units.magnitude)
            let rounded = product.units.magnitude.multipliedFullWidth(by: FixedDecimal.unitsPerOne.magnitude)
            return exact.high == rounded.high && exact.low == rounded.low ? product : nil
        }
    }
}
