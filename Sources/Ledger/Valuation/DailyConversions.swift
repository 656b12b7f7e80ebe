import Values

/// The conversions into one currency on each day, looked up once, whichever scopes are valued.
final class DailyConversions {
    private let graph: RateGraph
    private let target: Currency
    /// The first day that is kept.
    private let first: Day
    private var columns: [Currency: [Entry]] = [:]

    private enum Entry {
        case unasked
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
