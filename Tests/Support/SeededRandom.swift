import Glibc

/// A random generator that gives the same numbers for the same seed on every machine (xoshiro256**, seeded by splitmix64).
///
/// A property test makes one by `SeededRandom.forTest("name")`, which prints the seed, so that a failure can be run again:
///
///     LUCA_SEED=1234 swift test --filter DecimalProperties
public struct SeededRandom: RandomNumberGenerator, Sendable {
    public let seed: UInt64
    private var state: (UInt64, UInt64, UInt64, UInt64)

    public init(seed: UInt64) {
        self.seed = seed
        var mixer = seed
        state = (Self.mix(&mixer), Self.mix(&mixer), Self.mix(&mixer), Self.mix(&mixer))
    }

    /// A generator for one test: seeded by `LUCA_SEED` where that is set, else by chance, and in both cases by the test's name,
    /// so that two tests of one run do not see the same numbers. The seed is printed.
    public static func forTest(_ name: String = #function) -> SeededRandom {
        let base = runSeed
        print("\(name): LUCA_SEED=\(base)")
        return SeededRandom(seed: base ^ fingerprint(name))
    }

    /// The seed of this run of the tests.
    public static let runSeed: UInt64 = {
        if let text = getenv("LUCA_SEED") {
            guard let seed = UInt64(String(cString: text)) else {
                preconditionFailure("LUCA_SEED must be a whole number, not \(String(cString: text))")
            }
            return seed
        }
        return UInt64.random(in: 0...999_999_999)
    }()

    /// How often a property test draws: so often in the everyday suite, five times as often where `LUCA_SLOW` is 1, as in `bin/test --slow`.
    public static func rounds(_ everyday: Int) -> Int { isSlow ? everyday * 5 : everyday }

    /// Whether tests leave nothing out to be done sooner: `LUCA_SLOW` is 1, as in `bin/test --slow`.
    public static var isSlow: Bool { getenv("LUCA_SLOW").map { String(cString: $0) } == "1" }

    public mutating func next() -> UInt64 {
        let scrambled = Self.rotate(state.1 &* 5, 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = Self.rotate(state.3, 45)
        return scrambled
    }

    /// A whole number of the range, each about equally likely.
    public mutating func int(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// True in one call of `times`.
    public mutating func chance(oneIn times: Int) -> Bool {
        next() % UInt64(times) == 0
    }

    /// One of the elements, which must not be none.
    public mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(next() % UInt64(elements.count))]
    }

    private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
        (word << count) | (word >> (64 - count))
    }

    private static func mix(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    private static func fingerprint(_ name: String) -> UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
