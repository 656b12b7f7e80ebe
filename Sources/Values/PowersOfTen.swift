/// Powers of ten by their exponent.
enum PowersOfTen {
    /// 10⁰ to 10¹⁹, the largest that a word holds.
    @inline(__always)
    static func word(_ exponent: Int) -> UInt64 { words[exponent] }

    /// 10⁰ to 10³⁸, the largest that 128 bits hold.
    static func wide(_ exponent: Int) -> UInt128 {
        if exponent <= 19 { return UInt128(words[exponent]) }
        return Wide.product(words[19], words[exponent - 19])
    }

    private static let words: InlineArray<20, UInt64> = [
        1,
        10,
        100,
        1000,
        10_000,
        100_000,
        1_000_000,
        10_000_000,
        100_000_000,
        1_000_000_000,
        10_000_000_000,
        100_000_000_000,
        1_000_000_000_000,
        10_000_000_000_000,
        100_000_000_000_000,
        1_000_000_000_000_000,
        10_000_000_000_000_000,
        100_000_000_000_000_000,
        1_000_000_000_000_000_000,
        10_000_000_000_000_000_000,
    ]
}
