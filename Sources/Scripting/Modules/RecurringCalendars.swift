import Frames
import Ledger
import LuaKit
import Plans
import Sentences
import Storage
import Values

/// Calendars of working days for recurring rules.
enum RecurringCalendars {
    static let calendar = LuaFunction(
        "recurring.calendar",
        [
            .required("name", .string, "What it is called."),
            .optional("holidays", .table, "A list of lines: \"Christmas Day: 12-25 next\", \"third monday of january\", \"easter -2\", \"2026-06-05\", \"open 2026-06-06\"; defines it."),
            .optional("weekend", .table, "The days of the week that are free.", default: "{\"saturday\", \"sunday\"}"),
            .optional("year", .integer, "The year whose holidays are shown; this one where left out."),
            .optional("remove", .boolean, "Takes it away; a ready-made one of that name comes back."),
        ],
        returns: "frame?", summary: "Defines a calendar of working days, and shows its holidays of a year.",
        example: "recurring.calendar{name=\"target\", year=2026}[2].holiday --> Good Friday"
    ) { call in
        let desk = try RecurringDesk(call), name = try call.string("name") ?? "", year = try call.integer("year") ?? call.runtime.today.year
        guard (1 ... 9999).contains(year) else { throw call.mismatch("year", expected: "a year from 1 to 9999") }
        if try call.boolean("remove") == true {
            if !WorkingCalendar.ready.contains(where: { $0.name == name }), let rule = try desk.rules().first(where: { $0.calendar == name }) {
                throw LuaMisuse(
                    "\(call.name): the rule \"\(rule.name)\" goes by the calendar \"\(name)\"", field: "name",
                    hint: "give the rule another calendar first, or take it away with recurring.remove{name=\(LuaForm.quoted(rule.name))}", kind: "calendar_in_use")
            }
            try desk.book.keep(PlanDocument(kind: .calendar, name: name, body: ""))
            return .nothing
        }
        if call.has("holidays") || call.has("weekend") {
            let weekend = try call.has("weekend") ? WorkingCalendar.weekend(call.strings("weekend") ?? []) : [6, 7]
            // An empty list is a calendar without holidays.
            let lines = try call.argument("holidays").array?.isEmpty ?? true ? [] : call.strings("holidays") ?? []
            try desk.book.keep(PlanDocument(kind: .calendar, name: name, body: WorkingCalendar(name, weekend: weekend, lines: lines).body))
        }
        let calendar = try desk.calendar(name)
        var builder = FrameBuilder("holidays", [.day("date"), .text("weekday"), .text("holiday")])
        let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        for (day, holiday) in calendar.holidays(of: year) { try builder.append([.day(day), .text(days[day.weekday - 1]), .optional(holiday)]) }
        return try call.reply(builder.frame())
    }

    static let calendars = LuaFunction(
        "recurring.calendars", returns: "frame", summary: "The calendars of working days: those of the book, and the ready-made ones.",
        example: "recurring.calendars():list(\"calendar\")[1] --> target"
    ) { call in
        let desk = try RecurringDesk(call), own = Set(try desk.book.plans.documents(.calendar).map(\.name))
        var builder = FrameBuilder("calendars", [.text("calendar"), .int("holidays"), .text("kept")])
        for calendar in try desk.calendars() {
            try builder.append([.text(calendar.name), .int(Int64(calendar.lines.count)), .text(own.contains(calendar.name) ? "book" : "luca")])
        }
        return try call.reply(builder.frame())
    }
}
