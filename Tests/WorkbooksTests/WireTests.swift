import Messages
import TestSupport
import Testing
import Values
@testable import Workbooks

@Suite("Workbooks on their way")
struct WireTests {
    @Test("Messages come back as they were, in whatever pieces their bytes come")
    func roundTrip() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(200) {
            let messages = (0..<random.int(1...6)).map { _ in RandomWorkbook.message(&random) }
            var rest = messages.flatMap(\.frame)[...], stream = MessageStream<WorkbookMessage>(), read: [WorkbookMessage] = []
            while !rest.isEmpty {
                let count = random.int(1...max(1, min(rest.count, 400)))
                stream.append(rest.prefix(count))
                rest = rest.dropFirst(count)
                while let message = try stream.next() { read.append(message) }
            }
            #expect(read == messages, "LUCA_SEED=\(SeededRandom.runSeed)")
        }
    }

    @Test("Bytes that were changed or cut never stop the reader")
    func broken() {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(400) {
            var bytes = RandomWorkbook.message(&random).frame
            for _ in 0..<random.int(1...3) { bytes[random.int(4...bytes.count - 1)] = UInt8(random.int(0...255)) }
            if random.chance(oneIn: 4) { bytes.removeLast(random.int(1...bytes.count)) }
            var stream = MessageStream<WorkbookMessage>()
            stream.append(bytes)
            // What it reads is a message that can be written again, or it is broken, or there is more to come.
            if let message = try? stream.next() { #expect(!message.frame.isEmpty) }
        }
    }

    @Test("What no sheet can have is no message")
    func impossible() {
        let column = SheetColumn("a", .whole, width: 8)
        let wrong = [
            SheetLayout(name: "a", columns: [column], rowCount: -1), SheetLayout(name: "a", columns: [], rowCount: 1),
            SheetLayout(name: "a", columns: [column], rowCount: 1_048_576),
            SheetLayout(name: "a", columns: [column], totals: [[]]), SheetLayout(name: "a", columns: [column], scales: [ColourScale(columns: 0...1, isDiverging: true)]),
            SheetLayout(name: "a", columns: [column], charts: [SheetChart(kind: .pie, title: "", categories: 0, series: [1], format: .text)]),
        ]
        for layout in wrong {
            var stream = MessageStream<WorkbookMessage>()
            stream.append(WorkbookMessage.sheet(layout).frame)
            #expect(throws: BrokenMessage.self) { try stream.next() }
        }
        var endless = MessageStream<WorkbookMessage>(), infinite = MessageStream<WorkbookMessage>()
        endless.append([0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: BrokenMessage.self) { try endless.next() }
        infinite.append([10, 0, 0, 0, WorkbookMessage.cellsTag, 1, 0, 0, 0, 0, 0, 0, 0xF0, 0x7F])
        #expect(throws: BrokenMessage.self) { try infinite.next() }
    }

    @Test("A workbook is written row by row, and its cells come in their order")
    func streamed() throws {
        let count = 5_000, layout = SheetLayout(name: "a", columns: [SheetColumn("n", .whole, width: 8), SheetColumn("t", .text, width: 8)], rowCount: count)
        let properties = WorkbookProperties(title: "t", created: Instant(microseconds: 5))
        let workbook = Workbook(
            properties,
            sheets: [
                .init(layout) { row, writer in
                    writer.number(Double(row))
                    writer.text("row \(row)")
                }
            ])
        var stream = MessageStream<WorkbookMessage>(), cells: [SheetCell] = [], messages: [WorkbookMessage] = [], largest = 0
        try workbook.write { piece in
            largest = max(largest, piece.count)
            stream.append(piece)
            while let message = try stream.next() {
                if case .cells(let more) = message { cells += more } else { messages.append(message) }
            }
        }
        #expect(messages == [.begin(properties), .sheet(layout), .end])
        #expect(cells == (0..<count).flatMap { [.number(Double($0)), .text("row \($0)")] })
        #expect(largest < 70_000, "no piece holds more than some hundred rows")
    }

    @Test("How long an answer may be is told by its head, and as long as that is not there by the longest head")
    func lengths() {
        let file = SheetAnswer.file(byteCount: 12, warnings: ["a"]).frame, failure = SheetAnswer.failure("no room").frame, longestHead = 4 + SheetAnswer.longestPayload
        #expect(SheetAnswer.length(of: file) == file.count + 12 && SheetAnswer.length(of: file + [1, 2]) == file.count + 12)
        #expect(SheetAnswer.length(of: failure) == failure.count)
        #expect(SheetAnswer.length(of: SheetAnswer.file(byteCount: .max, warnings: []).frame) == .max)
        for beginning in [[], Array(file.dropLast()), [255, 255, 255, 255]] as [[UInt8]] { #expect(SheetAnswer.length(of: beginning) == longestHead) }
    }

    @Test("Answers come back as they were, and half of one is none")
    func answers() throws {
        for answer in [SheetAnswer.file(byteCount: 12, warnings: ["a", "ü"]), .failure("no room"), .file(byteCount: 0, warnings: [])] {
            let bytes = answer.frame
            let read = try #require(SheetAnswer.first(of: bytes + [1, 2, 3]))
            #expect(read.message == answer && read.byteCount == bytes.count)
            for count in 0..<bytes.count { #expect(SheetAnswer.first(of: bytes.prefix(count)) == nil) }
        }
    }
}

/// Messages by chance.
enum RandomWorkbook {
    static func text(_ random: inout SeededRandom) -> String {
        let pieces = ["", "a", "=1", "Ünïcode", "東京", "\u{0}", "x y", "_x0041_", "'"]
        return (0..<random.int(0...4)).map { _ in random.pick(pieces) }.joined()
    }

    static func format(_ random: inout SeededRandom) -> NumberFormat {
        let digits = random.int(0...18)
        return random.pick([
            .text, .whole, .number(digits: digits, isGrouped: random.chance(oneIn: 2), isColoured: random.chance(oneIn: 2)),
            .percent(digits: digits, isColoured: random.chance(oneIn: 2)),
            .day, .instant, .truth, .money(digits: digits, currency: text(&random), isColoured: random.chance(oneIn: 2)),
        ])
    }

    static func cell(_ random: inout SeededRandom) -> SheetCell {
        switch random.int(0...5) {
        case 0: .blank
        case 1: .number(Double(random.int(-1_000_000...1_000_000)) / 64)
        case 2: .text(text(&random))
        case 3: .day(Day(number: Int32(random.int(-719_162...2_932_896))))
        case 4: .instant(Instant(microseconds: Int64(random.int(-1_000_000_000...1_000_000_000))))
        default: .truth(random.chance(oneIn: 2))
        }
    }

    static func layout(_ random: inout SeededRandom) -> SheetLayout {
        let columns = (0..<random.int(1...5)).map { _ in SheetColumn(text(&random), format(&random), width: Double(random.int(1...60)), isFolded: random.chance(oneIn: 5)) }
        func lines() -> [SheetLine] {
            (0..<random.int(0...3)).map { _ in
                SheetLine(random.pick(SheetLine.Style.allCases), cells: [LineCell(text(&random)), LineCell(cell(&random), format(&random), width: Double(random.int(0...30)))])
            }
        }
        let totals = (0..<random.int(0...2)).map { _ in columns.map { _ in random.pick([TotalCell.blank, .label(text(&random)), .formula("=SUM(A1:A2)", 2.5)]) } }
        let chart = SheetChart(
            kind: random.pick(SheetChart.Kind.allCases), title: text(&random), categories: 0, series: [columns.count - 1], format: format(&random),
            hasDates: random.chance(oneIn: 2),
            isLogarithmic: random.chance(oneIn: 2))
        return SheetLayout(
            name: text(&random), above: lines(), columns: columns, rowCount: random.int(0...100_000), totals: totals, below: lines(),
            charts: random.chance(oneIn: 2) ? [chart] : [],
            scales: random.chance(oneIn: 2) ? [ColourScale(columns: 0...columns.count - 1, isDiverging: random.chance(oneIn: 2))] : [])
    }

    static func message(_ random: inout SeededRandom) -> WorkbookMessage {
        switch random.int(0...3) {
        case 0:
            .begin(
                WorkbookProperties(
                    title: text(&random), subject: text(&random), created: Instant(microseconds: Int64(random.int(0...1_000_000))), paper: random.pick([.a4, .letter]),
                    isLarge: random.chance(oneIn: 2), temporaryFolder: text(&random)))
        case 1: .sheet(layout(&random))
        case 2: .cells((0..<random.int(1...200)).map { _ in cell(&random) })
        default: .end
        }
    }
}
