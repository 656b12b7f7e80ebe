import Frames
import TestSupport
import Testing
import Values

@Suite("The table for people")
struct TextTableTests {
    @Test("Numbers stand on their points, money has its currency's digits, totals stand one line a currency")
    func golden() throws {
        #expect(
            try sampleHoldings().text() == """
                account    symbol  quantity  currency      price  market_value  unrealized_gain  unrealized_percent
                ─────────  ──────  ────────  ────────  ─────────  ────────────  ───────────────  ──────────────────
                Brokerage  ORCL        10    USD         182.30       1,823.00         1,511.00             484.29%
                Brokerage  SAP          2.5  EUR         120.125        300.31           -12.35              -3.95%
                Pension    VTI      1,200    USD         250.00     300,000.00             0.00               0.00%
                Pension    XYZ          3    USD
                Japan      7203       100    JPY       2,500.00     250,000          -50,000                -16.67%
                ─────────  ──────  ────────  ────────  ─────────  ────────────  ───────────────  ──────────────────
                total                        EUR                        300.31           -12.35
                total                        JPY                    250,000          -50,000
                total                        USD                    301,823.00         1,511.00
                1 row has no market_value: not in the total
                1 row has no unrealized_gain: not in the total

                """)
    }

    @Test("Where the currency has no column, it stands behind the amounts and in the name of the total")
    func hiddenCurrency() throws {
        let frame = try sampleHoldings().sort(["-market_value"]).select(["symbol", "market_value"])
        #expect(
            try frame.text() == """
                symbol       market_value
                ─────────  ──────────────
                VTI        300,000.00 USD
                7203       250,000 JPY
                ORCL         1,823.00 USD
                SAP            300.31 EUR
                XYZ
                ─────────  ──────────────
                total EUR      300.31 EUR
                total JPY  250,000 JPY
                total USD  301,823.00 USD
                1 row has no market_value: not in the total

                """)
    }

    @Test("In one currency there is one total, and the amounts stand alone")
    func oneCurrency() throws {
        let frame = try sampleHoldings().filter("currency", equals: "USD").select(["symbol", "market_value", "unrealized_gain"])
        #expect(
            try frame.text(RenderOptions(grouping: false, missing: "–")) == """
                symbol  market_value  unrealized_gain
                ──────  ────────────  ───────────────
                ORCL         1823.00          1511.00
                VTI        300000.00             0.00
                XYZ                –                –
                ──────  ────────────  ───────────────
                total      301823.00          1511.00
                1 row has no market_value: not in the total
                1 row has no unrealized_gain: not in the total

                """)
    }

    @Test("Too many rows: the first ones and how many more; totals are of all")
    func rowLimit() throws {
        var builder = FrameBuilder("counts", [.text("name"), .int("count", total: .sum)])
        for row in 0..<1234 { try builder.append([.text("row \(row)"), 2]) }
        #expect(
            try builder.frame().text(RenderOptions(maximumRows: 2)) == """
                name   count
                ─────  ─────
                row 0      2
                row 1      2
                … 1,232 more rows
                ─────  ─────
                total   2468

                """)
        #expect(try builder.frame().text(RenderOptions(maximumRows: 1233, totals: false)).hasSuffix("\n… 1 more row\n"))
        #expect(try builder.frame().slice(from: 0, count: 2).text(RenderOptions(maximumRows: 2)).contains("more") == false)
    }

    @Test("Too narrow: texts are cut first, then columns without values go, then those to the right; numbers are never cut, and what is missing is told")
    func widthLimit() throws {
        var builder = FrameBuilder("trades", [.int("id"), .remark("notes").ranked(.ordinary), .price("price"), .decimal("rate"), .day("date")])
        try builder.append([1, "a note that is rather long for a table", .decimal("1.5"), nil, "2014-03-03"])
        try builder.append([2, nil, 2000, nil, "2014-03-04"])
        let frame = builder.frame()
        #expect(
            try frame.text(RenderOptions(width: 51)) == """
                id  notes                   price  rate  date
                ──  ───────────────────  ────────  ────  ──────────
                 1  a note that is rat…      1.50        2014-03-03
                 2                       2,000.00        2014-03-04
                cut short: notes

                """)
        #expect(
            try frame.text(RenderOptions(width: 40)) == """
                id  notes              price  date
                ──  ──────────────  ────────  ──────────
                 1  a note that i…      1.50  2014-03-03
                 2                  2,000.00  2014-03-04
                not shown for want of width: rate; cut
                  short: notes

                """)
        #expect(
            try frame.text(RenderOptions(width: 24)) == """
                id  notes          price
                ──  ──────────  ────────
                 1  a note th…      1.50
                 2              2,000.00
                not shown for want of width: rate, date; cut short: notes

                """)
        for width in [1, 0, -1, .min] { #expect(try frame.text(RenderOptions(width: width)).hasPrefix("id\n──\n 1\n 2\nnot shown")) }
    }

    @Test("No line is wider than the width, whatever the width")
    func neverWider() throws {
        var random = RandomFrames(random: .forTest())
        let frame = random.frame(rows: 30)
        for width in 45...120 {
            let lines = try frame.text(RenderOptions(width: width)).split(separator: "\n").filter { !$0.hasPrefix("not shown") && !$0.contains(": not in") }
            #expect(lines.allSatisfy { displayWidth($0) <= width })
        }
    }

    @Test("Colour: headings bold, gains green, losses red, none dim, and the same table without")
    func colour() throws {
        let frame = sampleHoldings()
        let coloured = try frame.text(RenderOptions(colour: true, missing: "–"))
        #expect(coloured.contains("\u{1B}[1msymbol\u{1B}[0m"))
        #expect(coloured.contains("\u{1B}[32m1,511.00\u{1B}[0m") && coloured.contains("\u{1B}[31m-50,000\u{1B}[0m"))
        #expect(coloured.contains("\u{1B}[2m–\u{1B}[0m"))
        #expect(!coloured.contains("m0.00\u{1B}") && !coloured.contains("m300,000.00\u{1B}"))
        var plain = coloured
        for code in ["1", "2", "31", "32", "0"] { plain = plain.split(separator: "\u{1B}[\(code)m", omittingEmptySubsequences: false).joined() }
        #expect(plain == (try frame.text(RenderOptions(missing: "–"))))
    }

    @Test("In private, amounts, quantities and prices are masked wherever they are written; percentages stay")
    func privacy() throws {
        let options = RenderOptions(privacy: true, unicode: false)
        let frame = try sampleHoldings().slice(from: 0, count: 2).without(["account"])
        #expect(
            try frame.text(options) == """
                symbol  quantity  currency  price  market_value  unrealized_gain  unrealized_percent
                ------  --------  --------  -----  ------------  ---------------  ------------------
                ORCL         ***  USD         ***           ***              ***             484.29%
                SAP          ***  EUR         ***           ***              ***              -3.95%

                """)
        for format in FrameFormat.allCases {
            let text = try sampleHoldings().rendered(as: format, options)
            for secret in ["1823", "1,823", "1511", "1,511", "1200", "1,200", "300000", "301,823", "-50"] { #expect(!text.contains(secret), "\(format): \(secret)") }
            #expect(text.contains("***") || text.contains("\\*\\*\\*"))
        }
    }

    @Test("Nothing in a text can move the cursor or hide what it says")
    func control() throws {
        var builder = FrameBuilder("x", [.text("name"), .int("n")])
        try builder.append(["a\nb\t\u{1B}[31mred\u{7F}\u{85}", 1])
        try builder.append(["rtl \u{202E}dlrow", 2])
        #expect(
            try builder.frame().text() == """
                name                        n
                ──────────────────────────  ─
                a\\nb\\t\\27[31mred\\127\\u{85}  1
                rtl \\u{202e}dlrow           2

                """)
    }

    @Test("Wide characters take two columns, combining ones none")
    func wide() throws {
        var builder = FrameBuilder("x", [.text("name"), .int("n")])
        for (n, name) in ["日本株", "ascii", "e\u{301}te\u{301}", "🙂👨‍👩‍👧🇪🇺", "✔\u{FE0F}", "한글"].enumerated() { try builder.append([.text(name), .int(Int64(n))]) }
        #expect(
            try builder.frame().text() == """
                name    n
                ──────  ─
                日本株  0
                ascii   1
                e\u{301}te\u{301}     2
                🙂👨‍👩‍👧🇪🇺  3
                ✔\u{FE0F}      4
                한글    5

                """)
    }

    @Test("A frame without rows or without columns says so")
    func empty() throws {
        #expect(try sampleHoldings().slice(from: 0, count: 0).select(["symbol", "price"]).text() == "symbol  price\n──────  ─────\nno rows\n")
        #expect(try Frame("x", rowCount: 0, columns: []).text() == "no rows\n")
    }

    @Test("Prices keep two to six digits, or six that matter; shares are hundredfold; unknown currencies keep all")
    func numbers() throws {
        var builder = FrameBuilder("x", [.price("price"), .share("weight"), .money("amount"), .text("currency"), .decimal("plain"), .bool("open")])
        let third = try FixedDecimal(1) / 3
        try builder.append([.decimal("31.123456789012345678"), .decimal(third), .decimal("1.23456"), "GOLD", .decimal("1234.5"), true])
        try builder.append([.decimal("0.0000123456789"), 1, .decimal("1.2345"), "KWD", 0, false])
        try builder.append([0, .decimal("-0.5"), 5, nil, nil, nil])
        #expect(
            try builder.frame().text(RenderOptions(totals: false)) == """
                         price   weight   amount  currency   plain  open
                ──────────────  ───────  ───────  ────────  ──────  ─────
                31.123457        33.33%  1.23456  GOLD      1234.5  true
                 0.00001234568  100.00%  1.235    KWD          0    false
                 0.00           -50.00%  5.00

                """)
    }

    @Test("Totals are left out where they repeat the rows, or nobody wants them; one too large is told")
    func totals() throws {
        let frame = sampleHoldings()
        #expect(try !frame.filter("symbol", equals: "VTI").text().contains("total"))
        #expect(try !frame.group(by: ["currency"]).sum("market_value").text().contains("total"))
        #expect(try !frame.text(RenderOptions(totals: false)).contains("total"))
        var builder = FrameBuilder("x", [.text("a"), .money("big", in: .usd)])
        for _ in 0..<2 { try builder.append(["a", .decimal(.greatest)]) }
        #expect(try builder.frame().text().hasSuffix("the total of big is too large to show\n"))
    }

    @Test("The empty cells of a pivot are no news; sums of units of different things are not added up further")
    func quietTotals() throws {
        let pivot = try sampleHoldings().filter("currency", equals: "USD").filter("price", .notEqual, nil)
            .pivot(rows: ["symbol"], across: "account", values: "market_value")
        #expect(
            try pivot.text() == """
                symbol  Brokerage     Pension
                ──────  ─────────  ──────────
                ORCL     1,823.00
                VTI                300,000.00
                ──────  ─────────  ──────────
                total    1,823.00  300,000.00

                """)
        #expect(try !sampleHoldings().group(by: ["account"]).sum("quantity").text().contains("total"))
    }

    /// The columns a line takes, by a rule of its own: all of the samples' wide characters take two.
    private func displayWidth(_ line: Substring) -> Int {
        line.reduce(0) { $0 + (["日", "本", "🙂"].contains($1) ? 2 : 1) }
    }
}
