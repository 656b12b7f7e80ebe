import Frames
import Values

/// What can be said of a chart, for those who cannot see it.
struct ChartWords {
    let data: ChartData
    let writing: RenderOptions

    private var writer: ValueWriter { ValueWriter(data.unit, isPrivate: data.isPrivate, options: writing) }

    /// What it shows, in a line.
    var title: String { data.title.isEmpty ? kind : data.title }

    /// What kind it is, of what, from where to where, and the first and last or the largest and smallest values.
    var summary: String {
        guard data.places.count > 0, data.series.contains(where: { $0.values.contains { $0 != nil } }) else { return "\(kind) without values." }
        var text = kind
        if data.series.count > 1 { text += data.kind == .heatmap ? " of \(data.series.count) rows and \(data.places.count) columns" : " of \(data.series.count) series" }
        switch data.kind {
        case .line, .area:
            text += span + ". " + data.series.prefix(5).map(ends).joined(separator: "; ")
        case .bar, .pie, .donut, .treemap:
            text +=
                parts + ". " + (data.series.count == 1 ? extremes(data.series[0]) : data.series.prefix(5).map { "\($0.name): \(lowered(extremes($0)))" }.joined(separator: "; "))
        case .waterfall: text += parts + ". " + changes
        case .scatter: text += " of \(data.places.count) dots"
        case .heatmap: text += ". " + overall
        }
        if data.series.count > 5, data.kind != .heatmap, data.kind != .scatter { text += "; and \(data.series.count - 5) more" }
        return text + "."
    }

    private var kind: String {
        switch data.kind {
        case .line: "Line chart"
        case .area: data.isStacked ? "Stacked area chart" : "Area chart"
        case .bar: data.isStacked ? "Stacked bar chart" : "Bar chart"
        case .pie: "Pie chart"
        case .donut: "Donut chart"
        case .scatter: "Scatter chart"
        case .heatmap: "Heat map"
        case .waterfall: "Waterfall chart"
        case .treemap: "Treemap"
        }
    }

    private func name(_ place: Int) -> String { data.places.name(place, writing, isPrivate: data.arePlacesPrivate) }

    private var span: String { data.places.count > 1 ? " from \(name(0)) to \(name(data.places.count - 1))" : " of \(name(0))" }

    private var parts: String {
        switch data.kind {
        case .pie, .donut, .treemap: " of \(ChartReader.count(data.places.count, "part"))"
        case .line, .area, .bar, .scatter, .heatmap, .waterfall:
            data.places.count == 1 ? " of \(name(0))" : " of \(data.places.count) places, from \(name(0)) to \(name(data.places.count - 1))"
        }
    }

    private func ends(_ series: ChartData.Series) -> String {
        guard let first = series.exact.firstIndex(where: { $0 != nil }), let last = series.exact.lastIndex(where: { $0 != nil }) else { return "\(series.name): unknown" }
        if first == last { return "\(series.name): \(writer.text(series.exact[first])) on \(name(first))" }
        return "\(series.name): \(writer.text(series.exact[first])) at first, \(writer.text(series.exact[last])) at last"
    }

    /// The places of the smallest and the largest value of a series.
    private func bounds(_ series: ChartData.Series) -> (least: Int, most: Int)? {
        let known = series.exact.indices.filter { series.exact[$0] != nil }
        guard var least = known.first else { return nil }
        var most = least
        for place in known {
            if (series.exact[place] ?? 0) < (series.exact[least] ?? 0) { least = place }
            if (series.exact[place] ?? 0) > (series.exact[most] ?? 0) { most = place }
        }
        return (least, most)
    }

    private func lowered(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }

    private func extremes(_ series: ChartData.Series) -> String {
        guard let (least, most) = bounds(series) else { return "unknown" }
        let largest = "The largest is \(name(most)), \(writer.text(series.exact[most]))"
        return least == most ? largest : largest + "; the smallest is \(name(least)), \(writer.text(series.exact[least]))"
    }

    private var changes: String {
        guard let series = data.series.first, let end = series.exact.indices.last else { return "" }
        return "\(name(0)): \(writer.text(series.exact[0])); \(name(end)): \(writer.text(series.exact[end]))"
    }

    private var overall: String {
        let each = data.series.compactMap { series in bounds(series).map { (series, $0.least, $0.most) } }
        guard let least = each.min(by: { ($0.0.exact[$0.1] ?? 0) < ($1.0.exact[$1.1] ?? 0) }), let most = each.max(by: { ($0.0.exact[$0.2] ?? 0) < ($1.0.exact[$1.2] ?? 0) }) else {
            return ""
        }
        return
            "The largest is \(most.0.name) \(name(most.2)), \(writer.text(most.0.exact[most.2])); the smallest is \(least.0.name) \(name(least.1)), \(writer.text(least.0.exact[least.1]))"
    }
}
