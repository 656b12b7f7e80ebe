import CVault
import Synchronization

/// The keys of the books that were opened, as long as the session knows them, and the layer under SQLite that asks for them.
public enum Keyring {
    private static let keys = Mutex<[[UInt8]: BookKey]>([:])

    /// Keeps a key, so that the book and its copies are opened without a further question.
    public static func add(_ key: BookKey) { keys.withLock { $0[key.bookID] = key } }

    /// The key that a header asks for.
    public static func key(for header: VaultHeader) -> BookKey? { keys.withLock { $0[header.bookID] } }

    /// Whether any key is known.
    public static var isEmpty: Bool { keys.withLock { $0.isEmpty } }

    /// Forgets all keys; they are wiped as the last file that they opened is closed.
    public static func forget() { keys.withLock { $0 = [:] } }

    /// The name of the layer over the system calls of that name, for SQLite; nil where there are no such calls.
    public static func layer(over calls: String?) -> String? {
        vault_register(calls) { headers, key in
            guard let headers, let key else { return Code.refused }
            return Keyring.answer(Array(UnsafeBufferPointer(start: headers, count: VaultHeader.sizeOfBoth)), key)
        }.map { String(cString: $0) }
    }

    private static func answer(_ headers: [UInt8], _ key: UnsafeMutablePointer<OpaquePointer?>) -> Int32 {
        guard let header = try? VaultHeader(ofFile: headers), let known = Self.key(for: header), header.isProved(by: known) else { return Code.refused }
        key.pointee = known.key(of: header)
        return key.pointee == nil ? Code.noMemory : Code.fine
    }

    /// The headers of the file that this thread could not open for want of its key; nil where that was not the reason.
    public static var refusedHeaders: [UInt8]? {
        vault_refused_headers().map { Array(UnsafeBufferPointer(start: $0, count: VaultHeader.sizeOfBoth)) }
    }

    /// Why a file with these headers is not opened.
    public static func refusal(of headers: [UInt8]) -> VaultError {
        do throws(VaultError) {
            try Sodium.load()
            let header = try VaultHeader(ofFile: headers)
            return key(for: header) == nil ? .locked : .damagedHeader
        } catch { return error }
    }

    /// Opens a file's key with a passphrase, and keeps it.
    public static func unlock(_ headers: [UInt8], with passphrase: Secret) throws(VaultError) {
        add(try BookKey.open(try VaultHeader(ofFile: headers), with: passphrase))
    }

    /// SQLite's.
    private enum Code {
        static let fine: Int32 = 0
        static let noMemory: Int32 = 7
        static let refused: Int32 = 23
    }
}
