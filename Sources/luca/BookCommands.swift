import ArgumentParser
import REPL

/// `luca init [BOOK]`.
struct InitCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Sets up a new book by four questions.",
        discussion: """
            Asks for the base currency, the first account, its currency and the file of its bank or broker, and shows the sentence that says each answer. \
            Enter passes over a question. Nothing of it is needed: each has its sentence.
            """)

    @Argument(help: "The new book; --book says the same.")
    var path: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 {
        var options = options
        if let path { options.book = path }
        return program.setUp(options)
    }
}

/// `luca verify`.
struct VerifyCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Checks the book: its chain, its integrity, its caches against a replay.",
        discussion: """
            Prints the number of entries and the last hash. Who keeps that line elsewhere can prove later, by --expect, that nothing of \
            what was there then was changed or cut off.
            """)

    @Argument(help: "The book; --book says the same.")
    var path: String?

    @Option(help: ArgumentHelp("A last hash that was printed earlier: is all that was there then there still?", valueName: "hash"))
    var expect: String?

    @Flag(help: "Takes the book as it is where it is not what this machine saw before.")
    var accept = false

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 {
        var options = options
        if let path { options.book = path }
        return program.verify(VerifyRequest(expected: expect, accepts: accept), options)
    }
}

/// `luca backup [FILE]`.
struct BackupCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copies the book while it may be in use, and checks the copy.",
        discussion: """
            The copy is as good as the book: of one that is not sound it is kept, with exit code 1 and what is wrong. luca makes copies by itself too, once a day \
            and before imports and deletions; luca backups lists all, and help backups tells of them.
            """)

    @Argument(help: "The copy, or a folder for a dated one; without it, a dated one in a folder beside the book.")
    var file: String?

    @Option(help: ArgumentHelp("A second folder, as on another disk, which must be there and gets a dated copy too.", valueName: "folder"))
    var to: String?

    @Flag(help: "Has that folder get copies from now on, as the setting backups_to does.")
    var remember = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if remember, to == nil { throw ValidationError("--remember needs a folder to remember: luca backup --to FOLDER --remember") }
    }

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 {
        program.backup(BackupRequest(path: file, secondFolder: to, remembers: remember), options)
    }
}

/// `luca lock [BOOK]`.
struct LockCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Encrypts the book with a passphrase.",
        discussion: """
            Asks for a passphrase, which is not shown, and prints a recovery key once, to be kept on paper: without one of them the book is gone. From then on luca \
            asks for the passphrase whenever the book is opened. Copies that were made before stay plain.
            """)

    @Argument(help: "The book; --book says the same.")
    var path: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.lock(options.on(path)) }
}

/// `luca unlock [BOOK]`.
struct UnlockCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Makes an encrypted book plain again.", discussion: "Asks for the passphrase. Backups of before stay encrypted.")

    @Argument(help: "The book; --book says the same.")
    var path: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.unlock(options.on(path)) }
}

/// `luca passphrase [BOOK]`.
struct PassphraseCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "passphrase", abstract: "Changes the passphrase of an encrypted book.",
        discussion: """
            Asks for the passphrase and for a new one. A passphrase is never an argument, which other programs and the shell's history see. Where nobody types, \
            LUCA_PASSPHRASE_FILE names a file that only you may read, and the setting passphrase_command a command that prints it.
            """)

    @Argument(help: "The book; --book says the same.")
    var path: String?

    @Flag(help: "Draws another recovery key too, and prints it once.")
    var recovery = false

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.changePassphrase(drawsRecovery: recovery, options.on(path)) }
}

extension LaunchOptions {
    /// The same on the book of an argument, where there is one.
    func on(_ path: String?) -> LaunchOptions {
        var options = self
        if let path { options.book = path }
        return options
    }
}

/// `luca restore [BACKUP]`.
struct RestoreCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Puts a backup in the place of the book.",
        discussion: """
            Shows what was recorded since and would be lost, and asks; the book that is there is kept beside under a dated name. Without a backup it lists \
            those that there are, also where the book itself cannot be opened. --check restores nothing: each of the latest ten is put into a file of its own, \
            which is looked through and removed; the exit code is 1 where one is not sound.
            """)

    @Argument(help: "The backup: its name, as luca backups lists it, or its path.")
    var backup: String?

    @Flag(help: "Replaces a book that is there without a question; it is kept beside under a dated name.")
    var force = false

    @Flag(help: "Tries the latest ten backups, and restores none.")
    var check = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if check, backup != nil || force { throw ValidationError("--check tries the latest backups and restores none: it takes neither a backup nor --force") }
        if force, backup == nil { throw ValidationError("--force needs a backup: luca restore BACKUP --force; luca restore lists those that there are") }
    }

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 {
        program.restore(RestoreRequest(backup, isForced: force, isRehearsal: check), options)
    }
}

/// `luca recurring [run|due|list] [SCRIPT…]`.
struct RecurringCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "recurring", abstract: "Shows or posts what recurring rules have due.",
        discussion: """
            run posts everything that is due, oldest first, each day of a rule as an act of its own and once only; due shows it and posts nothing; \
            list shows the rules. Scripts run first, so that rules with functions can be defined in them.

            Exit codes of run and due: 0 something was posted, or is due; 3 nothing is due; 1 something went wrong, and what could be posted is; \
            2 wrong usage; 130 interrupted, and what was posted stays.
            """)

    @Argument(help: ArgumentHelp("run, due or list.", valueName: "what"))
    var what: RecurringRequest.Task

    @Argument(help: ArgumentHelp("Scripts that define rules.", valueName: "script"))
    var scripts: [String] = []

    @Option(help: ArgumentHelp("Up to this day, itself included.", valueName: "date"))
    var to: String?

    @Flag(help: "Shows what would be posted and posts nothing.")
    var dryRun = false

    @Flag(help: "Says nothing where nothing is due.")
    var quiet = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let problem = request.problem { throw ValidationError(problem) }
    }

    private var request: RecurringRequest {
        var request = RecurringRequest(what, scripts: scripts)
        request.isDryRun = dryRun
        request.to = to
        request.isQuiet = quiet
        return request
    }

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.recurring(request, options) }
}

extension RecurringRequest.Task: ExpressibleByArgument {}

/// `luca key [PROVIDER]`.
struct KeyCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Keeps the key of a provider of prices, outside of every book.",
        discussion: """
            Asks for the key without showing it, or reads it from standard input, and keeps it in the file keys of your configuration folder, \
            which only you can read. Without a provider it lists those that there are keys of. LUCA_ALPHAVANTAGE_KEY and the like go before it.
            """)

    @Argument(help: "The provider, such as alphavantage.")
    var provider: String?

    /// Further arguments are accepted only to refuse them without repeating them: one of them may be a key.
    @Argument(parsing: .allUnrecognized, help: .hidden)
    var others: [String] = []

    @Flag(help: "Takes the key away.")
    var remove = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if !others.isEmpty {
            throw ValidationError(
                "more than a provider was given. A key is not typed into a command line, which other programs and the shell's history see: "
                    + "luca key PROVIDER asks for it")
        }
        if remove, provider == nil { throw ValidationError("--remove needs a provider: luca key alphavantage --remove") }
    }

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.key(KeyRequest(provider: provider, isRemoved: remove), options) }
}
