import Charts
import Frames
import TestSupport
import Testing
import Values

/// A decimal that a test wrote down.
func decimal(_ text: String) -> FixedDecimal { try! FixedDecimal(text) }

@Suite("Scales and ticks")
struct ScaleTests {
    private let dollars = ValueWriter(.money(.usd), isPrivate: true, options: RenderOptions())

    private func labels(_ lower: Double, _ upper: Double, _ unit: ChartData.Unit = .money(.usd), base: Double? = nil, log: Bool = false, wanted: Int = 5) -> String {
        let writer = ValueWriter(unit, isPrivate: false, options: RenderOptions())
        let axis = ValueAxis(covering: lower...upper, base: base, isLogarithmic: log, wanted: wanted, writer: writer)
        return axis.ticks.map(\.label).joined(separator: " ") + (axis.title.isEmpty ? "" : " | \(axis.title)")
    }

    @Test("Ticks are written in one scale with one count of digits, which is said once")
    func values() {
        #expect(labels(0, 386_874) == "0 100 200 300 400 | USD k")
        #expect(labels(1_000_000, 9_800_000) == "0.0 2.5 5.0 7.5 10.0 | USD M")
        #expect(labels(0, 4_870) == "0 1,000 2,000 3,000 4,000 5,000 | USD")
        #expect(labels(1_000_000, 1_000_100) == "1,000,000 1,000,025 1,000,050 1,000,075 1,000,100 | USD")
        #expect(labels(0, 0.0000012, .plain) == "0.00000000 0.00000025 0.00000050 0.00000075 0.00000100 0.00000125")
        #expect(labels(0, 4e12) == "0 1 2 3 4 | USD T")
        #expect(labels(-0.21, 0.45, .share) == "-20% 0% 20% 40%")
        #expect(labels(0.101, 0.109, .share) == "10.2% 10.4% 10.6% 10.8%")
    }

    @Test("A range without a length has ticks all the same")
    func degenerate() {
        #expect(labels(0, 0) == "0.00 0.25 0.50 0.75 1.00 | USD")
        #expect(labels(50, 50) == "45.0 47.5 50.0 52.5 55.0 | USD")
        #expect(ValueAxis(covering: nil, wanted: 5, writer: dollars).ticks.map(\.label) == ["0.00", "0.25", "0.50", "0.75", "1.00"])
        #expect(labels(1e12, 1e12).hasSuffix("USD T"))
        #expect(labels(-7, -7, base: 0) == "-8 -6 -4 -2 0 | USD")
    }

    @Test("A logarithmic axis has powers of ten; a narrow one has the ticks of a linear axis, and one with a value that has no logarithm is linear")
    func logarithmic() {
        #expect(labels(3, 25_000, log: true) == "10 100 1k 10k | USD")
        #expect(labels(1, 90, log: true) == "1 2 5 10 20 50 | USD")
        #expect(labels(80, 130, log: true) == "80 90 100 110 120 130 | USD")
        #expect(labels(1e-6, 1e12, .plain, log: true) == "0.000001 0.01 100 1M 10bn")
        let writer = ValueWriter(.plain, isPrivate: false, options: RenderOptions())
        #expect(!ValueAxis(covering: 0...10, isLogarithmic: true, wanted: 5, writer: writer).isLogarithmic)
        let axis = ValueAxis(covering: 1...100, isLogarithmic: true, wanted: 5, writer: writer)
        #expect(abs(axis.place(10) - 0.5) < 1e-12)
    }

    @Test("Masked amounts have a mask at each tick, and no scale that would tell their size; percentages stay")
    func masked() {
        var options = RenderOptions()
        options.privacy = true
        let axis = ValueAxis(covering: 0...386_874, wanted: 5, writer: ValueWriter(.money(.usd), isPrivate: true, options: options))
        #expect(Set(axis.ticks.map(\.label)) == ["•••"])
        #expect(axis.title == "USD")
        let share = ValueWriter(.share, isPrivate: false, options: options)
        #expect(ValueAxis(covering: 0...1, wanted: 3, writer: share).ticks.map(\.label) == ["0%", "50%", "100%"])
    }

    @Test("Calendar ticks begin weeks, months, quarters and years, and tell the year where it begins")
    func calendar() throws {
        func ticks(_ from: String, _ to: String, _ wanted: Int = 6) throws -> String {
            let axis = CalendarAxis(from: try Day(from), to: try Day(to), wanted: wanted)
            return axis.ticks.map { $0.detail.isEmpty ? $0.label : "\($0.label)/\($0.detail)" }.joined(separator: " ")
        }
        #expect(try ticks("2014-01-01", "2014-01-05") == "1 Jan/2014 2 Jan 3 Jan 4 Jan 5 Jan")
        #expect(try ticks("2013-12-20", "2014-01-20") == "23 Dec/2013 30 Dec 6 Jan/2014 13 Jan 20 Jan")
        #expect(try ticks("2014-01-01", "2014-06-30") == "Jan/2014 Feb Mar Apr May Jun")
        #expect(try ticks("2013-06-15", "2014-11-30") == "Jul/2013 Oct Jan/2014 Apr Jul Oct")
        #expect(try ticks("2012-01-01", "2014-12-31") == "Jan/2012 Jul Jan/2013 Jul Jan/2014 Jul")
        #expect(try ticks("2000-01-31", "2014-12-31") == "2005 2010")
        #expect(try ticks("1964-05-01", "2014-05-01") == "1970 1980 1990 2000 2010")
        #expect(try ticks("2014-02-28", "2014-02-28") == "28 Feb/2014")
        #expect(try ticks("0001-01-01", "9999-12-31") == "2000 4000 6000 8000")
    }

    @Test("Each bar over time is told by its own day, or by the period that it ends; where labels have no room, some of them are")
    func bars() throws {
        let cases: [(days: String, columns: Int, ticks: String)] = [
            ("2014-03-31 2014-06-30 2014-07-31 2014-08-29 2014-12-31", 100, "31 Mar 2014, 30 Jun, 31 Jul, 29 Aug, 31 Dec"),
            ("2014-03-31 2014-06-30 2014-07-31 2014-08-29 2014-12-31", 40, "31 Mar 2014, 30 Jun, 29 Aug, 31 Dec"),
            ("2014-03-31 2014-04-30 2014-06-30 2014-12-15", 100, "31 Mar 2014, 30 Apr, 30 Jun, 15 Dec"), ("2014-03-31 2014-04-30 2014-05-15", 100, "Mar 2014, Apr, May"),
            ("2013-12-31 2014-01-31 2014-02-28 2014-03-31", 12, "Jan 2014"),
            ("2013-12-31 2014-01-31 2014-03-31", 12, "31 Dec 2013, 31 Mar 2014"),
            ("2013-03-31 2013-06-30 2013-09-30 2013-12-31 2014-03-31", 100, "Q1 2013, Q2, Q3, Q4, Q1 2014"), ("2012-12-31 2013-12-31 2014-12-31", 100, "2012, 2013, 2014"),
            ("2014-01-15", 100, "15 Jan 2014"), ("2013-11-15 2014-02-03", 100, "15 Nov 2013, 3 Feb 2014"),
        ]
        for (days, columns, told) in cases {
            let ticks = CalendarAxis.ticks(ofBars: try days.split(separator: " ").map { try Day(String($0)) }, columns: columns)
            let text = ticks.map { $0.detail.isEmpty ? $0.label : "\($0.label) \($0.detail)" }.joined(separator: ", ")
            #expect(text == told, "\(days) in \(columns)")
            #expect(Set(ticks.map { Day(number: Int32($0.position)).description }).isSubset(of: days.split(separator: " ").map(String.init)), "\(days)")
        }
        let fridays = (0..<300).map { Day(number: 16_073 + 7 * $0) }, dense = CalendarAxis.ticks(ofBars: fridays, columns: 100)
        #expect(dense.map(\.label) == ["2015", "2016", "2017", "2018", "2019"] && dense.allSatisfy { fridays.contains(Day(number: Int32($0.position))) })
    }

    @Test("Ticks of any range are round, ascending and within the axis, and their labels differ")
    func roundTicks() {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(300) {
            let size = Elementary.powerOfTen(random.int(-6...12)), low = Double(random.int(-1000...1000)) / 1000 * size
            let high = low + Double(random.int(0...1000)) / 1000 * size
            let axis = ValueAxis(covering: low...high, base: random.chance(oneIn: 2) ? 0 : nil, wanted: random.int(2...9), writer: dollars)
            let places = axis.ticks.map(\.position)
            #expect(places.count >= 2, "\(low)...\(high)")
            #expect(places == places.sorted() && places.allSatisfy { (axis.lower...axis.upper).contains($0) })
            #expect(axis.lower <= low && axis.upper >= high)
            #expect(Set(axis.ticks.map(\.label)).count == places.count, "\(axis.ticks)")
        }
    }

    @Test("Calendar ticks of any span are ascending, within it, not too many, and told apart by label and year")
    func calendarTicks() {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(300) {
            let first = random.int(-20_000...20_000), length = random.int(0...[5, 60, 800, 20_000][random.int(0...3)]), wanted = random.int(2...12)
            let axis = CalendarAxis(from: Day(number: Int32(first)), to: Day(number: Int32(first + length)), wanted: wanted)
            let places = axis.ticks.map(\.position)
            #expect(places == places.sorted() && Set(places).count == places.count && !places.isEmpty && places.count <= max(2, wanted))
            #expect(places.allSatisfy { $0 >= Double(first) && $0 <= Double(first + length) })
            var year = "", seen = Set<String>()
            for tick in axis.ticks {
                if !tick.detail.isEmpty { year = tick.detail }
                #expect(seen.insert("\(tick.label) \(year)").inserted)
            }
        }
    }

    @Test("Logarithms and angles are those of the mathematical library to twelve digits")
    func functions() {
        for exponent in -18...20 {
            for factor in [1, 1.5, 2, 9.99] {
                let value = Elementary.powerOfTen(exponent) * factor
                #expect(Elementary.magnitude(value) == exponent)
                #expect(abs(Elementary.powerOfTen(exponent) * factor / value - 1) < 1e-12)
            }
        }
        #expect(abs(Elementary.decimalLogarithm(1000) - 3) < 1e-12)
        #expect(abs(Elementary.logarithm(2.718281828459045) - 1) < 1e-14)
        for (turn, sine, cosine) in [(0, 0, 1), (0.25, 1, 0), (0.5, 0, -1), (0.75, -1, 0), (1, 0, 1), (1.0 / 12, 0.5, 0.8660254037844386)] as [(Double, Double, Double)] {
            let direction = Elementary.direction(turn: turn)
            #expect(abs(direction.sine - sine) < 1e-14 && abs(direction.cosine - cosine) < 1e-14, "\(turn)")
        }
    }
}
