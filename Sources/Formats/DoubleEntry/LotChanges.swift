import Ledger
import Values

/// An instrument in an account.
struct LotPlace: Hashable, Comparable {
    let account: AccountID
    let instrument: InstrumentID

    init(_ account: AccountID, _ instrument: InstrumentID) { (self.account, self.instrument) = (account, instrument) }

    static func < (a: LotPlace, b: LotPlace) -> Bool { (a.account.rawValue, a.instrument.rawValue) < (b.account.rawValue, b.instrument.rawValue) }
}

/// A lot as other programs have it.
struct HeldLot {
    var units: FixedDecimal
    var cost: FixedDecimal
    var opened: Day
    /// Whether anybody told what it cost.
    var isCostKnown = true
}

/// How the lots of a position become others.
struct LotChanges {
    /// Whether units that leave a lot are told by its unit cost, which then has to be the same to the last digit.
    let needsUnitCosts: Bool

    /// Units that a lot gets or loses.
    struct Change {
        var lot: EntryID
        var units: FixedDecimal
        /// What they cost, with their sign.
        var weight: FixedDecimal
        var opened: Day
        var isNew: Bool
        var isCostKnown = true
    }

    /// What is left over by the last digits of parts of a cost.
    static let trifle = FixedDecimal(units: 1_000_000_000)

    /// What goes and what comes between two days; what goes first.
    func changes(_ before: [EntryID: HeldLot], _ now: [EntryID: HeldLot]) throws -> [Change] {
        var gone: [Change] = [], come: [Change] = []
        for (lot, old) in before.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let new = now[lot]
            if let new, new.units == old.units, new.cost == old.cost, new.opened == old.opened { continue }
            if let new, new.opened == old.opened, new.units.isNegative == old.units.isNegative, new.units.magnitude < old.units.magnitude, try isSameCost(old, new) {
                gone.append(Change(lot: lot, units: try new.units - old.units, weight: try new.cost - old.cost, opened: old.opened, isNew: false))
                continue
            }
            gone.append(Change(lot: lot, units: -old.units, weight: -old.cost, opened: old.opened, isNew: false))
            if let new { come.append(Change(lot: lot, units: new.units, weight: new.cost, opened: new.opened, isNew: true, isCostKnown: new.isCostKnown)) }
        }
        for (lot, new) in now.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where before[lot] == nil {
            come.append(Change(lot: lot, units: new.units, weight: new.cost, opened: new.opened, isNew: true, isCostKnown: new.isCostKnown))
        }
        return gone + come
    }

    /// Whether a unit costs the same: exactly, or but for the last digits.
    private func isSameCost(_ old: HeldLot, _ new: HeldLot) throws -> Bool {
        guard needsUnitCosts else { return try (old.cost / old.units - new.cost / new.units).magnitude < Self.trifle }
        // cost / units is the same fraction: the products across are equal.
        let one = old.cost.units.magnitude.multipliedFullWidth(by: new.units.units.magnitude)
        let other = new.cost.units.magnitude.multipliedFullWidth(by: old.units.units.magnitude)
        return one == other
    }
}

/// The gains of a position on a day, which are told lot by lot where the change of a lot is a sale and nothing else.
struct LotGains {
    private var gains: [Gain]
    /// Gains that stand in a posting of their own.
    private var told = FixedDecimal.zero

    init(_ gains: [Gain]) { self.gains = gains }

    /// What the units of a change brought, or cost to buy back; nil where the gains of its lot are of other units, or unknown. Gains that are told so are taken out.
    mutating func take(_ change: LotChanges.Change) throws -> FixedDecimal? {
        let own = gains.filter { $0.lotID == change.lot }
        guard !change.isNew, !own.isEmpty, own.allSatisfy({ $0.isCostKnown && $0.opened == change.opened }) else { return nil }
        var units = FixedDecimal.zero, spent = FixedDecimal.zero, brought = FixedDecimal.zero
        for gain in own { (units, spent, brought) = (try units + gain.quantity, try spent + gain.cost, try brought + gain.proceeds) }
        let isShort = change.units > .zero
        guard units == change.units.magnitude, (isShort ? brought : spent) == change.weight.magnitude else { return nil }
        gains.removeAll { $0.lotID == change.lot }
        return isShort ? spent : brought
    }

    /// Has a gain that the price of a change tells stand in a posting as well.
    mutating func keep(_ price: FixedDecimal?, _ change: LotChanges.Change) {
        guard let price else { return }
        let weight = change.weight.magnitude
        told = FixedDecimal(units: told.units + (change.units > .zero ? weight.units - price.units : price.units - weight.units))
    }

    /// The gains that are left for a posting.
    func rest() throws -> FixedDecimal { try gains.reduce(told) { try $0 + $1.proceeds - $1.cost } }
}

/// The transfers of units of a day, which of them belong together.
struct DayTransfers {
    private var sources: Set<LotPlace> = []
    /// What was split, merged or renamed in all accounts that day.
    private var changed: Set<InstrumentID> = []

    /// Looks at an activity.
    mutating func note(_ activity: Activity) {
        if activity.account == .every { changed.formUnion([activity.instrument, activity.detail?.into].compactMap(\.self)) }
        if activity.kind == .transferOut, let instrument = activity.instrument { sources.insert(LotPlace(activity.account, instrument)) }
    }

    /// Whether units leave a place.
    func isSource(_ place: LotPlace) -> Bool { sources.contains(place) }

    /// The places between which units move and to which nothing else happens that day.
    func partners(_ traded: [LotPlace: [Int]], _ activity: (Int) -> Activity) -> [LotPlace: LotPlace] {
        var groups: [String: (out: LotPlace?, into: LotPlace?)] = [:], partners: [LotPlace: LotPlace] = [:]
        for (place, rows) in traded {
            let activities = rows.map(activity)
            guard activities.count == 1, !changed.contains(place.instrument), let only = activities.first, TransferGroup.isPair(only.transferGroup) else { continue }
            if only.kind == .transferOut { groups[only.transferGroup, default: (nil, nil)].out = place }
            if only.kind == .transferIn { groups[only.transferGroup, default: (nil, nil)].into = place }
        }
        for case (let out?, let into?) in groups.values where out.instrument == into.instrument { (partners[out], partners[into]) = (into, out) }
        return partners
    }
}
