import Ledger
import TestSupport
import Testing
import Values

/// Entries as a foreign hand may have written them into the file: whatever they say, they are refused or computed, and never end the program.
@Suite("Entries that luca never wrote")
struct FalsifiedEntryTests {
    private var random: SeededRandom

    init() { random = SeededRandom.forTest("falsified") }

    private func definitions(_ ledger: Ledger) throws -> Int {
        let right = OptionTerms(underlying: InstrumentID(1), right: .call, strike: 10, expires: day("2024-12-20"))
        let entries: [JournalEntry] = [
            .account(AccountID(1), Account(name: "A", currency: .usd)), .account(AccountID(2), Account(name: "B", currency: .usd, allowShort: true)),
            .instrument(InstrumentID(1), Instrument(symbol: "S", currency: .usd)),
            .instrument(InstrumentID(2), Instrument(symbol: "O", kind: .option, currency: .usd, multiplier: 100, option: right)),
            .instrument(InstrumentID(3), Instrument(symbol: "T", kind: .option, currency: .usd)),
        ]
        for (place, entry) in entries.enumerated() { try ledger.load(entry, id: EntryID(place + 1)) }
        return entries.count
    }

    private mutating func figure() -> FixedDecimal? {
        random.pick([nil, 0, -1, 1, 3, FixedDecimal(units: 1), FixedDecimal(units: .max), FixedDecimal(units: -.max), 1_000_000])
    }

    private mutating func detail() -> ActivityDetail? {
        if random.chance(oneIn: 2) { return nil }
        return ActivityDetail(
            ratio: random.pick([nil, Ratio("2:1"), Ratio("1:3")]), into: random.pick([nil, 1, 2, 3, 9, -1] as [Int32?]).map { InstrumentID($0) },
            group: random.pick(["", "g", "transfer 1"]),
            lots: random.pick([[], [LotChoice(EntryID(6))], [LotChoice(EntryID(-4), quantity: -1)], [LotChoice(EntryID(7), quantity: 2), LotChoice(EntryID(7))]]),
            opened: random.pick([nil, Day.min, Day.max, day("2024-01-02")]), share: random.pick([nil, 0, -1, FixedDecimal(units: 5), 7]),
            amends: random.pick([nil, nil, nil, EntryID(6), EntryID(3), EntryID(.max)]),
            place: random.pick([[], [], [EntryID(6)], [EntryID(8), EntryID(6)], [EntryID(-1), EntryID(.max), EntryID(.min)]]))
    }

    private mutating func activity() -> Activity {
        let kind = random.pick(ActivityKind.allCases)
        let isPlausible = random.chance(oneIn: 2)
        let subtypes = isPlausible ? [nil] + ActivityRule.subtypes(of: kind).map(Optional.some) : [nil] + ActivitySubtype.allCases.map(Optional.some)
        return Activity(
            date: random.pick([day("2024-01-02"), day("2024-01-03"), Day.max, Day.min]), kind: kind, subtype: random.pick(subtypes),
            status: random.chance(oneIn: 8) ? .draft : .posted, account: AccountID(random.pick([0, 1, 1, 2, 2])),
            instrument: random.pick([nil, 1, 1, 2, 2, 3] as [Int32?]).map { InstrumentID($0) }, quantity: figure(), price: figure(), amount: figure(),
            fee: random.chance(oneIn: 3) ? figure() ?? 0 : 0, tax: random.chance(oneIn: 3) ? figure() ?? 0 : 0,
            currency: random.pick([.usd, .usd, .usd, .eur]), fxRate: random.chance(oneIn: 8) ? figure() : nil, detail: detail())
    }

    private func ask(_ ledger: Ledger) {
        // Each may fail; none may trap.
        _ = try? ledger.holdings()
        _ = try? ledger.lots()
        _ = try? ledger.cash()
        _ = try? ledger.gains()
        _ = try? ledger.income()
        _ = try? ledger.contributions()
        _ = try? ledger.warnings(today: day("2024-06-01"))
        for row in 0..<ledger.activities.count {
            _ = try? ledger.effects(of: ledger.activities.id(at: row))
            _ = ledger.activities.amended(row)
        }
        for account in [AccountID(1), AccountID(2)] {
            _ = try? ledger.steps(of: account, .usd)
            for instrument in 1...3 { _ = try? ledger.steps(of: account, InstrumentID(Int32(instrument))) }
        }
        _ = try? ledger.visit([day("2024-01-02"), day("2024-01-03")]) { _, state in
            _ = state.holdings()
            _ = state.lots()
        }
        _ = try? SavedState(ledger)
    }

    @Test("Activities of any kind with any figures are refused or computed")
    mutating func activities() throws {
        for _ in 0..<SeededRandom.rounds(2000) {
            // Where accounts were erased, an activity may amend what is not there any more.
            let ledger = Ledger(erased: random.chance(oneIn: 3) ? [AccountID(9)] : [])
            var entry = try definitions(ledger)
            let method = random.pick(LotMethod.all.map(\.name))
            for (key, value) in [("wash_sales", "true"), ("lot_method", method)] where random.chance(oneIn: 2) {
                entry += 1
                try ledger.load(.setting(key: key, value: value), id: EntryID(entry))
            }
            for _ in 0..<random.int(1...7) {
                do {
                    try ledger.load(activity(), id: EntryID(entry + 1))
                    entry += 1
                } catch {}
            }
            ask(ledger)
        }
    }

    @Test("Definitions that lead nowhere are refused or taken")
    mutating func definitions() throws {
        for _ in 0..<SeededRandom.rounds(200) {
            let ledger = Ledger(erased: random.chance(oneIn: 3) ? [AccountID(.max), AccountID(1)] : [])
            let numbers: [Int32] = [0, 1, 2, 3, 4, 9, -1, .max, .min]
            for entry in 1...random.int(1...6) {
                let terms = OptionTerms(underlying: InstrumentID(random.pick(numbers)), right: .put, strike: figure() ?? 1, expires: random.pick([Day.min, Day.max]))
                let number = random.pick(numbers)
                let found: JournalEntry = random.pick([
                    .account(AccountID(number), Account(name: random.pick(["", "A"]), currency: .usd)), .erasure(AccountID(number)),
                    .instrument(
                        InstrumentID(number),
                        Instrument(symbol: random.pick(["", "S"]), kind: .option, currency: .usd, multiplier: figure() ?? 1, option: random.chance(oneIn: 2) ? terms : nil)),
                    .void(EntryID(Int(number)), reason: ""), .setting(key: "lot_method", value: "none"), .setting(key: "", value: ""),
                    .value(AccountValue(account: AccountID(number), date: Day.max, value: figure(), currency: .usd)), .activity(activity()),
                    .occurrence(Occurrence(rule: "r", day: Day.min, state: .posted, first: EntryID(Int(number)))),
                ])
                try? ledger.load(found, id: EntryID(entry))
            }
            ask(ledger)
        }
    }
}
