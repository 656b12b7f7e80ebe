import Glibc
import Values
public import Vault

/// A file that holds a passphrase, for programs that run while nobody is there to type it.
public struct PassphraseFile {
    private let path: String

    /// The file at a path.
    public init(path: String) { self.path = path }

    /// Reads it; what ends its line does not count.
    ///
    /// - Throws: `.locked` where it is not there, or others may read it too.
    public func read() throws(StorageError) -> Secret {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw refusal("cannot be read: \(StorageError.reason(errno))", "Check the path that LUCA_PASSPHRASE_FILE names.") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw refusal("is no file", "Name a file that holds the passphrase in one line.") }
        guard status.st_mode & 0o077 == 0 else { throw refusal("may be read by others", "Keep it to yourself: chmod 600 \(SafeText.shellWord(path))") }
        guard status.st_uid == geteuid() || geteuid() == 0 else { throw refusal("belongs to somebody else", "Name a file of your own.") }
        return try Self.read(descriptor, refusal: refusal)
    }

    /// Reads a passphrase of one line from a descriptor, to its end.
    ///
    /// - Parameter refusal: makes the error from what is wrong and what to do.
    public static func read(_ descriptor: Int32, refusal: (String, String) -> StorageError) throws(StorageError) -> Secret {
        var buffer: Secret?, count = 0, failure: StorageError?
        do {
            try Sodium.load()
            // The bytes go from the system into memory that is wiped, and nowhere else.
            buffer = try Secret(count: longest + 2) { memory in
                while count < memory.count {
                    let got = Glibc.read(descriptor, memory.baseAddress! + count, memory.count - count)
                    if got < 0, errno == EINTR { continue }
                    if got < 0 { failure = refusal("cannot be read: \(StorageError.reason(errno))", "Check that it holds the passphrase in one line.") }
                    if got <= 0 { break }
                    count += got
                }
            }
            if let failure { throw failure }
            return try line(of: buffer!, count, refusal)
        } catch { throw error as? StorageError ?? StorageError(error as? VaultError ?? .noMemory, of: "The book") }
    }

    /// More bytes than a passphrase has.
    private static let longest = 4096

    private static func line(of buffer: Secret, _ count: Int, _ refusal: (String, String) -> StorageError) throws -> Secret {
        try buffer.withBytes { bytes in
            let read = bytes[..<count], line = read.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            if line.isEmpty { throw refusal("has nothing in its first line", "Write the passphrase there.") }
            if line.count > longest { throw refusal("has a line of more than \(longest) bytes", "A passphrase has fewer.") }
            return try Secret(copying: UnsafeRawBufferPointer(rebasing: line))
        }
    }

    private func refusal(_ what: String, _ hint: String) -> StorageError {
        StorageError(.locked, "The file of the passphrase, \(path), \(what).", hint: hint)
    }
}
