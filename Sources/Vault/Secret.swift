import CVault

/// A key, a passphrase or another secret, in memory that libsodium guards: kept out of the swap and of core files where the system allows it, and wiped when
/// nobody holds it any more.
///
/// libsodium must have been loaded (`Sodium.load()`).
public final class Secret: @unchecked Sendable {
    // Written only before it is handed to anybody.
    private let memory: UnsafeMutableRawPointer
    /// How many bytes it has.
    public let count: Int

    /// Takes memory and lets it be filled.
    ///
    /// - Throws: `.noMemory`.
    public init(count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(VaultError) -> Void) throws(VaultError) {
        guard let memory = vault_allocate(max(count, 1)) else { throw .noMemory }
        self.memory = memory
        self.count = count
        try fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
    }

    /// So many random bytes.
    public convenience init(random count: Int) throws(VaultError) {
        try self.init(count: count) { vault_random($0.baseAddress, count) }
    }

    /// A copy of bytes, which the caller wipes.
    public convenience init(copying bytes: UnsafeRawBufferPointer) throws(VaultError) {
        try self.init(count: bytes.count) { $0.copyMemory(from: bytes) }
    }

    deinit { vault_release(memory) }

    /// Lends its bytes.
    public func withBytes<Result, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Result) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// Whether both are the same, in a time that tells nothing of what they hold.
    public func isSame(as other: Secret) -> Bool {
        count == other.count && withBytes { mine in other.withBytes { vault_equal(mine.baseAddress, $0.baseAddress, count) } }
    }
}

/// The library that all sealing is done by.
public enum Sodium {
    /// Loads it, where it was not loaded yet.
    ///
    /// - Throws: `.noLibrary`.
    public static func load() throws(VaultError) {
        guard vault_load_sodium() else { throw .noLibrary }
    }

    /// Whether a library of one of these names, separated by blanks, could be loaded.
    static func canLoad(_ names: String) -> Bool { vault_can_load(names) }
}

/// Why an encrypted file could not be opened.
public enum VaultError: Error, Hashable, Sendable {
    /// libsodium is not installed.
    case noLibrary
    /// There is no memory for a secret, or for Argon2id.
    case noMemory
    /// The disk would not read the headers.
    case unreadableHeader
    /// Neither of the headers is as it was written.
    case damagedHeader
    /// A later luca laid the file out.
    case newerLayout(Int)
    /// The header asks for less work, or for more, than a passphrase is worth: somebody altered it.
    case unreasonableParameters
    /// No passphrase was given yet.
    case locked
    /// The passphrase, or the recovery key, is another one.
    case wrongPassphrase
}
