/// Texts by code: each text is kept once, as UTF-8 that never moves, and a column holds its number.
///
/// Two texts are the same if their bytes are: a letter with a combining accent differs from the accented letter.
/// Columns that draw on the same names (accounts, symbols) share a pool. Not for use from two threads at once.
public final class TextPool {
    /// Where a text lies; the layout is read by C code.
    public struct Entry {
        /// The first byte; not followed by a zero.
        public let start: UnsafePointer<UInt8>
        /// The number of bytes.
        public let count: Int32
        /// The low bits of the text's hash.
        public let hash: UInt32
    }

    /// How many texts there are: codes run from 0 to `count - 1`.
    public private(set) var count = 0

    private var entryMemory: UnsafeMutablePointer<Entry>
    private var entryCapacity: Int
    /// Open addressing over codes; -1 is free. The size is a power of two, at most half full.
    private var slots: [Int32]
    private var arenas: [UnsafeMutablePointer<UInt8>] = []
    private var arenaNext: UnsafeMutablePointer<UInt8>
    private var arenaLeft = 0

    /// An empty pool.
    public init() {
        entryCapacity = 16
        entryMemory = .allocate(capacity: entryCapacity)
        slots = [Int32](repeating: -1, count: 32)
        arenaNext = .allocate(capacity: 1)
        arenas.append(arenaNext)
    }

    /// A pool of these texts, whose codes are their places; doubles keep the code of the first.
    public convenience init(_ texts: some Sequence<String>) {
        self.init()
        for text in texts { _ = code(for: text) }
    }

    deinit {
        entryMemory.deallocate()
        for arena in arenas { arena.deallocate() }
    }

    /// The entries by code; the address holds until the next text is added, the texts' own addresses for good.
    public var entries: UnsafePointer<Entry> { UnsafePointer(entryMemory) }

    /// The code of `text`, which is added if it is new.
    public func code(for text: String) -> Int32 {
        var text = text
        return text.withUTF8 { code(forUTF8: $0) }
    }

    /// The code of a text in UTF-8, which is added if it is new; the bytes are taken as they are.
    public func code(forUTF8 bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        let hash = Self.hash(bytes)
        let slot = self.slot(of: bytes, hash: hash)
        if slots[slot] >= 0 { return slots[slot] }
        return add(bytes, hash: hash, slot: slot)
    }

    /// The code of `text` if the pool has it.
    public func find(_ text: String) -> Int32? {
        var text = text
        let code = text.withUTF8 { slots[slot(of: $0, hash: Self.hash($0))] }
        return code >= 0 ? code : nil
    }

    /// The text of a code.
    public func text(_ code: Int32) -> String { String(decoding: utf8(code), as: UTF8.self) }

    /// The bytes of a code's text; they stay where they are as long as the pool lives.
    public func utf8(_ code: Int32) -> UnsafeBufferPointer<UInt8> {
        precondition(code >= 0 && Int(code) < count, "no text of that code")
        let entry = entryMemory[Int(code)]
        return UnsafeBufferPointer(start: entry.start, count: Int(entry.count))
    }

    /// The place of the text, or the free one where it belongs.
    private func slot(of bytes: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int {
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while true {
            let code = slots[slot]
            if code < 0 { return slot }
            let entry = entryMemory[Int(code)]
            if entry.hash == hash && Int(entry.count) == bytes.count && Self.same(entry.start, bytes) { return slot }
            slot = (slot + 1) & mask
        }
    }

    private func add(_ bytes: UnsafeBufferPointer<UInt8>, hash: UInt32, slot: Int) -> Int32 {
        precondition(count < Int(Int32.max) && bytes.count <= Int(Int32.max), "too many texts")
        if count == entryCapacity { growEntries() }
        let start = keep(bytes)
        (entryMemory + count).initialize(to: Entry(start: start, count: Int32(bytes.count), hash: hash))
        let code = Int32(count)
        slots[slot] = code
        count += 1
        if count * 2 > slots.count { growSlots() }
        return code
    }

    private func keep(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<UInt8> {
        if bytes.count > arenaLeft {
            let size = max(bytes.count, min(1 << 20, 4096 << min(arenas.count, 8)))
            arenaNext = .allocate(capacity: size)
            arenas.append(arenaNext)
            arenaLeft = size
        }
        let start = arenaNext
        if let from = bytes.baseAddress { start.initialize(from: from, count: bytes.count) }
        arenaNext += bytes.count
        arenaLeft -= bytes.count
        return UnsafePointer(start)
    }

    private func growEntries() {
        let larger = UnsafeMutablePointer<Entry>.allocate(capacity: entryCapacity * 2)
        larger.moveInitialize(from: entryMemory, count: count)
        entryMemory.deallocate()
        entryMemory = larger
        entryCapacity *= 2
    }

    private func growSlots() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        let mask = slots.count - 1
        for code in 0..<count {
            var slot = Int(entryMemory[code].hash) & mask
            while slots[slot] >= 0 { slot = (slot + 1) & mask }
            slots[slot] = Int32(code)
        }
    }

    private static func same(_ start: UnsafePointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in 0..<bytes.count where start[index] != bytes[index] { return false }
        return true
    }

    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash ^= hash >> 29
        hash = hash &* 0xBF58_476D_1CE4_E5B9
        return UInt32(truncatingIfNeeded: hash >> 32)
    }
}

extension TextPool {
    /// The texts of `codes` in the order of their bytes, which is the order of their Unicode scalars: the rank by code.
    ///
    /// Codes that are not asked for have rank -1. O(codes + texts · log texts), the texts being the different ones among the codes.
    func ranks(of codes: UnsafeBufferPointer<Int32>) -> [Int32] {
        var ranks = [Int32](repeating: -1, count: count)
        var used: [Int32] = []
        for code in codes where code >= 0 && ranks[Int(code)] < 0 {
            ranks[Int(code)] = 0
            used.append(code)
        }
        used.sort { precedes($0, $1) }
        for (rank, code) in used.enumerated() { ranks[Int(code)] = Int32(rank) }
        return ranks
    }

    /// How the text of each of `codes` stands to `text`, by code: -1 before it, 0 the same, 1 behind it. Each text is compared once.
    func orders(of codes: UnsafeBufferPointer<Int32>, to text: String) -> [Int8] {
        let unknown: Int8 = 2
        var orders = [Int8](repeating: unknown, count: count)
        var text = text
        text.withUTF8 { bytes in
            for code in codes where code >= 0 && orders[Int(code)] == unknown {
                orders[Int(code)] = Self.order(utf8(code), bytes)
            }
        }
        return orders
    }

    private func precedes(_ a: Int32, _ b: Int32) -> Bool { Self.order(utf8(a), utf8(b)) < 0 }

    /// The order of bytes, which for UTF-8 is the order of the Unicode scalars.
    private static func order(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int8 {
        for index in 0..<min(a.count, b.count) where a[index] != b[index] { return a[index] < b[index] ? -1 : 1 }
        return a.count == b.count ? 0 : a.count < b.count ? -1 : 1
    }
}
