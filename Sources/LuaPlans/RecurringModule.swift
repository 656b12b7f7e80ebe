import Frames
import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Sentences
import Storage
import Values

/// Functions of recurring rules: what is recorded again and again by the calendar.
package enum RecurringModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module(
        "recurring", [recurring, due, run, approve, skip, pause, resume, remove, list, next, history, RecurringCalendars.calendar, RecurringCalendars.calendars])

    /// A rule that the examples use.
    private static let rent = "recurring{name=\"rent\", every=\"month\", day=1, from=\"2015-10-01\", record={type=\"withdrawal\", account=\"Savings\", amount=900}}"

    private static let name = LuaParameter.optional("name", .string, "Only this rule.")
    private static let wanted = LuaParameter.required("name", .string, "The rule.")
    private static let tag = BookFilter.parameters(["tag"])

    private static let recurring = LuaFunction(
        "recurring", RecurringArguments.parameters, returns: "frame?",
        summary: "Keeps a rule that records something again and again, or keeps it anew; with a function it lives in the script, and its days in the book.",
        example: "\(rent)[1].due --> 3"
    ) { call in
        let recurring = try RecurringRules(call), name = try call.string("name") ?? ""
        if !call.has("every"), !call.has("record") {
            guard let rules = try recurring.rules(named: name) else { return call.notFound(try recurring.unknown(name)) }
            return try call.reply(RecurringFrames(recurring).list(rules, today: call.runtime.today))
        }
        let scripted = try RecurringArguments(call, recurring).rule()
        if scripted.record == nil, scripted.amount == nil {
            try recurring.keep(scripted.rule)
        } else {
            guard try recurring.stored(name) == nil else {
                throw LuaMisuse(
                    "recurring: the book keeps a rule \"\(name)\" already", field: "name",
                    hint: "take it away with recurring.remove{name=\(LuaForm.quoted(name))}, or choose another name")
            }
            if let fault = NameRule.fault(in: name) { throw LedgerError.badName(what: "the name of a recurring rule", name: name, field: "name", fault: fault) }
            recurring.keep(scripted)
        }
        return try call.reply(RecurringFrames(recurring).list([scripted.rule], today: call.runtime.today))
    }

    private static let due = LuaFunction(
        "recurring.due", [.optional("to", .date, "Up to this day, itself included, at most 100 years ahead.", default: "today()"), name] + tag, returns: "frame?",
        summary: "What is due, oldest first, and what it would record; it is tried on a branch that is thrown away.",
        example: "\(rent) return recurring.due{}:list(\"overdue\")[1] --> 91"
    ) { call in
        let recurring = try RecurringRules(call), today = call.runtime.today
        guard let rules = try recurring.rules(named: call.string("name")) else { return call.notFound(try recurring.unknown(call.string("name") ?? "")) }
        let tagged = try TaggedRules(rules, call, recurring)
        return try call.reply(
            RecurringFrames(recurring).due(recurring.due(to: call.day("to") ?? today, of: tagged.rules), today: today)
                .adding(warnings: recurring.faults(call.string("name")) + tagged.warnings))
    }

    private static let run = LuaFunction(
        "recurring.run",
        [
            .optional("to", .date, "Up to this day, itself included, at most 100 years ahead.", default: "today()"), name,
            .optional("status", .string, "posted or draft; what each rule says where left out."),
        ],
        returns: "frame", summary: "Posts everything that is due, oldest first, each day of a rule once, and gives what it recorded.",
        example: "\(rent) return recurring.run{}:count(), recurring.run{}:count() --> 3, 0"
    ) { call in
        let recurring = try RecurringRules(call), status = try call.recordedStatus()
        // From here on nobody else writes: what is due stays so.
        try recurring.book.append(contentsOf: [])
        let rules = try recurring.knownRules(named: call.string("name"))
        let recorded = try Recording.perform(recurring.book) {
            var entries: [EntryID] = []
            for day in try recurring.due(to: call.day("to") ?? call.runtime.today, of: rules) {
                entries += try RecurringPosting(recurring).post(day, status: status)?.entries ?? []
            }
            return entries
        }
        return try call.reply(recorded.adding(warnings: recurring.faults(call.string("name"))))
    }

    private static let approve = LuaFunction(
        "recurring.approve", [name, .optional("to", .date, "Only drafts of this day and those before.")], returns: "frame",
        summary: "Posts the drafts that recurring rules made and that still wait, as they stand.",
        example: "\(rent) recurring.run{status=\"draft\"} return recurring.approve{}:count() --> 3"
    ) { call in
        let recurring = try RecurringRules(call)
        // The drafts of a rule that is gone still wait.
        if let name = try call.string("name"), try recurring.book.plans.occurrences(of: name).isEmpty { _ = try recurring.knownRules(named: name) }
        return try call.reply(Recording.perform(recurring.book) { try RecurringPosting(recurring).approve(call.string("name"), to: call.day("to")) })
    }

    private static let skip = LuaFunction(
        "recurring.skip", [wanted, .optional("day", .date, "The day to pass over, by the rule or as moved off a weekend; the first that is open where left out.")],
        returns: "frame", summary: "Passes over one day of a rule: it is never posted.",
        example: "\(rent) recurring.skip{name=\"rent\", day=\"2015-11-01\"} return recurring.due{}:count() --> 2"
    ) { call in
        let recurring = try RecurringRules(call), name = try call.string("name") ?? "", day = try call.day("day"), today = call.runtime.today
        guard let rule = try recurring.knownRules(named: name).first else { throw try recurring.unknownRule(name) }
        let place: Schedule.Occurrence?
        if let day {
            place = try recurring.schedule(rule).occurrence(on: day)
        } else {
            place = try recurring.due(rule, to: today).first?.place ?? RecurringFrames(recurring).upcoming(rule, after: today, count: 1).first
        }
        guard let place else {
            throw LuaMisuse(
                "\"\(name)\" has no day \(day.map { "\($0)" } ?? "that is open")", field: "day", hint: "recurring.next{name=\(LuaForm.quoted(name))} shows those to come",
                kind: "unknown_day")
        }
        let skipped = Occurrence(rule: name, day: place.nominal, state: .skipped)
        try recurring.book.settle(skipped)
        return try call.reply(RecurringFrames(recurring).history([skipped]))
    }

    private static let pause = LuaFunction(
        "recurring.pause", [wanted, .optional("from", .date, "The first day of the rest.", default: "today()")], returns: "frame",
        summary: "Lets a rule rest, one that a script defines too: nothing of it is due from that day on, until recurring.resume.",
        example: "\(rent) return recurring.pause{name=\"rent\", from=\"2015-11-01\"}[1].due --> 1"
    ) { call in
        let recurring = try RecurringRules(call), from = try call.day("from") ?? call.runtime.today
        return try change(call, recurring) { rule in rule.pausedFrom = from }
    }

    private static let resume = LuaFunction(
        "recurring.resume", [wanted, .optional("catch_up", .boolean, "Whether the days of the rest are due after all; else they are passed over.", default: "false")],
        returns: "frame", summary: "Ends the rest of a rule.",
        example: "\(rent) recurring.pause{name=\"rent\", from=\"2015-11-01\"} return recurring.resume{name=\"rent\"}[1].due --> 1"
    ) { call in
        let recurring = try RecurringRules(call), today = call.runtime.today, catchesUp = try call.boolean("catch_up") ?? false
        return try change(call, recurring) { rule in
            guard let pausedFrom = rule.pausedFrom else { return }
            rule.pausedFrom = nil
            if catchesUp { return }
            for day in try recurring.due(rule, to: today) where day.place.date >= pausedFrom && day.place.date < today {
                try recurring.book.settle(Occurrence(rule: rule.name, day: day.place.nominal, state: .skipped))
            }
        }
    }

    /// Changes a rule of the book, or the pause of a rule of a script, and shows the rule.
    private static func change(_ call: LuaCall, _ recurring: RecurringRules, _ body: (inout RecurringRule) throws -> Void) throws -> LuaReply {
        let name = try call.string("name") ?? ""
        if let scripted = recurring.scripted(name) {
            var rule = try recurring.rested(scripted).rule
            try body(&rule)
            try recurring.keepRest(of: rule)
            return try call.reply(RecurringFrames(recurring).list([rule], today: call.runtime.today))
        }
        guard var rule = try recurring.stored(name) else { throw try recurring.unknownRule(name) }
        try body(&rule)
        try recurring.keep(rule)
        return try call.reply(RecurringFrames(recurring).list([rule], today: call.runtime.today))
    }

    private static let remove = LuaFunction(
        "recurring.remove", [wanted], returns: "boolean", summary: "Takes a rule away; what it recorded stays, and which of its days are settled.",
        example: "\(rent) return recurring.remove{name=\"rent\"} --> true"
    ) { call in
        let recurring = try RecurringRules(call), name = try call.string("name") ?? ""
        guard try recurring.rules(named: name) != nil || recurring.book.plans.document(.recurring, named: name) != nil else { throw try recurring.unknownRule(name) }
        try recurring.remove(name)
        return call.reply(true)
    }

    private static let list = LuaFunction(
        "recurring.list", [name] + tag, returns: "frame?", summary: "The rules: what they record and when, what is due, what comes next.",
        example: "\(rent) return recurring.list{}[1].next --> 2015-10-01"
    ) { call in
        let recurring = try RecurringRules(call)
        guard let rules = try recurring.rules(named: call.string("name")) else { return call.notFound(try recurring.unknown(call.string("name") ?? "")) }
        let tagged = try TaggedRules(rules, call, recurring)
        return try call.reply(RecurringFrames(recurring).list(tagged.rules, today: call.runtime.today).adding(warnings: recurring.faults(call.string("name")) + tagged.warnings))
    }

    private static let next = LuaFunction(
        "recurring.next", [name, .optional("count", .integer, "How many of each rule.", default: "12")] + tag, returns: "frame?",
        summary: "The days to come of one rule or of all.", example: "\(rent) return recurring.next{name=\"rent\", count=3}[3].date --> 2016-03-01"
    ) { call in
        let recurring = try RecurringRules(call), count = try call.integer("count") ?? 12
        guard (0...10_000).contains(count) else { throw call.mismatch("count", expected: "a number from 0 to 10000") }
        guard let rules = try recurring.rules(named: call.string("name")) else { return call.notFound(try recurring.unknown(call.string("name") ?? "")) }
        let tagged = try TaggedRules(rules, call, recurring)
        return try call.reply(RecurringFrames(recurring).next(tagged.rules, today: call.runtime.today, count: count).adding(warnings: tagged.warnings))
    }

    private static let history = LuaFunction(
        "recurring.history", [wanted], returns: "frame?",
        summary:
            "What became of the days of a rule, those of a rule that is gone too: posted, skipped or open again, how what was recorded stands now, and the first activity of each.",
        example: "\(rent) recurring.run{} return recurring.history{name=\"rent\"}[1].state --> posted"
    ) { call in
        let recurring = try RecurringRules(call), name = try call.string("name") ?? "", days = try recurring.book.plans.occurrences(of: name)
        if days.isEmpty, try recurring.rules(named: name) == nil { return call.notFound(try recurring.unknown(name)) }
        return try call.reply(RecurringFrames(recurring).history(days))
    }
}

/// The rules of which an account or the instrument has one of the tags that a call asks for; all where it asks for none.
private struct TaggedRules {
    /// The rules.
    private(set) var rules: [RecurringRule]
    /// That it is not known of some whether they have the tag.
    private(set) var warnings: [FrameWarning] = []

    init(_ all: [RecurringRule], _ call: LuaCall, _ recurring: RecurringRules) throws {
        rules = all
        guard call.has("tag"), let parts = try BookFilter(call, taking: ["tag"]).tagged else { return }
        let names = try recurring.book.definitions
        rules = all.filter { rule in
            let accounts = ["account", "from", "to"].compactMap { rule[field: $0].flatMap(names.account(named:)) }
            let instruments = ["symbol", "into"].compactMap { rule[field: $0].flatMap(names.instrument(named:)) }
            return accounts.contains { parts.include($0, nil) } || instruments.contains { parts.include(.every, $0) }
        }
        let unknown = all.filter { recurring.scripted($0.name)?.record != nil }.map { LuaForm.quoted($0.name) }
        if unknown.isEmpty { return }
        warnings.append(
            FrameWarning(
                kind: "tag_unknown",
                message:
                    "\(unknown.joined(separator: ", ")) \(unknown.count == 1 ? "is" : "are") left out: what a function records, and which tags that has, is known only when it is posted"
            ))
    }
}

/// Calendars of working days for recurring rules.
private enum RecurringCalendars {
    /// `recurring.calendar`.
    static let calendar = LuaFunction(
        "recurring.calendar",
        [
            .required("name", .string, "What it is called."),
            .optional(
                "holidays", .table, "A list of lines: \"Christmas Day: 12-25 next\", \"third monday of january\", \"easter -2\", \"2026-06-05\", \"open 2026-06-06\"; defines it."),
            .optional("weekend", .table, "The days of the week that are free.", default: "{\"saturday\", \"sunday\"}"),
            .optional("year", .integer, "The year whose holidays are shown; this one where left out."),
            .optional("remove", .boolean, "Takes it away; a ready-made one of that name comes back."),
        ],
        returns: "frame?", summary: "Defines a calendar of working days, and shows its holidays of a year.",
        example: "recurring.calendar{name=\"target\", year=2026}[2].holiday --> Good Friday"
    ) { call in
        let recurring = try RecurringRules(call), name = try call.string("name") ?? "", year = try call.integer("year") ?? call.runtime.today.year
        guard (1...9999).contains(year) else { throw call.mismatch("year", expected: "a year from 1 to 9999") }
        if try call.boolean("remove") == true {
            if !WorkingCalendar.ready.contains(where: { $0.name == name }), let rule = try recurring.rules().first(where: { $0.calendar == name }) {
                throw LuaMisuse(
                    "\(call.name): the rule \"\(rule.name)\" goes by the calendar \"\(name)\"", field: "name",
                    hint: "give the rule another calendar first, or take it away with recurring.remove{name=\(LuaForm.quoted(rule.name))}", kind: "calendar_in_use")
            }
            try recurring.book.keep(PlanDocument(kind: .calendar, name: name, body: ""))
            return .nothing
        }
        if call.has("holidays") || call.has("weekend") {
            let weekend = try call.has("weekend") ? WorkingCalendar.weekend(call.strings("weekend") ?? []) : [6, 7]
            // An empty list is a calendar without holidays.
            let lines = try call.argument("holidays").array?.isEmpty ?? true ? [] : call.strings("holidays") ?? []
            try recurring.book.keep(PlanDocument(kind: .calendar, name: name, body: WorkingCalendar(name, weekend: weekend, lines: lines).body))
        }
        let calendar = try recurring.calendar(name)
        var builder = FrameBuilder("holidays", [.day("date"), .text("weekday"), .text("holiday")])
        let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        for (day, holiday) in calendar.holidays(of: year) { try builder.append([.day(day), .text(days[day.weekday - 1]), .optional(holiday)]) }
        return try call.reply(builder.frame())
    }

    /// `recurring.calendars`.
    static let calendars = LuaFunction(
        "recurring.calendars", returns: "frame", summary: "The calendars of working days: those of the book, and the ready-made ones.",
        example: "recurring.calendars():list(\"calendar\")[1] --> target"
    ) { call in
        let recurring = try RecurringRules(call), own = Set(try recurring.book.plans.documents(.calendar).map(\.name))
        var builder = FrameBuilder("calendars", [.text("calendar"), .int("holidays"), .text("kept")])
        for calendar in try recurring.calendars() {
            try builder.append([.text(calendar.name), .int(Int64(calendar.lines.count)), .text(own.contains(calendar.name) ? "book" : "luca")])
        }
        return try call.reply(builder.frame())
    }
}
