package import Values

/// Facts by the days from which they count, as a number for each day: two books that have the same facts up to a day have the same numbers up to it.
///
/// The numbers are sums, so that facts of a day may come in any order. They have 64 bits and no secret: they tell apart what comes about, not what
/// somebody would make up to look the same.
package struct DayDigest: Equatable {
    /// The first day; facts of earlier ones count from it on.
    package let first: Day
    /// A number for each day from the first on, up to the last that has facts.
    package private(set) var sums: [UInt64]

    /// A digest of no facts.
    package init(from first: Day) { self.init(first, []) }

    /// A digest of numbers that another had; nil where there are too many.
    init?(from first: Day, sums: [UInt64]) {
        if sums.count > Self.mostDays { return nil }
        self.init(first, sums)
    }

    private init(_ first: Day, _ sums: [UInt64]) { (self.first, self.sums) = (first, sums) }

    /// How many days have a number of their own, about 180 years: what is of later days counts from the last of them on.
    private static let mostDays = 1 << 16

    /// Adds a fact that counts from a day on. Amortised O(1), but for the days before it that have none.
    package mutating func add(_ fact: Fact, on day: Day) {
        let place = min(max(0, first.days(to: day)), Self.mostDays - 1)
        if place >= sums.count { sums.append(contentsOf: repeatElement(0, count: place + 1 - sums.count)) }
        sums[place] &+= fact.hash
    }

    /// The digest of the facts that count from days before one; nil where later ones may be among them.
    func before(_ day: Day) -> DayDigest? {
        let place = max(0, first.days(to: day))
        return place < Self.mostDays - 1 ? DayDigest(first, Array(sums.prefix(place))) : nil
    }

    /// Adds the facts of another digest, which begins on the same day.
    package mutating func add(_ other: DayDigest) {
        precondition(first == other.first)
        if other.sums.count > sums.count { sums.append(contentsOf: repeatElement(0, count: other.sums.count - sums.count)) }
        for (place, sum) in other.sums.enumerated() { sums[place] &+= sum }
    }

    /// The first day on which two differ, `Day.min` where they do not begin on the same; nil where all is the same. O(days).
    package func firstDifference(from other: DayDigest) -> Day? {
        if first != other.first { return .min }
        let place = (0..<max(sums.count, other.sums.count)).first { sum(at: $0) != other.sum(at: $0) }
        return place.map { Day(number: first.number + Int32($0)) }
    }

    private func sum(at place: Int) -> UInt64 { place < sums.count ? sums[place] : 0 }
}

extension DayDigest {
    /// What is known of something, as a number that nearly nothing else has. It is the same in every process.
    package struct Fact {
        private var state: UInt64

        /// A fact of a kind, which has a number of its own, with nothing known yet.
        package init(_ kind: Kind) { state = UInt64(kind.rawValue) &* 0x9E37_79B9_7F4A_7C15 }

        /// What facts are about.
        package enum Kind: UInt8 {
            /// Units of an instrument in an account.
            case units = 1
            /// Money in an account.
            case balance
            /// Units that became more or fewer.
            case split
            /// Money that moved.
            case movement
            /// Units that came or went otherwise than for cash.
            case unitMove
            /// What an account was told to be worth.
            case correction
            /// A price of an instrument.
            case price
            /// The first rate of two currencies.
            case pair
            /// A rate.
            case rate
            /// What units that moved cost in the currency of the answer.
            case cost
            /// How an instrument counts.
            case instrument
            /// Whether an account was closed, and when.
            case account
            /// How old prices and rates may be.
            case policy
        }

        /// Adds bits. The order counts. Constants and shifts are those of SplitMix64 (Steele, Lea, Flood, 2014).
        package mutating func mix(_ bits: UInt64) {
            state = (state ^ bits) &+ 0x9E37_79B9_7F4A_7C15
            state = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            state ^= state >> 27
        }

        package mutating func mix(_ number: Int) { mix(UInt64(bitPattern: Int64(number))) }
        package mutating func mix(_ day: Day?) { mix(day.map { UInt64(UInt32(bitPattern: $0.number)) } ?? .max) }
        package mutating func mix(_ currency: Currency) { mix(currency.packed) }

        package mutating func mix(_ figure: FixedDecimal) {
            mix(UInt64(truncatingIfNeeded: figure.units))
            mix(UInt64(truncatingIfNeeded: figure.units >> 64))
        }

        fileprivate var hash: UInt64 {
            let bits = state &* 0x94D0_49BB_1331_11EB
            return bits ^ bits >> 31
        }
    }
}
