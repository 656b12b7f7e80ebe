import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Session
import Storage
import Values

/// `setting` and `settings`: the choices that shape a book's figures, and those for one machine.
package enum SettingModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("settings", [setting, settings], questions: ["settings"])

    private static let setting = LuaFunction(
        "setting",
        [
            .required("key", .string, "Which setting."), .optional("value", .any, "What it shall be; without it, what it is. \"\" brings back the default."),
            .optional("scope", .table, "Of lot_method: {account=, symbol=, from=}, what it is for."),
        ],
        returns: "string?", summary: "Reads or makes a setting of the book, or of this machine: locale, pager, backups and others.",
        example: "setting(\"lot_method\", \"lifo\", {account=\"Savings\"}) --> lifo",
        style: .positional
    ) { call in
        let name = Setting.key(named: try call.string("key") ?? "")
        if let key = MachineSettings.Key(rawValue: name) { return call.reply(.text(try machine(key, call))) }
        let book = try call.book()
        guard let setting = Setting.all.first(where: { $0.key == name }) else {
            throw LedgerError.unknownSetting(key: name, nearest: nearestName(to: name, in: Setting.offered.map(\.key) + MachineSettings.Key.allCases.map(\.rawValue)))
        }
        if setting.isSecret, case let value = try call.argument("value"), !value.isNone, !PlainText.plain(value).isEmpty {
            throw LuaMisuse(
                "setting: keys of providers are not kept in a book, where each copy of it would show them", field: "key",
                hint: "luca key alphavantage asks for one and keeps it in a file that only you can read; LUCA_ALPHAVANTAGE_KEY works too", kind: "keys")
        }
        let scope = try scope(call, try book.ledger)
        if !scope.isAll, name != "lot_method" { throw LuaMisuse("setting: only lot_method takes a scope, and \(name) does not", field: "scope") }
        let key = scope.isAll ? name : scope.key(name), value = try call.argument("value")
        if !value.isNone {
            let plain = normal(PlainText.plain(value), of: setting)
            if setting.key == "provider_urls", let found = AddressSecrets.found(in: plain) {
                throw LuaMisuse(
                    "setting: the address of \(found.provider) holds \(found.what), and a book keeps what it was told for ever, in each of its copies", field: "value",
                    hint: "leave it out; luca key \(found.provider) asks for a key and keeps it in a file that only you can read", kind: "keys")
            }
            if setting.key == "base_currency", let base = try? Currency(plain) {
                do throws(CurrencyError) { _ = try call.known(LuaUnit(base)) } catch {
                    throw LuaMisuse("setting: base_currency: \(error)", field: "value", hint: error.declaration, kind: "unknown_currency")
                }
            }
            try book.set(key, to: plain)
        }
        let chosen = try book.ledger.settings
        return call.reply(.text(shown(chosen[key] ?? chosen[name] ?? setting.defaultValue, of: name)))
    }

    /// Reads or makes a setting of this machine, which holds at once.
    private static func machine(_ key: MachineSettings.Key, _ call: LuaCall) throws -> String {
        let runtime = call.runtime, value = try call.argument("value")
        guard let file = runtime.configuration.machine else {
            throw LuaMisuse(
                "setting: \(key.rawValue) belongs to this machine, and there is no place for it here", field: "key", hint: "set HOME or XDG_CONFIG_HOME", kind: "setting")
        }
        if try call.argument("scope").fields != nil { throw LuaMisuse("setting: only lot_method takes a scope, and \(key.rawValue) does not", field: "scope") }
        if !value.isNone {
            try runtime.files.checkWriting(file.path)
            let chosen = MachineSettings.resolved(PlainText.plain(value), of: key, absolute: runtime.files.absolute)
            if key == .backupsTo, chosen.hasPrefix("/"), !runtime.files.isFolder(chosen) {
                throw LuaMisuse("setting: there is no folder \(chosen)", field: "value", hint: "is its disk there? a folder on another disk is never made by luca", kind: "setting")
            }
            try file.set(key, to: chosen)
            runtime.takeBackupPlan()
            if key == .pager { runtime.console.pager = PagerChoice(chosen) }
            if key == .locale { runtime.console.locale = LocaleFormat(named: chosen) ?? runtime.configuration.environmentLocale }
        }
        return try file.read()[key] ?? key.defaultValue
    }

    /// The value as the book keeps it: the currency itself where a minor unit was given.
    private static func normal(_ value: String, of setting: Setting) -> String {
        setting.key == "base_currency" ? MinorUnit.normalize(value)?.currency.code ?? value : value
    }

    private static func scope(_ call: LuaCall, _ ledger: Ledger) throws -> LotRule.Scope {
        var scope = LotRule.Scope()
        for field in try call.argument("scope").fields ?? [] {
            switch (field.name, field.value) {
            case ("account", .string(let name)):
                scope.account = try ledger.knownAccount(name)
            case ("symbol", .string(let symbol)):
                scope.instrument = try ledger.knownInstrument(symbol)
            case ("from", let value):
                guard let day = try Coercion.day(value) else { throw LuaMisuse("setting: from must be a date such as \"2024-01-01\"", field: "scope") }
                scope.from = day
            default: throw LuaMisuse("setting: a scope has no \(field.name)", field: "scope", hint: "it takes account, symbol and from")
            }
        }
        return scope
    }

    private static let settings = LuaFunction(
        "settings", returns: "frame", summary: "Every setting, what it is and what it may be.", example: "#settings() > 3 --> true"
    ) { call in
        let ledger = try call.book().ledger, chosen = ledger.settings
        var builder = FrameBuilder(
            "settings",
            [
                .text("key").ranked(.deciding), .text("value").ranked(.deciding), .text("scope").ranked(.leading), .text("default"), .text("allowed").ranked(.minor),
                .prose("summary").ranked(.leading),
            ])
        for setting in Setting.all where !setting.isSecret || chosen[setting.key]?.isEmpty == false {
            let scoped = chosen.compactMap { key, value in LotRule.Scope(key: key, of: setting.key).map { (text($0, ledger), value) } }
            for (scope, value) in [("", chosen[setting.key] ?? setting.defaultValue)] + scoped.sorted(by: { $0.0 < $1.0 }) {
                try builder.append([
                    .text(setting.key), .text(shown(value, of: setting.key)), .optional(scope), .text(setting.defaultValue), .text(setting.allowed), .text(setting.summary),
                ])
            }
        }
        let machine = try call.runtime.configuration.machine?.read() ?? [:]
        for key in MachineSettings.Key.allCases where call.runtime.configuration.machine != nil {
            let value = machine[key] ?? key.defaultValue
            try builder.append([.text(key.rawValue), .text(value), .text("this machine"), .text(key.defaultValue), .text(key.allowed), .text(key.summary)])
        }
        return try call.reply(builder.frame())
    }

    /// The value as it may be shown on a screen: keys are left out.
    private static func shown(_ value: String, of key: String) -> String {
        guard Setting.all.contains(where: { $0.key == key && $0.isSecret }) else { return value }
        return value.split(separator: " ").map { word in word.prefix { $0 != "=" } + "=…" }.joined(separator: " ")
    }

    private static func text(_ scope: LotRule.Scope, _ ledger: Ledger) -> String {
        [scope.account.map { "account \(ledger[$0].name)" }, scope.instrument.map { "symbol \(ledger[$0].symbol)" }, scope.from.map { "from \($0)" }]
            .compactMap { $0 }.joined(separator: ", ")
    }
}
