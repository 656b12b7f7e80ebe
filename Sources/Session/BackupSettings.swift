public import Storage
import Values

/// What the settings of this machine say of backups that luca makes by itself.
enum BackupSettings {
    /// The plan that the settings make; what cannot be understood counts as not chosen.
    static func plan(_ chosen: [MachineSettings.Key: String]) -> BackupPlan {
        var plan = BackupPlan()
        plan.isOn = chosen[.backups] != off
        plan.folder = chosen[.backups].flatMap { $0 == off ? nil : $0 }
        plan.secondFolder = chosen[.backupsTo]
        if let kept = chosen[.backupsKept].flatMap(counts) { (plan.retention.days, plan.retention.weeks, plan.retention.months) = (kept[0], kept[1], kept[2]) }
        if let bytes = chosen[.backupsSize].flatMap(size) { plan.retention.bytes = bytes }
        return plan
    }

    /// A value as it is kept: `off` and sizes in one form; nil where it says what would be so without it.
    ///
    /// - Throws: `MachineSettings.Problem` where it cannot be understood.
    static func normal(_ value: String, of key: MachineSettings.Key) throws -> String? {
        switch key {
        case .locale, .pager, .lockAfter: return value
        case .passphraseCommand: return isOff(value) ? nil : value
        case .backups: return isOn(value) ? nil : isOff(value) ? off : value
        case .backupsTo:
            if isOn(value) {
                throw MachineSettings.Problem(
                    message: "\(key.rawValue) takes a folder that is there, and on is none", hint: "set backups_to /media/disk/books, or set backups_to off")
            }
            return isOff(value) ? nil : value
        case .backupsKept:
            guard let counts = counts(value) else {
                throw MachineSettings.Problem(
                    message: "\(key.rawValue) takes how many days, weeks and months, and \(quoted(value)) is not that",
                    hint: "set backups_kept 7 4 12 is what holds unless told otherwise; to have none made: set backups off")
            }
            return "\(counts[0]) days \(counts[1]) weeks \(counts[2]) months"
        case .backupsSize:
            guard size(value) != nil else {
                throw MachineSettings.Problem(message: "\(key.rawValue) takes a size, and \(quoted(value)) is none", hint: "set backups_size 500 MiB, or 2 GiB")
            }
            return value
        }
    }

    /// Whether a value is a word for a choice, and no folder.
    static func isWord(_ value: String) -> Bool { isOn(value) || isOff(value) }

    private static let off = "off"
    private static func isOn(_ value: String) -> Bool { value.lowercased() == "on" }
    private static func isOff(_ value: String) -> Bool { ["off", "none"].contains(value.lowercased()) }

    /// A size of which something is left; nil of what is none.
    private static func size(_ text: String) -> Int? { ByteCount.read(text).flatMap { $0 > 0 ? $0 : nil } }

    /// Three numbers in a text, whatever words stand between them: `7 4 12`, `7 days, 4 weeks, 12 months`. Nil where there are not three, or all are 0.
    private static func counts(_ text: String) -> [Int]? {
        let words = text.lowercased().split { $0.isWhitespace || $0 == "," }
        let numbers = words.compactMap { Int($0) }, others = words.filter { Int($0) == nil }
        let known: Set<Substring> = ["day", "days", "daily", "week", "weeks", "weekly", "month", "months", "monthly", "and"]
        guard numbers.count == 3, others.allSatisfy(known.contains), numbers.allSatisfy({ (0...10_000).contains($0) }), numbers != [0, 0, 0] else { return nil }
        return numbers
    }
}

extension MachineSettings {
    /// What they say of backups that luca makes by itself; what luca does unless told otherwise where they cannot be read.
    public var backupPlan: BackupPlan { BackupSettings.plan((try? read()) ?? [:]) }

    /// A value as it is meant, wherever luca is started the next time: a folder by its whole path.
    package static func resolved(_ value: String, of key: Key, absolute: (String) -> String) -> String {
        switch key {
        case .backups, .backupsTo: value.isEmpty || BackupSettings.isWord(value) ? value : absolute(value)
        case .locale, .pager, .backupsKept, .backupsSize, .passphraseCommand, .lockAfter: value
        }
    }
}
