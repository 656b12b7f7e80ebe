import Ledger
import Values

/// The units that accounts hold as activities are counted one after another, but for options, of which each row tells whether it opens or closes.
struct WealthfolioHoldings {
    private struct Place: Hashable { let account: AccountID, instrument: InstrumentID }

    private var held: [Place: FixedDecimal] = [:]
    /// The places that were sold from since the last time.
    private var sold = Set<Place>()

    /// Counts an activity.
    mutating func count(_ activity: Activity, _ kind: (InstrumentID) -> Instrument.Kind) {
        guard activity.status == .posted, let instrument = activity.instrument, kind(instrument) != .option else { return }
        if activity.kind == .split, let ratio = activity.detail?.ratio {
            for (place, units) in held where place.instrument == instrument && (activity.account == .every || place.account == activity.account) {
                held[place] = (try? units * ratio.new / ratio.old) ?? units
            }
            return
        }
        guard let quantity = activity.quantity else { return }
        switch (activity.kind, activity.subtype) {
        case (.buy, _), (.transferIn, _), (.dividend, .drip), (.interest, .stakingReward): change(activity.account, instrument, by: quantity)
        case (.dividend, .dividendInKind): change(activity.account, activity.detail?.into ?? instrument, by: quantity)
        case (.transferOut, _): change(activity.account, instrument, by: -quantity)
        case (.sell, _):
            change(activity.account, instrument, by: -quantity)
            sold.insert(Place(account: activity.account, instrument: instrument))
        default: break
        }
    }

    private mutating func change(_ account: AccountID, _ instrument: InstrumentID, by units: FixedDecimal) {
        let place = Place(account: account, instrument: instrument)
        held[place] = (try? (held[place] ?? .zero) + units) ?? held[place]
    }

    /// The accounts that hold less than nothing of what they sold since the last time.
    mutating func takeShort() -> Set<AccountID> {
        defer { sold = [] }
        return Set(sold.filter { held[$0]?.isNegative ?? false }.map(\.account))
    }
}
