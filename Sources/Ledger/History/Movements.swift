package import Values

extension History {
    /// Money that moved in or out of a position or an account.
    package struct Movement {
        package enum Kind: UInt8 {
            /// Into the cash position, below zero out of it, by what was done with an instrument.
            case cash
            /// Brought in by the owner, below zero taken out.
            case contribution
            /// Income of the position or the account.
            case income
            /// Charged, whether as part of a cost or apart.
            case fee
            /// Paid or withheld as tax.
            case tax
            /// What came of changing one currency into another, below zero what was given for it.
            case exchange
        }

        package let day: Day
        package let position: PositionSlot
        package let currency: Currency
        package let kind: Kind
        package let amount: FixedDecimal
        /// The figure of the entry where the amount is that at the entry's own rate and the cash moved in the currency of the figure.
        package var own: Money?
    }

    /// Money that moved, in order of days and by place.
    ///
    /// It is kept in columns: of a million trades there are two million movements, and few of them have a figure of their own beside the amount.
    package struct Movements: RandomAccessCollection {
        @usableFromInline var days: [Day] = []
        private var positions: [PositionSlot] = []
        private var amounts = DecimalColumn()
        /// The kind in the lowest three bits, above it the place of the currency.
        private var labels: [UInt16] = []
        private var currencies: [Currency] = []
        /// By place.
        private var owns: [Int: Money] = [:]

        package var startIndex: Int { 0 }
        package var endIndex: Int { days.count }

        /// The movement at a place. O(1).
        package subscript(place: Int) -> Movement {
            let label = labels[place]
            guard let kind = Movement.Kind(rawValue: UInt8(label & 7)) else { preconditionFailure("a movement has one of the kinds that were put in") }
            return Movement(
                day: days[place], position: positions[place], currency: currencies[Int(label >> 3)], kind: kind, amount: amounts[place],
                own: owns.isEmpty ? nil : owns[place])
        }

        /// The day of the movement at a place. O(1).
        @inlinable
        package func day(at place: Int) -> Day { days[place] }

        /// The first place of a day after one. O(log n).
        package func firstPlace(after day: Day) -> Int { days.partitioningIndex { $0 > day } }

        mutating func append(_ movement: Movement) {
            if let own = movement.own { owns[days.count] = own }
            days.append(movement.day)
            positions.append(movement.position)
            amounts.append(movement.amount)
            labels.append(UInt16(place(of: movement.currency)) << 3 | UInt16(movement.kind.rawValue))
        }

        private mutating func place(of currency: Currency) -> Int {
            if let place = currencies.firstIndex(of: currency) { return place }
            precondition(currencies.count < 1 << 13, "a book has fewer currencies")
            currencies.append(currency)
            return currencies.count - 1
        }
    }
}
