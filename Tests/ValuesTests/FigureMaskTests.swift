import Testing
import Values

@Suite("Hiding figures in a text")
struct FigureMaskTests {
    @Test(
        "Every figure is hidden but dates, percentages and parts of names",
        arguments: [
            ("Bought 10 VWCE at 110.20 EUR on 2014-03-03", "Bought *** VWCE at *** EUR on 2014-03-03"),
            ("Brokerage holds 4 ORCL, not 1,234.50", "Brokerage holds *** ORCL, not ***"), ("-7319.25", "***"),
            ("gain -5.00 USD (+3), −7 and €-8", "gain *** USD (***), *** and €***"), ("VUSA-5, 3-4", "VUSA-***, ***-***"), ("a gain of 12.5% or 3 %", "a gain of 12.5% or 3 %"),
            ("SPX500 and A1", "SPX500 and A1"), ("line 12: due.lua:7: 5 is too much", "line 12: due.lua:7: *** is too much"),
            ("2014-03-03T14:30:00.5Z 2014-03 2014", "2014-03-03T14:30:00.5Z 2014-03 ***"), ("2014-03-035", "***-***-***"),
            ("1.234,56 and 1'000", "*** and ***"), ("\u{1B}[1;31m5\u{1B}[0m", "\u{1B}[1;31m***\u{1B}[0m"), ("€5 and é7", "€*** and é***"), ("nothing", "nothing"), ("", ""),
            ("deadline 5000, inline 3", "deadline ***, inline ***"), ("lines 3, headline:5", "lines 3, headline:***"), ("1e+15 0x1F", "***e+*** ***x1F"), ("5VWCE", "***VWCE"),
            ("10.", "***."), ("a.svg: 12,345 bytes", "a.svg: 12,345 bytes"), ("more than 10 days old", "more than 10 days old"), ("3 payments of 20", "3 payments of ***"),
            ("other (2) and (2)", "other (2) and (***)"), ("2.5 days", "*** days"), ("5 daylights", "*** daylights"), ("2 small ones", "2 small ones"),
        ])
    func masked(text: String, expected: String) {
        #expect(FigureMask.masked(text, with: "***") == expected)
    }
}
