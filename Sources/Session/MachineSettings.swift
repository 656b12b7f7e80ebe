import Values

/// What a person chose for one machine, whatever book is open: how numbers and dates are written, the pager, where backups go and how long they stay. In a file of the user's
/// configuration folder (XDG's), never in a book, which other machines open too.
public struct MachineSettings: Sendable {
    /// One of the settings.
    public enum Key: String, CaseIterable, Sendable {
        /// How numbers and dates are written: `de_DE`.
        case locale
        /// The program that long tables and help are read in: `less -FRSX`, `off`.
        case pager
        /// The folder for backups, those made without a path and those that luca makes by itself; or that it makes none.
        case backups
        /// A second folder, as on another disk, which gets a copy of each day too.
        case backupsTo = "backups_to"
        /// Of how many days, weeks and months automatic backups are kept.
        case backupsKept = "backups_kept"
        /// How much room automatic backups may take.
        case backupsSize = "backups_size"
        /// The command that prints the passphrase of an encrypted book: `pass show luca`.
        case passphraseCommand = "passphrase_command"
        /// After how many minutes in which nobody types the key of an encrypted book is forgotten: `10 min`.
        case lockAfter = "lock_after"

        /// What it is for, in a sentence.
        public var summary: String {
            switch self {
            case .locale: "How numbers and dates are written here: 31.12.2023 and 1.234,56 in de_DE. C is plain."
            case .pager: "The program in which long tables and help are read."
            case .backups: "The folder of backups that are made without a path, and of those that luca makes by itself; off: luca makes none by itself."
            case .backupsTo: "A second folder for backups, as on another disk: it gets the copies of days too, and those made without a path."
            case .backupsKept: "Of how many days, weeks and months the backups are kept that luca makes by itself."
            case .backupsSize: "How much room they may take together; the oldest go first."
            case .passphraseCommand: "The command that prints the passphrase of an encrypted book."
            case .lockAfter: "After how long a prompt at which nobody types forgets the key of an encrypted book, and asks again."
            }
        }

        /// What it is where nobody chose.
        public var defaultValue: String {
            switch self {
            case .locale: "by LC_ALL, LC_NUMERIC, LC_TIME, LANG"
            case .pager: "by PAGER, else less -FRSX"
            case .backups: "beside the book"
            case .backupsTo: "none"
            case .backupsKept: "7 days 4 weeks 12 months"
            case .backupsSize: "1 GiB"
            case .passphraseCommand: "none: the passphrase is typed"
            case .lockAfter: "off"
            }
        }

        /// What it may be, in words.
        public var allowed: String {
            switch self {
            case .locale: "language and country: de_DE, en_GB"
            case .pager: "a command, on, off"
            case .backups: "a folder, on, off"
            case .backupsTo: "a folder that is there, off"
            case .backupsKept: "three numbers: 7 4 12"
            case .backupsSize: "a size: 500 MiB, 2 GiB"
            case .passphraseCommand: "a command: pass show luca"
            case .lockAfter: "minutes: 10 min; off"
            }
        }
    }

    /// Where the file is.
    public let path: String

    /// The settings in the file of a path, which need not be there.
    public init(path: String) { self.path = path }

    /// Something is wrong with the file or with what is to be kept in it.
    public struct Problem: Error {
        /// What is wrong, in a sentence.
        public let message: String
        /// What to do about it.
        public let hint: String?
    }

    /// What was chosen, by key; names that luca does not know are passed over, as those of a later version.
    public func read() throws -> [Key: String] {
        let values = try file.read { Problem(message: "line \($0) of \(path) is no setting", hint: "write each as NAME=VALUE, or let the sentence set write it: set locale de_DE") }
        return Dictionary(uniqueKeysWithValues: values.compactMap { name, value in Key(rawValue: name).map { ($0, value) } })
    }

    /// Keeps a choice; an empty text takes it away.
    public func set(_ key: Key, to value: String) throws {
        if value.unicodeScalars.contains(where: SafeText.isUnsafe) { throw Problem(message: "\(key.rawValue) cannot hold control characters", hint: nil) }
        if key == .locale, !value.isEmpty, LocaleFormat(named: value) == nil {
            let near = Suggestion(for: value, in: LocaleFormat.names)?.question
            throw Problem(message: "luca knows no locale \(quoted(value))", hint: near ?? "a locale is a language and a country: de_DE, fr_CH, en_GB; C is plain")
        }
        if key == .lockAfter, !value.isEmpty, value != "off", Self.minutes(value) == nil {
            throw Problem(message: "lock_after cannot be \(quoted(value))", hint: "say how many minutes, at most a day: set lock after 10 min; off never forgets the key")
        }
        try file.set(key.rawValue, to: value.isEmpty ? nil : try BackupSettings.normal(value, of: key))
    }

    /// How many minutes a text tells: `10 min`, `10`, `2 hours`; nil where it tells none, or more than a day.
    public static func minutes(_ text: String) -> Int? {
        let words = text.lowercased().split(separator: " ")
        guard (1...2).contains(words.count), let number = Int(words[0]), (1...1440).contains(number) else { return nil }
        switch words.dropFirst().first ?? "min" {
        case "m", "min", "mins", "minute", "minutes": return number
        case "h", "hour", "hours": return number <= 24 ? number * 60 : nil
        default: return nil
        }
    }

    private var file: NamedValues { NamedValues(path: path) { Problem(message: $0, hint: $1) } }
}
