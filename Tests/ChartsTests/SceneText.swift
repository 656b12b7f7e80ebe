import Drawing
import Foundation
import Testing

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

/// A folder beside the tests with texts that stand. `LUCA_UPDATE=1` writes them anew, to be looked at.
struct GoldenFolder {
    private let path: String
    private static let isWritten = ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1"

    init(_ name: String) { path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).path }

    /// Compares a text with the one that stands, and tells the first line that differs.
    func compare(_ text: String, with name: String) throws {
        let path = "\(path)/\(name)"
        if Self.isWritten { try text.write(toFile: path, atomically: true, encoding: .utf8) }
        let standing = try String(contentsOfFile: path, encoding: .utf8)
        let lines = zip(text.split(separator: "\n", omittingEmptySubsequences: false), standing.split(separator: "\n", omittingEmptySubsequences: false))
        let difference = lines.first { $0 != $1 }.map { "it has\n\($0)\nwhere there was\n\($1)" } ?? ""
        #expect(text == standing, "\(name) is another picture: \(difference)\nLUCA_UPDATE=1 writes it anew")
    }

    /// Checks that no file is left from a sample that is gone.
    func expectNone(but names: some Sequence<String>) throws {
        // Files in the making have other names.
        if Self.isWritten { return }
        let names = Set(names)
        for file in try FileManager.default.contentsOfDirectory(atPath: path) { #expect(names.contains(String(file.split(separator: ".")[0])), "\(file)") }
    }
}
