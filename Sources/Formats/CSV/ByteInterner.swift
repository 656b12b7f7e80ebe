/// Numbers the distinct texts of a file: 0, 1, 2 … A text seen before costs no allocation.
struct ByteInterner {
    private var arena: [UInt8] = []
    /// Where each text ends in the arena; it begins where the one before ends.
    private var ends: [Int] = []
    private var hashes: [UInt32] = []
    /// Open addressing, a power of two in size, at most two thirds full; 0 for a free place, else a number + 1.
    private var table = [UInt32](repeating: 0, count: 64)

    /// How many distinct texts there are.
    var count: Int { ends.count }

    /// The number of a text, a new one where it was not seen before.
    mutating func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let hash = Self.hash(bytes)
        let mask = table.count - 1
        var place = Int(hash) & mask
        while table[place] != 0 {
            let number = Int(table[place]) - 1
            if hashes[number] == hash, equals(number, bytes) { return number }
            place = (place + 1) & mask
        }
        let number = ends.count
        arena.append(contentsOf: bytes)
        ends.append(arena.count)
        hashes.append(hash)
        table[place] = UInt32(number + 1)
        if ends.count * 3 > table.count * 2 { grow() }
        return number
    }

    /// The number of a text.
    mutating func intern(_ text: String) -> Int {
        var text = text
        return text.withUTF8 { intern($0) }
    }

    /// The text of a number.
    func text(_ number: Int) -> String {
        let range = range(number)
        return range.isEmpty ? "" : arena.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }

    private func range(_ number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }

    private func equals(_ number: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let range = range(number)
        guard range.count == bytes.count else { return false }
        return arena.withUnsafeBufferPointer { known in
            for index in 0..<bytes.count where known[range.lowerBound + index] != bytes[index] { return false }
            return true
        }
    }

    private mutating func grow() {
        table = [UInt32](repeating: 0, count: table.count * 2)
        let mask = table.count - 1
        for number in 0..<hashes.count {
            var place = Int(hashes[number]) & mask
            while table[place] != 0 { place = (place + 1) & mask }
            table[place] = UInt32(number + 1)
        }
    }

    /// Eight bytes at a time through a folded multiplication.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let raw = UnsafeRawBufferPointer(bytes)
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
        var index = 0
        while index + 8 <= bytes.count {
            state = foldedProduct(state ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self), 0xA076_1D64_78BD_642F)
            index += 8
        }
        var tail: UInt64 = 0
        while index < bytes.count {
            tail = tail << 8 | UInt64(bytes[index])
            index += 1
        }
        state = foldedProduct(state ^ tail, 0xE703_7ED1_A0B4_28DB)
        return UInt32(truncatingIfNeeded: state ^ state >> 32)
    }
}

/// Both halves of a 128-bit product, folded: each bit of the factors reaches each bit of the result. The step of all hashes of this module.
@inline(__always)
func foldedProduct(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (high, low) = a.multipliedFullWidth(by: b)
    return high ^ low
}

/// A number for some bytes, by which they are most likely known again: FNV-1a of 64 bits (Fowler, Noll, Vo). It is the same in every process.
struct ByteHash {
    /// The number so far.
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init() {}

    init(_ bytes: UnsafeBufferPointer<UInt8>) { add(bytes) }

    /// Takes in bytes.
    mutating func add(_ bytes: some Sequence<UInt8>) { for byte in bytes { add(byte) } }

    /// Takes in a byte.
    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
