import LuaKit
import LuaSurface
import Session
import Values

/// `local_day`: from a moment of a server to the day that it was where somebody lives.
enum MomentModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module("moments", isAboutBooks: false, [localDay])

    private static let momentType = LuaParameterType(
        "moment", phrase: "a moment such as \"2024-01-02T15:04:05+02:00\", or seconds since 1970", accepts: [.string, .integer, .number, .boxed])

    private static let localDay = LuaFunction(
        "local_day",
        [
            .required("moment", momentType, "What a server calls a moment: text with its offset from UTC, or seconds since 1970."),
            .optional("zone", .string, "A zone of the system's database, such as Europe/Berlin, America/New_York or UTC; without it, the machine's own."),
        ],
        returns: "date", summary: "The civil day of a moment in a time zone; books know days alone.",
        example: "local_day(\"2024-01-02T23:30:00Z\", \"Europe/Berlin\") --> 2024-01-03", style: .positional
    ) { call in
        let moment = try moment(call)
        guard let name = try call.string("zone") else { return call.reply(LuaBoxed(SystemClock.day(of: moment))) }
        return call.reply(LuaBoxed(try zone(name, in: call.runtime).day(of: moment)))
    }

    private static func moment(_ call: LuaCall) throws -> Instant {
        switch try call.argument("moment") {
        case .boxed(let box) where box.type == .datetime: return box.instant
        case .string(let text):
            do { return try Instant(iso8601: text) } catch {
                // A day without a time of day has no zone: it would be another day somewhere.
                throw LuaMisuse("local_day: moment: \(error)", field: "moment", hint: "a moment is written 2024-01-02T15:04:05+02:00 or 2024-01-02T15:04:05Z", kind: "date")
            }
        case let value:
            guard let seconds = try Coercion.decimal(value) else { throw call.mismatch("moment", expected: momentType.phrase) }
            // Beyond the year 5138 there are no moments of a broker, but milliseconds.
            guard seconds < FixedDecimal(100_000_000_000), seconds > FixedDecimal(-62_000_000_000) else {
                throw LuaMisuse("local_day: \(seconds) seconds are not in the years 5 to 5138", field: "moment", hint: "of milliseconds, divide by 1000", kind: "date")
            }
            let micro = try (seconds * FixedDecimal(1_000_000)).description.split(separator: ".").first.flatMap { Int64($0) } ?? 0
            return Instant(microseconds: micro)
        }
    }

    private static func zone(_ name: String, in runtime: Runtime) throws -> TimeZoneFile {
        guard runtime.files.isAllowed else {
            throw LuaMisuse(
                "local_day: a sandboxed script reads no files, and so no time zones", field: "zone", hint: "without a zone it is the day where you are", kind: "sandbox")
        }
        if let zone = TimeZones.zone(named: name) { return zone }
        let near = Suggestion(for: name, in: TimeZones.names())?.question
        throw LuaMisuse(
            "local_day: there is no time zone \(quoted(name))", field: "zone", hint: near ?? "zones are called Europe/Berlin, America/New_York, UTC", kind: "unknown_zone")
    }
}
