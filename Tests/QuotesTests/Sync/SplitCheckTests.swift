import Ledger
import Quotes
import Testing
import Values

@Suite("Splits that a book lacks")
struct SplitCheckTests {
    private func split(_ date: String, _ ratio: String) -> SplitEvent { SplitEvent(date: day(date), ratio: Ratio(ratio) ?? .same) }

    @Test("The same ratio within five days is the same split, and not within six")
    func days() {
        let reported = [split("2020-08-31", "4:1")]
        for date in ["2020-08-26", "2020-08-31", "2020-09-05"] {
            #expect(SplitCheck.missing(reported: reported, recorded: [split(date, "4")]).isEmpty)
        }
        for date in ["2020-08-25", "2020-09-06"] { #expect(SplitCheck.missing(reported: reported, recorded: [split(date, "4")]) == reported) }
    }

    @Test("Ratios are the same by value")
    func ratios() {
        let reported = [split("2020-08-31", "3:2")]
        for ratio in ["3:2", "6:4", "1.5"] { #expect(SplitCheck.missing(reported: reported, recorded: [split("2020-08-31", ratio)]).isEmpty) }
        for ratio in ["2:3", "3", "1.6"] { #expect(SplitCheck.missing(reported: reported, recorded: [split("2020-08-31", ratio)]) == reported) }
        #expect(SplitCheck.missing(reported: [split("2020-08-31", "1:3")], recorded: [split("2020-08-31", "2:6")]).isEmpty)
    }

    @Test("One recorded split stands for one reported, the nearest; one before anything was held does not matter")
    func pairs() {
        let reported = [split("2020-08-30", "2"), split("2020-09-02", "2"), split("2021-01-01", "2")]
        #expect(SplitCheck.missing(reported: reported, recorded: [split("2020-09-01", "2")]) == [reported[1], reported[2]])
        #expect(SplitCheck.missing(reported: reported, recorded: [], heldFrom: day("2020-09-02")) == [reported[2]])
        #expect(SplitCheck.missing(reported: reported, recorded: reported).isEmpty && SplitCheck.missing(reported: [], recorded: reported).isEmpty)
    }
}
