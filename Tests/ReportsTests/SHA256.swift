/// SHA-256 after FIPS 180-4, for pages whose policy a browser shall believe; the program takes it from Nettle, which is not below `Reports`.
enum SHA256 {
    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = primes(64).map { fraction(of: $0, power: 3) }

    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var message = bytes + [0x80]
        while message.count % 64 != 56 { message.append(0) }
        message += (0..<8).map { UInt8(truncatingIfNeeded: (UInt64(bytes.count) * 8) >> UInt64(56 - 8 * $0)) }
        var state = primes(8).map { fraction(of: $0, power: 2) }
        for start in stride(from: 0, to: message.count, by: 64) { compress(message[start..<(start + 64)], into: &state) }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) } }
    }

    private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }
        var words = (0..<16).map { place in (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[block.startIndex + 4 * place + $1]) } }
        for place in 16..<64 {
            let early = words[place - 15], late = words[place - 2]
            let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3, second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
            words.append(words[place - 16] &+ first &+ words[place - 7] &+ second)
        }
        var (a, b, c, d, e, f, g, h) = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7])
        for place in 0..<64 {
            let choice = e & f ^ ~e & g, majority = a & b ^ a & c ^ b & c
            let first = h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ constants[place] &+ words[place]
            let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        state = zip(state, [a, b, c, d, e, f, g, h]).map { $0 &+ $1 }
    }

    private static func primes(_ count: Int) -> [UInt64] {
        Array((2...).lazy.filter { number in (2..<number).allSatisfy { number % $0 != 0 } }.prefix(count))
    }

    /// The first 32 bits behind the point of the square or cube root of a number: of the root of the number times 2^64 or 2^96, the lower 32 bits.
    private static func fraction(of number: UInt64, power: Int) -> UInt32 {
        var root: UInt64 = 0
        for bit in (0..<38).reversed() {
            let candidate = UInt128(root | 1 << UInt64(bit))
            let product = power == 2 ? candidate * candidate : candidate * candidate * candidate
            if product <= UInt128(number) << UInt128(32 * power) { root |= 1 << UInt64(bit) }
        }
        return UInt32(truncatingIfNeeded: root)
    }
}
