import Frames
import Values

/// A whole in its parts, and a start with what adds to it and takes from it.
extension ChartShaping {
    /// The parts of a whole, the largest first, small ones gathered; what is below zero is no part and listed.
    func parts(_ data: ChartData) throws(FrameError) -> ChartData {
        guard case .names(let names) = data.places, var series = data.series.first else { return data }
        var data = data
        let negative = names.indices.filter { series.exact[$0]?.isNegative == true }
        if !negative.isEmpty {
            let writer = ValueWriter(data.unit, isPrivate: data.isPrivate, options: writing)
            let listed = negative.prefix(5).map { "\(names[$0]) (\(writer.text(series.exact[$0])))" } + (negative.count > 5 ? ["…"] : [])
            data.notes.append("what is below zero is no part and left out: \(listed.joined(separator: ", "))")
        }
        var order = names.indices.filter { (series.exact[$0]?.signum() ?? 0) > 0 }
        order.sort { a, b in
            let (first, second) = (series.exact[a] ?? 0, series.exact[b] ?? 0)
            return first != second ? first > second : names[a] < names[b]
        }
        guard let whole = try Self.sum(order.map { series.exact[$0] }) else {
            (data.places, data.series) = (.names([]), [])
            return data
        }
        // A slice below two in a hundred is a line, a tile of a treemap below half of one a dot.
        let (least, most) = data.kind == .treemap ? (0.005, 60) : (0.02, 11)
        var small = order.filter { (series.values[$0] ?? 0) < least * whole.doubleValue }
        if order.count - small.count > most { small = Array(order[most...]) }
        if small.count < 2 { small = [] }
        let kept = order.filter { !Set(small).contains($0) }
        var exact = kept.map { series.exact[$0] }
        if !small.isEmpty {
            exact.append(try Self.sum(small.map { series.exact[$0] }))
            data.notes.append("\(small.count) small ones are gathered in \"other\"")
            data.isLastGathered = true
        }
        series = ChartData.Series(name: series.name, exact: exact)
        data.places = .names(kept.map { names[$0] } + (small.isEmpty ? [] : ["other (\(small.count))"]))
        data.series = [series]
        if options.isPercent {
            data.series = [ChartData.Series(name: series.name, exact: try Self.shares(exact))]
            (data.unit, data.isPrivate) = (.percent, false)
        }
        return data
    }

    /// Names of a last step that is where the others lead to, and no step more.
    private static let ends: Set = ["closing", "closing balance", "closing value", "end", "final", "total", "value"]

    /// What adds to a start and takes from it, and the end: the last step where it is the sum of all others, or is called so, else a step more.
    ///
    /// Where a step is unknown, so is how high all stands behind it: that is said, and drawn by nobody, until the end if that is known.
    func steps(_ data: ChartData) throws(FrameError) -> ChartData {
        guard case .names(var names) = data.places, let series = data.series.first else { return data }
        var data = data
        var exact = series.exact
        // The known part of a step is not the step, and what it led to is not known.
        for place in unknown where adds { exact[place] = nil }
        if areLevels {
            try changes(&exact, &names, in: &data)
            if exact.isEmpty { return data }
        }
        let unknown = exact.firstIndex { $0 == nil }, sum = try Self.sum(Array(exact.dropLast())), last = exact.last ?? nil
        let isEnd = unknown == nil ? sum != nil && sum == last : Self.ends.contains((names.last ?? "").lowercased())
        if areLevels || exact.count > 2 && isEnd {
            data.levels = [0, exact.count - 1]
        } else if let total = try Self.sum(exact) {
            names.append("total")
            exact.append(unknown == nil ? total : nil)
            data.levels = [exact.count - 1]
        }
        if let unknown, unknown + 1 < exact.count {
            let isEndKnown = exact[exact.count - 1] != nil, steps = exact.count - unknown - 2
            let told = [steps > 0 ? "the steps behind it are told and not drawn" : "", isEndKnown ? "" : "the total is unknown"].filter { !$0.isEmpty }
            if !told.isEmpty { data.notes.append("since \(names[unknown]) is unknown, \(told.joined(separator: ", and "))") }
        }
        data.places = .names(names)
        data.series = [ChartData.Series(name: series.name, exact: exact)]
        data.base = 0
        return data
    }

    /// Levels as the first of them, the changes from each to the next, and the last.
    private func changes(_ exact: inout [FixedDecimal?], _ names: inout [String], in data: inout ChartData) throws(FrameError) {
        guard let last = exact.last else { return }
        let steps = try zip(exact, exact.dropFirst()).map { pair throws(FrameError) -> FixedDecimal? in
            guard let before = pair.0, let after = pair.1 else { return nil }
            return try Self.sum([after, -before])
        }
        exact = [exact[0]] + steps + [last]
        names = names + ["closing"]
        data.notes.append("the first and the last bar are levels, each between them is the change since the one before")
    }
}
