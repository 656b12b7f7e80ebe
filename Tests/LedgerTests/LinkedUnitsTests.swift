@testable import Ledger
import TestSupport
import Testing
import Values

/// Transfers that come late or go there and back on one day: what is refused, against a run through everything, and that no run is made for each.
@Suite("Entries that change the past of positions that hang together") struct LinkedUnitsTests {
    /// One side of a transfer of units, or another activity of a few fields.
    private func draft(_ date: Day, _ kind: String, _ account: String, _ quantity: FixedDecimal?, group: String = "", ratio: String? = nil, time: Int? = nil) throws
        -> ActivityDraft
    {
        var draft = ActivityDraft(date: date, kind: kind, account: account == "all" ? nil : account, symbol: "VTI", quantity: quantity)
        if !group.isEmpty { draft.group = group }
        draft.ratio = ratio.map { Ratio($0)! }
        draft.price = kind == "buy" || kind == "sell" ? 10 : nil
        draft.time = try time.map { try Instant(iso8601: "\(date)T1\($0):00:00Z") }
        return draft
    }

    /// Records some drafts as one set, which is taken back where it is refused.
    private func record(_ drafts: [ActivityDraft], _ page: Page) throws {
        let ledger = page.ledger, start = ledger.checkpoint()
        do {
            ledger.beginTogether()
            for draft in drafts { try ledger.apply(.activity(ledger.resolve(draft, today: page.today)), id: page.nextID) }
            _ = try ledger.endTogether()
        } catch {
            ledger.leaveTogether()
            ledger.rollback(to: start)
            throw error
        }
        ledger.release(start)
    }

    private func transfer(_ date: Day, _ quantity: FixedDecimal, _ from: String, _ to: String, _ group: String, time: Int? = nil) throws -> [ActivityDraft] {
        [try draft(date, "transfer_out", from, quantity, group: group, time: time), try draft(date, "transfer_in", to, quantity, group: group, time: time)]
    }

    private func page(_ accounts: [String], units: Int) throws -> Page {
        let page = Page()
        for account in accounts { try page.record("2020-01-01 deposit \(account) 1000000") }
        for number in 1...4 { try page.record("2020-01-0\(number) buy A VTI \(units) @ \(10 + number) notes bought\(number)") }
        return page
    }

    /// Whether some positions that hang together have trees.
    private func knowsUnits(_ ledger: Ledger) -> Bool {
        ledger.activities.slots.find(AccountID(1), InstrumentID(1)).map { ledger.knowsUnits(of: ledger.activities.slots.linked(to: $0)) } ?? false
    }

    /// What is recorded next: a trade, a split, or a transfer with its sides in either order.
    private func entries(_ random: inout SeededRandom, _ number: Int, splits: Bool) throws -> [ActivityDraft] {
        let date = try day("2020-02-01").adding(days: random.int(0...7)), accounts = ["A", "B", "C", "D"].shuffled(using: &random)
        let time = random.chance(oneIn: 8) ? random.int(0...3) : nil, quantity = FixedDecimal(random.int(1...4))
        switch random.int(0...19) {
        case 0...2: return [try draft(date, "buy", accounts[0], quantity, time: time)]
        case 3...5: return [try draft(date, "sell", accounts[0], quantity, time: time)]
        // Most splits come before all that follows, so that the trees start after them.
        case 6 where splits:
            return [
                try draft(
                    random.chance(oneIn: 4) ? date : day("2020-01-20"), "split", random.chance(oneIn: 2) ? "all" : accounts[0], nil, ratio: random.chance(oneIn: 2) ? "3:1" : "1:3")
            ]
        case 7: return try transfer(date, quantity, accounts[0], accounts[1], "g\(number)", time: time).reversed()
        case 8: return try transfer(date, quantity, accounts[0], accounts[1], "g\(number)") + transfer(date, quantity, accounts[1], accounts[2], "h\(number)")
        case 9: return try transfer(date, quantity, accounts[1], accounts[2], "h\(number)") + transfer(date, quantity, accounts[0], accounts[1], "g\(number)")
        case 10: return [try draft(date, "transfer_out", accounts[0], quantity, group: "outside")]
        default: return try transfer(date, quantity, accounts[0], accounts[1], "g\(number)", time: time)
        }
    }

    @Test("Transfers, trades, splits, voids and acts that are taken back come to what a book without trees comes to", arguments: [false, true])
    func likeWithout(_ splits: Bool) throws {
        var random = SeededRandom.forTest(), refused = 0, treed = 0, recorded = 0, books = 0
        // Some books have splits that leave no room for trees, some hardly a sale that is refused.
        while books < SeededRandom.rounds(6) || (refused <= 50 || recorded <= 100 || treed <= 20) && books < 60 {
            books += 1
            let pages = try [page(["A", "B", "C"], units: 3), page(["A", "B", "C"], units: 3)]
            var checkpoints: [Checkpoint] = []
            for number in 0..<90 {
                let drafts = try entries(&random, number, splits: splits && random.chance(oneIn: 3))
                let rows = pages[0].ledger.activities.count, voided = random.chance(oneIn: 9) ? pages[0].ledger.activities.id(at: random.int(3...(rows - 1))) : nil
                var errors: [String] = []
                for page in pages {
                    if number % 13 == 0 { checkpoints.append(page.ledger.checkpoint()) }
                    if page === pages[1] { withoutTrees(page.ledger) }
                    if page.ledger.account(named: "D") == nil, number == 40 { try page.define(Account(name: "D", currency: .usd)) }
                    do {
                        if let voided { try page.ledger.apply(.void(voided, reason: "x"), id: page.nextID) } else { try record(drafts, page) }
                        errors.append("")
                    } catch { errors.append("\(error)") }
                    if number % 17 == 5 { _ = try page.ledger.lots() }
                }
                #expect(errors[0] == errors[1])
                (refused, recorded) = errors[0].isEmpty ? (refused, recorded + 1) : (refused + 1, recorded)
                if knowsUnits(pages[0].ledger) { treed += 1 }
                if number % 13 == 12 {
                    let back = random.chance(oneIn: 3)
                    for (page, checkpoint) in zip(pages, checkpoints) {
                        if back { page.ledger.rollback(to: checkpoint) } else { page.ledger.release(checkpoint) }
                    }
                    checkpoints = []
                }
            }
            for (page, checkpoint) in zip(pages, checkpoints) { page.ledger.release(checkpoint) }
            #expect(try pages[0].ledger.dump() == pages[1].ledger.dump())
            #expect(try reloaded(pages[0].ledger).dump() == pages[0].ledger.dump())
        }
        #expect(refused > 50 && recorded > 100 && treed > 20, "\(refused) \(recorded) \(treed)")
    }

    @Test("What is admitted in batches, whose sides of transfers come apart and in any order, leaves a book that can be computed, as one by one")
    func batches() throws {
        var random = SeededRandom.forTest(), refused = 0
        for _ in 0..<SeededRandom.rounds(200) {
            let page = try page(["A", "B", "C"], units: 2), ledger = page.ledger
            try page.define(Account(name: "D", currency: .usd))
            let splits = random.chance(oneIn: 4), drafts = try (0..<12).flatMap { try entries(&random, $0, splits: splits) }
            var told: [String] = []
            var left = try drafts.shuffled(using: &random).map { draft in
                var draft = draft
                draft.date = random.chance(oneIn: 2) ? day("2020-02-01") : draft.date
                return try ledger.resolve(draft, today: page.today)
            }
            while !left.isEmpty {
                let batch = Array(left.prefix(random.int(1...8)))
                left.removeFirst(batch.count)
                let dry = try ledger.admit(batch, firstID: page.nextID, dryRun: true), verdicts = try ledger.admit(batch, firstID: page.nextID)
                #expect(dry == verdicts)
                refused += verdicts.count { if case .refused = $0 { true } else { false } }
                told.append("\(zip(batch, verdicts).map { "\($0.shortDescription) group \($0.detail?.group ?? ""): \($1)" }.joined(separator: "\n"))")
                do { #expect(try reloaded(ledger).dump() == ledger.dump()) } catch {
                    Issue.record("\(error) after\n\(told.joined(separator: "\n--\n"))")
                    return
                }
            }
        }
        #expect(refused > 200)
    }

    /// Positions without trees are run through each time.
    private func withoutTrees(_ ledger: Ledger) {
        for index in ledger.state.positions.indices { (ledger.state.positions[index].units, ledger.state.positions[index].runs) = (nil, 0) }
    }

    @Test("Transfers there and back come to the same whether they are recorded in order, the newest first, or as one set, and when they are read again")
    func orders() throws {
        let first = day("2021-01-01"), count = 30
        let days = try (0..<count).map { number in
            try transfer(first.adding(days: number), 3, "A", "B", "g\(number)") + transfer(first.adding(days: number), 2, "B", "A", "h\(number)")
        }
        let ways: [[[ActivityDraft]]] = [
            days.flatMap { [Array($0[..<2]), Array($0[2...])] }, days.reversed().flatMap { [Array($0[..<2]), Array($0[2...])] }, [days.flatMap(\.self)],
        ]
        let dumps = try ways.map { sets in
            let page = try page(["A", "B"], units: 20)
            for set in sets { try record(set, page) }
            try page.record("2022-01-01 sell B VTI 25 @ 30 notes sold")
            #expect(try reloaded(page.ledger).dump() == page.ledger.dump())
            return try page.ledger.dump()
        }
        #expect(dumps[0] == dumps[1] && dumps[0] == dumps[2])
        #expect(dumps[0].contains { $0.hasPrefix("holding B VTI 5 ") } && dumps[0].contains { $0.hasPrefix("holding A VTI 50 ") })
    }

    @Test("Hundreds of transfers there and back, of one day or of many, and the newest first, make a few runs through the positions", arguments: [0, 1, -1])
    func fewRuns(_ step: Int) throws {
        let page = try page(["A", "B"], units: 1000), first = day("2021-06-01")
        var counted = 0
        for number in 0..<150 {
            let date = try first.adding(days: step * number)
            try record(transfer(date, 3, "A", "B", "g\(number)"), page)
            try record(transfer(date, 2, "B", "A", "h\(number)"), page)
            if knowsUnits(page.ledger) { counted += 1 }
        }
        #expect(counted > 130)
        // More than is there is refused all the same, and leaves the trees as they were.
        let error = #expect(throws: LedgerError.self) { try record(transfer(first, 4000, "A", "B", "x"), page) }
        #expect(error?.isOfUnits == true && knowsUnits(page.ledger))
        #expect(try page.ledger.holdings().map(\.quantity) == [3850, 150])
    }

    @Test("Where units of a transfer were entered as arriving before they leave, and all go round in a circle, what is found short by a run through all is refused with trees too")
    func inverted() throws {
        let pages = try [page(["A", "B"], units: 1000), page(["A", "B"], units: 1000)], date = day("2020-06-01")
        for page in pages {
            for number in 0..<20 { try record(transfer(day("2021-06-01").adding(days: -number), 1, "A", "B", "g\(number)"), page) }
            #expect(knowsUnits(page.ledger))
        }
        let there = try transfer(date, 2, "A", "B", "there"), back = try transfer(date, 2, "B", "A", "back")
        let errors = try pages.map { page in
            var error = ""
            for draft in [there[1], back[0], back[1], there[0]] {
                #expect(error.isEmpty)
                if page === pages[1] { withoutTrees(page.ledger) }
                do { try page.ledger.apply(.activity(page.ledger.resolve(draft, today: page.today)), id: page.nextID) } catch let refusal as LedgerError { error = "\(refusal)" }
            }
            return error
        }
        #expect(errors[0] == errors[1] && !errors[0].isEmpty)
    }

    @Test("A new account that units come to late has its part in the trees")
    func newAccounts() throws {
        let page = try page(["A", "B"], units: 1000)
        for number in 0..<20 { try record(transfer(day("2021-06-01").adding(days: -number), 1, "A", "B", "g\(number)"), page) }
        for number in 0..<20 {
            try page.define(Account(name: "N\(number)", currency: .usd))
            try record(transfer(day("2021-03-01").adding(days: -number), 1, "A", "N\(number)", "n\(number)"), page)
            #expect(knowsUnits(page.ledger))
        }
        #expect(throws: LedgerError.self) { try record(transfer(day("2021-03-02"), 2, "N7", "B", "y"), page) }
    }
}
