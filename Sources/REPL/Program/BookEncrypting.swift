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
            if try encryption.isEncrypted() {
                throw Failure(kind: "misuse", message: "\(name) is encrypted already", hint: "luca passphrase changes its passphrase, luca unlock makes it plain")
            }
            let output = StandardOutput()
            output.tell(
                """
                Without the passphrase, or the recovery key that is shown at the end, nobody opens \(name) again: there is no other way in, and nobody to ask.
                Backups and copies that were made before stay as they are, readable by everybody who has them, and so do pieces of the old file that a disk may keep.

                """)
            guard let passphrase = try Passphrases.new(for: name, isFirst: true) else { return 130 }
            let recovery = try RecoveryKey()
            try encryption.lock(passphrase: passphrase, recovery: recovery)
            output.tell("\(name) is encrypted. Its recovery key opens it in the place of the passphrase; write it down, it is not shown again:\n\n    \(recovery.text)\n\n")
            let copies = encryption.plainCopies(SessionStarter.machine?.backupPlan ?? BackupPlan())
            if !copies.isEmpty {
                output.tell(
                    "\(copies.count == 1 ? "A copy" : "\(copies.count) copies") of before \(copies.count == 1 ? "is" : "are") plain. To have none, make a backup now and remove:\n")
                for copy in copies { output.tell("    \(SafeText.shellWord(copy))\n") }
            }
            return 0
        }
    }

    /// Makes an encrypted book plain: `luca unlock [BOOK]`.
    public func unlock(_ options: LaunchOptions) -> Int32 {
        encrypting(options) { encryption, name in
            try encryption.unlock()
            StandardOutput().tell("\(name) is plain now: whoever may read the file reads all that is in it. Its backups of before are encrypted, and opened by their passphrase.\n")
            return 0
        }
    }

    /// Gives an encrypted book another passphrase: `luca passphrase [BOOK]`; the recovery key stays, unless another is asked for.
    public func changePassphrase(drawsRecovery: Bool, _ options: LaunchOptions) -> Int32 {
        encrypting(options) { encryption, name in
            guard try encryption.isEncrypted() else { throw Failure(kind: "misuse", message: "\(name) is not encrypted", hint: "luca lock encrypts it") }
            guard let passphrase = try Passphrases.new(for: name, isFirst: false) else { return 130 }
            let recovery = drawsRecovery ? try RecoveryKey() : nil
            try encryption.change(passphrase: passphrase, recovery: recovery)
            let output = StandardOutput()
            output.tell("\(name) has another passphrase. Copies and backups of before are opened by the one before.\n")
            if let recovery { output.tell("Its new recovery key; write it down, it is not shown again:\n\n    \(recovery.text)\n\n") }
            return 0
        }
    }

    private func encrypting(_ options: LaunchOptions, _ body: (BookEncryption, _ name: String) throws -> Int32) -> Int32 {
        Passphrases.install()
        do {
            let path = FilePaths.expanded(try SessionStarter(options).bookPath())
            return try body(try BookEncryption(path: path), path.split(separator: "/").last.map(String.init) ?? path)
        } catch let error as VaultError {
            Launcher.report(Failure(BookKeys.refusal(error, of: "The book"), otherwise: "locked"), options)
        } catch {
            Launcher.report(Failure(error, otherwise: "locked"), options)
        }
        return 1
    }
}
