/// The reserve plan of the desktop program, on binary floats: its numbers to the last bit, its odd cases included.
///
/// Sums go from left to right, as Python up to 3.11 adds floats. Caps hold for each row and not for all of them together, a cent or two may
/// be left over or placed too often, and an account may come many times: whoever moves over finds what they know. `ReserveAllocator` is
/// without all this.
public struct PythonReserve: Hashable, Sendable {
    /// An account of a tier.
    public struct Account: Hashable, Sendable {
        /// What it is called.
        public var name: String
        /// What it holds.
        public var balance: Double
        /// What it earns in a year, in percent.
        public var apy: Double
        /// Its part in proportion to the others' weights.
        public var weight: Double
        /// The most that it shall hold; nil where there is no end.
        public var cap: Double?

        /// An account.
        public init(name: String, balance: Double, apy: Double = 0, weight: Double = 1, cap: Double? = nil) {
            (self.name, self.balance, self.apy, self.weight, self.cap) = (name, balance, apy, weight, cap)
        }

        var room: Double { cap.map { Python.max(0, $0 - balance) } ?? .infinity }

        func growth(months: Int) -> Double {
            if apy <= 0 || balance <= 0 || months <= 0 { return 0 }
            return balance * (Python.power(1 + apy / 100 / 12, months) - 1)
        }
    }

    /// A tier.
    public struct Tier: Hashable, Sendable {
        /// What it is called.
        public var name: String
        /// What it is for.
        public var purpose: String
        /// How much it shall hold.
        public var target: Double
        /// The lower, the sooner it is filled.
        public var priority: Double
        /// The account that is filled first.
        public var preferred: String?
        /// Where it is kept.
        public var accounts: [Account]

        /// A tier.
        public init(name: String, purpose: String, target: Double, priority: Double, preferred: String? = nil, accounts: [Account] = []) {
            (self.name, self.purpose, self.target, self.priority) = (name, purpose, target, priority)
            (self.preferred, self.accounts) = (preferred, accounts)
        }

        var total: Double { accounts.reduce(0) { $0 + $1.balance } }
        var gap: Double { Python.max(0, target - total) }
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
    static let mostRows = 100_000

    var byPriority: [Tier] {
        tiers.enumerated().sorted { ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset) }.map(\.element)
    }

    var growth: Tier? { byPriority.first { ReserveTier.isGrowth(name: $0.name, purpose: $0.purpose) } }
}
