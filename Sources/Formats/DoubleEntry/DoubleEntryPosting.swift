import Values

/// What a posting of a double-entry book says. A large file has millions of them, all in memory until luca's entries stand in their place: what most do
/// not say takes no room in them.
extension DoubleEntryBook {
    /// A figure as it was written, of which parts may be missing.
    struct WrittenAmount {
        /// The figure; nil where it follows from the other postings.
        var number: FixedDecimal?
        /// Digits behind the point, which tell how exact the transaction is.
        var digits: UInt8 = 0
        /// What it is of; nil where that follows from the other postings.
        var commodity: String?
    }

    /// What a posting says of the cost of its units.
    struct CostTerms {
        /// The cost; nil where it is to be found, or matches any.
        var number: FixedDecimal?
        /// Whether the figure is of all units.
        var isTotal = false
        /// The day of purchase.
        var day: Day?
        /// What comes to a cost of one unit, for all units: `{100 # 9.95 USD}`.
        var addedTotal: FixedDecimal?
        /// Whether there is such a part, which is to be found: `{100 # USD}`.
        var lacksAddedTotal = false
        /// The currency; nil where it is to be found.
        var commodity: String?
        /// The name of the lot.
        var label: String?
    }

    /// What a posting says of the price of its units.
    struct PriceTerms {
        /// The price; nil where it follows from the other postings.
        var number: FixedDecimal?
        /// Whether the figure is of all units.
        var isTotal = false
        /// The currency; nil where it is to be found.
        var commodity: String?
    }

    /// A change of one account: of money, as most are, or of units at a cost, at a price, or at neither.
    struct Posting {
        private var number = FixedDecimal.zero
        private var commodity: String?
        /// The account's full name.
        var account: String
        private var terms = Terms.none
        private var lineNumber: Int32
        private var digits: UInt8 = 0
        private var facts: Facts = []

        /// What is told with one bit each.
        private struct Facts: OptionSet {
            let rawValue: UInt8

            static let hasUnits = Facts(rawValue: 1), hasNumber = Facts(rawValue: 2), includesBelow = Facts(rawValue: 4), isCostUnknown = Facts(rawValue: 8)
        }

        /// What is told beside the change.
        private enum Terms {
            case none
            case price(Boxed<PriceTerms>)
            case cost(Boxed<CostTerms>)
            case several(Boxed<Several>)

            struct Several {
                var cost: CostTerms?, price: PriceTerms?, balance: Amount?
            }

            var values: Several {
                switch self {
                case .none: Several()
                case .price(let price): Several(price: price.value)
                case .cost(let cost): Several(cost: cost.value)
                case .several(let several): several.value
                }
            }

            init(_ values: Several) {
                switch (values.cost, values.price, values.balance) {
                case (nil, nil, nil): self = .none
                case (nil, let price?, nil): self = .price(Boxed(price))
                case (let cost?, nil, nil): self = .cost(Boxed(cost))
                default: self = .several(Boxed(values))
                }
            }
        }

        init(line: Int, account: String, units: WrittenAmount? = nil, cost: CostTerms? = nil, price: PriceTerms? = nil) {
            self.account = account
            lineNumber = Int32(clamping: line)
            terms = Terms(Terms.Several(cost: cost, price: price))
            self.units = units
        }

        /// The line it stands on.
        var line: Int { Int(lineNumber) }
        /// The change; nil where it follows from the other postings.
        var units: WrittenAmount? {
            get { facts.contains(.hasUnits) ? WrittenAmount(number: facts.contains(.hasNumber) ? number : nil, digits: digits, commodity: commodity) : nil }
            set {
                (number, digits, commodity) = (newValue?.number ?? .zero, newValue?.digits ?? 0, newValue?.commodity)
                facts.subtract([.hasUnits, .hasNumber])
                if let newValue { facts.formUnion(newValue.number == nil ? .hasUnits : [.hasUnits, .hasNumber]) }
            }
        }
        /// What the units cost.
        var cost: CostTerms? {
            get { if case .cost(let cost) = terms { cost.value } else if case .several(let several) = terms { several.value.cost } else { nil } }
            set { setTerms { $0.cost = newValue } }
        }
        /// What they would bring.
        var price: PriceTerms? {
            get { if case .price(let price) = terms { price.value } else if case .several(let several) = terms { several.value.price } else { nil } }
            set { setTerms { $0.price = newValue } }
        }
        /// What the account holds of a commodity behind it, as the file says; it tells the change where that is missing.
        var balance: Amount? {
            get { if case .several(let several) = terms { several.value.balance } else { nil } }
            set { setTerms { $0.balance = newValue } }
        }
        /// Whether that is with the accounts below it.
        var balanceIncludesBelow: Bool {
            get { facts.contains(.includesBelow) }
            set { set(.includesBelow, newValue) }
        }
        /// Whether nobody knows what the units cost, and the cost told is none.
        var isCostUnknown: Bool {
            get { facts.contains(.isCostUnknown) }
            set { set(.isCostUnknown, newValue) }
        }

        private mutating func setTerms(_ change: (inout Terms.Several) -> Void) {
            var values = terms.values
            change(&values)
            terms = Terms(values)
        }

        private mutating func set(_ fact: Facts, _ holds: Bool) { if holds { facts.insert(fact) } else { facts.remove(fact) } }
    }
}

/// A value that lies elsewhere, so that the place of one in an array takes eight bytes; who changes one that is shared gets its own.
struct Boxed<Value> {
    private final class Box {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    init(_ value: Value) { box = Box(value) }

    /// The value.
    var value: Value {
        get { box.value }
        set { if isKnownUniquelyReferenced(&box) { box.value = newValue } else { box = Box(newValue) } }
    }
}
