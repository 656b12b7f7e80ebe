import Drawing
import TestSupport

/// Requests made by chance, with all that they may hold.
struct SampleRequests {
    var random: SeededRandom

    mutating func request() -> DrawingRequest {
        switch random.int(0...2) {
        case 0: .png(scene(), scale: number())
        case 1: .pdf(scene(), details())
        default: .document(document())
        }
    }

    mutating func document() -> PrintedDocument {
        PrintedDocument(
            title: text(), subtitle: text(), footer: text(), paper: random.pick(Paper.allCases), orientation: random.pick(PrintedDocument.Orientation.allCases),
            details: details(), decimalMark: random.pick([".", ",", "\u{66B}"]), blocks: list { $0.block() })
    }

    mutating func scene() -> Scene {
        Scene(width: number(), height: number(), title: text(), summary: text(), elements: list { $0.element() })
    }

    private mutating func block() -> PrintedDocument.Block {
        switch random.int(0...5) {
        case 0: .heading(text(), level: random.int(-2...5))
        case 1: .paragraph(text())
        case 2: .figures(list { PrintedFigure(name: $0.text(), value: $0.text(), note: $0.text(), tone: $0.random.pick(Tone.allCases)) })
        case 3: .table(table())
        case 4: .scene(scene())
        default: .note(text())
        }
    }

    private mutating func table() -> PrintedTable {
        PrintedTable(
            caption: text(), columns: list { PrintedTable.Column($0.text(), alignment: $0.random.pick(PrintedTable.Alignment.allCases), priority: $0.random.int(-3...3)) },
            rows: list { sample in
                let cells = sample.list { PrintedTable.Cell($0.text(), tone: $0.random.pick(Tone.allCases), isBold: $0.random.chance(oneIn: 2)) }
                return PrintedTable.Row(cells, role: sample.random.pick(PrintedTable.Role.allCases))
            }, leadingColumns: random.int(0...3))
    }

    private mutating func element() -> Scene.Element {
        if random.chance(oneIn: 2) {
            return .text(
                Text(
                    text(), at: point(), size: number(), isBold: random.chance(oneIn: 2), anchor: random.pick(Text.Anchor.allCases), ink: ink(0),
                    isVertical: random.chance(oneIn: 2)))
        }
        return .shape(
            Shape(
                outline(), fill: random.chance(oneIn: 2) ? nil : ink(0), fillOpacity: number(), stroke: random.chance(oneIn: 2) ? nil : ink(0), strokeWidth: number(),
                dash: list { $0.number() }, tip: text()))
    }

    private mutating func outline() -> Shape.Outline {
        switch random.int(0...2) {
        case 0: .rectangle(point(), width: number(), height: number())
        case 1: .circle(point(), radius: number())
        default:
            .path(
                list {
                    switch $0.random.int(0...3) {
                    case 0: .move($0.point())
                    case 1: .line($0.point())
                    case 2: .curve($0.point(), $0.point(), $0.point())
                    default: .close
                    }
                })
        }
    }

    private mutating func ink(_ depth: Int) -> Ink {
        switch random.int(0...(depth < 4 ? 12 : 11)) {
        case 0: .background
        case 1: .text
        case 2: .muted
        case 3: .grid
        case 4: .axis
        case 5: .series(random.int(Int.min...Int.max))
        case 6: .seriesText(random.int(0...9))
        case 7: .gain
        case 8: .loss
        case 9: .neutral
        case 10: .sequential(number())
        case 11: .diverging(number())
        default: .readable(on: ink(depth + 1))
        }
    }

    private mutating func details() -> FileDetails { FileDetails(author: text(), subject: text(), created: text()) }

    private mutating func point() -> Point { Point(number(), number()) }

    private mutating func number() -> Double { random.pick([0, -0.1, 1e-300, 0.5, 12.25, 640, -1e9, .greatestFiniteMagnitude]) }

    private mutating func text() -> String { random.pick(["", "Net worth", "-1,234.50", "Société Générale", "三菱", "a\u{0}b\nc", "👩‍👩‍👧 e\u{301}"]) }

    private mutating func list<Item>(_ item: (inout SampleRequests) -> Item) -> [Item] {
        var items: [Item] = []
        for _ in 0..<random.int(0...5) { items.append(item(&self)) }
        return items
    }
}
