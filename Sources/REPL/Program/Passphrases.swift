internal import Glibc
import Session
import Storage
import Values
import Vault

/// Where the passphrase of an encrypted book comes from: a file that `LUCA_PASSPHRASE_FILE` names, a command that the machine's setting `passphrase_command` names, or
/// whoever sits at the terminal. It is read into memory that is wiped, and never stands in an argument or in the environment.
enum Passphrases {
    /// Has books ask this way from now on.
    static func install() { BookKeys.ask { question throws(StorageError) in try answer(question) } }

    private static func answer(_ question: BookKeys.Question) throws(StorageError) -> BookKeys.Answer {
        if let given = try unattended() { return BookKeys.Answer(given, mayBeAnother: false) }
        let prompt = question.isAgain ? "That opens nothing. Passphrase of \(question.name): " : "Passphrase of \(question.name), which is not shown: "
        guard let typed = try SilentTerminal.ask(prompt, orElse: { nobody(question.name) }) else { throw StorageError(.interrupted, "\(question.name) was not opened.") }
        return BookKeys.Answer(typed, mayBeAnother: true)
    }

    /// A new passphrase, typed twice, or that of the file that `LUCA_NEW_PASSPHRASE_FILE` names; of a book that has none yet, also that of the file or the command by which it
    /// is to be opened.
    ///
    /// - Returns: nil where the user gave up.
    static func new(for name: String, isFirst: Bool) throws(StorageError) -> Secret? {
        var given: Secret?
        if let path = environment("LUCA_NEW_PASSPHRASE_FILE") {
            given = try PassphraseFile(path: FilePaths.expanded(path)).read()
        } else if isFirst {
            given = try unattended()
        }
        var typed: Secret?
        if given == nil { typed = try SilentTerminal.ask("New passphrase of \(name), which is not shown: ", orElse: { nobodyChooses(name) }) }
        guard let chosen = given ?? typed else { return nil }
        if chosen.count < shortest {
            throw StorageError(
                .misuse, "A passphrase of fewer than \(shortest) characters is guessed in no time.",
                hint: "Take five or six words that have nothing to do with one another. Nothing was changed.")
        }
        if given != nil { return chosen }
        guard let again = try SilentTerminal.ask("The same again: ", orElse: { nobodyChooses(name) }) else { return nil }
        if !again.isSame(as: chosen) { throw StorageError(.misuse, "The two passphrases are not the same.", hint: "Nothing was changed. Try again.") }
        return chosen
    }

    private static let shortest = 8

    /// The passphrase of the file or the command that is there for times when nobody sits at the terminal; nil where neither is named.
    private static func unattended() throws(StorageError) -> Secret? {
        if let path = environment("LUCA_PASSPHRASE_FILE") { return try PassphraseFile(path: FilePaths.expanded(path)).read() }
        guard let command = (try? SessionStarter.machine?.read())?[.passphraseCommand], !command.isEmpty else { return nil }
        return try run(command)
    }

    /// What a command prints in its first line. It has the terminal to ask its own question at.
    private static func run(_ command: String) throws(StorageError) -> Secret {
        func refusal(_ what: String, _ hint: String) -> StorageError {
            StorageError(.locked, "The command of the passphrase, \(command), \(what).", hint: "Run it by itself, or take it back: set passphrase_command \"\".")
        }
        guard let pipe = popen(command, "re") else { throw refusal("cannot be run: \(systemMessage())", "") }
        let read: Result<Secret, StorageError>
        do throws(StorageError) { read = .success(try PassphraseFile.read(fileno(pipe), refusal: refusal)) } catch { read = .failure(error) }
        let status = pclose(pipe)
        if status != 0 { throw refusal("failed\(status & 0x7F == 0 ? " with \(status >> 8 & 0xFF)" : "")", "") }
        return try read.get()
    }

    private static func nobodyChooses(_ name: String) -> StorageError {
        StorageError(
            .locked, "Nobody is there to type a new passphrase of \(name).",
            hint: "Run luca in a terminal, or name a file that holds it and that only you may read: LUCA_NEW_PASSPHRASE_FILE=PATH luca …")
    }

    private static func nobody(_ name: String) -> StorageError { BookKeys.refusal(nobodyAskedFor: name) }
}
