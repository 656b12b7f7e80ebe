import Session
import Storage
import Values

/// Forgets the keys of encrypted books while nobody types, as the setting `lock_after` says, and asks for the passphrase before the next line is run.
///
/// What the session has read and computed stays in its memory: it is the file that is closed to whoever comes by.
final class RestLock {
    private let interpreter: any Interpreter
    private let output: any ShellOutput

    init(_ interpreter: any Interpreter, _ output: any ShellOutput) { (self.interpreter, self.output) = (interpreter, output) }

    /// How long nobody must type; nil for ever.
    var milliseconds: Int32? {
        guard interpreter.hasEncryptedBook, let text = (try? SessionStarter.machine?.read())?[.lockAfter], let minutes = MachineSettings.minutes(text) else { return nil }
        return Int32(minutes) * 60_000
    }

    /// Forgets the keys.
    func rest() {
        if BookKeys.rest() { output.note("\n\(name) is locked: its passphrase is asked for before the next line\n") }
    }

    /// Asks for the passphrase where the keys were forgotten.
    func wake() throws(Failure) {
        do throws(StorageError) { try BookKeys.wake(name) } catch { throw Failure(error, otherwise: "locked") }
    }

    private var name: String { interpreter.bookName ?? "the book" }
}
