import Ledger
import SQLite
import Values

/// Lays what waits in a clone behind another end of its chain, in the running transaction of its file.
///
/// Numbers that an offer brought itself go on from the new end, and what names them goes with them; what names the chain stays. Each offer is tried in
/// order: by the ledger, by what others have said meanwhile (`EntryClaim`), and by the prices that it rests on. One that does not fit is refused and kept, and
/// so is what names something of it. Nothing else of an offer is ever changed.
struct OfferLaying {
    /// What has become of an offer elsewhere.
    enum Answer {
        /// The server has it, from an entry on; from none where it has prices alone.
        case accepted(first: Int?)
        /// It does not fit what the server has.
        case refused(String)
        /// Its owner took it back.
        case withdrawn
    }

    private let file: SQLiteStore
    private let moment: Instant
    /// How far the chain reached on which the offers lie.
    private let before: NumberCounts
    private let loadLedger: () throws -> Ledger
    private var numbers: EntryNumbers
    /// How far chain and offers reach that are laid by now.
    private var end: NumberCounts
    private var chainLedger: Ledger?
    private var said: ClaimsOfOthers?
    private var reader = RowReader()
    /// Whether the accepted offers' prices are those that were read from the server.
    private let hasServerPrices: Bool

    /// - Parameters:
    ///   - before: how far the chain reached before it got its new end.
    ///   - hasServerPrices: whether the quotes and rates of the file are the server's by now.
    ///   - loadLedger: the ledger of the chain with its new end.
    init(_ file: SQLiteStore, from before: NumberCounts, at moment: Instant, hasServerPrices: Bool, loadLedger: @escaping () throws -> Ledger) throws(StorageError) {
        (self.file, self.before, self.moment, self.hasServerPrices, self.loadLedger) = (file, before, moment, hasServerPrices, loadLedger)
        numbers = EntryNumbers(before: before)
        end = try file.counts()
    }

    /// Lays the offers that wait; those with an answer get it.
    mutating func lay(_ waiting: [(offer: Offer, content: OfferContent)], answers: [Int: Answer]) throws {
        var isDisturbed = try isDisturbed(waiting, answers)
        for (offer, content) in waiting {
            switch answers[offer.id] {
            case .accepted(let first): try accept(offer, content, from: first)
            case .refused(let reason):
                isDisturbed = true
                try refuse(offer, content, reason)
            case .withdrawn:
                isDisturbed = true
                try give(up: offer, content, .withdrawn, nil)
            // What follows one that was refused may have rested on it without naming it.
            case nil: if try !isLaid(offer, content, tries: isDisturbed) { isDisturbed = true }
            }
        }
        try file.originTable().noteLaying()
    }

    /// Whether the chain got anything but offers of this clone under the numbers that they have: what lies behind them then is as it was.
    private func isDisturbed(_ waiting: [(offer: Offer, content: OfferContent)], _ answers: [Int: Answer]) throws -> Bool {
        var next = before.entries, acts = before.acts
        for (offer, content) in waiting {
            guard case .accepted(let first)? = answers[offer.id] else { break }
            if let first, first != next + 1 { return true }
            next += offer.entryCount
            acts += content.rows.count { $0.table == .act }
        }
        return next != end.entries || acts != end.acts
    }

    // MARK: Answers

    private mutating func accept(_ offer: Offer, _ content: OfferContent, from first: Int?) throws {
        if let first { try note(content, at: first, of: offer) }
        if !hasServerPrices {
            for change in content.quotes { try file.put(change.after.map { try renumbered($0) }, inPlaceOf: renumbered(change.either)) }
            for change in content.rates { try file.put(change.after, inPlaceOf: change.either) }
        }
        // What it held is in the chain.
        try file.offerTable().put(OfferContent(), of: offer.id)
        try file.offerTable().answer(offer.id, .accepted, at: moment, firstEntry: first)
    }

    /// Notes which numbers the server gave to what an offer brought.
    private mutating func note(_ content: OfferContent, at first: Int, of offer: Offer) throws {
        var recorded: [MemoryRow] = []
        try file.read(JournalSpan(after: first - 1, through: first + offer.entryCount - 1)) { recorded.append(MemoryRow($0)) }
        let isSame = recorded.count == content.rows.count && zip(recorded, content.rows).allSatisfy { $0.table == $1.table || $0.table == .tombstone }
        guard isSame else { throw StorageError.brokenServer(file.location, "what it has under the token of offer \(offer.id) is something else") }
        for (row, offered) in zip(recorded, content.rows) {
            if case .integer(let id) = row.values[0], case .integer(let old) = offered.values[0], offered.table == .act {
                numbers.put(.act(Int(old)), at: .act(Int(id)))
                continue
            }
            numbers.put(.entry(EntryID(offered.sequence)), at: .entry(EntryID(row.sequence)))
            guard let brought = try entry(offered).content.brings, !numbers.knows(brought) else { continue }
            if row.table == .tombstone {
                numbers.lose(brought, because: "It names an account that was deleted on the server.")
            } else if let place = try entry(row).content.brings {
                numbers.put(brought, at: place)
            }
        }
    }

    private mutating func refuse(_ offer: Offer, _ content: OfferContent, _ reason: String) throws { try give(up: offer, content, .refused, reason) }

    /// Keeps an offer that counts no more. What names something of it is refused in its turn.
    private mutating func give(up offer: Offer, _ content: OfferContent, _ state: Offer.State, _ reason: String?) throws {
        let sentence = "It rests on offer \(offer.id) (\(SafeText.beginning(of: offer.source))), which was \(state.rawValue)."
        for row in content.rows {
            if row.table == .act, case .integer(let id) = row.values[0] {
                numbers.lose(.act(Int(id)), because: sentence)
                continue
            }
            numbers.lose(.entry(EntryID(row.sequence)), because: sentence)
            if let brought = try entry(row).content.brings, !numbers.knows(brought) { numbers.lose(brought, because: sentence) }
        }
        var content = content
        content.chain = before
        try file.offerTable().put(content, of: offer.id)
        try file.offerTable().answer(offer.id, state, at: moment, reason: reason)
    }

    // MARK: Laying

    /// Lays an offer; whether it fits.
    private mutating func isLaid(_ offer: Offer, _ content: OfferContent, tries: Bool) throws -> Bool {
        let numbersBefore = numbers, endBefore = end
        do {
            let laid = try renumber(content)
            if tries { try attempt(offer, laid.acts) }
            var changed = laid.content
            try apply(&changed)
            if changed != content { try file.offerTable().put(changed, of: offer.id) }
            return true
        } catch {
            guard let reason = Self.reason(error) else { throw error }
            (numbers, end) = (numbersBefore, endBefore)
            try refuse(offer, content, reason)
            return false
        }
    }

    /// Why an offer is refused; nil where the error is none of it.
    static func reason(_ error: any Error) -> String? {
        switch error {
        case let missing as MissingNumber: missing.reason
        case let refusal as OfferRefusal: refusal.reason
        case let refusal as ReplayRefusal: "\(refusal.error)"
        case let error as LedgerError: "\(error)"
        case let error as StorageError where [.refused, .beyondBound, .notPermitted].contains(error.kind): "\(error)"
        default: nil
        }
    }

    /// What an offer holds with the numbers that follow.
    private mutating func renumber(_ content: OfferContent) throws -> (content: OfferContent, acts: [(first: EntryID, entries: [JournalEntry])]) {
        var entries: [JournalEntry?] = []
        for row in content.rows {
            let entry = row.table == .act ? nil : try entry(row)
            entries.append(entry)
            let number = Self.number(of: row)
            numbers.put(number, at: end.next(like: number))
            if let brought = entry?.content.brings, !numbers.knows(brought) { numbers.put(brought, at: end.next(like: brought)) }
        }
        var laid = OfferContent(), acts: [(first: EntryID, entries: [JournalEntry])] = [], act = 0
        let writer = RowWriter()
        for (row, entry) in zip(content.rows, entries) {
            let id: Int
            if let entry {
                let moved = try entry.content.renumbered(numbers), place = try numbers.entry(EntryID(row.sequence))
                writer.begin(place.rawValue, act)
                moved.content.write(to: writer)
                writer.text(row.recordedBy)
                id = acts.count - 1
                acts[id].entries.append(moved)
            } else {
                let told: Act = try row.lend(withHash: false) { try reader.act($0.fields) }
                act = try numbers.act(told.id)
                let first = try numbers.entry(told.first)
                writer.act(Act(id: act, first: first, recordedAt: told.recordedAt, source: try Book.source(told.source, renumbered: numbers)))
                acts.append((first, []))
            }
            laid.rows.append(MemoryRow(JournalRow(table: row.table, fields: writer.row(), hash: nil)))
        }
        laid.quotes = try content.quotes.map { OfferedChange(before: try $0.before.map { try renumbered($0) }, after: try $0.after.map { try renumbered($0) }) }
        laid.rates = content.rates
        return (laid, acts)
    }

    private static func number(of row: MemoryRow) -> EntryNumber {
        if row.table == .act, case .integer(let id) = row.values[0] { return .act(Int(id)) }
        return .entry(EntryID(row.sequence))
    }

    private mutating func entry(_ row: MemoryRow) throws -> JournalEntry {
        var reader = reader
        let read: JournalEntry? = try row.lend(withHash: false) { lent in
            do throws(RowFault) { return try reader.entry(lent) } catch { throw StorageError.damagedEntry(file.location, lent, error) }
        }
        guard let read else { throw StorageError.damagedFile(file.location, "an offer holds \(row.table.noun)") }
        return read
    }

    private func renumbered(_ kept: KeptPrice<Quote>) throws -> KeptPrice<Quote> { KeptPrice(value: try renumbered(kept.value), recordedAt: kept.recordedAt) }

    private func renumbered(_ quote: Quote) throws -> Quote {
        var quote = quote
        quote.instrument = try numbers.instrument(quote.instrument)
        return quote
    }

    // MARK: Trying

    /// Has the ledger take the acts of an offer, after what others have said is found not to be said by it too.
    private mutating func attempt(_ offer: Offer, _ acts: [(first: EntryID, entries: [JournalEntry])]) throws {
        let ledger = try ledger()
        if said == nil { said = try ClaimsOfOthers(file, behind: offer.restsOn.sequence) }
        for entry in acts.flatMap(\.entries) { try said?.check(entry, behind: offer.restsOn.sequence) }
        let start = ledger.checkpoint()
        do {
            for act in acts { try ledger.take(act.entries, from: act.first) }
        } catch {
            ledger.rollback(to: start)
            throw error
        }
        ledger.release(start)
    }

    private mutating func ledger() throws -> Ledger {
        if let chainLedger { return chainLedger }
        let loaded = try loadLedger()
        chainLedger = loaded
        return loaded
    }

    /// Changes the prices that an offer changes, where they are what it rests on; its content then tells what they were here. A price that is gone here too is
    /// changed no more.
    private mutating func apply(_ content: inout OfferContent) throws {
        var done: [() throws -> Void] = [], quotes: [OfferedChange<Quote>] = [], rates: [OfferedChange<Rate>] = []
        do {
            for change in content.quotes {
                let quote = change.either, current = try file.kept(quote)
                guard change.fits(current) else { throw OfferRefusal(otherPriceOf: quote, called: try ledger()[quote.instrument].symbol) }
                if current?.value != change.after?.value { try file.put(change.after, inPlaceOf: quote) }
                if current != nil || change.after != nil { quotes.append(OfferedChange(before: current, after: change.after)) }
                done.append { [file] in try file.put(current, inPlaceOf: quote) }
            }
            for change in content.rates {
                let rate = change.either, current = try file.kept(rate)
                guard change.fits(current) else { throw OfferRefusal(otherRate: rate) }
                if current?.value != change.after?.value { try file.put(change.after, inPlaceOf: rate) }
                if current != nil || change.after != nil { rates.append(OfferedChange(before: current, after: change.after)) }
                done.append { [file] in try file.put(current, inPlaceOf: rate) }
            }
        } catch {
            for step in done.reversed() { try step() }
            throw error
        }
        (content.quotes, content.rates) = (quotes, rates)
    }
}

/// Why an offer is refused, as a sentence.
struct OfferRefusal: Error {
    let reason: String

    init(reason: String) { self.reason = reason }

    /// Of an offer that changes a price which somebody else has changed.
    init(otherPriceOf quote: Quote, called symbol: String) {
        reason = "The server has another price of \(symbol) on \(quote.date) by \(quote.source) than this rests on."
    }

    /// Of an offer that changes a rate which somebody else has changed.
    init(otherRate rate: Rate) { reason = "The server has another rate from \(rate.from) to \(rate.to) on \(rate.date) by \(rate.source) than this rests on." }
}

extension OfferedChange {
    /// Whether what is there is what the change found, or what it makes.
    func fits(_ current: KeptPrice<Value>?) -> Bool { current?.value == before?.value || current?.value == after?.value }
}
