import Frames
import Values

extension Column {
    /// Columns of shares that are parts of one whole; others, such as returns, are each of a whole of its own.
    private static let weights: Set = ["share", "target", "target_weight", "weight", "weight_after", "weight_before"]

    /// Whether its values are percents of one whole.
    private var isPartOfWhole: Bool { (schema.style == .share || schema.style == .percent) && Self.weights.contains(name) }

    /// Whether values of several rows add up to something: amounts of which a table tells a total, and parts of one whole.
    var addsUp: Bool { schema.total == .sum || isPartOfWhole }
}

/// Refuses kinds of charts that would tell what is not so: wholes of what does not add up, and lines through what has no order.
struct KindCheck {
    let roles: ColumnRoles
    let options: ChartOptions

    /// Whether the rows are of different times.
    private var isOverTime: Bool { roles.x.map { $0.type == .day || $0.type == .instant || RoleChoice.isTime($0.name) } ?? false }

    /// Whether the steps of a waterfall are the changes from one level to the next, which the rows tell.
    var areLevels: Bool { roles.kind == .waterfall && !roles.areColumnsPlaces && isOverTime && roles.y.first.map { $0.schema.style == .money && !$0.addsUp } ?? false }

    /// Refuses parts and steps of what does not add up, and columns that would not be drawn.
    func checkWhole() throws(FrameError) {
        let name = roles.kind.rawValue
        switch roles.kind {
        case .line, .area, .bar, .heatmap: return
        case .scatter:
            guard roles.y.count > 1 else { return }
            throw FrameError(.badArgument, "a scatter chart shows one column against another, and y names \(roles.y.count)", hint: "name one, as in y=\"\(roles.y[0].name)\"")
        case .pie, .donut, .treemap, .waterfall: break
        }
        guard let figure = roles.y.first, !roles.areColumnsPlaces else { return }
        let words = ChartReader.words(figure.name), bars = isOverTime ? "kind=\"line\" or kind=\"bar\" shows them" : "kind=\"bar\" shows them side by side"
        if roles.y.count > 1 {
            throw FrameError(
                .badArgument, "a \(name) chart shows one column, and y names \(roles.y.count)", hint: "name one, as in y=\"\(figure.name)\"; kind=\"bar\" shows several")
        }
        guard !figure.addsUp else { return }
        switch figure.schema.style {
        case .percent, .share, .ratio, .price:
            throw FrameError(.badArgument, "\(words) does not add up, so that a \(name) chart has no whole to show", hint: bars)
        case .money:
            if roles.kind == .waterfall || !isOverTime { return }
            throw FrameError(.badArgument, "\(words) at different times does not add up, so that a \(name) chart has no whole to show", hint: bars)
        case .plain, .quantity: return
        }
    }

    /// Refuses lines and areas through names, or through days that rows are only told apart by; whoever names the places has an order in mind.
    func checkOrder(isOrdered: Bool, isJumbled: Bool, of frame: String) throws(FrameError) {
        guard roles.kind == .line || roles.kind == .area, options.x == nil, let x = roles.x, !isOrdered || isJumbled else { return }
        let what = roles.kind == .line ? "a line" : "an area"
        throw FrameError(
            .badArgument, "\(ChartReader.words(frame)) by \(ChartReader.words(x.name)) has no order that \(what) could follow", hint: "kind=\"bar\" shows the rows side by side")
    }
}
