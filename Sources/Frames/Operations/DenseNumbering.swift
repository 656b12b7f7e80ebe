/// Numbers different 64-bit values from 0 in the order they appear.
struct DenseNumbering {
    private(set) var count: Int32 = 0
    private var keys: [UInt64]
    /// Open addressing; -1 is free. The size is a power of two, at most half full.
    private var numbers: [Int32]

    init() {
        keys = [UInt64](repeating: 0, count: 64)
        numbers = [Int32](repeating: -1, count: 64)
    }

    /// The number of `key`, a new one if it has not been seen.
    mutating func number(of key: UInt64) -> Int32 {
        let mask = numbers.count - 1
        var slot = Self.slot(key) & mask
        while numbers[slot] >= 0 {
            if keys[slot] == key { return numbers[slot] }
            slot = (slot + 1) & mask
        }
        keys[slot] = key
        numbers[slot] = count
        count += 1
        if Int(count) * 2 > numbers.count { grow() }
        return count - 1
    }

    private mutating func grow() {
        let (oldKeys, oldNumbers) = (keys, numbers)
        let size = oldKeys.count * 2
        keys = [UInt64](repeating: 0, count: size)
        numbers = [Int32](repeating: -1, count: size)
        for (key, number) in zip(oldKeys, oldNumbers) where number >= 0 {
            var slot = Self.slot(key) & (size - 1)
            while numbers[slot] >= 0 { slot = (slot + 1) & (size - 1) }
            keys[slot] = key
            numbers[slot] = number
        }
    }

    @inline(__always)
    private static func slot(_ key: UInt64) -> Int {
        let mixed = (key ^ (key >> 32)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32)
    }
}
