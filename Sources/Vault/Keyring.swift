import CVault
import Synchronization

/// The keys of the books that were opened, as long as the session knows them, and the layer under SQLite that asks for them.
public enum Keyring {
    private static let state = Mutex(State())

    private struct State {
        var keys: [[UInt8]: BookKey] = [:]
        /// The last header by which a file of each key was opened.
        var headers: [[UInt8]: VaultHeader] = [:]
        /// The headers of the books whose keys were wiped for a rest.
        var resting: [[UInt8]: VaultHeader] = [:]
    }

    /// Keeps a key, so that the book and its copies are opened without a further question.
    public static func add(_ key: BookKey) { state.withLock { $0.keys[key.bookID] = key } }

    /// The key that a header asks for.
    public static func key(for header: VaultHeader) -> BookKey? { state.withLock { $0.keys[header.bookID] } }

    /// Forgets all keys; they are wiped as the last file that they opened is closed.
    public static func forget() { state.withLock { $0 = State() } }

    // MARK: Resting

    /// Wipes all keys, those of open files too: until `wake`, nothing is read of them and nothing written. Does nothing where no encrypted book was opened.
    ///
    /// - Returns: whether there was a key to wipe.
    @discardableResult
    public static func rest() -> Bool {
        let hadKeys = state.withLock { state in
            guard !state.keys.isEmpty else { return false }
            state.resting.merge(state.headers) { $1 }
            (state.keys, state.headers) = ([:], [:])
            return true
        }
        if hadKeys { vault_keys_rest() }
        return hadKeys
    }

    /// Whether keys were wiped that a passphrase has not brought back.
    public static var isResting: Bool { state.withLock { !$0.resting.isEmpty } }

    /// Brings back the keys of the books that this passphrase opens.
    ///
    /// - Throws: `.wrongPassphrase` where it opens none.
    public static func wake(with passphrase: Secret) throws(VaultError) {
        var last = VaultError.wrongPassphrase, isAny = false
        for header in state.withLock({ Array($0.resting.values) }) {
            do throws(VaultError) {
                let key = try BookKey.open(header, with: passphrase)
                key.wakeFiles()
                state.withLock { state in
                    state.keys[key.bookID] = key
                    state.headers[key.bookID] = header
                    state.resting[key.bookID] = nil
                }
                isAny = true
            } catch { last = error }
        }
        if !isAny { throw last }
    }

    // MARK: The layer under SQLite

    /// The name of the layer over the system calls of that name, for SQLite; nil where there are no such calls.
    public static func layer(over calls: String?) -> String? {
        vault_register(calls) { headers, key in
            guard let headers, let key else { return Code.refused }
            return Keyring.answer(Array(UnsafeBufferPointer(start: headers, count: VaultHeader.sizeOfBoth)), key)
        }.map { String(cString: $0) }
    }

    private static func answer(_ headers: [UInt8], _ key: UnsafeMutablePointer<OpaquePointer?>) -> Int32 {
        guard let header = try? provedHeader(of: headers), let known = Self.key(for: header), header.isProved(by: known) else { return Code.refused }
        state.withLock { $0.headers[header.bookID] = header }
        key.pointee = known.key(of: header)
        return key.pointee == nil ? Code.noMemory : Code.fine
    }

    /// The header that counts of the two that a file begins with: the first that its key proves; where no key is known, the newer.
    ///
    /// - Throws: what a header is refused with.
    public static func provedHeader(of headers: [UInt8]) throws(VaultError) -> VaultHeader {
        let whole = try VaultHeader.whole(headers)
        return whole.first { header in key(for: header).map(header.isProved) ?? false } ?? whole[0]
    }

    /// The headers of the file that this thread could not open for want of its key; nil where that was not the reason.
    public static var refusedHeaders: [UInt8]? {
        vault_refused_headers().map { Array(UnsafeBufferPointer(start: $0, count: VaultHeader.sizeOfBoth)) }
    }

    /// Why a file with these headers is not opened.
    public static func refusal(of headers: [UInt8]) -> VaultError {
        do throws(VaultError) {
            try Sodium.load()
            let header = try provedHeader(of: headers)
            return key(for: header) == nil ? .locked : .damagedHeader
        } catch { return error }
    }

    /// Opens a file's key with a passphrase, and keeps it.
    public static func unlock(_ headers: [UInt8], with passphrase: Secret) throws(VaultError) {
        let whole = try VaultHeader.whole(headers)
        do throws(VaultError) { add(try BookKey.open(whole[0], with: passphrase)) } catch {
            // One that somebody altered is no reason to be kept out, where the other is as it was written.
            guard error == .damagedHeader, whole.count > 1 else { throw error }
            add(try BookKey.open(whole[1], with: passphrase))
        }
    }

    /// SQLite's.
    private enum Code {
        static let fine: Int32 = 0
        static let noMemory: Int32 = 7
        static let refused: Int32 = 23
    }
}
