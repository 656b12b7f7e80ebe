import Ledger
import TestSupport
import Testing
import Values
import Worth

@Suite("The version of saved states")
struct SavedStateVersionTests {
    @Test("It is what the engine answers for books that are always the same: whoever changes an answer, or the form in which it is saved, changes it too")
    func followsTheAnswers() throws {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325, random = SeededRandom(seed: 2)
        for _ in 0..<40 {
            let book = RandomBook(.random(&random), count: 80, &random), ledger = try book.ledger(book.entries)
            // What is void must leave nothing behind, either; what others rest on is refused.
            for entry in book.entries where entry.id.rawValue % 7 == 0 { _ = try? ledger.apply(.void(entry.id, reason: "test"), id: ledger.nextEntry) }
            let state = try SavedState(ledger)
            let gains = try ledger.gains().packed(from: nil).flatMap(\.bytes), cache = ValueCache()
            let sweep = ValueSweep(history: try History(ledger), names: ledger.definitions, prices: [:], rates: RateGraph([]), currency: .usd)
            _ = try cache.figures(sweep, of: Scope(), through: Day("2021-12-31"))
            let kept = try #require(try cache.kept(of: sweep.identity, days: .max)), values = kept.values.flatMap(\.bytes) + kept.facts.bytes
            // FNV-1a: the same on every machine.
            for byte in state.nameBytes + state.figureBytes + state.lotBytes + gains + values { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        }
        let version = Int(hash >> 33)
        #expect(SavedState.version == version, "states that were saved before are wrong now, or the books of this test are others: set SavedState.version to \(version)")
    }
}
