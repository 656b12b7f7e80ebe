import Crypto
import Ledger

/// A state of the ledger as a store keeps it: bytes, and what tells whether they are of any use.
struct StoredState {
    /// Where the journal ended; with another end it is outdated.
    var head: JournalHead
    /// The version of its form, and of what computed it.
    var version: Int
    /// SHA-256 of the bytes.
    var digest: EntryHash
    var bytes: [UInt8]

    init(head: JournalHead, version: Int, digest: EntryHash, bytes: [UInt8]) {
        self.head = head
        self.version = version
        self.digest = digest
        self.bytes = bytes
    }

    /// A state as this program writes it.
    init(_ state: SavedState, head: JournalHead) {
        let bytes = state.bytes
        self.init(head: head, version: SavedState.version, digest: Self.digest(of: bytes), bytes: bytes)
    }

    /// The state, where it is of this version and undamaged.
    func state() -> SavedState? {
        guard version == SavedState.version, digest == Self.digest(of: bytes) else { return nil }
        return bytes.withUnsafeBytes(SavedState.init(bytes:))
    }

    private static func digest(of bytes: [UInt8]) -> EntryHash {
        SHA256.hash(data: bytes).withUnsafeBytes { EntryHash(bytes: $0)! }
    }
}
