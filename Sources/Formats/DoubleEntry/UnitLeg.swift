import Ledger
import Values

/// A change of the units of an account.
struct UnitLeg {
    let posting: BookedPosting
    /// The account's name in luca.
    let account: String
    /// What is left of the change.
    var units: FixedDecimal
    /// Lots that are left to take.
    private(set) var parts: [LotInventory.Part]

    init(posting: BookedPosting, account: String) {
        (self.posting, self.account, units) = (posting, account, posting.units.number)
        if case .taken(let taken) = posting.lots { parts = taken } else { parts = [] }
    }

    /// Where it is.
    var place: UnitPlace { UnitPlace(account: account, symbol: posting.units.commodity) }

    /// The rows of the lots that it takes.
    var rows: [Int] { parts.flatMap(\.lot.rows) }

    /// The price of a unit as it was written; nil where it is of the whole.
    var unitPrice: FixedDecimal? {
        if let price = posting.price, units.isNegative || posting.row == 0 { return price.number }
        if case .opened(let cost, _) = posting.lots { return cost.number }
        return nil
    }

    /// The lots by which a sale names what it takes.
    var choices: [LotChoice] { Self.choices(parts) }

    private static func choices(_ parts: [LotInventory.Part]) -> [LotChoice] {
        parts.flatMap { part in
            part.lot.rows.map { LotChoice(EntryID($0), quantity: part.lot.rows.count == 1 && part.units != part.lot.units.magnitude ? part.units : nil) }
        }
    }

    /// Takes lots of some units away.
    mutating func takeLots(_ quantity: FixedDecimal) throws -> (choices: [LotChoice], rows: [Int]) {
        var left = quantity, taken: [LotInventory.Part] = []
        while !left.isZero, var part = parts.first {
            let units = min(left, part.units)
            taken.append(LotInventory.Part(lot: part.lot, units: units))
            part.units = try part.units - units
            if part.units.isZero { parts.removeFirst() } else { parts[0] = part }
            left = try left - units
        }
        return (Self.choices(taken), taken.flatMap(\.lot.rows))
    }
}

/// An instrument in an account of luca's.
struct UnitPlace: Hashable {
    var account: String
    var symbol: String
}
