import Drawing

/// A scene as lines that a person can read and compare: one for each shape and text, coordinates in whole points, long paths by their ends and their number of steps.
func text(of scene: Scene) -> String {
    var lines = ["\(Int(scene.width)) × \(Int(scene.height))", "title: \(scene.title)", "summary: \(scene.summary)"]
    for element in scene.elements {
        switch element {
        case .text(let text):
            let look = [text.isBold ? "bold" : "", text.anchor == .start ? "" : text.anchor.rawValue, name(text.ink)].filter { !$0.isEmpty }.joined(separator: " ")
            lines.append("text \(place(text.place)) \(look): \(text.string)")
        case .shape(let shape):
            let look = [shape.fill.map { "fill \(name($0))" }, shape.stroke.map { "stroke \(name($0))" }].compactMap { $0 }.joined(separator: " ")
            lines.append("\(outline(shape.outline)) \(look)\(shape.tip.isEmpty ? "" : " — \(shape.tip)")")
        }
    }
    return lines.joined(separator: "\n") + "\n"
}

private func place(_ point: Point) -> String { "\(whole(point.x)),\(whole(point.y))" }

private func whole(_ value: Double) -> String { String(Int(value.rounded())) }

private func outline(_ outline: Shape.Outline) -> String {
    switch outline {
    case .rectangle(let corner, let width, let height): "rectangle \(place(corner)) \(whole(width))×\(whole(height))"
    case .circle(let centre, let radius): "circle \(place(centre)) \(whole(radius))"
    case .path(let steps):
        if steps.count <= 3 {
            "line " + steps.compactMap(end).map(place).joined(separator: " ")
        } else {
            "path \(steps.first.flatMap(end).map(place) ?? "") … \(steps.last { end($0) != nil }.flatMap(end).map(place) ?? "") in \(steps.count) steps"
        }
    }
}

/// Where a step ends; nil for one that closes its path.
func end(_ step: PathStep) -> Point? {
    switch step {
    case .move(let point), .line(let point), .curve(_, _, let point): point
    case .close: nil
    }
}

private func name(_ ink: Ink) -> String {
    switch ink {
    case .background: "background"
    case .text: ""
    case .muted: "muted"
    case .grid: "grid"
    case .axis: "axis"
    case .series(let number): "series \(number)"
    case .seriesText(let number): "series \(number)"
    case .gain: "gain"
    case .loss: "loss"
    case .neutral: "neutral"
    case .sequential(let part): "sequential \(whole(part * 100))"
    case .diverging(let part): "diverging \(whole(part * 100))"
    case .readable: "readable"
    }
}
