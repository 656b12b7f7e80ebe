import TestSupport
import Testing
import Values
@testable import Workbooks

@Suite("What a workbook can hold")
struct ModelTests {
    @Test("Names of sheets are what Excel takes, and no two are alike")
    func names() {
        var names = SheetNames()
        #expect(names.add("Trades") == "Trades" && names.add("trades") == "trades (2)" && names.add("TRADES") == "TRADES (3)")
        #expect(names.add("a/b\\c*d[e]?:f") == "a-b-c-d-e---f" && names.add("  'quoted'  ") == "quoted" && names.add("") == "Sheet" && names.add("''") == "Sheet (2)")
        #expect(names.add("History") == "Sheet (3)" && names.add("one\ntwo") == "one two")
        let long = String(repeating: "x", count: 40)
        #expect(names.add(long) == String(long.prefix(31)) && names.add(long) == String(long.prefix(27)) + " (2)")
        #expect(names.add(String(repeating: "😀", count: 20)) == String(repeating: "😀", count: 15))
    }

    @Test("Long names end with a word that can end one, numbered ones too")
    func longNames() {
        let cases = [
            ("Dividends and interest by year and month", "Dividends and interest by year", "Dividends and interest (2)"),
            ("The next twelve months, if all pays what it did", "The next twelve months", "The next twelve months (2)"),
            ("Biggest movers of this month", "Biggest movers of this month", "Biggest movers (2)"),
            ("Dividends, interest and other income", "Dividends, interest and other", "Dividends, interest (2)"),
        ]
        for (wanted, first, second) in cases {
            var names = SheetNames()
            #expect(names.add(wanted) == first && names.add(wanted) == second)
        }
    }

    @Test("By chance: every name is allowed and new")
    func randomNames() {
        var random = SeededRandom.forTest(), names = SheetNames(), seen: Set<String> = []
        let pieces = ["a", "B", "[", "]", ":", "*", "?", "/", "\\", "'", " ", "é", "東", "😀", "\u{301}", "\n", "\u{FFFF}", "history"]
        for _ in 0..<SeededRandom.rounds(2_000) {
            let wanted = (0..<random.int(0...40)).map { _ in random.pick(pieces) }.joined()
            let name = names.add(wanted)
            let isAllowed =
                (1...31).contains(name.utf16.count) && !name.unicodeScalars.contains { "[]:*?/\\\n".unicodeScalars.contains($0) } && !name.hasPrefix("'") && !name.hasSuffix("'")
            #expect(isAllowed && seen.insert(name.lowercased()).inserted, "\(wanted.debugDescription) gave \(name.debugDescription), LUCA_SEED=\(SeededRandom.runSeed)")
        }
    }

    @Test("Texts are written as a cell can hold them")
    func texts() {
        #expect(CellText.escaped("plain = text\t\n") == ("plain = text\t\n", false))
        #expect(CellText.escaped("_x0041_") == ("_x005F_x0041_", false) && CellText.escaped("a_b_x00") == ("a_b_x00", false) && CellText.escaped("_x004G_") == ("_x004G_", false))
        #expect(CellText.escaped("a\u{0}\u{7}\r\u{1F}") == ("a_x0000__x0007__x000D__x001F_", false) && CellText.escaped("\u{FFFE}") == ("\u{FFFD}", false))
        let fits = String(repeating: "é", count: CellText.longest), emoji = String(repeating: "😀", count: 16_384)
        #expect(CellText.escaped(fits) == (fits, false) && CellText.escaped(fits + "x") == (fits, true))
        #expect(CellText.escaped(emoji).isCut && CellText.escaped(emoji).text.utf16.count == 32_766)
    }

    @Test("By chance: a text comes back as it was where it is read as the file's standard says")
    func randomTexts() {
        var random = SeededRandom.forTest()
        let pieces = ["_", "x", "X", "0", "4", "1", "F", "005F", "0041", "_x0041_", "_x005F_", "\u{0}", "\r", "é", "g"]
        for _ in 0..<SeededRandom.rounds(3_000) {
            let text = (0..<random.int(0...14)).map { _ in random.pick(pieces) }.joined(), written = CellText.escaped(text).text
            #expect(Self.read(written) == text, "\(text.debugDescription) became \(written.debugDescription), LUCA_SEED=\(SeededRandom.runSeed)")
        }
    }

    /// A text as ECMA-376 has it read (ST_Xstring): `_xHHHH_` is the character of that number.
    private static func read(_ text: String) -> String {
        var result = String.UnicodeScalarView(), rest = Array(text.unicodeScalars)[...]
        while let first = rest.first {
            let next = Array(rest.prefix(7))
            if next.count == 7, first == "_", next[1] == "x", next[6] == "_", let value = UInt32(String(String.UnicodeScalarView(next[2...5])), radix: 16),
                let scalar = Unicode.Scalar(value)
            {
                result.append(scalar)
                rest = rest.dropFirst(7)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    @Test("Dates have the numbers that spreadsheets give them")
    func serialNumbers() throws {
        let known = [("1899-12-31", nil), ("1900-01-01", 1), ("1900-02-28", 59), ("1900-03-01", 61), ("2014-12-31", 42_004), ("9999-12-31", 2_958_465)] as [(String, Int?)]
        for (text, number) in known { #expect(try Day(text).serialNumber == number, "\(text)") }
    }

    @Test("Addresses and formulas")
    func addresses() {
        #expect([0, 25, 26, 701, 702, 16_383].map(CellAddress.letters) == ["A", "Z", "AA", "ZZ", "AAA", "XFD"])
        let here = ColumnRange(column: 3, rows: 4...103), there = ColumnRange(sheet: "Ann's", column: 3, rows: 0...9)
        #expect(ColumnRange.sum([here]) == "=SUM(D5:D104)" && ColumnRange.sum([there, here]) == "=SUM('Ann''s'!D1:D10,D5:D104)")
        #expect(ColumnRange.sum([here], where: 2, is: "E\"R") == "=SUMIF($C$5:$C$104,\"E\"\"R\",D5:D104)")
        #expect(ColumnRange.sum([there, here], where: 2, is: "EUR") == "=SUMIF('Ann''s'!$C$1:$C$10,\"EUR\",'Ann''s'!D1:D10)+SUMIF($C$5:$C$104,\"EUR\",D5:D104)")
    }

    @Test("Formats in the notation of Excel")
    func formats() {
        let codes: [(NumberFormat, String)] = [
            (.number(digits: 2, isGrouped: true, isColoured: false), "#,##0.00"), (.number(digits: 0, isGrouped: false, isColoured: false), "0"),
            (.percent(digits: 2, isColoured: false), "0.00%"),
            (.number(digits: 1, isGrouped: true, isColoured: true), "[Color10]#,##0.0;[Red]-#,##0.0;#,##0.0"), (.day, "yyyy\\-mm\\-dd"), (.text, "General"),
        ]
        for (format, code) in codes { #expect(format.code == code) }
    }

    @Test("Rows of a sheet lie below one another, and what has no room is refused")
    func layout() {
        let column = SheetColumn("a", .whole, width: 8)
        var layout = SheetLayout(name: "a", above: [SheetLine(.title, "t")], columns: [column], rowCount: 3, totals: [[.blank]], below: [SheetLine(.note, "n")])
        #expect(layout.headRow == 2 && layout.firstRow == 3 && layout.endRow == 6 && layout.belowRow == 8 && layout.refusal == nil)
        layout.rowCount = SheetLayout.mostRows
        #expect(layout.refusal?.hasPrefix("the table \"a\" has 1048576 rows") == true)
        let wide = SheetLayout(name: "w", columns: [SheetColumn](repeating: column, count: 16_385))
        #expect(wide.refusal?.contains("16385 columns") == true)
    }
}
