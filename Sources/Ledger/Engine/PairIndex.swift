/// Finds the number that was given to a pair of numbers. A hash table for this one purpose: a look-up is a few instructions, where
/// a general dictionary would take most of the time of loading an activity.
struct PairIndex {
    private var keys: [UInt64] = []
    private var values: [UInt32] = []
    private(set) var count = 0

    /// What stands in `values` where no key is.
    private static let empty = UInt32.max

    /// The number given to the pair, or nil.
    func find(_ a: Int32, _ b: Int32) -> UInt32? {
        if keys.isEmpty { return nil }
        let key = Self.key(a, b)
        let place = place(of: key)
        return values[place] == Self.empty ? nil : values[place]
    }

    /// Gives a number to a pair that has none.
    mutating func insert(_ a: Int32, _ b: Int32, _ value: UInt32) {
        precondition(value != Self.empty)
        if (count + 1) * 2 > keys.count { grow() }
        let key = Self.key(a, b)
        let place = place(of: key)
        precondition(values[place] == Self.empty)
        keys[place] = key
        values[place] = value
        count += 1
    }

    /// Where the key stands, or where it would go.
    private func place(of key: UInt64) -> Int {
        // Multiplying by 2⁶⁴ over the golden ratio spreads neighbouring numbers over the upper bits.
        let hash = (key ^ key >> 32) &* 0x9E37_79B9_7F4A_7C15
        var place = Int(hash >> 32) & (keys.count - 1)
        while values[place] != Self.empty, keys[place] != key { place = (place + 1) & (keys.count - 1) }
        return place
    }

    private mutating func grow() {
        let (oldKeys, oldValues) = (keys, values)
        let size = max(64, keys.count * 2)
        keys = [UInt64](repeating: 0, count: size)
        values = [UInt32](repeating: Self.empty, count: size)
        for (key, value) in zip(oldKeys, oldValues) where value != Self.empty {
            let place = place(of: key)
            keys[place] = key
            values[place] = value
        }
    }

    private static func key(_ a: Int32, _ b: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: a)) << 32 | UInt64(UInt32(bitPattern: b))
    }
}
