import Foundation
import Ledger
import Synchronization
import TestSupport
import Values
import Vault

@testable import Storage

/// A suite of tests that encrypt a book in a folder of their own.
protocol EncryptingSuite {
    var folder: TemporaryFolder { get }
}

extension EncryptingSuite {
    var path: String { folder.file("family.luca") }
    static var recovery: RecoveryKey { EncryptedBooks.recovery }
    static var word: String { "Zwiebelkonto" }

    /// A plain book with an account that has a name to look for.
    @discardableResult
    func makeBook() throws -> JournalHead {
        let header = BookKeys.ofNewBooks.withLock { known in
            defer { known = nil }; return known
        }
        defer { BookKeys.ofNewBooks.withLock { $0 = header } }
        let book = try Book.open(path: path, clock: Sample.clock)
        try Sample.fill(book)
        try book.define(Account(name: Self.word, currency: .usd))
        defer { book.close() }
        return try book.head
    }

    func lock() throws { try BookEncryption(path: path).lock(passphrase: EncryptedBooks.secret(EncryptedBooks.passphrase), recovery: Self.recovery) }

    /// Answers questions with these texts, one after the other, and returns how many were asked.
    func answering<Result>(_ texts: [String], isTyped: Bool = true, _ body: () throws -> Result) rethrows -> (Result, asked: [Bool]) {
        let asked = Asked()
        Keyring.forget()
        BookKeys.ask { question throws(StorageError) in
            let count = asked.note(question.isAgain)
            guard count <= texts.count else { throw .locked(question.name) }
            return BookKeys.Answer(EncryptedBooks.secret(texts[count - 1]), mayBeAnother: isTyped)
        }
        defer { Keyring.add(EncryptedBooks.made.key) }
        let result = try body()
        return (result, asked.all)
    }
}

/// Counts what was asked.
private final class Asked: Sendable {
    private let answers = Mutex<[Bool]>([])
    func note(_ isAgain: Bool) -> Int {
        answers.withLock {
            $0.append(isAgain); return $0.count
        }
    }
    var all: [Bool] { answers.withLock { $0 } }
}
