import Frames
import Testing
import Values

@Suite("What is shown of a table where there is no room for all")
struct ColumnChoiceTests {
    private static func frame(_ types: [String] = ["transfer_out", "transfer_in"], currencies: [String] = ["EUR", "USD"]) throws -> Frame {
        var builder = FrameBuilder(
            "activities",
            [
                .int("id").ranked(.leading), .int("seq").ranked(.minor), .text("type").ranked(.deciding), .text("status").ranked(.leading, usual: "posted"),
                .text("note"), .money("amount").ranked(.deciding), .money("fee"), .text("currency"), .text("group").ranked(.minor),
            ])
        for (place, type) in types.enumerated() {
            try builder.append([
                .int(Int64(place)), .int(Int64(place)), .text(type), "posted", .text("paid \(place) of a long row of notes"), 500, 0,
                .text(currencies[place % currencies.count]), "one",
            ])
        }
        return builder.frame()
    }

    @Test("Type, amount and currency stay, uncut, while a copy of the id, a usual status and nought go")
    func ranks() throws {
        var options = RenderOptions(width: 41)
        options.widening = ".width all"
        #expect(
            try Self.frame().text(options) == """
                id  type          amount  currency
                ──  ────────────  ──────  ────────
                 0  transfer_out  500.00  EUR
                 1  transfer_in   500.00  USD
                not shown for want of width: seq, status,
                  note, fee, group; .width all shows all

                """)
    }

    @Test("A status that is not the usual one is told, and each total keeps its label")
    func unusual() throws {
        var builder = FrameBuilder(
            "activities",
            [
                .text("note"), .text("status").ranked(.leading, usual: "posted"), .money("amount").ranked(.deciding), .text("currency"),
            ])
        for (status, currency) in [("posted", "EUR"), ("draft", "EUR"), ("posted", "USD")] { try builder.append(["a note", .text(status), 500, .text(currency)]) }
        #expect(
            try builder.frame().text(RenderOptions(width: 27)) == """
                status    amount  currency
                ──────  ────────  ────────
                posted    500.00  EUR
                draft     500.00  EUR
                posted    500.00  USD
                ──────  ────────  ────────
                total   1,000.00  EUR
                total     500.00  USD
                not shown for want of
                  width: note

                """)
    }

    @Test("What rows are of stays, whatever rank it has, and leads no figure out of a table that has another name")
    func keys() throws {
        let figures: [ColumnSchema] = [.money("gain", total: .none).ranked(.deciding), .money("closing", total: .none).ranked(.leading), .text("currency").ranked(.deciding)]
        let cases: [(keys: [ColumnSchema], kept: String)] = [
            ([.text("instrument")], "instrument"), ([.text("note"), .day("date").ranked(.leading)], "date"), ([.int("year")], "year"),
            ([.text("note"), .text("symbol").ranked(.deciding)], "symbol"),
        ]
        for (keys, kept) in cases {
            var builder = FrameBuilder("rows", keys + figures)
            for row in 0..<2 {
                let own: [FrameValue] = keys.map { $0.type == .int ? .int(Int64(2013 + row)) : $0.type == .day ? .day(Day(number: 100)) : .text("a long name \(row)") }
                try builder.append(own + [1000, 2000, row == 0 ? "EUR" : "USD"])
            }
            let text = try builder.frame().text(RenderOptions(width: 36))
            #expect(text.prefix { $0 != "\n" }.contains(kept), "\(text)")
        }
    }

    @Test("A total of which no figure is left is not shown, nor is what it lacks")
    func emptyTotals() throws {
        var builder = FrameBuilder("rows", [.text("name").ranked(.deciding), .money("value"), .text("currency")])
        for row in 0..<3 { try builder.append([.text("row \(row)"), row == 0 ? .none : .decimal(500), "EUR"]) }
        #expect(
            try builder.frame().text(RenderOptions(width: 10)) == """
                name
                ─────
                row 0
                row 1
                row 2
                not shown for want of width: value (total 1,000.00), currency

                """)
    }

    @Test("A deciding figure that is unknown in every row is told before what decides less")
    func unknownFigures() throws {
        var builder = FrameBuilder(
            "limits",
            [
                .text("limit").ranked(.deciding), .text("accounts"), .money("allowed", total: .none).ranked(.leading),
                .money("used", total: .none).ranked(.deciding), .text("currency").ranked(.deciding),
            ])
        for row in 0..<2 { try builder.append([.text("limit \(row)"), "A, B, C", 500, .none, "EUR"]) }
        #expect(
            try builder.frame().text(RenderOptions(width: 26)) == """
                limit    allowed  used
                ───────  ───────  ────
                limit 0   500.00
                limit 1   500.00
                amounts in EUR; not shown
                  for want of width:
                  accounts

                """)
    }

    @Test("Figures come with the column that tells their currency, or not at all")
    func currencies() throws {
        for width in 1...90 {
            let heading = try Self.frame().text(RenderOptions(width: width)).prefix { $0 != "\n" }
            #expect(!heading.contains("amount") || heading.contains("currency"), "\(width): \(heading)")
        }
    }

    @Test("A text is not cut to where rows that differ look the same, and what is cut is told")
    func tellingApart() throws {
        var builder = FrameBuilder("accounts", [.text("account").ranked(.leading), .text("notes").ranked(.minor), .int("count")])
        try builder.append(["Brokerage account one", "a long note that is of no use here", 5])
        try builder.append(["Brokerage account two", "a long note that is of no use there", 6])
        #expect(
            try builder.frame().text(RenderOptions(width: 40)) == """
                account                notes       count
                ─────────────────────  ──────────  ─────
                Brokerage account one  a long no…      5
                Brokerage account two  a long no…      6
                cut short: notes

                """)
    }

    @Test("An excess decides where some row has one; of noughts alone it goes first", arguments: [(0, false), (250, true)])
    func quietAtNought(excess: Int, isShown: Bool) throws {
        var builder = FrameBuilder(
            "limits",
            [
                .text("limit").ranked(.deciding), .money("allowed", total: .none).ranked(.leading), .money("used", total: .none).ranked(.deciding),
                .money("excess", total: .none).rankedWhereAny(.deciding), .text("currency").ranked(.deciding),
            ])
        for row in 0..<2 { try builder.append([.text("limit \(row)"), 500, 750, row == 0 ? 0 : .decimal(FixedDecimal(excess)), "EUR"]) }
        let heading = try builder.frame().text(RenderOptions(width: 28)).prefix { $0 != "\n" }
        #expect(heading.contains("excess") == isShown && heading.contains("allowed") != isShown, "\(heading)")
    }

    @Test("Sentences go on in further lines of their row rather than being cut")
    func sentences() throws {
        var builder = FrameBuilder("warnings", [.text("kind").ranked(.leading), .prose("message").ranked(.deciding)])
        try builder.append(["limit", "the limit allows 6500.00 USD, and 9000.00 USD were paid in"])
        try builder.append(["cash", "the cash is negative"])
        #expect(
            try builder.frame().text(RenderOptions(width: 50)) == """
                kind   message
                ─────  ───────────────────────────────────────────
                limit  the limit allows 6500.00 USD, and 9000.00
                       USD were paid in
                cash   the cash is negative

                """)
    }

    @Test("Help goes on under its last column where the terminal ends, a word wider than it is broken")
    func help() {
        let line = "    year         integer   The years that begin in this one, or the one that is said."
        #expect(WrappedText.wrapped(line, width: 60) == "    year         integer   The years that begin in this one,\n                           or the one that is said.")
        #expect(WrappedText.wrapped("holdings{[account=], [portfolio=]} → frame", width: 30) == "holdings{[account=],\n  [portfolio=]} → frame")
        #expect(WrappedText.wrapped(line, width: nil) == line)
        #expect(WrappedText.wrapped("hint of a few words more than fit", behind: 8, indent: 8, width: 30) == "hint of a few words\n        more than fit")
        let path = String(repeating: "a", count: 70)
        #expect(WrappedText.wrapped(path, width: 40).split(separator: "\n").map(\.count) == [40, 32])
    }
}
