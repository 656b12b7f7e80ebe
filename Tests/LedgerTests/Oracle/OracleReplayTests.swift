@testable import Ledger
import Testing
import TestSupport
import Values

/// However a book with all kinds of activities came about, the same facts give the same answers.
@Suite struct OracleReplayTests {
    private func book(_ random: inout SeededRandom, count: Int = 40, hasOwnMoments: Bool = false) -> RandomBook {
        var choices = RandomBook.Choices.random(&random)
        (choices.hasOwnMoments, choices.namesLots) = (hasOwnMoments, !hasOwnMoments)
        return RandomBook(choices, count: count, &random)
    }

    @Test func batchesInAnyOrderAgree() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<18 {
            let book = book(&random, hasOwnMoments: true), order = random.next()
            guard book.expect({ book in { book.batchComplaint($0, order: order, batches: 1) } }) else { return }
            guard book.expect({ book in { book.batchComplaint($0, order: order, batches: 3) } }) else { return }
        }
    }

    @Test func entriesInAnyOrderAgree() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<12 {
            let book = book(&random, count: 30, hasOwnMoments: true), order = random.next()
            guard book.expect({ book in { book.orderComplaint($0, order: order) } }) else { return }
        }
    }

    @Test func voidedIsAsIfNeverEntered() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<18 {
            guard book(&random).expect(RandomBook.voidComplaint) else { return }
        }
    }

    @Test func amendedIsAsIfEnteredRight() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<18 {
            guard book(&random).expect(RandomBook.amendComplaint) else { return }
        }
    }

    @Test func loadedEqualsRecorded() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<15 {
            guard book(&random).expect(RandomBook.loadComplaint) else { return }
        }
    }

    @Test func pastDaysAreWhatABookOfThatDayWouldSay() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<12 {
            guard book(&random).expect(RandomBook.pastComplaint) else { return }
        }
    }

    @Test func goingBackRestoresExactly() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<18 {
            let book = book(&random, hasOwnMoments: true), order = random.next()
            guard book.expect({ book in { book.rollbackComplaint($0, order: order) } }) else { return }
        }
    }
}

extension RandomBook {
    /// A way to put entries into another order that depends on nothing but them, so that a smaller book keeps it.
    private func shuffled(_ entries: Entries, by order: UInt64) -> Entries {
        entries.sorted { mixed($0.id, order) < mixed($1.id, order) }
    }

    private func mixed(_ id: EntryID, _ order: UInt64) -> UInt64 {
        var random = SeededRandom(seed: order ^ UInt64(id.rawValue))
        return random.next()
    }

    /// What two books say differently; a line of each is enough.
    private func difference(_ ledger: Ledger, _ expected: [String]) throws -> String? {
        if let lot = ledger.danglingLot { return "has a lot of an activity that is gone, \(lot)" }
        let lines = try ledger.dump()
        if lines == expected { return nil }
        let extra = lines.filter { !expected.contains($0) }, missing = expected.filter { !lines.contains($0) }
        return "says\n\(extra.prefix(5).joined(separator: "\n"))\ninstead of\n\(missing.prefix(5).joined(separator: "\n"))"
    }

    /// What goes wrong if the activities come in batches that are shuffled; what one batch refuses is tried again with the next.
    func batchComplaint(_ entries: Entries, order: UInt64, batches: Int) -> String? {
        guard (try? oracle(entries)) != nil else { return nil }
        do {
            let expected = try ledger(entries).dump(), ledger = try emptyLedger()
            var waiting = shuffled(entries, by: order).map(\.activity)
            let size = max(1, waiting.count / batches)
            var refused: [Activity] = []
            var lastTry = false
            while !waiting.isEmpty || !lastTry && !refused.isEmpty {
                // The last batch has all that is left, so that nothing can be missing.
                lastTry = waiting.count < 2 * size
                let batch = refused + (lastTry ? waiting : Array(waiting.prefix(size)))
                waiting.removeFirst(lastTry ? waiting.count : size)
                let verdicts = try ledger.admit(batch, firstID: ledger.nextEntry)
                refused = zip(batch, verdicts).compactMap { if case .refused = $1 { $0 } else { nil } }
                if lastTry, case .refused(let error)? = verdicts.first(where: { if case .refused = $0 { true } else { false } }) {
                    // A premium a unit, told before the split after which it tells no sum any more.
                    if case .adjustedMultiplier = error { return nil }
                    return "the last batch refuses \(refused[0].shortDescription): \(error)"
                }
            }
            return try difference(ledger, expected)
        } catch {
            return "throws: \(error)"
        }
    }

    /// What goes wrong if the activities come one by one in another order, those that are refused again and again until they are not.
    func orderComplaint(_ entries: Entries, order: UInt64) -> String? {
        guard (try? oracle(entries)) != nil else { return nil }
        do {
            let expected = try ledger(entries).dump(), ledger = try emptyLedger()
            var waiting = shuffled(entries, by: order).map(\.activity)
            while !waiting.isEmpty {
                var refused: [Activity] = []
                for activity in waiting {
                    let before = try ledger.dump()
                    do { try ledger.record(activity) } catch {
                        refused.append(activity)
                        if let text = try difference(ledger, before) { return "refusing \(activity.shortDescription) (\(error)) \(text)" }
                    }
                }
                // Some can only be right together; those come as a batch.
                if refused.count == waiting.count {
                    _ = try ledger.admit(refused, firstID: ledger.nextEntry)
                    break
                }
                waiting = refused
            }
            return try difference(ledger, expected)
        } catch {
            return "throws: \(error)"
        }
    }

    /// What goes wrong if one of the activities is voided, of each fifth one.
    func voidComplaint(_ entries: Entries) -> String? {
        guard (try? oracle(entries)) != nil else { return nil }
        do {
            let ledger = try ledger(entries)
            let before = try ledger.dump()
            for (index, entry) in entries.enumerated() where entry.id.rawValue % 5 == 0 {
                var others = entries
                others.remove(at: index)
                let start = ledger.checkpoint()
                if let text = try voidComplaint(ledger, entry, others) { return "voiding \(entry.activity.shortDescription): \(text)" }
                ledger.rollback(to: start)
                if let text = try difference(ledger, before) { return "going back from the void of \(entry.id.rawValue) \(text)" }
            }
            return nil
        } catch {
            return "throws: \(error)"
        }
    }

    private func voidComplaint(_ ledger: Ledger, _ entry: (id: EntryID, activity: Activity), _ others: Entries) throws -> String? {
        var refusal: SlowBook.Refusal?
        do throws(SlowBook.Refusal) { _ = try oracle(others) } catch {
            if error == .undecided { return nil }
            refusal = error
        }
        do { try ledger.apply(.void(entry.id, reason: "test"), id: EntryID(10_000)) } catch {
            if case LedgerError.lotIsNamed = error { return nil }
            return refusal == nil ? "refused: \(error)" : nil
        }
        if let refusal { return "should have been refused: \(refusal)" }
        return try difference(ledger, self.ledger(others).dump())
    }

    /// What goes wrong if another activity takes the place of one, of each fifth one.
    func amendComplaint(_ entries: Entries) -> String? {
        guard (try? oracle(entries)) != nil else { return nil }
        do {
            let ledger = try ledger(entries)
            let before = try ledger.dump()
            for (index, entry) in entries.enumerated() where entry.id.rawValue % 5 == 0 {
                var random = SeededRandom(seed: UInt64(entry.id.rawValue))
                let start = ledger.checkpoint()
                if let text = try amendComplaint(ledger, entries, at: index, changed(entry.activity, &random)) {
                    return "amending \(entry.id.rawValue) by \(changed(entry.activity, &random).shortDescription): \(text)"
                }
                ledger.rollback(to: start)
                if let text = try difference(ledger, before) { return "going back from the amendment of \(entry.id.rawValue) \(text)" }
            }
            return nil
        } catch {
            return "throws: \(error)"
        }
    }

    /// Another day, other units or another price.
    private func changed(_ activity: Activity, _ random: inout SeededRandom) -> Activity {
        var changed = activity
        if random.chance(oneIn: 2) { changed.price = activity.price.map { FixedDecimal(units: $0.units + FixedDecimal.unitsPerOne) } }
        if random.chance(oneIn: 3) { changed.quantity = activity.quantity.map { FixedDecimal(units: $0.units + FixedDecimal.unitsPerOne) } }
        if random.chance(oneIn: 3) {
            changed.date = Day(number: activity.date.number + Int32(random.int(-40...40)))
            // Units cannot have been acquired later.
            changed.date = max(changed.date, activity.detail?.opened ?? .min)
            changed.time = nil
        }
        if changed.price != nil, changed.subtype != .drip { changed.amount = nil }
        return changed
    }

    private func amendComplaint(_ ledger: Ledger, _ entries: Entries, at index: Int, _ changed: Activity) throws -> String? {
        let old = entries[index].id, id = EntryID(10_000)
        var amending = changed
        amending.detail = (changed.detail ?? ActivityDetail()).amending(old)
        // On its day and at its time it keeps its place.
        let stays = changed.date == entries[index].activity.date && changed.time == entries[index].activity.time
        var right = entries
        right[index] = (id, stays ? amending : changed)
        // Who names the lot of what was amended means the lot of what stands in its place.
        for place in right.indices {
            guard let detail = right[place].activity.detail, detail.lots.contains(where: { $0.lot == old }) else { continue }
            right[place].activity.detail = ActivityDetail(
                ratio: detail.ratio, into: detail.into, group: detail.group,
                lots: detail.lots.map { LotChoice($0.lot == old ? id : $0.lot, quantity: $0.quantity) }, opened: detail.opened, share: detail.share,
                settles: detail.settles)
        }
        // The oracle takes a day as it was entered; TransferTests has the order of days on which transfers cross.
        if crosses(right) { return nil }
        let oracle: SlowBook?
        do throws(SlowBook.Refusal) {
            oracle = try self.oracle(right)
        } catch {
            if error == .undecided { return nil }
            oracle = nil
        }
        do { try ledger.apply(.activity(amending), id: id) } catch { return oracle == nil ? nil : "refused: \(error)" }
        guard let oracle else { return "should have been refused" }
        let differences = try Comparison(ledger, oracle, unitsAreExact: choices.isExact).differences
        if !differences.isEmpty { return differences.prefix(5).joined(separator: "\n") }
        // The same entered right at once; a lot may be named before its entry only where it stands in another's place.
        let isNamed = right.contains { $0.activity.detail?.lots.contains { $0.lot == id } == true }
        let isPassed = stays && right.contains { $0.id > old && $0.id != id && $0.activity.date == changed.date && $0.activity.time == changed.time }
        right[index].activity = changed
        return isNamed || isPassed ? nil : try difference(ledger, loaded(right.sorted { $0.id < $1.id }).dump())
    }

    /// Whether units arrive by an entry before that by which they left, or leave a place by one before that by which they came, on one day.
    private func crosses(_ entries: Entries) -> Bool {
        entries.contains { arrival in
            guard arrival.activity.kind == .transferIn, let group = arrival.activity.detail?.group, !group.isEmpty else { return false }
            return entries.contains { other in
                guard other.activity.kind == .transferOut, other.activity.date == arrival.activity.date, other.activity.instrument == arrival.activity.instrument else {
                    return false
                }
                return other.activity.detail?.group == group ? other.id > arrival.id : other.activity.account == arrival.activity.account && other.id < arrival.id
            }
        }
    }

    /// A ledger of entries that nothing checks.
    private func loaded(_ entries: Entries) throws -> Ledger {
        let ledger = try emptyLedger()
        for (id, activity) in entries { try ledger.load(.activity(activity), id: id) }
        return ledger
    }

    func loadComplaint(_ entries: Entries) -> String? {
        guard (try? oracle(entries)) != nil else { return nil }
        do {
            // Asked now and then, so that parts are computed early.
            let ledger = try emptyLedger()
            for (id, activity) in entries {
                try ledger.apply(.activity(activity), id: id)
                if id.rawValue % 3 == 0 { _ = try ledger.dump() }
            }
            return try difference(ledger, loaded(entries).dump()) ?? difference(reloaded(ledger), ledger.dump())
        } catch {
            return "throws: \(error)"
        }
    }

    func pastComplaint(_ entries: Entries) -> String? {
        guard (try? oracle(entries)) != nil else { return nil }
        do {
            let ledger = try ledger(entries)
            for day in Set(entries.map(\.activity.date)).sorted() where day.number % 3 == 0 {
                let past = try self.ledger(entries.filter { $0.activity.date <= day })
                // What is bought after a day may still take away a loss of that day.
                let isTold = { (line: String) in !choices.washSales || !line.hasPrefix("gain ") }
                let (lines, expected) = (try ledger.dump(on: day).filter(isTold), try past.dump().filter(isTold))
                if lines != expected {
                    return "on \(day) says\n\(lines.filter { !expected.contains($0) })\ninstead of\n\(expected.filter { !lines.contains($0) })"
                }
            }
            return nil
        } catch {
            return "throws: \(error)"
        }
    }

    /// What goes wrong if some activities are entered, taken back, and entered again, in an order that makes many of them late.
    func rollbackComplaint(_ entries: Entries, order: UInt64) -> String? {
        guard (try? oracle(entries)) != nil else { return nil }
        do {
            let ledger = try emptyLedger(), shuffled = shuffled(entries, by: order)
            let half = shuffled.count / 2
            for (_, activity) in shuffled.prefix(half) { try? ledger.record(activity) }
            let before = try order % 2 == 0 ? ledger.dump() : nil
            let start = ledger.checkpoint()
            for (_, activity) in shuffled.dropFirst(half) {
                let inner = ledger.checkpoint()
                try? ledger.record(activity)
                switch mixed(ledger.lastEntry, order) % 4 {
                case 0: ledger.rollback(to: inner)
                case 1:
                    _ = try ledger.dump()
                    ledger.release(inner)
                default: ledger.release(inner)
                }
            }
            if mixed(EntryID(1), order) % 2 == 0, let text = try difference(ledger, reloaded(ledger).dump()) { return "with a checkpoint \(text)" }
            ledger.rollback(to: start)
            if let text = try difference(ledger, before ?? reloaded(ledger).dump()) { return "gone back \(text)" }
            for (_, activity) in shuffled.dropFirst(half) { try? ledger.record(activity) }
            return try difference(ledger, reloaded(ledger).dump())
        } catch {
            return "throws: \(error)"
        }
    }
}

extension Ledger {
    /// A lot whose activity was taken back, though the lot was not.
    fileprivate var danglingLot: String? {
        for position in state.positions where !position.isStale {
            for lot in position.long.lots + position.short.lots where Int(lot.row) >= activities.count { return "\(lot)" }
        }
        return nil
    }
}
