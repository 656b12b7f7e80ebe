import Values

extension ChartData {
    /// Months or quarters of several years as a table of years by months or quarters; what else it shows as it is.
    func asYears() -> ChartData {
        guard kind == .heatmap, series.count == 1, case .names(let names) = places else { return self }
        let periods = names.compactMap { Period($0) }
        guard let perYear = periods.first?.perYear, perYear > 1, periods.count == names.count, periods.allSatisfy({ $0.perYear == perYear }) else { return self }
        let placeOf = Dictionary(zip(periods.map(\.number), names.indices)) { first, _ in first }
        let years = Set(periods.map { $0.number / perYear }).sorted(), one = series[0]
        guard years.count > 1 else { return self }
        var data = self
        data.places = .names(perYear == 12 ? CalendarAxis.months : (1...perYear).map { "Q\($0)" })
        data.series = years.map { year in
            let places = (0..<perYear).map { placeOf[year * perYear + $0] }
            let hasRow = places.map { place in place.map { one.hasRow.isEmpty || one.hasRow[$0] } ?? false }
            return Series(name: String(year), exact: places.map { $0.flatMap { one.exact[$0] } }, hasRow: hasRow)
        }
        return data
    }
}
