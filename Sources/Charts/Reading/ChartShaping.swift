import Drawing
import Frames
import Values

/// Brings what was read into the form that its kind of chart shows: sorted, gathered, in percent, added up step by step.
struct ChartShaping {
    let options: ChartOptions
    /// Whether the places have an order of their own.
    let isOrdered: Bool
    /// Whether values of one column add up to something.
    let adds: Bool
    /// Places with something unknown, of which a known part may be told.
    var unknown: Set<Int> = []
    /// Whether the steps of a waterfall are changes from one of the values to the next, which are levels.
    var areLevels = false
    let writing: RenderOptions

    /// The most bars of names that are told apart, and the most series in colours of their own.
    private static let mostBars = 20, mostStacked = 8, mostLines = Theme.seriesCount

    func shaped(_ data: ChartData) throws(FrameError) -> ChartData {
        var data = data
        switch data.kind {
        case .pie, .donut, .treemap: return try parts(data)
        case .waterfall: return try steps(data)
        case .scatter: return data
        case .heatmap: return data.asYears()
        case .line:
            sortSeries(&data)
            leaveOutSeries(&data, most: Self.mostLines)
            if data.isLogarithmic { leaveOutWithoutLogarithm(&data) }
            if options.isPercent { try rebase(&data) }
        case .area, .bar:
            if data.base == nil { data.base = 0 }
            if options.isPercent { leaveOutUnknownWholes(&data) }
            if case .names = data.places, !isOrdered, data.kind == .bar { try sortPlaces(&data) }
            sortSeries(&data)
            try gatherSeries(&data)
            if options.isPercent { try partsOfPlaces(&data) }
        }
        return data
    }

    // MARK: Order

    /// Bars of names with the largest first; few enough to be read, the smallest gathered or left out.
    private func sortPlaces(_ data: inout ChartData) throws(FrameError) {
        guard case .names(let names) = data.places else { return }
        let sums = names.indices.map { place in data.series.reduce(Double?.none) { sum, series in series.values[place].map { (sum ?? 0) + $0 } ?? sum } }
        // What is unknown stands behind what is negative.
        let order = names.indices.sorted { a, b in
            switch (sums[a], sums[b]) {
            case (let a?, let b?) where a != b: a > b
            case (.some, nil): true
            case (nil, .some): false
            default: names[a] < names[b]
            }
        }
        var kept = order
        if order.count > Self.mostBars {
            // Those far from zero, whatever their sign.
            let largest = Set(order.sorted { abs(sums[$0] ?? 0) > abs(sums[$1] ?? 0) }.prefix(Self.mostBars - 1))
            kept = order.filter(largest.contains)
        }
        let left = order.filter { !Set(kept).contains($0) }
        var series: [ChartData.Series] = []
        for old in data.series {
            var exact = kept.map { old.exact[$0] }
            var hasRow = old.hasRow.isEmpty ? [] : kept.map { old.hasRow[$0] }
            if !left.isEmpty, adds {
                let isUnknown = options.isPercent && left.contains { place in data.series.contains { $0.isUnknown(at: place) } }
                exact.append(isUnknown ? nil : try Self.sum(left.map { old.exact[$0] }))
                if !hasRow.isEmpty { hasRow.append(left.contains { old.hasRow[$0] }) }
            }
            series.append(ChartData.Series(name: old.name, exact: exact, hasRow: hasRow))
        }
        data.series = series
        data.places = .names(kept.map { names[$0] } + (left.isEmpty || !adds ? [] : ["other (\(left.count))"]))
        data.isLastGathered = !left.isEmpty && adds && data.series.count == 1
        if !left.isEmpty { data.notes.append(adds ? "\(left.count) small ones are gathered in \"other\"" : "\(left.count) small ones are left out") }
    }

    /// Series by their size, so that the same ones have the same colours: what adds up by its sum, lines by their last value. Columns keep their order.
    private func sortSeries(_ data: inout ChartData) {
        guard data.series.count > 1, options.y.count < 2, data.isStacked || data.kind == .line && options.by != nil || data.series.contains(where: { !$0.hasRow.isEmpty }) else {
            return
        }
        let isLine = data.kind == .line
        let sizes = data.series.map { series in isLine ? series.values.last { $0 != nil } ?? 0 : series.values.reduce(0) { $0 + abs($1 ?? 0) } }
        let order = data.series.indices.sorted { a, b in
            let (a, b) = ((sizes[a] ?? -.infinity, data.series[a].name), (sizes[b] ?? -.infinity, data.series[b].name))
            return a.0 != b.0 ? a.0 > b.0 : a.1 < b.1
        }
        data.series = order.map { data.series[$0] }
    }

    private func leaveOutSeries(_ data: inout ChartData, most: Int) {
        guard data.series.count > most else { return }
        let left = data.series[most...].map(\.name)
        data.series.removeLast(left.count)
        data.notes.append("\(left.count) more series are left out: \(left.prefix(3).joined(separator: ", "))\(left.count > 3 ? ", …" : "")")
    }

    /// More series than colours: the smallest become one where they add up.
    private func gatherSeries(_ data: inout ChartData) throws(FrameError) {
        guard data.series.count > Self.mostStacked else { return }
        guard adds, data.isStacked else { return leaveOutSeries(&data, most: Self.mostStacked) }
        let small = Array(data.series[(Self.mostStacked - 1)...])
        var exact: [FixedDecimal?] = []
        for place in 0..<data.places.count { exact.append(try Self.sum(small.map { $0.exact[place] })) }
        let hasRow = (0..<data.places.count).map { place in small.contains { $0.hasRow.isEmpty || $0.hasRow[place] } }
        data.series = data.series.prefix(Self.mostStacked - 1) + [ChartData.Series(name: "other (\(small.count))", exact: exact, hasRow: hasRow.allSatisfy { $0 } ? [] : hasRow)]
        data.isLastGathered = true
        data.notes.append("\(small.count) small series are gathered in \"other\"")
    }

    /// The known part of a sum; nil where nothing is known.
    static func sum(_ values: [FixedDecimal?]) throws(FrameError) -> FixedDecimal? {
        var sum: FixedDecimal?
        for value in values.compactMap({ $0 }) {
            guard let next = try? (sum ?? .zero) + value else { throw FrameError(.overflow, "a sum is too large to hold", hint: "leave out the values that cannot be right") }
            sum = next
        }
        return sum
    }

    // MARK: Lines

    private func leaveOutWithoutLogarithm(_ data: inout ChartData) {
        var left = 0
        for number in data.series.indices {
            for place in data.series[number].values.indices {
                guard let value = data.series[number].values[place], value <= 0 else { continue }
                data.series[number].values[place] = nil
                data.series[number].exact[place] = nil
                left += 1
            }
        }
        if left > 0 {
            data.notes.append("\(ChartReader.count(left, "value")) at or below zero \(left == 1 ? "has" : "have") no logarithm and \(left == 1 ? "is" : "are") left out")
        }
    }

    /// Each line in percent of change since the first place at which all of them have a value.
    private func rebase(_ data: inout ChartData) throws(FrameError) {
        guard let start = (0..<data.places.count).first(where: { place in data.series.allSatisfy { ($0.exact[place]?.signum() ?? 0) > 0 } }) else {
            throw FrameError(
                .badArgument, "no \(data.placesName) has a value above zero in each line, so that there is nothing to tell percents of",
                hint: "leave out percent, or the lines without values")
        }
        for number in data.series.indices {
            guard let first = data.series[number].exact[start] else { continue }
            let exact = try data.series[number].exact.map { value throws(FrameError) in try value.map { value throws(FrameError) in try Self.change(of: value, since: first) } }
            data.series[number] = ChartData.Series(name: data.series[number].name, exact: exact, hasRow: data.series[number].hasRow)
        }
        data.unit = .percent
        data.isPrivate = false
        data.isLogarithmic = false
        data.notes.insert("change since \(data.places.name(start, writing))", at: 0)
        if options.isLogarithmic { data.notes.append("percents of change have no logarithm: the axis is linear") }
    }

    /// By how many percent a value differs from an earlier one above zero.
    private static func change(of value: FixedDecimal, since first: FixedDecimal) throws(FrameError) -> FixedDecimal {
        guard let change = try? FixedDecimal.mulDiv(value, 100, first) - 100 else {
            throw FrameError(.overflow, "the change from \(first) to \(value) is too large to hold in percent", hint: "leave out percent, or begin at a later date")
        }
        return change
    }

    // MARK: Shares

    /// What each series or bar is of the whole: of its place where series are stacked or side by side, of all places where there is one series.
    private func partsOfPlaces(_ data: inout ChartData) throws(FrameError) {
        if data.series.count == 1 {
            let shares = try Self.shares(data.series[0].exact)
            tellNegative(data.series[0].exact, in: &data)
            data.series[0] = Self.series(of: data.series[0], shares)
        } else {
            var exact = data.series.map { _ in [FixedDecimal?]() }
            for place in 0..<data.places.count {
                for (number, share) in try Self.shares(data.series.map { $0.exact[place] }).enumerated() { exact[number].append(share) }
            }
            tellNegative(data.series.flatMap(\.exact), in: &data)
            data.series = zip(data.series, exact).map(Self.series)
        }
        (data.unit, data.base, data.isPrivate) = (.percent, 0, false)
    }

    /// Where something is unknown, so is the whole, and what anything is of it.
    private func leaveOutUnknownWholes(_ data: inout ChartData) {
        let places = 0..<data.places.count
        let lacking = places.filter { place in unknown.contains(place) || data.series.contains { $0.isUnknown(at: place) } }
        if lacking.isEmpty { return }
        // One series is parted over all places.
        let left = Set(data.series.count == 1 ? Array(places) : lacking)
        data.series = data.series.map { series in
            let exact = places.map { left.contains($0) ? nil : series.exact[$0] }
            return ChartData.Series(name: series.name, exact: exact, hasRow: series.hasRow)
        }
        data.notes.append("where a part is unknown, so is the whole, and no percents are told")
    }

    private func tellNegative(_ values: [FixedDecimal?], in data: inout ChartData) {
        let negative = values.count { $0?.isNegative == true }
        if negative > 0 {
            data.notes.append(
                "\(ChartReader.count(negative, "value")) below zero \(negative == 1 ? "is no part" : "are no parts") of a whole and \(negative == 1 ? "is" : "are") left out")
        }
    }

    /// A series in percents; what is below zero is no part of the whole, and not unknown.
    private static func series(of series: ChartData.Series, _ shares: [FixedDecimal?]) -> ChartData.Series {
        let hasRow = shares.indices.map { (series.hasRow.isEmpty || series.hasRow[$0]) && series.exact[$0]?.isNegative != true }
        return ChartData.Series(name: series.name, exact: shares, hasRow: hasRow.allSatisfy { $0 } ? [] : hasRow)
    }

    /// Percents with one digit that add up to 100; nil for what is unknown or below zero.
    static func shares(_ values: [FixedDecimal?]) throws(FrameError) -> [FixedDecimal?] {
        let weights = values.map { value in value.map { $0.isNegative ? .zero : $0 } ?? FixedDecimal.zero }
        guard let parts = try? FixedDecimal.split(100, by: weights, digits: 1) else {
            if weights.contains(where: { !$0.isZero }) { throw FrameError(.overflow, "the whole is too large to hold", hint: "leave out the values that cannot be right") }
            return values.map { $0.flatMap { $0.isNegative ? nil : .zero } }
        }
        return zip(values, parts).map { value, part in value.flatMap { $0.isNegative ? nil : part } }
    }
}
