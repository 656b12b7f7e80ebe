import Ledger
import Testing
import TestSupport
import Values

/// What is found by an index of the activities is what a look at every row finds, whatever was recorded late, voided or taken back.
@Suite struct EventIndexTests {
    /// Something that may be of interest, on one of a few days.
    private func activity(_ random: inout SeededRandom) -> Activity {
        let account = AccountID(Int32(random.int(1...2))), instrument = InstrumentID(Int32(random.int(1...3)))
        let date = day("2020-01-0\(random.int(1...9))"), changed = random.chance(oneIn: 2) ? account : .every
        func made(_ kind: ActivityKind, _ subtype: ActivitySubtype? = nil, in account: AccountID, detail: ActivityDetail? = nil) -> Activity {
            let isTrade = kind == .buy || kind == .transferIn || kind == .transferOut || subtype == .drip
            return Activity(
                date: date, kind: kind, subtype: subtype, account: account, instrument: instrument, quantity: isTrade ? 10 : nil, price: isTrade ? 2 : nil,
                amount: kind == .dividend || subtype == .returnOfCapital ? 20 : nil, currency: .usd, detail: detail)
        }
        switch random.int(0...11) {
        case 0, 1: return made(.buy, in: account)
        case 2, 3: return made(.dividend, in: account)
        case 4: return made(.dividend, .drip, in: account)
        case 5: return made(.split, in: changed, detail: ActivityDetail(ratio: Ratio(2, for: 1)))
        case 6: return made(.adjustment, .symbolChange, in: changed, detail: ActivityDetail(into: InstrumentID(instrument.rawValue % 3 + 1)))
        case 7: return made(.adjustment, .returnOfCapital, in: account)
        case 8: return made(.transferIn, in: account)
        default: return made(random.pick([.transferIn, .transferOut]), in: account, detail: ActivityDetail(group: random.pick(["g", "h", "outside"])))
        }
    }

    private func hasHeld(_ instrument: InstrumentID, _ account: AccountID, _ day: Day, besides row: Int, _ table: ActivityTable) -> Bool {
        (0..<table.count).contains { other in
            guard other != row, table.counts(at: other), !table.isPaidOnHolding(at: other) || table.subtype(at: other) == .drip, table.date(at: other) <= day else { return false }
            guard table.account(at: other) == account || table.account(at: other) == .every else { return false }
            return !table.changesInstrument(at: other) && table.instrument(at: other) == instrument || table.detail(at: other)?.into == instrument
        }
    }

    private func alike(_ row: Int, _ table: ActivityTable) -> Int? {
        guard table.changesInstrument(at: row), let instrument = table.instrument(at: row) else { return nil }
        return (0..<table.count).first { other in
            other != row && table.counts(at: other) && table.changesInstrument(at: other) && table.instrument(at: other) == instrument
                && table.date(at: other) == table.date(at: row) && table.kind(at: other) == table.kind(at: row) && table.subtype(at: other) == table.subtype(at: row)
                && table.detail(at: other)?.into == table.detail(at: row)?.into
                && (table.account(at: other) == table.account(at: row) || [table.account(at: other), table.account(at: row)].contains(.every))
        }
    }

    private func otherSides(_ row: Int, _ table: ActivityTable) -> [EntryID] {
        func group(_ row: Int) -> String? { table.kind(at: row) == .transferIn || table.kind(at: row) == .transferOut ? table.detail(at: row)?.group : nil }
        guard let own = group(row), TransferGroup.isPair(own) else { return [] }
        return (0..<table.count).filter { $0 != row && table.counts(at: $0) && group($0) == own }.map(table.id)
    }

    private func expectSame(_ ledger: Ledger, _ context: String) {
        let table = ledger.activities
        for row in 0..<table.count {
            #expect(ledger.change(alike: row) == alike(row, table), "\(context), row \(row)")
            #expect(ledger.otherSides(of: table.id(at: row)) == otherSides(row, table), "\(context), row \(row)")
            let (account, day) = (table.account(at: row), table.date(at: row))
            for number in ledger.instruments.indices where account != .every {
                let instrument = InstrumentID(Int32(number + 1))
                #expect(ledger.hasHeld(instrument, in: account, through: day, besides: row) == hasHeld(instrument, account, day, besides: row, table), "\(context), row \(row)")
            }
        }
    }

    @Test func sameAsALookAtEveryRow() throws {
        var random = SeededRandom.forTest(), recorded = 0
        for round in 0..<60 {
            let page = Page(), ledger = page.ledger
            for account in ["A", "B"] { try page.define(Account(name: account, currency: .usd)) }
            for symbol in ["VTI", "BND", "NEW"] { try page.define(Instrument(symbol: symbol, currency: .usd)) }
            var open: [Checkpoint] = []
            for step in 0..<25 {
                switch random.int(0...9) {
                case 0: open.append(ledger.checkpoint())
                case 1: if let last = open.popLast() { ledger.rollback(to: last) }
                case 2: if let last = open.popLast() { ledger.release(last) }
                case 3 where ledger.activities.count > 0:
                    let row = random.int(0...ledger.activities.count - 1)
                    if !ledger.activities.isVoid(at: row) { try? page.void(ledger.activities.id(at: row)) }
                // What cannot be is refused, and leaves nothing.
                default: if (try? ledger.apply(.activity(activity(&random)), id: page.nextID)) != nil { recorded += 1 }
                }
                // At some steps only, so that several are taken in, or taken back, at once.
                if random.chance(oneIn: 2) { expectSame(ledger, "round \(round), step \(step)") }
            }
        }
        #expect(recorded > 500)
    }
}
