/// What an erasure says of the tombstones that it left, so that none can be added, altered or taken away unnoticed.
///
/// SHA-256 over a line for each tombstone in the order of their numbers: the number, `:`, the hash in hexadecimal digits, a line feed.
struct BurialDigest {
    private var sha = SHA256()
    /// How many there are.
    private(set) var count = 0

    /// Takes in the next tombstone.
    mutating func add(_ sequence: Int, _ hash: EntryHash) {
        Array("\(sequence):\(hash)\n".utf8).withUnsafeBytes { sha.update($0) }
        count += 1
    }

    /// Sixty-four hexadecimal digits.
    var text: String { sha.hash().description }
}
