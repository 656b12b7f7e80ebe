import Frames
import Glibc
import Ledger
public import LuaKit
import LuaPlans
import LuaRecording
import LuaSurface
import Plans
public import Sandbox
import Session
import Storage
public import Values

/// What the subcommands of the program do with a session.
extension Runtime {
    /// Runs a script file as one act.
    @discardableResult
    public func runScriptFile(_ path: String, arguments: [String]) throws -> [LuaValue] {
        try runScript(files.readText(path), name: path, arguments: arguments)
    }

    /// Runs a report with arguments as a command line gives them, `2014` or `year=2014`; without a name, lists them.
    public func runReport(_ name: String?, arguments: [String]) throws -> [LuaValue] {
        guard let name else {
            console.output(reportList.map { "\($0): \(record(named: "report.\($0)")?.summary ?? "")\n" }.joined())
            return []
        }
        guard case .function(let run) = lua.peek("report.run") else { return [] }
        return try self.run(run, [.string(name), Self.pairs(arguments)], source: "report \(name)")
    }

    /// Arguments of a report, given as for `runReport`, by name; none where they are wrong.
    public func reportArguments(_ name: String, _ arguments: [String]) -> [(name: String, value: String)] {
        guard let record = try? report(named: name), let pairs = try? ReportParameters.assign(Self.pairs(arguments), to: record, meanings: meanings(of:)) else { return [] }
        return pairs.compactMap { pair in pair.key.stringValue.map { ($0, PlainText.plain(pair.value)) } }
    }

    /// Refuses arguments that a report cannot have, as `runReport` would, without running it.
    ///
    /// - Throws: a misuse that tells what is wrong: a name that it does not know, or a value that is no number or no day.
    public func checkReportArguments(_ name: String, _ arguments: [String]) throws {
        let record = try report(named: name)
        for pair in try ReportParameters.assign(Self.pairs(arguments), to: record, meanings: meanings(of:)) { try ReportParameters.check(pair, of: record) }
    }

    /// What a text names in the current book, whatever its case: an account, an instrument, an owner, a portfolio or a tag.
    func meanings(of text: String) -> [ReportParameters.Meaning] {
        guard let defined = try? book?.definitions, !text.isEmpty else { return [] }
        func spelling(_ names: [String]) -> String? { names.first { $0 == text } ?? names.first { $0.lowercased() == text.lowercased() } }
        let found = [
            ("account", spelling(defined.accounts.map(\.name))), ("symbol", spelling(defined.instruments.map(\.symbol))), ("owner", spelling(defined.accounts.map(\.owner))),
            ("portfolio", spelling(defined.accounts.map(\.portfolio))), ("tag", defined.tags.spelling(of: text)),
        ]
        return found.compactMap { field, name in name.map { (field, $0) } }
    }

    /// Whether a report has an argument of a name.
    public func report(_ name: String, takes argument: String) -> Bool {
        (try? report(named: name))?.parameters.contains { $0.name == argument } ?? false
    }

    /// Arguments as a command line gives them, as a table.
    private static func pairs(_ arguments: [String]) -> LuaValue {
        .table(
            arguments.enumerated().map { place, text in
                guard let equals = text.firstIndex(of: "=") else { return LuaPair(.integer(place + 1), .string(text)) }
                return LuaPair(.string(String(text[..<equals])), .string(String(text[text.index(after: equals)...])))
            })
    }

    /// Verifies the book: the lines to print, and whether it is sound.
    ///
    /// - Parameters:
    ///   - expected: a last hash that was noted earlier, which one of the entries must have.
    ///   - accepts: whether the book is taken as it is where it is not what this machine saw before.
    public func verifyBook(expecting expected: String?, accepts: Bool) throws -> (lines: [String], isSound: Bool) {
        let book = try requireBook()
        if accepts { try book.acceptHistory() }
        let noted = try expected.map(BookModule.expectation)
        let report = try book.verify(expecting: noted?.hash, of: noted?.entries)
        var lines = report.problems.map { "\($0)" }
        lines += report.notes
        if report.isSound { lines.append("\(book.name) is sound") }
        // The last line is the one to keep.
        lines.append("\(report.head.sequence) \(report.head.sequence == 1 ? "entry" : "entries"), last hash \(report.head.hash)")
        return (lines, report.isSound)
    }

    /// Sets the limits of a stranger's script, which begins now.
    public func limitSandbox(_ limits: SandboxLimits) {
        lua.limitTime(.milliseconds(limits.milliseconds))
        lua.limitMemory(limits.heap)
        book?.host.largestAnswer = min(limits.heap, Self.largestSandboxedAnswer)
    }
}

/// Recurring rules as the program carries them out. Each day of a rule is an act of its own, so that what is posted stays, whatever ends the program.
extension Runtime {
    /// The outcome of a run.
    public struct RecurringRun {
        /// How many days of rules were posted.
        public internal(set) var posted = 0
        /// What was wrong, a sentence each.
        public internal(set) var failures: [String] = []
    }

    /// Posts what is due up to a day, oldest first; a dry run tries it on a branch that is thrown away.
    ///
    /// Of a rule that fails no further day is tried, as later ones may rest on it; the others go on.
    ///
    /// - Parameter told: gets a line for each day as soon as it is kept.
    public func runRecurring(to day: Day?, isDry: Bool, told: (String) -> Void) throws -> RecurringRun {
        let book = try requireBook()
        try refreshBooks()
        if !isDry { return try carryOutRules(to: day ?? today, in: book, isDry: false, told) }
        return try act("dry run of recurring rules", kept: false) {
            try branch(isTrial: true, isRehearsalOfAct: true) { try carryOutRules(to: day ?? today, in: book, isDry: true, told) }
        }
    }

    private func carryOutRules(to day: Day, in book: Book, isDry: Bool, _ told: (String) -> Void) throws -> RecurringRun {
        let recurring = RecurringRules(self, book)
        var run = RecurringRun(), failed: Set<String> = []
        run.failures = try recurring.faults().map(\.message)
        for due in try recurring.due(to: day, of: recurring.rules()) where !failed.contains(due.rule.name) {
            // What lies ahead cannot have been posted, and a draft says as much.
            let status = isDry && due.place.date > today ? "draft" : nil
            do {
                guard let result = try act("recurring \(due.rule.name)", { try RecurringPosting(recurring).post(due, status: status) }) else { continue }
                if !result.isEmpty { run.posted += 1 }
                told(line(result))
            } catch  where !RecurringPosting.stopsAll(error) {
                failed.insert(due.rule.name)
                run.failures.append(Self.sentence(error))
            }
        }
        return run
    }

    /// A line for each posted day of any rule. Compared before and after scripts run, it shows what they posted by themselves.
    public func recurringPosted() throws -> Set<String> {
        let plans = try requireBook().plans
        return Set(plans.settledRules.flatMap { plans.occurrences(of: $0) }.filter { $0.state == .posted }.map { "\($0.day) \($0.rule): posted by the script" })
    }

    /// The rules as `recurring.list{}` shows them.
    public func recurringList() throws -> String {
        let recurring = RecurringRules(self, try requireBook())
        return try RecurringFrames(recurring).list(recurring.rules(), today: today).adding(warnings: recurring.faults()).text(layout)
    }

    private func line(_ result: RecurringResult) -> String {
        let money = result.amount.map { amount in result.currency.map { Money(amount, $0).described(by: currencies) } ?? amount.description }
        return ["\(result.due.place.date)", "\(result.due.rule.name):", result.what, money].compactMap { $0 }.joined(separator: " ")
    }

    private static func sentence(_ error: any Error) -> String {
        guard let raisable = error as? any LuaRaisable else { return "\(error)" }
        return raisable.message + (raisable.hint.map { " (\($0))" } ?? "")
    }
}
