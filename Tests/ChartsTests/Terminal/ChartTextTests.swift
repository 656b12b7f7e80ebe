import Charts
import Foundation
import Frames
import TestSupport
import Testing
import Values

@Suite("Charts for a terminal")
struct ChartTextTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Texts")

    private func text(_ data: ChartData, _ width: Int, unicode: Bool = true, colour: Bool = false) -> String {
        data.text(RenderOptions(width: width, colour: colour, unicode: unicode))
    }

    @Test("Each chart is written as it stands in its file; LUCA_UPDATE=1 writes them anew", arguments: TextSample.all)
    func golden(sample: TextSample) throws {
        var forms = [(80, true), (40, false)]
        if sample.isThorough { forms += [(40, true), (80, false), (200, true)] }
        let written = forms.map { "\($0) columns, \($1 ? "Unicode" : "ASCII")\n\n\(text(sample.data, $0, unicode: $1))" }.joined(separator: "\n")
        let file = Self.folder.appending(path: "\(sample.name).txt")
        if ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1" { try written.write(to: file, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: file, encoding: .utf8) == written)
    }

    @Test("Every file is that of a sample")
    func noneLeftOver() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(files.sorted() == TextSample.all.map { "\($0.name).txt" }.sorted())
    }

    @Test("No line is wider than the terminal, ASCII is ASCII, and colours change nothing but colours", arguments: TextSample.all)
    func bounds(sample: TextSample) {
        let names: [String] = if case .names(let names) = sample.data.places { names } else { [] }
        let isASCII = (names + sample.data.series.map(\.name) + [sample.data.title]).allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        let widths = sample.data.places.count > 5000 ? [40, 132] : [1, 2, 7, 13, 21, 31, 32, 33, 39, 40, 47, 60, 80, 81, 132, 200]
        for width in widths {
            for unicode in [true, false] {
                let plain = text(sample.data, width, unicode: unicode)
                for line in plain.split(separator: "\n") { #expect(TextWidth.of(String(line)) <= width, "\(width): \(line)") }
                #expect(!plain.contains("\u{1B}") && plain.hasSuffix("\n") && !plain.contains(" \n"))
                if !unicode, isASCII { #expect(plain.utf8.allSatisfy { $0 < 0x80 }, "\(width)") }
                let coloured = uncoloured(text(sample.data, width, unicode: unicode, colour: true))
                for line in coloured.split(separator: "\n") { #expect(TextWidth.of(String(line)) <= width, "\(width): \(line)") }
                if sample.data.kind != .heatmap { #expect(coloured == plain) }
            }
        }
    }

    @Test("Any values, unknown ones among them, make a chart of each kind in any size")
    func anyValues() {
        var random = SeededRandom.forTest()
        let names = ["A", "日本株式", "a very long name indeed, which goes on", "", "\u{1B}[31m\nx", "🚀👩‍👩‍👧", "-3"]
        for _ in 0..<SeededRandom.rounds(300) {
            let count = random.pick([0, 1, 2, 3, 17, 60, 200]), scale = random.pick([0, 0.01, 1, 1000, 1e6, 1e12])
            let isPositive = random.chance(oneIn: 2)
            func series(_ number: Int) -> ChartData.Series {
                let values = (0..<count).map { _ in random.chance(oneIn: 5) ? nil : Double(random.int(isPositive ? 1...999 : -999...999)) * scale / 100 }
                return TextSample.series(random.pick(names) + String(repeating: "*", count: number % 3), values)
            }
            let places: ChartData.Places = random.pick([
                .days(TextSample.days(count)), .numbers((0..<count).map { Double($0) - 5 }, .share), .names((0..<count).map { _ in random.pick(names) }),
            ])
            var data = ChartData(
                kind: random.pick(ChartKind.allCases), title: random.pick(names), places: places, series: (0..<random.pick([0, 1, 1, 2, 5, 40])).map(series),
                unit: random.pick([.money(.usd), .plain, .share, .percent]), isStacked: random.chance(oneIn: 2), isLogarithmic: random.chance(oneIn: 4),
                base: random.pick([nil, 0, 1, -5]), notes: [random.pick(names)])
            data.levels = Set((0..<count).filter { _ in random.chance(oneIn: 3) })
            data.isLastGathered = random.chance(oneIn: 2)
            let width = random.int(1...150)
            var options = RenderOptions(width: width, colour: random.chance(oneIn: 2), privacy: random.chance(oneIn: 3), unicode: random.chance(oneIn: 2))
            options.locale = random.pick([.plain, LocaleFormat(named: "de_DE") ?? .plain])
            let text = data.text(options, height: random.pick([nil, 0, 3, 12, 50]), rows: random.pick([nil, 1, 24]))
            for line in uncoloured(text).split(separator: "\n") {
                #expect(TextWidth.of(String(line)) <= width, "\(data.kind) \(width): \(line)")
                #expect(!line.unicodeScalars.contains(where: SafeText.isUnsafe))
            }
            #expect(!text.isEmpty)
        }
    }

    @Test("A line is not drawn where no value is known")
    func gaps() {
        let values: [Double?] = (0..<80).map { (20..<60).contains($0) ? nil : 5 }
        let data = ChartData(kind: .line, places: .days(TextSample.days(80)), series: [TextSample.series("v", values)])
        for unicode in [true, false] {
            let row =
                text(data, 90, unicode: unicode).split(separator: "\n").first { $0.contains(unicode ? "⠉⠉" : "**") || $0.contains("⣀⣀") || $0.contains("⠤⠤") || $0.contains("⠒⠒") }
                ?? ""
            let plot = row.drop { !"┤│+|".contains($0) }.dropFirst()
            let runs = plot.split(separator: " ").map(\.count)
            #expect(runs.count >= 2 && abs(runs[0] - runs[1]) <= 1, "\(row)")
        }
    }

    @Test("The shares of a pie add up to the whole")
    func shares() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(50) {
            let values = (0..<random.int(1...30)).map { _ in Double(random.int(1...9999)) }
            let data = ChartData(kind: random.pick([.pie, .donut, .treemap]), places: .names(values.indices.map { "part \($0)" }), series: [TextSample.series("v", values)])
            let tenths = text(data, 100).matches(of: /(\d+)\.(\d)%/).map { (Int($0.1) ?? 0) * 10 + (Int($0.2) ?? 0) }
            #expect(tenths.count == values.count && tenths.reduce(0, +) == 1000)
        }
    }

    @Test("A chart takes the height that is asked for, or leaves three rows of the terminal")
    func height() {
        let data = ChartData(kind: .line, title: "t", places: .days(TextSample.days(300)), series: [TextSample.series("v", TextSample.wave(300, from: 10))], notes: ["n"])
        for height in 10...50 { #expect(data.text(RenderOptions(width: 100), height: height).split(separator: "\n").count <= height) }
        #expect(data.text(RenderOptions(width: 200), rows: 24).split(separator: "\n").count <= 21)
        #expect((24...30).contains(data.text(RenderOptions(width: 80)).split(separator: "\n").count))
    }

    @Test("Masked amounts are seen nowhere; their shapes and shares are")
    func masked() {
        for sample in TextSample.all where sample.data.unit == .money(.usd) && sample.data.kind != .heatmap {
            let text = sample.data.text(RenderOptions(width: 80, privacy: true))
            for amount in ["102,344", "102k", "55,000", "55.0k", "109k", "12,000"] { #expect(!text.contains(amount), "\(sample)") }
        }
    }

    @Test("Bars of gains and losses have colours of their own")
    func gains() {
        for places in [ChartData.Places.names(["a", "b"]), .days(TextSample.days(20))] {
            let values = (0..<places.count).map { $0 % 2 == 0 ? 5.0 : -5 }
            var data = ChartData(kind: .bar, places: places, series: [TextSample.series("v", values)])
            #expect(!text(data, 80, colour: true).contains("\u{1B}[31m"))
            data.areGains = true
            for code in [31, 32] { #expect(text(data, 80, colour: true).contains("\u{1B}[\(code)m")) }
        }
    }

    @Test("Charts of frames as queries give them fit any terminal", arguments: ChartSample.all)
    func ofFrames(sample: ChartSample) throws {
        let chart = try Chart(sample.frame, sample.options)
        for width in [24, 40, 80, 200] {
            for line in chart.text(RenderOptions(width: width)).split(separator: "\n") { #expect(TextWidth.of(String(line)) <= width, "\(width): \(line)") }
        }
    }

    private func uncoloured(_ text: String) -> String { text.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
}
