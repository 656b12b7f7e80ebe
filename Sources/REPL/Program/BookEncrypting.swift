internal import Glibc
import LuaSurface
import Sentences
import Session
import Storage
import Values
import Vault

/// Encrypting a book, making it plain again, and changing its passphrase.
extension LucaProgram {
    /// Encrypts the book: `luca lock [BOOK]`. Says what that means before, and the recovery key once, afterwards.
    public func lock(_ options: LaunchOptions) -> Int32 {
        encrypting(options) { encryption, name in
            try encryption.check(isEncrypted: false)
            if let folder = SessionStarter.seenFolder { try encryption.checkIsTheOneSeen(in: folder) }
            do throws(VaultError) { try Sodium.load() } catch { throw BookKeys.refusal(toEncrypt: name) }
            let output = StandardOutput()
            output.tell(
                """
                Without the passphrase, or the recovery key that is shown at the end, nobody opens \(name) again: there is no other way in, and nobody to ask.
                Backups and copies that were made before stay as they are, readable by everybody who has them, and so do pieces of the old file that a disk may keep.

                """)
            guard let passphrase = try Passphrases.new(for: name, isFirst: true) else { return 130 }
            let recovery = try RecoveryKey()
            let warning = try encryption.lock(passphrase: passphrase, recovery: recovery)
            remember(encryption, isEncrypted: true)
            let isShown = show(
                recovery, after: "\(name) is encrypted. Its recovery key opens it in the place of the passphrase; write it down, it is not shown again:", warning, encryption,
                output)
            let copies = encryption.plainCopies(SessionStarter.machine?.backupPlan ?? BackupPlan())
            if !copies.isEmpty {
                output.tell(
                    "\(copies.count == 1 ? "A copy" : "\(copies.count) copies") of before \(copies.count == 1 ? "is" : "are") plain. To have none, make a backup now and remove:\n")
                for copy in copies { output.tell("    \(SafeText.shellWord(copy))\n") }
            }
            return isShown ? 0 : 1
        }
    }

    /// Makes an encrypted book plain: `luca unlock [BOOK]`.
    public func unlock(_ options: LaunchOptions) -> Int32 {
        encrypting(options) { encryption, name in
            let output = StandardOutput()
            if try !encryption.isEncrypted(), remember(encryption, isEncrypted: false) {
                output.tell("\(name) is plain, and is taken as it is from now on. luca lock encrypts it.\n")
                return 0
            }
            let warning = try encryption.unlock()
            remember(encryption, isEncrypted: false)
            if let warning { output.remark("warning: \(warning)\n") }
            output.tell("\(name) is plain now: whoever may read the file reads all that is in it. Its backups of before are encrypted, and opened by their passphrase.\n")
            return 0
        }
    }

    /// Gives an encrypted book another passphrase: `luca passphrase [BOOK]`; the recovery key stays, unless another is asked for.
    public func changePassphrase(drawsRecovery: Bool, _ options: LaunchOptions) -> Int32 {
        encrypting(options) { encryption, name in
            try encryption.check(isEncrypted: true)
            guard let passphrase = try Passphrases.new(for: name, isFirst: false) else { return 130 }
            let recovery = drawsRecovery ? try RecoveryKey() : nil
            let warning = try encryption.change(passphrase: passphrase, recovery: recovery), output = StandardOutput()
            output.tell("\(name) has another passphrase. Copies and backups of before are opened by the one before.\n")
            if let recovery {
                return show(recovery, after: "Its new recovery key; write it down, it is not shown again:", warning, encryption, output) ? 0 : 1
            }
            if let warning { output.remark("warning: \(warning)\n") }
            return 0
        }
    }

    /// Shows the recovery key of what is encrypted by now, and then what is to be told of the disk; whether the key was shown.
    private func show(_ recovery: RecoveryKey, after sentence: String, _ warning: String?, _ encryption: BookEncryption, _ output: StandardOutput) -> Bool {
        // A reader that is gone must not end the program before it has said so.
        signal(SIGPIPE, SIG_IGN)
        let isShown = output.delivers("\(sentence)\n\n    \(recovery.text)\n\n")
        if !isShown {
            output.remark(
                """
                warning: the recovery key could not be shown, and nobody knows it. The new passphrase opens the book; for another recovery key:
                  luca passphrase --recovery \(SafeText.shellWord(encryption.path))

                """)
        }
        if let warning { output.remark("warning: \(warning)\n") }
        return isShown
    }

    /// Has this machine remember what the book is now; whether it remembered otherwise. What cannot be remembered keeps nobody from a book that is written already.
    @discardableResult
    private func remember(_ encryption: BookEncryption, isEncrypted: Bool) -> Bool {
        guard let folder = SessionStarter.seenFolder else { return false }
        // One that was never opened here is remembered by being opened.
        if isEncrypted { try? Book.open(path: encryption.path, mode: .readOnly, options: Book.Options(seenFolder: folder), clock: SystemClock.now).close() }
        return (try? encryption.remember(isEncrypted: isEncrypted, in: folder)) ?? false
    }

    private func encrypting(_ options: LaunchOptions, _ body: (BookEncryption, _ name: String) throws -> Int32) -> Int32 {
        Passphrases.install()
        do {
            let place = try SessionStarter(options).bookPath(), path = FilePaths.expanded(place)
            if BookPlace.isOnServer(place) {
                throw Failure(
                    kind: "refused", message: "a book on a server has no passphrase of its own",
                    hint: "its administrator encrypts the server's disk and the way to it; a copy or a clone in a file can be locked")
            }
            return try body(try BookEncryption(path: path), path.split(separator: "/").last.map(String.init) ?? path)
        } catch let error as VaultError {
            Launcher.report(Failure(BookKeys.refusal(error, of: "The book"), otherwise: "locked"), options)
        } catch {
            Launcher.report(Failure(error, otherwise: "locked"), options)
        }
        return 1
    }
}
