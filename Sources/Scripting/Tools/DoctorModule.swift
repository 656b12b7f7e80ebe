import Frames
import Ledger
import LuaKit
import LuaQueries
import LuaSurface
import Queries
import Session
import Storage
import Values

/// `doctor`: what needs care on this machine and in the book. What it looks at is Lua, `stdlib/doctor.lua`, which is read when it is asked for.
enum DoctorModule {
    /// The functions of the group.
    static let module = Module("doctor", [doctor])

    private static let doctor = LuaFunction(
        "doctor", returns: "frame",
        summary: "Looks for what needs care: versions, terminal, locale, keys, the book, its backups, prices, cash below zero, transfers, rules; with what mends each.",
        example: "doctor()[1].check --> luca"
    ) { call in
        call.reply(try call.runtime.lua.call(call.runtime.shipped("doctor.lua"), [.table(facts(call))]))
    }

    /// What the machine is like, by name.
    private static func facts(_ call: LuaCall) throws -> [LuaPair] {
        let runtime = call.runtime, layout = runtime.layout, configuration = runtime.configuration
        var facts: [LuaPair] = []
        func tell(_ name: String, _ value: LuaValue?) { if let value { facts.append(LuaPair(.string(name), value)) } }
        tell("version", configuration.version.map(LuaValue.string))
        tell("engine", .string(Book.engine))
        tell("unicode", .boolean(layout.unicode))
        tell("columns", layout.width.map(LuaValue.integer))
        tell("locale", .string(runtime.console.locale.name))
        tell("number", .string(runtime.console.locale.written(number: "1,234.50")))
        tell("date", .string(runtime.console.locale.written(day: runtime.today)))
        if let machine = configuration.machine {
            tell("settings", .string(machine.path))
            do { _ = try machine.read() } catch { tell("settings_problem", .string((error as? MachineSettings.Problem)?.message ?? "\(error)")) }
        }
        if let keys = configuration.keyFile {
            tell("key_file", .string(keys.path))
            tell("key_warning", keys.warning.map(LuaValue.string))
            do { tell("keys", .list(try keys.read().keys.sorted().map(LuaValue.string))) } catch {
                tell("key_warning", .string((error as? ProviderKeys.Problem)?.message ?? "\(error)"))
            }
        }
        if let book = runtime.book {
            tell("book", book.path.map(LuaValue.string))
            tell("last_day", try book.acts.last.map { .string($0.recordedAt.day.description) })
            tell("price_max_age", .integer(try book.definitions.policy.priceMaxAge))
            let warnings = try BookWarnings.list(BookFilter(QuerySource(book)), today: runtime.today, prices: true)
            tell(
                "warnings",
                .list(
                    warnings.map { warning in
                        .table([
                            LuaPair(.string("kind"), .string(warning.kind)), LuaPair(.string("message"), .string(warning.message)),
                            LuaPair(.string("about"), .string(warning.subject)),
                        ])
                    }))
            tell("abandoned", .list(book.abandonedFiles.map { .string(SafeText.shellWord($0)) }))
            tell("backups_on", .boolean(book.backupPlan.isOn))
            if let latest = try book.latestBackup() {
                tell("backup", .string(latest.path))
                tell("backup_day", .string(latest.day.description))
            }
        }
        return facts
    }
}
