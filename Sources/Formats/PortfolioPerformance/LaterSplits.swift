import Ledger
import Values

/// The splits of a book, by which earlier units and prices go as those that they became.
struct LaterSplits {
    private struct Split {
        var position: Int
        var day: Day
        var account: AccountID
        var ratio: Ratio
    }

    private var splits: [InstrumentID: [Split]] = [:]
    /// The places of rows in the order in which they happened.
    private var positions: [Int: Int] = [:]
    /// How many there are.
    private(set) var count = 0

    init(_ ledger: Ledger) {
        let table = ledger.activities
        for (position, row) in table.rowsInOrder().map(Int.init).enumerated() where table.counts(at: row) {
            positions[row] = position
            guard table.kind(at: row) == .split, let instrument = table.instrument(at: row), let ratio = table.detail(at: row)?.ratio else { continue }
            splits[instrument, default: []].append(Split(position: position, day: table.date(at: row), account: table.account(at: row), ratio: ratio))
            count += 1
        }
    }

    /// What units became by the splits that happened after a row.
    func units(_ units: FixedDecimal, _ place: LotPlace, after row: Int) throws -> FixedDecimal {
        var units = units
        let position = positions[row] ?? .max
        for split in splits[place.instrument] ?? [] where split.position > position && (split.account == .every || split.account == place.account) {
            units = try units * split.ratio.new / split.ratio.old
        }
        return units
    }

    /// What a price of a day is after the splits that followed; one that several accounts record is one.
    func price(_ price: FixedDecimal, of instrument: InstrumentID, on day: Day) throws -> FixedDecimal {
        var price = price, counted: [(day: Day, ratio: Ratio)] = []
        for split in splits[instrument] ?? [] where split.day > day && !counted.contains(where: { $0.day == split.day && $0.ratio == split.ratio }) {
            counted.append((split.day, split.ratio))
            price = try price * split.ratio.old / split.ratio.new
        }
        return price
    }
}
