import Synchronization
public import Vault

/// How the passphrase of an encrypted book is asked for, and what its copies are sealed with.
public enum BookKeys {
    /// What is asked for.
    public struct Question: Sendable {
        /// What people call the file.
        public let name: String
        /// Whether this is asked again, since what was answered before opens nothing.
        public let isAgain: Bool
    }

    /// What was answered.
    public struct Answer: Sendable {
        /// The passphrase, or the recovery key.
        public let passphrase: Secret
        /// Whether another one may be answered where this one opens nothing: that of a person, not of a file.
        public let mayBeAnother: Bool

        /// An answer, and whether there may be another.
        public init(_ passphrase: Secret, mayBeAnother: Bool) { (self.passphrase, self.mayBeAnother) = (passphrase, mayBeAnother) }
    }

    /// Answers with a passphrase; throws where there is none to be had.
    public typealias Source = @Sendable (Question) throws(StorageError) -> Answer

    private static let source = Mutex<Source?>(nil)
    /// How often somebody may be mistaken.
    private static let mostQuestions = 3

    /// Has passphrases asked for in this way from now on.
    public static func ask(by source: @escaping Source) { Self.source.withLock { $0 = source } }

    /// Forgets the keys of all books; those that are open go on until they are closed.
    public static func forget() { Keyring.forget() }

    // MARK: Resting

    /// Wipes the keys of all books, which nobody uses at the moment: until `wake`, nothing is read of them and nothing written.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public static func rest() -> Bool { Keyring.rest() }

    /// Asks for the passphrase of the books whose keys were wiped, and brings them back; does nothing where none was.
    ///
    /// - Parameter name: what people call the book.
    public static func wake(_ name: String) throws(StorageError) {
        var count = 0
        while Keyring.isResting {
            count += 1
            guard let source = source.withLock({ $0 }) else { throw .locked(name) }
            let answer = try source(Question(name: name, isAgain: count > 1))
            do throws(VaultError) { try Keyring.wake(with: answer.passphrase) } catch {
                guard error == .wrongPassphrase, answer.mayBeAnother, count < mostQuestions else { throw StorageError(error, of: name) }
            }
        }
    }

    // MARK: Asking

    /// What is said where nobody is there to be asked.
    public static func refusal(nobodyAskedFor name: String) -> StorageError { .locked(name) }

    /// What is said of a failure of the encryption itself.
    public static func refusal(_ error: VaultError, of name: String) -> StorageError { StorageError(error, of: name) }

    /// What is said where a plain book cannot be encrypted for want of the library.
    public static func refusal(toEncrypt name: String) -> StorageError {
        StorageError(.misuse, "\(name) is plain, and stays so: the library that encrypts it, libsodium, is not installed.", hint: "Install it: sudo apt install libsodium23")
    }

    /// Does something with a file, and where that is encrypted and its key is not known, asks for the passphrase and does it again.
    static func unlocking<Result>(_ path: String, _ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        do throws(StorageError) { return try body() } catch {
            guard error.kind == .locked, let headers = Keyring.refusedHeaders else { throw error }
            try unlock(headers, BookFile.name(path))
            return try body()
        }
    }

    private static func unlock(_ headers: [UInt8], _ name: String) throws(StorageError) {
        guard let source = source.withLock({ $0 }) else { throw .locked(name) }
        for count in 1...mostQuestions {
            let answer = try source(Question(name: name, isAgain: count > 1))
            do throws(VaultError) {
                return try Keyring.unlock(headers, with: answer.passphrase)
            } catch {
                guard error == .wrongPassphrase, answer.mayBeAnother, count < mostQuestions else { throw StorageError(error, of: name) }
            }
        }
    }

    // MARK: Copies and new books

    /// What a copy of a file begins with; nil where the file is plain.
    static func headerForCopy(of source: BookConnection) throws(StorageError) -> VaultHeader? {
        guard let header = source.encryption else { return nil }
        guard let key = Keyring.key(for: header) else { throw .locked(BookFile.name(source.path)) }
        return key.header(forCopyOf: header)
    }

    /// The key and header after which new books are made. Only tests set it, which so run on encrypted books: people encrypt a book that is there.
    static let ofNewBooks = Mutex<VaultHeader?>(nil)

    /// What a new book begins with; nil of a plain one.
    static func headerForNewBook() throws(StorageError) -> VaultHeader? {
        guard let header = ofNewBooks.withLock({ $0 }) else { return nil }
        return Keyring.key(for: header)?.header(forCopyOf: header)
    }
}
