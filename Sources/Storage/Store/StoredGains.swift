import Ledger
import Values

/// The list of the realised gains that a store keeps, in blocks by the year of closing and by account.
///
/// A cache: it follows from the entries up to one, and can be thrown away.
struct StoredGains {
    /// Where the journal ended when they were kept.
    var head: JournalHead
    /// The version of their form, and of what computed them.
    var version: Int
    /// The list of the blocks, as bytes.
    var directory: [UInt8]
    /// The checksum of the list.
    var checksum: UInt32

    /// The version that this program writes.
    static let version = SavedState.version &* 16 &+ GainBlock.form

    init(head: JournalHead, version: Int, directory: [UInt8], checksum: UInt32) {
        (self.head, self.version, self.directory, self.checksum) = (head, version, directory, checksum)
    }

    /// A list as this program writes it.
    init(_ list: GainList, head: JournalHead) {
        let directory = list.bytes
        self.init(head: head, version: Self.version, directory: directory, checksum: CacheChecksum.of(directory))
    }

    /// The list, where it is of this version and undamaged.
    func read() -> GainList? {
        guard version == Self.version, CacheChecksum.of(directory) == checksum else { return nil }
        return GainList(directory)
    }
}

/// Which gains are kept.
struct GainList: Equatable {
    /// Whether what happens in one account may change gains of another: units were moved between accounts, or the settings tie them.
    var tiesAccounts: Bool
    /// The blocks, by year and account.
    var blocks: [Block]

    /// What is known of a block without reading it.
    struct Block: Equatable {
        let key: GainKey
        /// How many gains it has.
        let count: Int
        /// The checksum of its bytes.
        let checksum: UInt32
    }
}

/// The year in which lots were closed, and the account.
struct GainKey: Hashable, Comparable {
    let year: Int32
    let account: AccountID

    static func < (a: GainKey, b: GainKey) -> Bool { (a.year, a.account) < (b.year, b.account) }
}

/// What is to be kept of gains.
struct GainsToKeep {
    /// The list of all blocks.
    let stored: StoredGains
    /// The blocks whose bytes are other than those that are kept.
    let changed: [(key: GainKey, bytes: [UInt8])]
    /// The blocks that are no more; nil for all that were kept.
    let removed: [GainKey]?
}

extension GainList {
    /// Bytes of a block in the list: its year, account, count and checksum, in four bytes each, the lowest first.
    private static let entrySize = 16

    /// The list as bytes.
    fileprivate var bytes: [UInt8] {
        var bytes: [UInt8] = [tiesAccounts ? 1 : 0]
        bytes.reserveCapacity(1 + blocks.count * Self.entrySize)
        for block in blocks {
            for number in [UInt32(bitPattern: block.key.year), UInt32(bitPattern: block.key.account.rawValue), UInt32(block.count), block.checksum] {
                withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
            }
        }
        return bytes
    }

    /// Reads the list; nil where the bytes are none.
    fileprivate init?(_ bytes: [UInt8]) {
        guard let first = bytes.first, first <= 1, (bytes.count - 1) % Self.entrySize == 0 else { return nil }
        tiesAccounts = first == 1
        blocks = bytes.withUnsafeBytes { bytes in
            stride(from: 1, to: bytes.count, by: Self.entrySize).map { start in
                func number(_ place: Int) -> UInt32 { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4 * place, as: UInt32.self)) }
                let key = GainKey(year: Int32(bitPattern: number(0)), account: AccountID(Int32(bitPattern: number(1))))
                return Block(key: key, count: Int(number(2)), checksum: number(3))
            }
        }
        guard zip(blocks, blocks.dropFirst()).allSatisfy({ $0.key < $1.key }) else { return nil }
    }
}

extension StoredGains {
    /// Whether every block that a question may be answered from is what a ledger packs; those that are damaged or outdated answer none.
    func agree(with ledger: Ledger, in store: any BookStore) throws -> Bool {
        guard let list = read(), try store.hash(of: head.sequence) == head.hash else { return true }
        guard let changes = try ChangesOfGains.found(in: store, since: head, list) else { return true }
        let year = changes.first.map { Int32($0.year) } ?? .max
        return try GainList.blocks(ledger.gains().packed(from: nil)).filter { $0.key.year < year } == list.blocks.filter { $0.key.year < year }
    }
}

extension GainList {
    /// What is to be known of blocks.
    static func blocks(_ blocks: [GainBlock]) -> [Block] {
        blocks.map { Block(key: GainKey(year: $0.year, account: $0.account), count: $0.count, checksum: CacheChecksum.of($0.bytes)) }
    }
}
