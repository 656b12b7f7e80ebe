import Foundation
import SQLite
import Synchronization
import Testing
import Vault

@testable import Storage

/// Whether the tests run on encrypted books: with `LUCA_ENCRYPTED=1` in the environment, every book that is made is one.
enum EncryptedBooks {
    static let isOn = ProcessInfo.processInfo.environment["LUCA_ENCRYPTED"] == "1"

    /// The key of all books of the run, since a passphrase takes half a second, and the header that they are made after.
    static let made: (key: BookKey, header: VaultHeader) = {
        try! Sodium.load()
        let made = try! BookKey.make(pageSize: 4096, passphrase: secret(passphrase), recovery: try! RecoveryKey())
        Keyring.add(made.key)
        return made
    }()

    static let recovery: RecoveryKey = {
        try! Sodium.load()
        return try! RecoveryKey()
    }()

    static let passphrase = "correct horse battery staple"

    /// Has books encrypted from now on, also those of `BookWriter`, where the tests are to run so.
    static let begin: Void = {
        guard isOn else { return }
        let header = made.header, folder = FileManager.default.temporaryDirectory.appending(path: "luca-encrypted-\(getpid())").path
        try! FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try! Data(header.bytes + header.bytes).write(to: URL(filePath: "\(folder)/header"))
        try! Data(passphrase.utf8).write(to: URL(filePath: "\(folder)/passphrase"))
        chmod("\(folder)/passphrase", 0o600)
        setenv("LUCA_TEST_HEADER", "\(folder)/header", 1)
        setenv("LUCA_PASSPHRASE_FILE", "\(folder)/passphrase", 1)
        BookKeys.ofNewBooks.withLock { $0 = header }
    }()

    /// Plain books and encrypted ones, for the tests of which some are run on both every day.
    static let both = isOn ? [true] : [false, true]

    /// Encrypts a closed book with the key of the run.
    static func encrypt(_ path: String) throws {
        if VaultHeader.isEncrypted(Array((FileManager.default.contents(atPath: path) ?? Data()).prefix(16))) { return }
        Keyring.add(made.key)
        let plain = try BookConnection(path: path, access: .readWrite, busyTimeout: 1), copy = "\(path).encrypted"
        try BookFile.makePrivate(copy, made.key.header(forCopyOf: made.header))
        try plain.copy(to: copy)
        plain.close()
        guard rename(copy, path) == 0 else { throw StorageError.system(path, errno) }
    }

    static func secret(_ text: String) -> Secret {
        try! Sodium.load()
        return try! Array(text.utf8).withUnsafeBytes { try Secret(copying: $0) }
    }
}

extension Trait where Self == ConditionTrait {
    /// For a test that looks at the bytes of a plain file, or lays a journal in the clear beside it.
    static var onPlainBooks: Self { .enabled(if: !EncryptedBooks.isOn, "It is of the bytes of a plain file.") }
}
