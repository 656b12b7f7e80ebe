import JSON
import Values

extension RecurringRule {
    /// The text that a book keeps.
    public var body: String {
        let words = placement.words
        return JSONValue.object([
            "every": .string(every.description), words?.name ?? "on": words.map { .string($0.text) },
            "from": .string(from.description), "to": until.map { .string($0.description) }, "count": count.map { .number("\($0)") },
            "shift": shift == .none ? nil : .string(shift.rawValue), "calendar": calendar.map { .string($0) },
            "status": status.map { .string($0) }, "paused": pausedFrom.map { .string($0.description) },
            "record": .object(record.map { JSONValue.Member(key: $0.name, value: .string($0.text)) }),
        ]).text()
    }

    /// A rule from the text that a book keeps.
    public init(_ name: String, body: String) throws(PlanError) {
        let json = try PlanError.reading("recurring \(name)", body)
        func text(_ key: String) -> String? { json[key]?.text ?? json[key]?.digits }
        func day(_ key: String) throws(PlanError) -> Day? {
            guard let text = text(key) else { return nil }
            guard let day = try? Day(text) else { throw PlanError(.malformed, "recurring \(name): \(key) is no day: \(text)") }
            return day
        }
        guard let from = try day("from") else { throw PlanError(.malformed, "recurring \(name) has no first day") }
        self.init(
            name, every: try Period(text("every") ?? ""), on: try Placement(day: text("day"), weekday: text("weekday"), on: text("on")), from: from,
            until: try day("to"), count: text("count").flatMap { Int($0) })
        shift = text("shift").flatMap(Shift.init(rawValue:)) ?? .none
        (calendar, status, pausedFrom) = (text("calendar"), text("status"), try day("paused"))
        record = (json["record"]?.members ?? []).compactMap { member in (member.value.text ?? member.value.digits).map { Field(member.key, $0) } }
    }
}
