import Frames
import JSON
import Ledger
import LuaKit
import LuaSurface
import Plans
import Sentences
import Storage
import Values

/// A day on which a recurring rule is due.
package struct RecurringDue {
    /// The rule.
    package let rule: RecurringRule
    /// Its day by the rule, and the date to which that is moved off a holiday.
    package let place: Schedule.Occurrence
}

/// The recurring rules of a book and of the session's scripts; for each, which days were posted or skipped, and which are due.
package struct RecurringRules {
    /// The session, whose scripts may have defined rules.
    let runtime: Runtime
    /// The book that keeps the others.
    let book: Book

    /// The rules of a book and a session.
    package init(_ runtime: Runtime, _ book: Book) { (self.runtime, self.book) = (runtime, book) }

    /// The rules of the book that a call is about.
    package init(_ call: LuaCall) throws { self.init(call.runtime, try call.book()) }

    /// All rules: the book's in the order of their definition, then the scripts'.
    package func rules() throws -> [RecurringRule] {
        try book.plans.documents(.recurring).compactMap { try? RecurringRule($0.name, body: $0.body) }
            + runtime.scripted.plans.rules.filter { $0.book === book }.map { try rested($0).rule }
    }

    /// The rule of a name, or all rules; nil where none has that name.
    func rules(named name: String?) throws -> [RecurringRule]? {
        guard let name else { return try rules() }
        // Only this one is read, however many there are; one that cannot be read is none.
        let kept = try book.plans.document(.recurring, named: name).flatMap { try? RecurringRule($0.name, body: $0.body) }
        return try (kept ?? scripted(name).map(rested)?.rule).map { [$0] }
    }

    /// A rule that the book keeps.
    func stored(_ name: String) throws -> RecurringRule? {
        try book.plans.document(.recurring, named: name).map { try RecurringRule($0.name, body: $0.body) }
    }

    /// The rule of a name that a script defined; nil where none did.
    func scripted(_ name: String) -> ScriptedRule? { runtime.scripted.plans.rules.first { $0.book === book && $0.rule.name == name } }

    /// A rule of a script with the pause that the book keeps under its name. A script defines its rules anew each time, and they stay paused.
    func rested(_ scripted: ScriptedRule) throws -> ScriptedRule {
        var scripted = scripted
        scripted.rule.pausedFrom = try book.plans.document(.pause, named: scripted.rule.name).flatMap { document in
            try? JSONReader.read(Array(document.body.utf8))["from"]?.text.flatMap { try? Day($0) }
        }
        return scripted
    }

    /// Records from which day a rule of a script is paused, or that it is not any more.
    func keepRest(of rule: RecurringRule) throws {
        let body = rule.pausedFrom.map { JSONValue.object([.init(key: "from", value: .string($0.description))]).text() } ?? ""
        if try body.isEmpty && book.plans.document(.pause, named: rule.name) == nil { return }
        try book.keep(PlanDocument(kind: .pause, name: rule.name, body: body))
    }

    /// Records a rule in the book. A rule of a script of that name is dropped.
    func keep(_ rule: RecurringRule) throws {
        try book.keep(PlanDocument(kind: .recurring, name: rule.name, body: rule.body))
        forget(rule.name)
    }

    /// Keeps a rule of a script in the session.
    func keep(_ scripted: ScriptedRule) {
        forget(scripted.rule.name)
        runtime.scripted.plans.rules.append(scripted)
    }

    /// Removes a rule.
    func remove(_ name: String) throws {
        try book.keep(PlanDocument(kind: .recurring, name: name, body: ""))
        if try book.plans.document(.pause, named: name) != nil { try book.keep(PlanDocument(kind: .pause, name: name, body: "")) }
        forget(name)
    }

    private func forget(_ scripted: String) { runtime.scripted.plans.rules.removeAll { $0.book === book && $0.rule.name == scripted } }

    /// Warnings of rules that cannot be carried out: they cannot be read, or their calendar is gone. Other rules are not affected.
    package func faults(_ name: String? = nil) throws -> [FrameWarning] {
        var told: [(rule: String, error: any Error)] = []
        for document in try book.plans.documents(.recurring) {
            do { _ = try schedule(RecurringRule(document.name, body: document.body)) } catch { told.append((document.name, error)) }
        }
        for rule in try rules() where scripted(rule.name) != nil {
            do { _ = try schedule(rule) } catch { told.append((rule.name, error)) }
        }
        return told.filter { name == nil || $0.rule == name }.map { rule, error in
            FrameWarning(kind: "cannot_be_carried_out", message: "\"\(rule)\" cannot be carried out: \((error as? any LuaRaisable)?.message ?? "\(error)")")
        }
    }

    /// The rule of a name, or all rules.
    ///
    /// - Throws: a misuse for an unknown name.
    func knownRules(named name: String?) throws -> [RecurringRule] {
        guard let rules = try rules(named: name) else { throw try unknownRule(name ?? "") }
        return rules
    }

    /// The sentence that no rule has a name, and why.
    func unknown(_ name: String) throws -> String {
        let error = try unknownRule(name)
        return error.message + (error.hint.map { "; \($0)" } ?? "")
    }

    /// The error that no rule has a name, with why.
    func unknownRule(_ name: String) throws -> LuaMisuse {
        func error(_ message: String, _ hint: String?) -> LuaMisuse { LuaMisuse(message, field: "name", hint: hint, kind: "unknown_rule") }
        if try book.plans.document(.recurring, named: name) != nil {
            return try error(faults(name).first?.message ?? "\"\(name)\" cannot be read", "recurring{name=\(LuaForm.quoted(name)), …} keeps it anew")
        }
        if try !book.plans.occurrences(of: name).isEmpty {
            return error("the book keeps days of \"\(name)\" but no such rule: it is one of a script, which has to run first, or was taken away", nil)
        }
        let near = Suggestion(for: name, in: try rules().map(\.name))?.question
        return error("there is no recurring rule \"\(name)\"", near ?? "recurring.list{} shows the rules")
    }

    /// The calendars of the book and the ready-made ones that it does not define otherwise.
    func calendars() throws -> [WorkingCalendar] {
        let own = try book.plans.documents(.calendar).map { try WorkingCalendar($0.name, body: $0.body) }
        return own + WorkingCalendar.ready.filter { ready in !own.contains { $0.name == ready.name } }
    }

    /// The calendar of a name.
    package func calendar(_ name: String) throws -> WorkingCalendar {
        let calendars = try calendars()
        if let calendar = calendars.first(where: { $0.name == name }) { return calendar }
        let hint = Suggestion(for: name, in: calendars.map(\.name))?.question
        throw LuaMisuse(
            "there is no calendar \"\(name)\"", field: "calendar",
            hint: hint ?? "there are \(calendars.map(\.name).joined(separator: ", ")); recurring.calendar{name=, holidays=} defines one", kind: "unknown_calendar")
    }

    /// The dates of a rule.
    func schedule(_ rule: RecurringRule) throws -> Schedule { try rule.schedule(workingDays(rule)) }

    private func workingDays(_ rule: RecurringRule) throws -> WorkingDays {
        try rule.calendar.map { try calendar($0).workingDays } ?? .mondayToFriday
    }

    /// The days of a rule that are due up to a day, oldest first.
    func due(_ rule: RecurringRule, to day: Day) throws -> [RecurringDue] {
        // However many rules there are, the user can stop it between two of them.
        if runtime.lua.isInterruptAsked { throw runtime.lua.receiveInterrupt() }
        try checkEnd(day)
        let plans = try book.plans
        return try rule.due(to: day, workingDays(rule), lastPosted: plans.lastPosted(of: rule.name)) { nominal in
            plans.occurrence(of: rule.name, on: nominal).map { $0.state == .open }
        }.map { RecurringDue(rule: rule, place: $0) }
    }

    /// Refuses a day more than a hundred years ahead.
    private func checkEnd(_ day: Day) throws {
        guard let last = try? runtime.today.adding(months: 12 * Self.mostYears), day > last else { return }
        throw LuaMisuse("\(day) is more than \(Self.mostYears) years ahead of today, \(runtime.today)", field: "to", hint: "ask for a day up to \(last)", kind: "beyond_bound")
    }

    private static let mostYears = 100
    /// The most due days of one question: more than anybody reads or posts at once.
    private static let mostDue = 50_000

    /// The due days of some rules up to a day, oldest first; on one day, in the order of the rules.
    package func due(to day: Day, of rules: [RecurringRule]) throws -> [RecurringDue] {
        // A rule without its calendar holds up nobody else.
        let all = try rules.filter { (try? schedule($0)) != nil }.flatMap { try due($0, to: day) }
        if all.count > Self.mostDue {
            throw LuaMisuse(
                "\(all.count) days are due up to \(day), and \(Self.mostDue) at once are the most", field: "to",
                hint: "ask for an earlier day with to=, or for one rule with name=", kind: "beyond_bound")
        }
        return all.enumerated().sorted { ($0.element.place.date, $0.offset) < ($1.element.place.date, $1.offset) }.map(\.element)
    }
}

extension PlanStore {
    /// The last day of a rule that was posted.
    func lastPosted(of rule: String) -> Day? { occurrences(of: rule).last { $0.state == .posted }?.day }
}
