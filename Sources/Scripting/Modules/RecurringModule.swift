import Frames
import Ledger
import LuaKit
import Plans
import Sentences
import Storage
import Values

/// What is recorded again and again by the calendar.
enum RecurringModule {
    static let module = Module(
        "recurring", [recurring, due, run, approve, skip, pause, resume, remove, list, next, history, RecurringCalendars.calendar, RecurringCalendars.calendars])

    /// A rule for the examples.
    private static let rent = "recurring{name=\"rent\", every=\"month\", day=1, from=\"2015-10-01\", record={type=\"withdrawal\", account=\"Savings\", amount=900}}"

    private static let name = LuaParameter.optional("name", .string, "Only this rule.")
    private static let wanted = LuaParameter.required("name", .string, "The rule.")

    private static let recurring = LuaFunction(
        "recurring", RecurringArguments.parameters, returns: "frame?",
        summary: "Keeps a rule that records something again and again, or keeps it anew; with a function it lives in the script, and its days in the book.",
        example: "\(rent)[1].due --> 3"
    ) { call in
        let desk = try RecurringDesk(call), name = try call.string("name") ?? ""
        if !call.has("every"), !call.has("record") {
            guard let rules = try desk.rules(named: name) else { return call.notFound(try desk.unknown(name)) }
            return try call.reply(desk.list(rules, today: call.runtime.today))
        }
        let scripted = try RecurringArguments(call, desk).rule()
        if scripted.record == nil, scripted.amount == nil {
            try desk.keep(scripted.rule)
        } else {
            guard try desk.stored(name) == nil else {
                throw LuaMisuse("recurring: the book keeps a rule \"\(name)\" already", field: "name", hint: "take it away with recurring.remove{name=\(LuaForm.quoted(name))}, or choose another name")
            }
            if let fault = NameRule.fault(in: name) { throw LedgerError.badName(what: "the name of a recurring rule", name: name, field: "name", fault: fault) }
            desk.keep(scripted)
        }
        return try call.reply(desk.list([scripted.rule], today: call.runtime.today))
    }

    private static let due = LuaFunction(
        "recurring.due", [.optional("to", .date, "Up to this day, itself included, at most 100 years ahead.", default: "today()"), name], returns: "frame?",
        summary: "What is due, oldest first, and what it would record; it is tried on a branch that is thrown away.",
        example: "\(rent) return recurring.due{}:list(\"overdue\")[1] --> 91"
    ) { call in
        let desk = try RecurringDesk(call), today = call.runtime.today
        guard let rules = try desk.rules(named: call.string("name")) else { return call.notFound(try desk.unknown(call.string("name") ?? "")) }
        return try call.reply(desk.dueFrame(desk.due(to: call.day("to") ?? today, of: rules), today: today).adding(warnings: desk.faults(call.string("name"))))
    }

    private static let run = LuaFunction(
        "recurring.run",
        [.optional("to", .date, "Up to this day, itself included, at most 100 years ahead.", default: "today()"), name, .optional("status", .string, "posted or draft; what each rule says where left out.")],
        returns: "frame", summary: "Posts everything that is due, oldest first, each day of a rule once, and gives what it recorded.",
        example: "\(rent) return recurring.run{}:count(), recurring.run{}:count() --> 3, 0"
    ) { call in
        let desk = try RecurringDesk(call), status = try call.recordedStatus()
        // From here on nobody else writes: what is due stays so.
        try desk.book.append(contentsOf: [])
        let rules = try desk.knownRules(named: call.string("name"))
        let recorded = try RecordModule.recording(desk.book) {
            var entries: [EntryID] = []
            for day in try desk.due(to: call.day("to") ?? call.runtime.today, of: rules) { entries += try desk.post(day, status: status)?.entries ?? [] }
            return entries
        }
        return try call.reply(recorded.adding(warnings: desk.faults(call.string("name"))))
    }

    private static let approve = LuaFunction(
        "recurring.approve", [name, .optional("to", .date, "Only drafts of this day and those before.")], returns: "frame",
        summary: "Posts the drafts that recurring rules made and that still wait, as they stand.",
        example: "\(rent) recurring.run{status=\"draft\"} return recurring.approve{}:count() --> 3"
    ) { call in
        let desk = try RecurringDesk(call)
        // The drafts of a rule that is gone still wait.
        if let name = try call.string("name"), try desk.book.plans.occurrences(of: name).isEmpty { _ = try desk.knownRules(named: name) }
        return try call.reply(RecordModule.recording(desk.book) { try desk.approve(call.string("name"), to: call.day("to")) })
    }

    private static let skip = LuaFunction(
        "recurring.skip", [wanted, .optional("day", .date, "The day to pass over, by the rule or as moved off a weekend; the first that is open where left out.")],
        returns: "frame", summary: "Passes over one day of a rule: it is never posted.",
        example: "\(rent) recurring.skip{name=\"rent\", day=\"2015-11-01\"} return recurring.due{}:count() --> 2"
    ) { call in
        let desk = try RecurringDesk(call), name = try call.string("name") ?? "", day = try call.day("day"), today = call.runtime.today
        guard let rule = try desk.knownRules(named: name).first else { throw try desk.unknownRule(name) }
        let place: Schedule.Occurrence?
        if let day {
            place = try desk.schedule(rule).occurrence(on: day)
        } else {
            place = try desk.due(rule, to: today).first?.place ?? desk.upcoming(rule, after: today, count: 1).first
        }
        guard let place else {
            throw LuaMisuse(
                "\"\(name)\" has no day \(day.map { "\($0)" } ?? "that is open")", field: "day", hint: "recurring.next{name=\(LuaForm.quoted(name))} shows those to come", kind: "unknown_day")
        }
        let skipped = Occurrence(rule: name, day: place.nominal, state: .skipped)
        try desk.book.settle(skipped)
        return try call.reply(desk.history([skipped]))
    }

    private static let pause = LuaFunction(
        "recurring.pause", [wanted, .optional("from", .date, "The first day of the rest.", default: "today()")], returns: "frame",
        summary: "Lets a rule rest, one that a script defines too: nothing of it is due from that day on, until recurring.resume.", example: "\(rent) return recurring.pause{name=\"rent\", from=\"2015-11-01\"}[1].due --> 1"
    ) { call in
        let desk = try RecurringDesk(call), from = try call.day("from") ?? call.runtime.today
        return try change(call, desk) { rule in rule.pausedFrom = from }
    }

    private static let resume = LuaFunction(
        "recurring.resume", [wanted, .optional("catch_up", .boolean, "Whether the days of the rest are due after all; else they are passed over.", default: "false")],
        returns: "frame", summary: "Ends the rest of a rule.",
        example: "\(rent) recurring.pause{name=\"rent\", from=\"2015-11-01\"} return recurring.resume{name=\"rent\"}[1].due --> 1"
    ) { call in
        let desk = try RecurringDesk(call), today = call.runtime.today, catchesUp = try call.boolean("catch_up") ?? false
        return try change(call, desk) { rule in
            guard let pausedFrom = rule.pausedFrom else { return }
            rule.pausedFrom = nil
            if catchesUp { return }
            for day in try desk.due(rule, to: today) where day.place.date >= pausedFrom && day.place.date < today {
                try desk.book.settle(Occurrence(rule: rule.name, day: day.place.nominal, state: .skipped))
            }
        }
    }

    /// Changes a rule that the book keeps, or the rest of one that a script defines, and shows it.
    private static func change(_ call: LuaCall, _ desk: RecurringDesk, _ body: (inout RecurringRule) throws -> Void) throws -> LuaReply {
        let name = try call.string("name") ?? ""
        if let scripted = desk.scripted(name) {
            var rule = try desk.rested(scripted).rule
            try body(&rule)
            try desk.keepRest(of: rule)
            return try call.reply(desk.list([rule], today: call.runtime.today))
        }
        guard var rule = try desk.stored(name) else { throw try desk.unknownRule(name) }
        try body(&rule)
        try desk.keep(rule)
        return try call.reply(desk.list([rule], today: call.runtime.today))
    }

    private static let remove = LuaFunction(
        "recurring.remove", [wanted], returns: "boolean", summary: "Takes a rule away; what it recorded stays, and which of its days are settled.",
        example: "\(rent) return recurring.remove{name=\"rent\"} --> true"
    ) { call in
        let desk = try RecurringDesk(call), name = try call.string("name") ?? ""
        guard try desk.rules(named: name) != nil || desk.book.plans.document(.recurring, named: name) != nil else { throw try desk.unknownRule(name) }
        try desk.remove(name)
        return call.reply(true)
    }

    private static let list = LuaFunction(
        "recurring.list", [name], returns: "frame?", summary: "The rules: what they record and when, what is due, what comes next.",
        example: "\(rent) return recurring.list{}[1].next --> 2015-10-01"
    ) { call in
        let desk = try RecurringDesk(call)
        guard let rules = try desk.rules(named: call.string("name")) else { return call.notFound(try desk.unknown(call.string("name") ?? "")) }
        return try call.reply(desk.list(rules, today: call.runtime.today).adding(warnings: desk.faults(call.string("name"))))
    }

    private static let next = LuaFunction(
        "recurring.next", [name, .optional("count", .integer, "How many of each rule.", default: "12")], returns: "frame?",
        summary: "The days to come of one rule or of all.", example: "\(rent) return recurring.next{name=\"rent\", count=3}[3].date --> 2016-03-01"
    ) { call in
        let desk = try RecurringDesk(call), count = try call.integer("count") ?? 12
        guard (0 ... 10_000).contains(count) else { throw call.mismatch("count", expected: "a number from 0 to 10000") }
        guard let rules = try desk.rules(named: call.string("name")) else { return call.notFound(try desk.unknown(call.string("name") ?? "")) }
        return try call.reply(desk.next(rules, today: call.runtime.today, count: count))
    }

    private static let history = LuaFunction(
        "recurring.history", [wanted], returns: "frame?",
        summary: "What became of the days of a rule, those of a rule that is gone too: posted, skipped or open again, how what was recorded stands now, and the first activity of each.",
        example: "\(rent) recurring.run{} return recurring.history{name=\"rent\"}[1].state --> posted"
    ) { call in
        let desk = try RecurringDesk(call), name = try call.string("name") ?? "", days = try desk.book.plans.occurrences(of: name)
        if days.isEmpty, try desk.rules(named: name) == nil { return call.notFound(try desk.unknown(name)) }
        return try call.reply(desk.history(days))
    }
}
