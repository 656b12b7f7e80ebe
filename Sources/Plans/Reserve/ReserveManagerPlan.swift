/// A reserve plan as the desktop program Reserve Manager computes it, on binary floats: its numbers to the last bit, its odd cases included.
///
/// Sums go from left to right, as Python up to 3.11 adds floats. Caps hold for each row and not for all of them together, a cent or two may
/// be left over or placed too often, and an account may come many times: whoever moves over finds what they know. `ReserveAllocator` is
/// without all this.
public struct ReserveManagerPlan: Hashable, Sendable {
    /// An account of a tier.
    public struct Account: Hashable, Sendable {
        /// The name of the account.
        public var name: String
        /// The balance.
        public var balance: Double
        /// The yield in a year, in percent.
        public var apy: Double
        /// Its share of the tier in proportion to the weights of the others.
        public var weight: Double
        /// The most that the account is to hold; nil for no limit.
        public var cap: Double?

        /// An account.
        public init(name: String, balance: Double, apy: Double = 0, weight: Double = 1, cap: Double? = nil) {
            (self.name, self.balance, self.apy, self.weight, self.cap) = (name, balance, apy, weight, cap)
        }

        /// What the cap leaves.
        fileprivate var room: Double { cap.map { PythonFloat.max(0, $0 - balance) } ?? .infinity }

        /// What the balance earns in some months.
        fileprivate func growth(months: Int) -> Double {
            if apy <= 0 || balance <= 0 || months <= 0 { return 0 }
            return balance * (PythonFloat.power(1 + apy / 100 / 12, months) - 1)
        }
    }

    /// A tier.
    public struct Tier: Hashable, Sendable {
        /// The name of the tier.
        public var name: String
        /// What the money is for.
        public var purpose: String
        /// How much the tier is to hold.
        public var target: Double
        /// Tiers with lower numbers are filled first.
        public var priority: Double
        /// The account that is filled first.
        public var preferred: String?
        /// The accounts that the tier is kept in.
        public var accounts: [Account]

        /// A tier.
        public init(name: String, purpose: String, target: Double, priority: Double, preferred: String? = nil, accounts: [Account] = []) {
            (self.name, self.purpose, self.target, self.priority) = (name, purpose, target, priority)
            (self.preferred, self.accounts) = (preferred, accounts)
        }

        /// What the accounts hold together.
        fileprivate var total: Double { accounts.reduce(0) { $0 + $1.balance } }
        /// What the tier lacks of its target.
        fileprivate var gap: Double { PythonFloat.max(0, target - total) }
    }

    /// A row: money for a tier, or for an account of one.
    public struct Row: Hashable, Sendable {
        /// The tier.
        public let tier: String
        /// The account; nil by tier.
        public let account: String?
        /// How much.
        public let amount: Double
    }

    /// Money that goes from one tier to another.
    public struct Move: Hashable, Sendable {
        /// The tier that has too much.
        public let from: String
        /// The tier that has too little.
        public let to: String
        /// How much.
        public let amount: Double

        /// As the program shows it.
        public var label: String { "\(from) ➜ \(to)" }
    }

    /// The tiers, in the order of the file.
    public var tiers: [Tier]

    /// A plan.
    public init(tiers: [Tier]) { self.tiers = tiers }

    /// Rows beyond which an allocation is given up: a pass places a cent at least, so there is an end, but it may be far.
    private static let mostRows = 100_000

    /// The tiers in the order in which they are filled.
    private var byPriority: [Tier] {
        tiers.enumerated().sorted { ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset) }.map(\.element)
    }

    /// The tier that takes what is left over.
    private var growth: Tier? { byPriority.first { ReserveTier.isGrowth(name: $0.name, purpose: $0.purpose) } }
}

extension ReserveManagerPlan {
    /// Where money goes, tier by tier; what is left goes to the tier for growth, which may so come twice, or is not shown.
    public func allocate(_ cash: Double) -> [Row] {
        var rows: [Row] = []
        let rest = eachGap(cash) { tier, amount in rows.append(Row(tier: tier.name, account: nil, amount: PythonFloat.cents(amount))) }
        if rest > 0, let growth { rows.append(Row(tier: growth.name, account: nil, amount: PythonFloat.cents(rest))) }
        return rows
    }

    /// Where money goes, account by account.
    ///
    /// - Throws: where a tier that gets money prefers an account that it does not have, or where there is no end of rows.
    public func allocateInDetail(_ cash: Double) throws(PlanError) -> [Row] {
        var rows: [Row] = []
        let rest = try eachGap(cash) { tier, amount throws(PlanError) in rows += try Self.rows(tier, amount) }
        if rest > 0, let growth { rows += try Self.rows(growth, rest) }
        return rows
    }

    /// Hands each tier that lacks money what it gets, by priority; returns what is left.
    private func eachGap<Failure>(_ cash: Double, _ body: (Tier, Double) throws(Failure) -> Void) throws(Failure) -> Double {
        var rest = PythonFloat.max(0, cash)
        for tier in byPriority where rest > 0 {
            let gap = tier.gap
            guard gap > 0 else { continue }
            let amount = PythonFloat.min(rest, gap)
            try body(tier, amount)
            rest -= amount
        }
        return rest
    }

    /// The rows of a tier; where none has room the first account gets everything, cap or no cap.
    private static func rows(_ tier: Tier, _ amount: Double) throws(PlanError) -> [Row] {
        var rows = try split(tier, amount)
        if rows.isEmpty, let first = tier.accounts.first { rows = [Row(tier: tier.name, account: first.name, amount: PythonFloat.cents(amount))] }
        return rows
    }

    /// The rows of a tier that gets an amount above zero, as far as there is room.
    private static func split(_ tier: Tier, _ amount: Double) throws(PlanError) -> [Row] {
        var rest = amount, rows: [Row] = []
        func add(_ account: Account, _ amount: Double) { rows.append(Row(tier: tier.name, account: account.name, amount: amount)) }
        if tier.accounts.isEmpty { return rows }
        if let name = tier.preferred, !name.isEmpty {
            guard let preferred = tier.accounts.first(where: { $0.name == name }) else {
                throw PlanError(
                    .badArgument, "the tier \"\(tier.name)\" prefers the account \"\(name)\", which is not in it",
                    hint: "the desktop program stops here; prefer an account of the tier, or leave out mode=\"python\"")
            }
            let portion = PythonFloat.min(rest, preferred.room)
            if portion > 0 {
                add(preferred, PythonFloat.cents(portion))
                rest -= portion
            }
        }
        // What an account gets does not lessen its room, so these stay the same.
        let candidates = tier.accounts.filter { $0.room > 0 }
        while rest > 0, let first = candidates.first {
            let weights = candidates.reduce(0) { $0 + PythonFloat.max(0, $1.weight) }
            guard weights > 0 else {
                add(first, PythonFloat.cents(PythonFloat.min(rest, first.room)))
                break
            }
            let before = rows.count
            for account in candidates {
                let portion = PythonFloat.cents(PythonFloat.min(rest * (PythonFloat.max(0, account.weight) / weights), account.room))
                guard portion > 0 else { continue }
                add(account, portion)
                rest -= portion
            }
            if rows.count == before { break }
            guard rows.count <= mostRows else {
                throw PlanError(
                    .overflow, "the tier \"\(tier.name)\" would get more than \(mostRows) rows",
                    hint: "its caps are small beside the amount; leave out mode=\"python\", which gives one row an account")
            }
        }
        return rows
    }
}

extension ReserveManagerPlan {
    /// What to move between tiers.
    public func moves() -> [Move] {
        var under = byPriority.filter { $0.gap > 0 }.map { (name: $0.name, left: $0.gap) }
        var over = tiers.filter { $0.total > $0.target }.map { (name: $0.name, left: $0.total - $0.target) }
        var moves: [Move] = [], source = 0, target = 0
        while source < over.count && target < under.count {
            let amount = PythonFloat.cents(PythonFloat.min(over[source].left, under[target].left))
            if amount > 0 {
                moves.append(Move(from: over[source].name, to: under[target].name, amount: amount))
                over[source].left -= amount
                under[target].left -= amount
            }
            // The two limits meet at half a cent, so one side goes on wherever nothing is moved.
            let isSpent = over[source].left <= 0.005, isFilled = under[target].left <= 0.005
            if isSpent { source += 1 }
            if isFilled { target += 1 }
        }
        return moves
    }

    /// What each tier will have earned after some months; of tiers of one name the last.
    public func forecast(months: Int) -> [(tier: String, growth: Double)] {
        var result: [(tier: String, growth: Double)] = []
        for tier in tiers {
            let growth = tier.accounts.reduce(0) { $0 + $1.growth(months: months) }
            if let known = result.firstIndex(where: { $0.tier == tier.name }) { result[known].growth = growth } else { result.append((tier.name, growth)) }
        }
        return result
    }
}

/// Arithmetic on binary floats as Python's built-in functions do it, to the last bit.
enum PythonFloat {
    /// `max(a, b)`: the first of two that are equal.
    static func max(_ a: Double, _ b: Double) -> Double { b > a ? b : a }
    /// `min(a, b)`: the first of two that are equal.
    static func min(_ a: Double, _ b: Double) -> Double { b < a ? b : a }

    /// `base ** exponent`, rounded to the nearest float.
    ///
    /// Powers are multiplied up as pairs of floats, whose sum carries twice the digits, and rounded once at the end. C libraries do the
    /// same by logarithms to about a thousandth of the last digit, so results differ only where both are that near to a tie.
    static func power(_ base: Double, _ exponent: Int) -> Double {
        var result = Pair(high: 1, low: 0), square = Pair(high: base, low: 0), left = exponent
        while left > 0 {
            if left % 2 == 1 { result = result * square }
            square = square * square
            left /= 2
        }
        return result.high.isFinite ? result.high + result.low : result.high
    }

    /// The unrounded sum of two floats, the lower within half a last digit of the higher.
    private struct Pair {
        var high: Double
        var low: Double

        static func * (a: Pair, b: Pair) -> Pair {
            let product = a.high * b.high
            let rest = (-product).addingProduct(a.high, b.high) + (a.high * b.low + a.low * b.high)
            let high = product + rest
            return Pair(high: high, low: rest - (high - product))
        }
    }

    /// `round(value, 2)`: the float nearest to the hundredth nearest to the value, the even one of two that are equally near.
    ///
    /// A float is a whole number of at most 53 bits times a power of two, so a hundred times it is known exactly: no tie is a tie by
    /// accident, and 2.675, which is a little less than that, becomes 2.67.
    static func cents(_ value: Double) -> Double {
        guard value.isFinite, value != 0 else { return value }
        // The value is significand * 2^exponent with a whole significand.
        let shift = 52 - Int(value.exponent)
        if shift <= 0 { return value }
        let significand = UInt64(value.significand.magnitude * 0x1p52), hundredfold = significand * 100
        // Below half a cent by far; the sign stays, as in Python.
        guard shift < 62 else { return value.sign == .minus ? -0.0 : 0 }
        let whole = hundredfold >> UInt64(shift), rest = hundredfold & ((1 << UInt64(shift)) - 1), half: UInt64 = 1 << UInt64(shift - 1)
        let count = whole + (rest > half || (rest == half && whole % 2 == 1) ? 1 : 0)
        return hundredth(of: count, sign: value.sign)
    }

    private static func hundredth(of count: UInt64, sign: FloatingPointSign) -> Double {
        // Where the count is an exact float, the division rounds once; beyond that the digits are read, which rounds once too.
        let magnitude = count < 1 << 53 ? Double(count) / 100 : Double("\(count / 100).\(count % 100 < 10 ? "0" : "")\(count % 100)")!
        return sign == .minus ? -magnitude : magnitude
    }
}
