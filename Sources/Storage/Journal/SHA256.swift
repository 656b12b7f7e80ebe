import CNettle

/// SHA-256 (FIPS 180-4), computed by Nettle: as fast as OpenSSL's for rows of two hundred bytes, and at no cost when the program starts.
struct SHA256 {
    private var context = sha256_ctx()

    /// The state before the first byte.
    init() { nettle_sha256_init(&context) }

    /// Takes in bytes; several calls give the same as one with all of them.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        nettle_sha256_update(&context, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }

    /// The hash of all that was taken in; the state goes on from there.
    func hash() -> EntryHash {
        var copy = context
        var digest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        return withUnsafeMutableBytes(of: &digest) { bytes in
            nettle_sha256_digest(&copy, bytes.count, bytes.baseAddress!.assumingMemoryBound(to: UInt8.self))
            guard let hash = EntryHash(bytes: UnsafeRawBufferPointer(bytes)) else { preconditionFailure("a SHA-256 has 32 bytes") }
            return hash
        }
    }

    /// The hash of some bytes.
    static func hash(of bytes: UnsafeRawBufferPointer) -> EntryHash {
        var sha = SHA256()
        sha.update(bytes)
        return sha.hash()
    }
}
