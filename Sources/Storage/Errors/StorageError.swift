/// Why a book could not be opened, read or written: what happened, and what to do next.
public struct StorageError: Error, Hashable, Sendable {
    /// What went wrong, for a program to tell apart.
    public enum Kind: String, CaseIterable, Sendable {
        /// There is no file, or no folder to make it in.
        case notFound = "not_found"
        /// The path leads to a folder.
        case isDirectory = "is_directory"
        /// The file is something other than a book: a picture, another program's database, nothing at all.
        case notABook = "not_a_book"
        /// The file was a book once; its pages, its entries or its chain no longer fit together.
        case damaged
        /// The book is encrypted, and its passphrase is not known or is another one.
        case locked
        /// A later luca wrote the file in a way that this one does not know.
        case newer
        /// The file, its folder or this session may only be read.
        case readOnly = "read_only"
        /// The system refuses to let the file be read.
        case unreadable
        /// A file that would have been overwritten.
        case alreadyExists = "already_exists"
        /// Another program holds the book for writing, and went on holding it.
        case busy
        /// The book's file was moved, removed or replaced, or its journal was, while it was open.
        case replaced
        /// What the act rests on was changed by another program meanwhile.
        case outdated
        /// The server of the book does not answer.
        case unreachable
        /// The connection to the server was lost, be it while something was recorded: the message says what is known of that.
        case connectionLost = "connection_lost"
        /// The server does not let the login in.
        case authentication
        /// The server does not let the login do that: its role in the book, or its groups, do not allow it.
        case notPermitted = "not_permitted"
        /// There is no room left on the disk, or no more is allowed.
        case diskFull = "disk_full"
        /// The disk or the system failed in some other way.
        case inputOutput = "input_output"
        /// A query that SQL does not understand, or that failed as it ran.
        case query
        /// A query that would change something, or reach outside the book.
        case refused
        /// The user stopped it.
        case interrupted
        /// The book was closed before.
        case closed
        /// The act had already failed, and its further writes are not taken.
        case actFailed = "act_failed"
        /// An entry, account or instrument that is not in the book.
        case unknownEntry = "unknown_entry"
        /// A plan is larger than luca takes.
        case beyondBound = "beyond_bound"
        /// The last act defined accounts or instruments alone, which undo does not take back.
        case onlyDefined = "only_defined"
        /// What was asked makes no sense, whatever the state of the book.
        case misuse
    }

    /// What went wrong, for a program to tell apart.
    public var kind: Kind
    /// What went wrong, as a sentence for the user.
    public var message: String
    /// What to do next, where there is something to do.
    public var hint: String?

    /// An error of a kind, told in a sentence.
    public init(_ kind: Kind, _ message: String, hint: String? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
    }
}

extension StorageError: CustomStringConvertible {
    public var description: String {
        guard let hint else { return message }
        return "\(message) \(hint)"
    }
}

extension StorageError {
    /// Runs something that throws these errors alone, though its type does not say so, as whatever reads rows one by one.
    ///
    /// - Parameter name: what is read, for the sentence about any other error.
    static func typed<Result>(_ name: String, _ body: () throws -> Result) throws(StorageError) -> Result {
        do { return try body() } catch { throw error as? StorageError ?? StorageError(.inputOutput, "\(name) could not be read: \(error)") }
    }
}
