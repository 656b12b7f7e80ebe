import Formats
import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Session
import Storage
import Values

/// Showing what a script would record.
extension Runtime {
    /// Runs a script on a branch of every book that is thrown away, and tells what it would have recorded, entry by entry, and of quotes
    /// and rates the first. Books that it opens are left as they were too, and exports are refused.
    ///
    /// - Throws: what the script fails with; then it would record nothing.
    public func dryRun(_ text: String, name: String, arguments: [String]) throws -> String {
        _ = try requireBook()
        return try leavingNothing("dry run of \(name)") {
            let before = try books.all.map { (names: try $0.book.definitions, $0.book) }
            for (_, book) in before { book.keepActLog() }
            do { _ = try runScript(text, name: name, arguments: arguments) } catch let error where Self.isGoodExit(error) {}
            return try books.all.enumerated().map { place, opened in
                let names = place < before.count ? before[place].names : nil
                return try dryRunReport(of: opened.book, names, named: books.all.count > 1)
            }.joined()
        }
    }

    /// Runs a script on a branch that is thrown away, and gives the activities that it would have recorded as the text of a file of drafts, nil for none,
    /// and whether it would have recorded anything else.
    ///
    /// - Parameter show: gets the script's results while the branch stands.
    public func proposal(_ script: Script, name: String, arguments: [String], show: ([LuaValue]) throws -> Void) throws -> (rows: String?, hasOthers: Bool) {
        let book = try requireBook()
        return try leavingNothing("drafts of \(name)") {
            book.keepActLog()
            do { try show(runScript(script, name: name, arguments: arguments)) } catch let error where Self.isGoodExit(error) {}
            let log = book.actLog ?? ActLog(), ledger = try book.ledger
            try checkOnlyAdds(log)
            let rows = log.entries.compactMap { id, entry in if case .activity = entry { ledger.activities.row(of: id) } else { nil } }
            return (rows.isEmpty ? nil : Formats.draftsCSV(ledger, rows: rows), log.entries.count > rows.count || log.quotes + log.rates > 0)
        }
    }

    /// Refuses drafts of what takes an entry of the book back or changes it: to import the new one alone would count it twice.
    private func checkOnlyAdds(_ log: ActLog) throws {
        let own = Set(log.entries.map(\.id))
        let changed = log.entries.compactMap { _, entry -> EntryID? in
            switch entry {
            case .activity(let activity): activity.detail?.amends
            case .void(let id, _): id
            default: nil
            }
        }
        guard let id = changed.first(where: { !own.contains($0) }) else { return }
        throw LuaMisuse(
            "the script would change entry \(id.rawValue) of the book or take it back, and drafts can only add something", hint: "run it without --sandbox if you trust it",
            kind: "sandbox")
    }

    /// Runs a script that is to prepare the session for a dry run, as a part of it: what it defines in Lua stays, and what it would record is
    /// told and forgotten.
    public func rehearse(file path: String) throws {
        try leavingNothing("dry run of \(path)") {
            for opened in books.all { opened.book.keepActLog() }
            do { try runScriptFile(path, arguments: []) } catch let error where Self.isGoodExit(error) {}
            guard books.all.contains(where: { $0.book.actLog.map { !$0.isEmpty } ?? false }) else { return }
            notice("\(path) records in the book whenever luca starts; before a dry run it did not, so what follows does without that")
        }
    }

    /// What one book would get.
    private func dryRunReport(of book: Book, _ names: Definitions?, named isNamed: Bool) throws -> String {
        let log = book.actLog ?? ActLog()
        let recorded = DryRunFrames(log, book, before: names)
        let isOther = book !== self.book
        // Another book is worth a word only where something would happen to it.
        if isOther, recorded.summary == nil { return "" }
        var text = isNamed ? "\(book.path ?? book.name):\n" : ""
        if let frame = try recorded.activities() { text += try frame.text(layout) }
        if let frame = try recorded.others() { text += try frame.text(layout) }
        for frame in try recorded.market() { text += try frame.text(layout) }
        return text + (recorded.summary ?? "nothing") + " would be recorded; nothing was\n"
    }
}

/// What an act has recorded, as tables for a dry run: activities, and a line for each other entry.
struct DryRunFrames {
    private let log: ActLog
    private let book: Book
    /// The accounts, instruments and settings before the act.
    private let before: Definitions?

    /// The tables of what a log of an act holds.
    init(_ log: ActLog, _ book: Book, before: Definitions?) {
        (self.log, self.book, self.before) = (log, book, before)
    }

    /// The activities; nil where there are none.
    func activities() throws -> Frame? {
        let ledger = try book.ledger, table = ledger.activities
        let rows = log.entries.compactMap { id, entry in if case .activity = entry { table.row(of: id).map { Int32($0) } } else { nil } }
        if rows.isEmpty { return nil }
        let rare = ["subtype", "ratio", "into", "group"].filter { ActivitiesFrame.isUsed($0, rows, ledger) }
        let statuses = rows.contains { table.status(at: Int($0)) != .posted || table.isVoid(at: Int($0)) } ? ["status"] : []
        return try ActivitiesFrame.make("activities", book, rows)
            .select(
                ["date", "type"] + rare + statuses
                    + ["account", "symbol", "quantity", "price", "amount", "fee", "tax", "currency", "notes"].filter { name in
                        name != "tax" || rows.contains { !table.tax(at: Int($0)).isZero }
                    })
    }

    /// All other entries in the order in which they would be recorded; nil where there are none.
    func others() throws -> Frame? {
        let ledger = try book.ledger
        var builder = FrameBuilder("entries", [.text("entry"), .text("of"), .text("what")])
        var wording = EntryWording(ledger, before: before) { CurrencyTable(declaredIn: book) }, isEmpty = true
        for (_, entry) in log.entries {
            guard let line = entry.content.line(&wording) else { continue }
            try builder.append([.text(line.entry), .text(line.of), .text(line.what)])
            isEmpty = false
        }
        return isEmpty ? nil : builder.frame()
    }

    // MARK: Quotes and rates

    /// Frames of the first quotes and the first rates; empty where there are none.
    func market() throws -> [Frame] {
        let ledger = try book.ledger, most = 20
        var quotes = FrameBuilder("quotes", [.text("symbol"), .day("date"), .text("close")]), rates = FrameBuilder("rates", [.text("pair"), .day("date"), .text("rate")])
        var counts = (quotes: 0, rates: 0)
        func shown(_ price: FixedDecimal?) -> FrameValue { .text(price.map { "\($0)" } ?? "is taken away") }
        for change in log.market {
            switch change {
            case .quote(let instrument, let day, let close):
                counts.quotes += 1
                if counts.quotes <= most { try quotes.append([.text(ledger[instrument].symbol), .day(day), shown(close)]) }
            case .rate(let from, let to, let day, let rate):
                counts.rates += 1
                if counts.rates <= most { try rates.append([.text("\(from)/\(to)"), .day(day), shown(rate)]) }
            }
        }
        return (counts.quotes > 0 ? [quotes.frame()] : []) + (counts.rates > 0 ? [rates.frame()] : [])
    }

    // MARK: Counting

    /// How many entries of each kind, in words: `2 activities, 1 account and 3 quotes`; nil where there are none.
    var summary: String? {
        var counts: [(one: String, many: String, count: Int)] = []
        func add(_ one: String, _ many: String, _ count: Int = 1) {
            if let place = counts.firstIndex(where: { $0.one == one }) { counts[place].count += count } else { counts.append((one, many, count)) }
        }
        // Activities come first, whatever was recorded before them.
        let isActivity = { (entry: JournalEntry) in if case .activity = entry { true } else { false } }
        let activities = log.entries.count { isActivity($0.entry) }
        if let first = log.entries.first(where: { isActivity($0.entry) }), let (one, many) = first.entry.content.counted { add(one, many, activities) }
        for (_, entry) in log.entries where !isActivity(entry) { if let (one, many) = entry.content.counted { add(one, many) } }
        if log.quotes > 0 { add("quote", "quotes", log.quotes) }
        if log.rates > 0 { add("rate", "rates", log.rates) }
        let parts = counts.map { "\($0.count) \($0.count == 1 ? $0.one : $0.many)" }
        return parts.count < 2 ? parts.first : parts.dropLast().joined(separator: ", ") + " and " + parts.last!
    }
}
