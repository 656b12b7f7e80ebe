import Values

/// What a person chose for one machine, whatever book is open: how numbers and dates are written, the pager, where backups go. In a file of the user's
/// configuration folder (XDG's), never in a book, which other machines open too.
public struct MachineSettings: Sendable {
    /// One of the settings.
    public enum Key: String, CaseIterable, Sendable {
        /// How numbers and dates are written: `de_DE`.
        case locale
        /// The program that long tables and help are read in: `less -FRSX`, `off`.
        case pager
        /// The folder that `backup` and `luca backup` write to without a path.
        case backups
        /// The command that prints the passphrase of an encrypted book: `pass show luca`.
        case passphraseCommand = "passphrase_command"

        /// What it is for, in a sentence.
        public var summary: String {
            switch self {
            case .locale: "How numbers and dates are written here: 31.12.2023 and 1.234,56 in de_DE. C is plain."
            case .pager: "The program in which long tables and help are read."
            case .backups: "The folder of backups that are made without a path."
            case .passphraseCommand: "The command that prints the passphrase of an encrypted book."
            }
        }

        /// What it is where nobody chose.
        public var defaultValue: String {
            switch self {
            case .locale: "by LC_ALL, LC_NUMERIC, LC_TIME, LANG"
            case .pager: "by PAGER, else less -FRSX"
            case .backups: "beside the book"
            case .passphraseCommand: "none: the passphrase is typed"
            }
        }

        /// What it may be, in words.
        public var allowed: String {
            switch self {
            case .locale: "language and country: de_DE, en_GB"
            case .pager: "a command, on, off"
            case .backups: "a folder"
            case .passphraseCommand: "a command: pass show luca"
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
        try file.set(key.rawValue, to: value.isEmpty ? nil : value)
    }

    private var file: NamedValues { NamedValues(path: path) { Problem(message: $0, hint: $1) } }
}
