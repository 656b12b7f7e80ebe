import Values

/// A policy of the book, such as `fees_in_cost`; an empty value brings back the default.
package struct SettingEntry: EntryContent {
    let key: String
    let value: String

    package static let form = EntryForm(
        .setting, name: "setting", noun: "a setting", columns: [.text("key"), .text("value")],
        indexes: ["CREATE INDEX setting_by_key ON setting (key, seq)"], file: ArchiveForm("settings", ["key", "value"]))

    /// A choice that is made.
    package init(key: String, value: String) { (self.key, self.value) = (key, value) }

    package var entry: JournalEntry { .setting(key: key, value: value) }

    package init(row: RowFields, json: RowJSON) throws(RowFault) { self.init(key: try row.string(2), value: try row.string(3)) }

    package func write(to row: RowWriter) {
        row.text(key)
        row.text(value)
    }

    package func apply(to ledger: Ledger, as id: EntryID) throws(LedgerError) {
        try ledger.check(setting: key, value)
        ledger.set(key, value)
    }

    package func load(into ledger: Ledger, as id: EntryID) throws(LedgerError) {
        // A key that this version does not know was known to the one that recorded it.
        if Setting.named(key) == nil { return }
        try ledger.check(setting: key, value)
        ledger.set(key, value)
    }

    package func takenBack(_ context: UndoContext) throws -> TakenBack? {
        var before = ""
        if !isSecret, case .setting(_, let value)? = try context.earlier(.setting, where: { if case .setting(key, _) = $0 { true } else { false } }) { before = value }
        // Where nothing changes, nothing is recorded.
        return context.ledger.settings[key] ?? "" == before ? nil : TakenBack(.setting(key: key, value: before))
    }

    package func subject(in ledger: Ledger) -> String? { "setting \(key)" }

    /// Whether it is for nobody else's eyes, as the keys of providers are.
    private var isSecret: Bool { Setting.all.contains { $0.key == key && $0.isSecret } }

    package var withoutSecret: JournalEntry? { !value.isEmpty && isSecret ? .setting(key: key, value: "") : nil }

    package func renumbered(_ numbers: EntryNumbers) throws(MissingNumber) -> JournalEntry { entry }

    package var claims: [EntryClaim] { [EntryClaim(.setting, key, told: "the setting \(key) was made", mayRepeat: true)] }

    package func cells(_ names: ArchiveNames) -> [String] { [key, value] }

    package init(cells: ArchiveCells) throws(ArchiveFault) { self.init(key: cells.text("key"), value: cells.text("value")) }

    package func line(_ wording: inout EntryWording) -> EntryWording.Line? {
        let old = wording.settings.updateValue(value, forKey: key) ?? "", shown = { (text: String) in text.isEmpty ? "the default" : text }
        return EntryWording.Line("setting", key, isSecret ? "is set" : "\(shown(old)) → \(shown(value))")
    }

    package var counted: (one: String, many: String)? { ("setting", "settings") }
}

extension Ledger {
    fileprivate func check(setting key: String, _ value: String) throws(LedgerError) {
        guard let setting = Setting.named(key) else {
            throw .unknownSetting(key: key, nearest: nearestName(to: key, in: Setting.offered.map(\.key)))
        }
        var trial = policy
        if !value.isEmpty, !setting.store(value, &trial) {
            throw .badSetting(key: key, value: setting.isSecret ? "…" : value, allowed: setting.allowed)
        }
    }

    /// Makes a choice of policy, or with an empty value goes back to the default.
    fileprivate func set(_ key: String, _ value: String) {
        let before = policy
        if undo.isActive {
            undo.append(.change(key: UndoLog.ChangeKey("setting", key)) { [unowned self, told = settings[key]] in definitions.put(setting: key, told) })
        }
        definitions.put(setting: key, value.isEmpty ? nil : value)
        if policy.tiesAccounts { activities.slots.tieAccounts() }
        if policy.changesLots(from: before) { replayLater() }
    }
}
