import Ledger
import Values

/// The rates of one day into one currency, and those of the day before; each asked for once a day at most.
struct DayRates {
    private let conversions: DailyConversions
    let target: Currency
    private let maxAge: Int
    private var day = Day.min
    private var dayBefore = Day.min
    private var currencies: [Currency] = []
    /// By place of the currency; asked for on this day where the day says so.
    private var known: [(day: Day, conversion: Conversion?)] = []
    private var before: [(day: Day, conversion: Conversion?)] = []

    init(_ sweep: ValueSweep) {
        (conversions, target, maxAge) = (sweep.conversions, sweep.currency, sweep.names.policy.rateMaxAge)
    }

    /// A small number for a currency, given now if it had none.
    mutating func place(of currency: Currency) -> Int {
        if let place = currencies.firstIndex(of: currency) { return place }
        currencies.append(currency)
        known.append((.min, nil))
        before.append((.min, nil))
        return currencies.count - 1
    }

    /// The currency of a place.
    subscript(place: Int) -> Currency { currencies[place] }

    /// Goes on to a later day.
    mutating func begin(_ day: Day) {
        self.day = day
        dayBefore = day.previous
        before = known
    }

    /// Whether an amount is more than the rest of a rounding; without a rate nobody knows, and it counts.
    mutating func counts(_ amount: FixedDecimal, _ place: Int, from least: FixedDecimal) -> Bool {
        var lacking = ValuationGaps()
        guard let worth = try? convert(amount, place, &lacking) else { return true }
        return !worth.isZero && worth.magnitude >= least
    }

    /// An amount of a currency in that of the answer; nil where there is no rate.
    mutating func convert(_ amount: FixedDecimal, _ place: Int, _ gaps: inout ValuationGaps) throws -> FixedDecimal? {
        if currencies[place] == target { return amount }
        guard let conversion = try conversion(place) else {
            gaps.noteUnconverted(currencies[place], on: day)
            return nil
        }
        if conversion.age > maxAge { gaps.noteStale(currencies[place], on: day) }
        // Of a rate that cannot be right, nothing is known either.
        guard let result = Bound.amount.known({ () throws(DecimalError) in try conversion.apply(amount) }) else {
            gaps.noteUnconverted(currencies[place], on: day)
            return nil
        }
        return result
    }

    /// What an amount gained since the day before by the change of its rate; nil where either is unknown.
    mutating func change(of amount: FixedDecimal, _ place: Int) throws -> FixedDecimal? {
        if currencies[place] == target { return .zero }
        // Nobody may have asked the day before, as when there was nothing of the currency then.
        if before[place].day != dayBefore { before[place] = (dayBefore, try conversions.conversion(from: currencies[place], on: dayBefore)) }
        guard let old = before[place].conversion, let new = try conversion(place) else { return nil }
        return try? new.apply(amount) - old.apply(amount)
    }

    private mutating func conversion(_ place: Int) throws -> Conversion? {
        if known[place].day != day { known[place] = (day, try conversions.conversion(from: currencies[place], on: day)) }
        return known[place].conversion
    }
}

/// The conversions into one currency on each day, looked up once, whichever scopes are valued.
final class DailyConversions {
    private let graph: RateGraph
    private let target: Currency
    /// The first day that is kept.
    private let first: Day
    private var columns: [Currency: [Entry]] = [:]

    private enum Entry {
        /// Nobody has asked for the day.
        case unasked
        /// What was found; nil where there is no rate.
        case known(Conversion?)
    }

    init(_ graph: RateGraph, to target: Currency, from first: Day) {
        (self.graph, self.target) = (graph, target)
        self.first = first > .min ? Day(number: first.number - 1) : first
    }

    /// How to convert a currency on a day; nil where there is no rate.
    func conversion(from currency: Currency, on day: Day) throws -> Conversion? {
        let place = first.days(to: day)
        if place >= 0, let column = columns[currency], place < column.count, case .known(let conversion) = column[place] { return conversion }
        let conversion = try graph.conversion(from: currency, to: target, on: day)
        if place >= 0 { keep(conversion, currency, place) }
        return conversion
    }

    private func keep(_ conversion: Conversion?, _ currency: Currency, _ place: Int) {
        var column = columns.removeValue(forKey: currency) ?? []
        while column.count <= place { column.append(.unasked) }
        column[place] = .known(conversion)
        columns[currency] = column
    }
}
