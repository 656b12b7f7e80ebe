import Charts
import Drawing
import Frames
import TestSupport
import Testing
import Values

/// Every kind of chart with what makes charts fail: nothing, little, much, unknown, below zero, very small and very large, and names of any length.
///
/// The scenes of a kind stand in one text of the folder `Kinds`, its pictures in one SVG beside it. `LUCA_UPDATE=1` writes them anew, to be looked at.
@Suite("Every kind of chart with hard figures")
struct EveryKindTests {
    private static let golden = GoldenFolder("Kinds")
    private static let size = (width: 300.0, height: 220.0)

    /// Figures that make charts fail.
    enum Hard: String, CaseIterable {
        case empty, onePoint, allEqual, negative, unknown, fiftyYears, tinyToHuge, longNames, sixty
    }

    private static let equal = [FixedDecimal?](repeating: 5000, count: 6)
    private static let sums: [FixedDecimal?] = [3000, -2000, -4500, 5200, -1000, 2500]
    private static let gaps: [FixedDecimal?] = [nil, 1200, 3400, nil, 2600, nil, nil, 4100, nil]
    private static let names = [
        "Vanguard Total International Stock Index Fund Admiral Shares", "日本電信電話株式会社（東証プライム市場）", "🌱 Sustainable Growth 🌍 Worldwide Equity", "Αμοιβαίο Κεφάλαιο Ελληνικών Μετοχών",
        "ООО «Северные инвестиции и недвижимость»", "A",
    ]

    private static func values(_ hard: Hard) -> [FixedDecimal?] {
        switch hard {
        case .empty: []
        case .onePoint: [decimal("1234.56")]
        case .allEqual: equal
        case .negative: sums
        case .unknown: gaps
        case .fiftyYears: (0..<18_262).map { (day: Int) -> FixedDecimal? in FixedDecimal(20_000 + day * 3 + day * day % 9001) }
        case .tinyToHuge: (-6...12).map { decimal("1e\($0)") }
        case .longNames: [48_210, 31_877, 22_650, 17_020, 9810, 4200]
        case .sixty: (1...60).map { (number: Int) -> FixedDecimal? in FixedDecimal(120_000 / (number * number) + 40 + number) }
        }
    }

    /// A row for each value, with a day, a name, and for dots a second figure.
    private static func frame(_ kind: ChartKind, _ hard: Hard) throws -> Frame {
        let isOverDays =
            switch kind {
            case .line, .area: true
            case .bar, .pie, .donut, .scatter, .heatmap, .waterfall, .treemap: hard == .fiftyYears
            }
        var builder = FrameBuilder("values", [.day("date"), .text("name"), .decimal("risk"), .money("value", in: .usd)])
        for (place, value) in values(hard).enumerated() {
            let name = hard == .longNames ? names[place % names.count] : "N\(place + 1)", day = Day(number: Int32(10_957 + place))
            let risk = FrameValue.decimal(try FixedDecimal(place * 37 % 50) / 100), cell = value.map(FrameValue.decimal) ?? .none
            // A line of one name needs more than a day.
            for later in 0..<(isOverDays && hard == .longNames ? 3 : 1) {
                try builder.append([.day(Day(number: day.number + Int32(later * 30))), isOverDays && hard != .longNames ? "all" : .text(name), risk, cell])
            }
        }
        return builder.frame()
    }

    private static func options(_ kind: ChartKind, _ hard: Hard) -> ChartOptions {
        var options = ChartOptions()
        (options.kind, options.y, options.title) = (kind, ["value"], "\(hard.rawValue), \(kind.rawValue)")
        switch kind {
        case .line, .area: (options.x, options.by) = ("date", hard == .longNames ? "name" : nil)
        case .scatter: (options.x, options.by) = (hard == .fiftyYears ? "date" : "risk", nil)
        case .heatmap: (options.x, options.by) = (hard == .fiftyYears ? "date" : "name", hard == .fiftyYears ? "name" : "date")
        case .bar, .pie, .donut, .waterfall, .treemap: options.x = hard == .fiftyYears ? "date" : "name"
        }
        return options
    }

    private static func chart(_ kind: ChartKind, _ hard: Hard) throws -> Chart { try Chart(frame(kind, hard), options(kind, hard)) }

    @Test("The scenes and pictures of a kind are those that stand in the folder", arguments: ChartKind.allCases)
    func golden(_ kind: ChartKind) throws {
        var scenes = "", pictures = ""
        for (place, hard) in Hard.allCases.enumerated() {
            let scene = try Self.chart(kind, hard).scene(width: Self.size.width, height: Self.size.height)
            scenes += "── \(hard.rawValue)\n\(text(of: scene))\n"
            let picture = scene.svg(.file)
            #expect(picture.utf8.count <= 250_000, "\(hard) as \(kind): what would cover the same place is drawn once")
            let corner = (x: place % 3 * Int(Self.size.width), y: place / 3 * Int(Self.size.height))
            pictures += "<svg x=\"\(corner.x)\" y=\"\(corner.y)\" width=\"\(Int(Self.size.width))\" height=\"\(Int(Self.size.height))\">\n\(picture)</svg>\n"
        }
        let sheet = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(Int(Self.size.width) * 3)\" height=\"\(Int(Self.size.height) * 3)\">\n\(pictures)</svg>\n"
        try Self.golden.compare(scenes, with: "\(kind.rawValue).txt")
        try Self.golden.compare(sheet, with: "\(kind.rawValue).svg")
        try Self.golden.expectNone(but: ChartKind.allCases.map(\.rawValue))
    }

    @Test("Marks and labels stay within the frame, and no two labels overlap, at any size", arguments: ChartKind.allCases)
    func tidy(_ kind: ChartKind) throws {
        for hard in Hard.allCases {
            let chart = try Self.chart(kind, hard)
            for (width, height) in [(720.0, 400.0), (300, 220), (120, 60), (1400, 300)] {
                expectTidy(chart.scene(width: width, height: height), "\(hard) as \(kind) at \(width) × \(height)")
            }
        }
    }

    @Test("In a terminal no line is longer than it is wide", arguments: ChartKind.allCases, [40, 80, 200])
    func terminal(_ kind: ChartKind, _ width: Int) throws {
        for hard in Hard.allCases {
            let chart = try Self.chart(kind, hard)
            for unicode in [true, false] {
                let lines = chart.text(RenderOptions(width: width, unicode: unicode)).split(separator: "\n")
                #expect(!lines.isEmpty)
                for line in lines { #expect(TextWidth.of(String(line)) <= width, "\(hard) as \(kind): \(line)") }
            }
        }
    }

    @Test("What is unknown is drawn nowhere and said below", arguments: ChartKind.allCases)
    func unknown(_ kind: ChartKind) throws {
        let chart = try Self.chart(kind, .unknown)
        let texts = chart.scene().elements.compactMap { if case .text(let text) = $0 { text.string } else { nil } }
        #expect(texts.contains { $0.contains("unknown") || $0.contains("not known") }, "\(kind): \(texts)")
        #expect(chart.data.series.flatMap(\.values).compactMap { $0 }.allSatisfy { $0 != 0 })
    }

    @Test("Parts add up to the whole", arguments: [ChartKind.pie, .donut, .treemap], [Hard.allEqual, .unknown, .longNames, .sixty, .fiftyYears])
    func whole(_ kind: ChartKind, _ hard: Hard) throws {
        let shown = try Self.chart(kind, hard).data.series.flatMap(\.exact).compactMap { $0 }
        #expect(try shown.reduce(.zero, +) == Self.values(hard).compactMap { $0 }.reduce(.zero, +))
    }
}
