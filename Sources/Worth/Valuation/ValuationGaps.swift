public import Ledger
public import Values

/// What a valuation lacked, and on which days.
public struct ValuationGaps: Hashable, Sendable {
    /// Days, as runs of days that follow one another, in order.
    public typealias Runs = [ClosedRange<Day>]

    /// By instrument: days on which it was held and had no price.
    public private(set) var unpriced: [InstrumentID: Runs] = [:]
    /// By instrument: days on which its units at its price were worth more than the largest amount.
    public private(set) var beyond: [InstrumentID: Runs] = [:]
    /// By instrument: days on which it was held and its price was older than the limit.
    public private(set) var stalePrices: [InstrumentID: Runs] = [:]
    /// By instrument: days on which it was held and had no newer price than what a trade paid.
    public private(set) var paidPrices: [InstrumentID: Runs] = [:]
    /// By currency: days on which it could not be converted.
    public private(set) var unconverted: [Currency: Runs] = [:]
    /// By currency: days on which it was converted by a rate that was older than the limit.
    public private(set) var staleRates: [Currency: Runs] = [:]

    /// Nothing was lacking.
    public init() {}

    init(
        unpriced: [InstrumentID: Runs], beyond: [InstrumentID: Runs], stalePrices: [InstrumentID: Runs], paidPrices: [InstrumentID: Runs], unconverted: [Currency: Runs],
        staleRates: [Currency: Runs]
    ) {
        (self.unpriced, self.beyond, self.stalePrices, self.paidPrices) = (unpriced, beyond, stalePrices, paidPrices)
        (self.unconverted, self.staleRates) = (unconverted, staleRates)
    }

    /// Whether nothing was lacking.
    public var isEmpty: Bool { unpriced.isEmpty && beyond.isEmpty && stalePrices.isEmpty && paidPrices.isEmpty && unconverted.isEmpty && staleRates.isEmpty }

    mutating func noteUnpriced(_ instrument: InstrumentID, on day: Day) { Self.note(day, in: &unpriced[instrument, default: []]) }
    mutating func noteBeyond(_ instrument: InstrumentID, on day: Day) { Self.note(day, in: &beyond[instrument, default: []]) }
    mutating func noteStale(_ instrument: InstrumentID, on day: Day) { Self.note(day, in: &stalePrices[instrument, default: []]) }
    mutating func notePaid(_ instrument: InstrumentID, on day: Day) { Self.note(day, in: &paidPrices[instrument, default: []]) }
    mutating func noteUnconverted(_ currency: Currency, on day: Day) { Self.note(day, in: &unconverted[currency, default: []]) }
    mutating func noteStale(_ currency: Currency, on day: Day) { Self.note(day, in: &staleRates[currency, default: []]) }

    /// What was lacking between two days, both included.
    public func within(_ days: ClosedRange<Day>) -> ValuationGaps {
        func cut<Key>(_ runs: [Key: Runs]) -> [Key: Runs] {
            runs.compactMapValues { runs in
                let inside = runs.filter { $0.overlaps(days) }.map { $0.clamped(to: days) }
                return inside.isEmpty ? nil : inside
            }
        }
        var gaps = ValuationGaps()
        (gaps.unpriced, gaps.stalePrices, gaps.unconverted, gaps.staleRates) = (cut(unpriced), cut(stalePrices), cut(unconverted), cut(staleRates))
        (gaps.beyond, gaps.paidPrices) = (cut(beyond), cut(paidPrices))
        return gaps
    }

    /// Adds what another valuation lacked.
    public mutating func formUnion(_ other: ValuationGaps) {
        func union(_ a: Runs, _ b: Runs) -> Runs {
            var runs: Runs = []
            for run in (a + b).sorted(by: { $0.lowerBound < $1.lowerBound }) {
                guard let last = runs.last, last.upperBound.number >= run.lowerBound.number - 1 else {
                    runs.append(run)
                    continue
                }
                runs[runs.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
            }
            return runs
        }
        unpriced.merge(other.unpriced, uniquingKeysWith: union)
        beyond.merge(other.beyond, uniquingKeysWith: union)
        stalePrices.merge(other.stalePrices, uniquingKeysWith: union)
        paidPrices.merge(other.paidPrices, uniquingKeysWith: union)
        unconverted.merge(other.unconverted, uniquingKeysWith: union)
        staleRates.merge(other.staleRates, uniquingKeysWith: union)
    }

    /// Days come in order.
    private static func note(_ day: Day, in runs: inout Runs) {
        guard let last = runs.last, last.upperBound.number >= day.number - 1 else { return runs.append(day...day) }
        runs[runs.count - 1] = last.lowerBound...day
    }
}
