import CVault

/// The key of a book, which it shares with its copies: random, and never the passphrase itself. From it come the keys of each file.
public final class BookKey: Sendable {
    /// Which key it is, as headers say.
    public let bookID: [UInt8]
    private let secret: Secret

    private init(bookID: [UInt8], secret: Secret) { (self.bookID, self.secret) = (bookID, secret) }

    // MARK: Making one

    /// Draws a key, and makes the header of a first file of it.
    ///
    /// - Parameters:
    ///   - work: what a guess at the passphrase shall cost.
    ///   - recovery: a second secret that opens the book.
    public static func make(
        pageSize: Int, passphrase: Secret, recovery: RecoveryKey, work: VaultHeader.Work = .usual
    ) throws(VaultError) -> (key: BookKey, header: VaultHeader) {
        let key = BookKey(bookID: randomBytes(Int(VAULT_ID)), secret: try Secret(random: Int(VAULT_SECRET)))
        let blank = VaultHeader(pageSize: pageSize, work: work, book: key.bookID, file: randomBytes(Int(VAULT_ID)), salt: randomBytes(16))
        return (key, try key.wrapped(in: blank, passphrase, recovery))
    }

    /// A header by which this passphrase and this recovery key open the book, and those before no more.
    public func wrapped(in header: VaultHeader, _ passphrase: Secret, _ recovery: RecoveryKey? = nil) throws(VaultError) -> VaultHeader {
        let salt = Self.randomBytes(16)
        let wrapping = try Self.stretch(passphrase, salt, header.work)
        let sealed = sealed(by: wrapping, in: header, salt), byRecovery = recovery.map { self.sealed(by: $0.wrapping(bookID), in: header, []) }
        return header.changed(by: self) { header in
            header.set(VaultHeader.Place.salt, salt)
            header.set(VaultHeader.Place.byPassphrase, sealed)
            if let byRecovery { header.set(VaultHeader.Place.byRecovery, byRecovery) }
            header.countUp()
        }
    }

    /// The header of a further file of the same book, which the same passphrase opens.
    public func header(forCopyOf header: VaultHeader) -> VaultHeader {
        header.changed(by: self) { $0.set(VaultHeader.Place.file, Self.randomBytes(Int(VAULT_ID))) }
    }

    // MARK: Opening one

    /// The key of a file by a passphrase, or by the recovery key where one is typed in its place.
    ///
    /// - Throws: `.wrongPassphrase`, `.damagedHeader`, `.noMemory`.
    public static func open(_ header: VaultHeader, with passphrase: Secret) throws(VaultError) -> BookKey {
        if let recovery = passphrase.withBytes({ RecoveryKey(typed: $0) }),
            let key = try unsealed(
                header, VaultHeader.Place.byRecovery, by: recovery.wrapping(header.bookID), [])
        {
            return key
        }
        let salt = Array(header.bytes[VaultHeader.Place.salt])
        guard let key = try unsealed(header, VaultHeader.Place.byPassphrase, by: try stretch(passphrase, salt, header.work), salt) else { throw .wrongPassphrase }
        return key
    }

    private static func unsealed(_ header: VaultHeader, _ place: Range<Int>, by wrapping: Secret, _ salt: [UInt8]) throws(VaultError) -> BookKey? {
        let sealed = Array(header.bytes[place]), bound = bound(header, salt)
        var isOpen = false
        let secret = try Secret(count: Int(VAULT_SECRET)) { memory in
            isOpen = wrapping.withBytes {
                vault_unseal(memory.baseAddress, sealed, Int(VAULT_SECRET), bound, bound.count, $0.baseAddress?.assumingMemoryBound(to: UInt8.self))
            }
        }
        guard isOpen else { return nil }
        let key = BookKey(bookID: header.bookID, secret: secret)
        guard header.isProved(by: key) else { throw .damagedHeader }
        return key
    }

    private func sealed(by wrapping: Secret, in header: VaultHeader, _ salt: [UInt8]) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: Int(VAULT_NONCE + VAULT_TAG + VAULT_SECRET))
        let bound = Self.bound(header, salt)
        secret.withBytes { secret in
            wrapping.withBytes { vault_seal(&sealed, secret.baseAddress, secret.count, bound, bound.count, $0.baseAddress?.assumingMemoryBound(to: UInt8.self)) }
        }
        return sealed
    }

    /// What a wrapped key is bound to: the layout, the page size, the work, whose key it is, and the salt.
    private static func bound(_ header: VaultHeader, _ salt: [UInt8]) -> [UInt8] { Array(header.bytes[0..<32]) + header.bookID + salt }

    private static func stretch(_ passphrase: Secret, _ salt: [UInt8], _ work: VaultHeader.Work) throws(VaultError) -> Secret {
        try Secret(count: Int(VAULT_SECRET)) { memory throws(VaultError) in
            let isDone = passphrase.withBytes {
                vault_stretch(
                    memory.baseAddress?.assumingMemoryBound(to: UInt8.self), memory.count, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, salt,
                    UInt64(work.passes), work.kibibytes * 1024)
            }
            if !isDone { throw .noMemory }
        }
    }

    // MARK: What it is good for

    /// The keys of a file.
    func key(of header: VaultHeader) -> OpaquePointer? {
        let file = header.fileID
        return secret.withBytes { vault_key_make($0.baseAddress?.assumingMemoryBound(to: UInt8.self), bookID, file, Int32(header.pageSize)) }
    }

    /// Derives the keys of the book's open files anew, which were wiped.
    func wakeFiles() { secret.withBytes { vault_keys_wake($0.baseAddress?.assumingMemoryBound(to: UInt8.self), bookID) } }

    func proof(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        var proof = [UInt8](repeating: 0, count: 32), text = Array("luca header".utf8)
        text.append(contentsOf: bytes)
        secret.withBytes { vault_hash(&proof, proof.count, text, text.count, $0.baseAddress, $0.count) }
        return proof
    }

    static func randomBytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, length in
            vault_random(bytes.baseAddress, count)
            length = count
        }
    }
}
