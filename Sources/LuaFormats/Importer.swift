public import Formats
import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Session
public import Storage
import Values

/// Imports a file into a book: plans it, checks the plan against the ledger, and adds what it holds, wholly or not at all.
public struct Importer {
    /// The book it goes into.
    public let book: Book
    /// Whether the good rows are taken where some are refused.
    public var isPartial = false
    /// Told how the import goes on; nil where nobody watches.
    public var progress: WorkObserver?
    /// Whether the plan remembers which line each entry came from.
    var remembersLines = false
    /// Formats that scripts defined, which come before the built-in ones, and those in Lua that come with luca.
    var scripted = ScriptedFormats()

    /// Where the journal ended before the import was planned. What another program records meanwhile may be the same rows.
    private let seen: JournalHead?

    /// An import into a book.
    public init(into book: Book) {
        self.book = book
        seen = (try? book.refresh()).flatMap { _ in try? book.head }
    }

    /// The plan of importing some bytes, as far as the file alone tells; nothing is recorded.
    ///
    /// - Throws: `ImportIssue` where the file as a whole cannot be read.
    public func plan(_ bytes: [UInt8], _ options: ImportOptions) throws -> ImportPlan {
        let progress = progress, book = book
        defer { progress?(.end(of: Self.reading)) }
        var context = try ImportContext(book.ledger, undone: book.undone())
        context.isTyped = { entry in book.isTyped(entry) }
        context.fileName = { entry in book.fileName(entry) }
        return try Formats.plan(bytes, options: options, context: context, scripted: scripted) { done, total in
            // Ctrl-C counts where nobody watches, too.
            progress?(WorkStage(Self.reading, done: done, of: total))
            return book.host.shouldStop?() != true
        }
    }

    /// What the journal says of the import of a file.
    static func source(_ path: String) -> String { "import \(path)" }

    /// The two parts of an import that take long, as they are told.
    private static let reading = "reading", recording = "recording"

    /// Asks the ledger which rows it would refuse, and notes them in the plan; nothing is recorded.
    public func check(_ plan: inout ImportPlan) throws {
        let ledger = try book.ledger, last = ledger.lastEntry, currencies = CurrencyTable(declaredIn: book)
        plan.remembersEntries = ledger.policy.negativeCash == .refuse
        var fault: (any Error)?
        try plan.check(against: ledger) { (plan, ledger) throws(LedgerError) in
            try NegativeCash.look(at: &plan, since: last, in: ledger, currencies)
            do { try plan.checkBalances(ledger) } catch { fault = error }
        }
        if let fault { throw fault }
    }

    /// Adds what a plan holds, as one act or as part of the running one, and notes in the plan what the ledger refused.
    ///
    /// Returns whether it did: if rows are refused nothing is added, unless `isPartial` is true.
    @discardableResult
    public func carryOut(_ plan: inout ImportPlan, source: String) throws -> Bool {
        if plan.refusedCount > 0 && !isPartial { return false }
        if isPartial { try leaveOutRefused(&plan) }
        do {
            try book.transaction(source: source) {
                if let seen { book.expect(seen) }
                // Within an act of another name what the file brings would pass for typed.
                book.nameAct(source, instead: TypedActs.mayHold)
                let last = try book.ledger.lastEntry
                plan.remembersEntries = try remembersLines || book.definitions.policy.negativeCash == .refuse
                try record(&plan)
                let before = plan.refusedCount
                try NegativeCash.look(at: &plan, since: last, in: book.ledger, CurrencyTable(declaredIn: book))
                if plan.refusedCount > before { throw Refused() }
                try plan.checkBalances(book.ledger)
                book.backUpBeforeImport(of: plan.activities.count + plan.quotes.count + plan.rates.count)
            }
            return true
        } catch is Refused {
            return false
        }
    }

    /// Takes rows out of a plan that will be refused: rows of which some activity is refused, since those of a row stand or fall together, and rows
    /// that would take cash below zero where the book refuses that.
    private func leaveOutRefused(_ plan: inout ImportPlan) throws {
        let mindsCash = try book.definitions.policy.negativeCash == .refuse
        guard mindsCash || plan.hasCompoundRows else { return }
        // What is left out may be what others rest on: a sale on its purchase, and a purchase on that sale.
        for round in 1... {
            var checked = plan
            try check(&checked)
            let isDone = checked.refusedCount == plan.refusedCount
            if !isDone, round > Self.rounds, var first = checked.refusals.first(where: { $0.kind == .negativeCash }) {
                first.hint = "the rows before it rest on one another; leave them out of the file"
                throw first
            }
            plan.leaveOut(refusedIn: checked)
            if isDone { return }
        }
    }

    /// How many times rows are checked again that depend on rows left out.
    private static let rounds = 20

    /// Thrown to undo the act where a row was refused.
    private struct Refused: Error {}

    private func record(_ plan: inout ImportPlan) throws {
        for entry in plan.replaced { try book.void(entry, reason: "told by \(plan.file)") }
        for account in plan.newAccounts { try book.define(account) }
        for instrument in plan.newInstruments { try book.define(instrument) }
        try plan.keepLotMethods(book.ledger) { try book.set($0, to: $1) }
        try plan.redefine {
            _ = try book.define($0)
        } instrument: {
            _ = try book.define($0)
        }
        let total = plan.activities.count + plan.quotes.count
        var done = 0
        defer { progress?(.end(of: Self.recording)) }
        try plan.admit { batch in
            let verdicts = try book.admit(batch)
            done += batch.count
            try tellRecording(done, of: total)
            return verdicts
        }
        try plan.tell { _ = try book.append($0) }
        for document in plan.documents { try book.keep(document) }
        if plan.refusedCount > 0 && !isPartial { throw Refused() }
        // A part at a time: a quote in full is several times as large as what the plan has of it.
        var next = plan.quotes.startIndex
        while next < plan.quotes.endIndex {
            let end = min(next + Self.quotesAtOnce, plan.quotes.endIndex)
            try book.store(Array(plan.quotes[next..<end]))
            next = end
            try tellRecording(plan.activities.count + next, of: total)
        }
        if !plan.rates.isEmpty { try book.store(plan.rates) }
    }

    private static let quotesAtOnce = 1 << 16

    /// Tells how much is recorded, and ends the import where that is asked for.
    private func tellRecording(_ done: Int, of total: Int) throws {
        progress?(WorkStage(Self.recording, done: done, of: total))
        if book.host.shouldStop?() == true { throw ImportIssue(.cancelled, message: "the import was interrupted; nothing is imported") }
    }
}

/// The answer of `import`: the verdict on each row of the file.
enum VerdictsFrame {
    /// The verdicts of one file.
    static func make(_ plan: ImportPlan, isImported: Bool) -> Frame {
        let verdicts = plan.verdicts, count = verdicts.count
        let outcomes = TextPool(RowVerdict.Outcome.allCases.map(\.name)), messages = TextPool(), files = TextPool([plan.file])
        let columns: [Column] = [
            .texts(.text("file"), count: count, pool: files) { _ in 0 },
            .ints(.int("line").ranked(.leading), count: count) { Int64(verdicts[$0].line) },
            .texts(.text("verdict").ranked(.deciding), count: count, pool: outcomes) { Int32(verdicts[$0].outcome.rawValue) },
            .texts(.prose("message").ranked(plan.refusedCount > 0 ? .deciding : .leading), count: count, pool: messages) { row in
                let message = verdicts[row].message
                return message.isEmpty ? -1 : messages.code(for: message)
            },
        ]
        return Frame("import", rowCount: count, columns: columns, warnings: warnings(plan, isImported: isImported))
    }

    /// The verdicts of several files, one after another.
    static func make(_ plans: [ImportPlan], isImported: Bool) throws -> Frame {
        // Where rows are refused, the reason is what counts.
        let isRefused = plans.contains { $0.refusedCount > 0 }
        var builder = FrameBuilder(
            "import", [.text("file"), .int("line").ranked(.leading), .text("verdict").ranked(.deciding), .prose("message").ranked(isRefused ? .deciding : .leading)])
        for plan in plans {
            for verdict in plan.verdicts {
                let message = verdict.message
                try builder.append([.text(plan.file), .int(Int64(verdict.line)), .text(verdict.outcome.name), message.isEmpty ? .none : .text(message)])
            }
            for warning in warnings(plan, isImported: isImported) { builder.add(warning: warning.kind, warning.message, about: warning.subject) }
        }
        return builder.frame()
    }

    private static func warnings(_ plan: ImportPlan, isImported: Bool) -> [FrameWarning] {
        var warnings = plan.notices.map { FrameWarning(kind: $0.kind.rawValue, message: $0.message, subject: $0.subject) }
        if plan.refusedCount > 0 {
            let rows = plan.refusedCount == 1 ? "1 row is refused" : "\(plan.refusedCount) rows are refused"
            let others = plan.verdicts.contains { ![.refused, .skipped, .alreadyThere, .like].contains($0.outcome) } ? "; mend the file, or partial=true imports the others" : ""
            warnings.append(FrameWarning(kind: "refused", message: isImported ? "\(rows); the others are imported" : "\(rows), so nothing is imported\(others)"))
        }
        return warnings
    }
}

extension NegativeCash {
    /// Notes in the plan of an import which cash it took below zero at the end of any day: once an account and currency, with the first such day.
    /// Where the book refuses it, the rows that did it are refused.
    ///
    /// - Parameters:
    ///   - last: the last entry before the plan was carried out.
    ///   - ledger: with the plan in it.
    fileprivate static func look(at plan: inout ImportPlan, since last: EntryID, in ledger: Ledger, _ currencies: CurrencyTable) throws(LedgerError) {
        let rule = ledger.policy.negativeCash
        if rule == .quiet { return }
        for shortfall in try ledger.shortfalls(since: last, voided: plan.replaced) {
            let name = ledger[shortfall.account].name
            // What was voided alone takes cash by no row.
            if rule == .refuse, !shortfall.entries.isEmpty {
                for (entry, day, balance) in shortfall.entries {
                    plan.refuse(entry, as: .negativeCash(account: name, currency: shortfall.currency, balance: balance, day: day))
                }
                continue
            }
            if rule == .refuse { throw .negativeCash(account: name, currency: shortfall.currency, balance: shortfall.balance, day: shortfall.day) }
            func told(_ balance: FixedDecimal) -> String { Money(balance, shortfall.currency).told(by: currencies) }
            plan.note(
                .negativeCash, sentence(name, told(shortfall.balance), on: shortfall.day, now: shortfall.now.isNegative ? told(shortfall.now) : nil),
                about: CashFrame.subject(name, shortfall.currency))
        }
    }
}

extension Book {
    /// The name of the file that an entry came from, without its folder; nil where it came from none.
    fileprivate func fileName(_ entry: EntryID) -> String? {
        guard let act = try? act(of: entry), act.source.hasPrefix(Importer.source("")) else { return nil }
        return act.source.dropFirst(Importer.source("").count).split(separator: "/").last.map(String.init)
    }

    /// Whether an entry was typed: by a sentence, or by a line of Lua, that made no more than a few, or by rules that were typed once. What files brought is known by
    /// the act's source, or where something was recorded before the file was read, by how much it is.
    fileprivate func isTyped(_ entry: EntryID) -> Bool {
        guard let act = try? act(of: entry), TypedActs.mayHold(act.source) else { return false }
        if act.source == ActSource.command("recurring") { return true }
        let beyond = (try? self.act(of: EntryID(act.first.rawValue + TypedActs.most))) ?? nil
        return beyond?.id != act.id
    }
}

/// The acts by which people type entries, as the journal names them.
private enum TypedActs {
    /// The most entries that somebody types in one.
    static let most = 3

    /// Whether entries of an act of this name may have been typed. What a script did that was run is not told from a file that it read.
    static func mayHold(_ source: String) -> Bool {
        if let command = ActSource.command(of: source) { return !["import", "run"].contains(command) }
        return source == ActSource.prompt || source == ActSource.pipe
    }
}
