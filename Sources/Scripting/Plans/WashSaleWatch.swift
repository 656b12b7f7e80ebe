import Ledger
import Storage
import Values

/// What was bought and what was sold at a loss within the days before, by owner: selling the one at a loss, or buying the other, would be a wash sale.
struct WashSaleWatch {
    private struct Key: Hashable {
        let owner: String
        let instrument: InstrumentID
    }

    private var bought: [Key: Day] = [:]
    private var lost: [Key: Day] = [:]

    /// Nothing is watched.
    init() {}

    /// The days before one, in all accounts of every owner.
    init(_ scope: RebalanceScope) throws {
        let names = scope.names, first = Day(number: max(Day.min.number, scope.day.number - Int32(Policy.washSaleDays)))
        for lot in scope.state.lots() where lot.side == .long && lot.opened >= first && lot.opened <= scope.day {
            let key = Key(owner: names[lot.account].owner, instrument: lot.instrument)
            bought[key] = max(bought[key] ?? lot.opened, lot.opened)
        }
        // Losses in pension accounts are nobody's business.
        for gain in try scope.filter.source.ledger.gains(from: first, to: scope.day) where gain.proceeds < gain.cost && names[gain.account].kind != .pension {
            lost[Key(owner: names[gain.account].owner, instrument: gain.instrument)] = gain.closed
        }
    }

    /// Why an instrument is not sold at a loss in an account; nil where it may be.
    func lossesKept(_ instrument: InstrumentID, _ owner: String) -> String? {
        bought[Key(owner: owner, instrument: instrument)].map { "it was bought on \($0), within \(Policy.washSaleDays) days" }
    }

    /// Why an instrument is not bought in an account; nil where it may be.
    func notBought(_ instrument: InstrumentID, _ owner: String) -> String? {
        lost[Key(owner: owner, instrument: instrument)].map { "it was sold at a loss on \($0), within \(Policy.washSaleDays) days" }
    }
}
