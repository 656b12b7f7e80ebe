import Values
import Vault

/// What is said of encrypted books. A name is the file's, as the user would recognise it.
extension StorageError {
    /// Why a file is not opened, as a sentence.
    init(_ error: VaultError, of name: String) {
        switch error {
        case .noLibrary: self = .noSodium(name)
        case .noMemory:
            self = StorageError(
                .inputOutput, "There is not enough memory to open \(name): the work that protects its passphrase takes 64 MiB or more.",
                hint: "Close other programs, or raise the limit that ulimit -v tells.")
        case .unreadableHeader:
            self = StorageError(
                .inputOutput, "\(name) is encrypted, and its header could not be read: the disk, or a program that was writing the file, did not let it.",
                hint: "Try again; nothing was written.")
        case .damagedHeader:
            self = StorageError(
                .damaged, "\(name) is encrypted, and its header was altered or is cut off: without it, nothing in the file can be read.",
                hint: "Restore the latest backup that verifies: luca backups lists them.")
        case .newerLayout(let version):
            self = StorageError(
                .newer, "\(name) was encrypted by a later luca (version \(version) of the encryption; this luca knows 1).", hint: "Update luca to open it.")
        case .unreasonableParameters:
            self = StorageError(
                .damaged, "\(name) is encrypted, and its header asks for work at the passphrase that luca would never set: somebody altered it.",
                hint: "Do not type your passphrase. Restore the latest backup that verifies.")
        case .locked: self = .locked(name)
        case .wrongPassphrase:
            self = StorageError(
                .locked, "The passphrase does not open \(name).", hint: "Type it again, or type the recovery key in its place; capitals count in a passphrase, and not in that.")
        }
    }

    static func locked(_ name: String) -> StorageError {
        StorageError(
            .locked, "\(name) is encrypted, and nobody is there to type its passphrase.",
            hint: "Run luca in a terminal, or name a file that holds the passphrase and that only you may read: LUCA_PASSPHRASE_FILE=PATH luca …")
    }

    static func alreadyEncrypted(_ name: String) -> StorageError {
        StorageError(.misuse, "\(name) is encrypted already.", hint: "luca passphrase changes its passphrase, luca unlock makes it plain.")
    }

    static func copyInTheClear(_ name: String) -> StorageError {
        StorageError(.inputOutput, "\(name) is encrypted, and its copy would have been plain: it was not made.", hint: "Try again, and run luca verify if it happens again.")
    }

    static func wasEncrypted(_ name: String, at path: String, on day: Day) -> StorageError {
        StorageError(
            .replaced, "\(name) was encrypted when it was last used here, on \(day), and the file in its place is plain.",
            hint: "If you put it there yourself, luca unlock \(SafeText.shellWord(path)) takes it as it is. If not, keep it, and restore a backup: luca backups lists them.")
    }

    static func notEncrypted(_ name: String) -> StorageError {
        StorageError(.misuse, "\(name) is not encrypted.", hint: "luca lock encrypts it.")
    }

    static func noSodium(_ name: String) -> StorageError {
        StorageError(.locked, "\(name) is encrypted, and the library that opens it, libsodium, is not installed.", hint: "Install it: sudo apt install libsodium23")
    }

    static func altered(_ name: String) -> StorageError {
        StorageError(
            .damaged, "\(name) is encrypted, and a part of it, or of its journal, is not as luca wrote it: it was altered, or its disk failed.",
            hint: "Run luca verify, which names the pages, and restore the latest backup that verifies.")
    }

    /// Whether it is told of a file that is an encrypted book.
    var isOfEncryptedBook: Bool { kind == .locked || Keyring.refusedHeaders != nil }
}
