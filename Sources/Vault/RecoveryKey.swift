import CVault

/// A second secret that opens a book, to be kept on paper: 160 random bits, written as eight groups of four letters and digits
/// (Crockford's base 32, in which none looks like another).
public struct RecoveryKey: Sendable {
    private let secret: Secret

    /// How many random bytes it has.
    private static let size = 20
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// Draws one.
    public init() throws(VaultError) { secret = try Secret(random: Self.size) }

    /// What somebody typed, whatever stands between the groups; nil where it is no such key.
    init?(typed text: UnsafeRawBufferPointer) {
        var digits: [UInt8] = []
        defer { vault_wipe(&digits, digits.count) }
        digits.reserveCapacity(Self.size * 8 / 5)
        for byte in text where ![UInt8(ascii: "-"), UInt8(ascii: " ")].contains(byte) {
            guard digits.count < Self.size * 8 / 5, let digit = Self.digit(byte) else { return nil }
            digits.append(digit)
        }
        guard digits.count == Self.size * 8 / 5 else { return nil }
        let secret = try? Secret(count: Self.size) { memory in
            for place in 0..<Self.size * 8 {
                let bit = digits[place / 5] >> (4 - UInt8(place % 5)) & 1
                memory[place / 8] = place % 8 == 0 ? bit << 7 : memory[place / 8] | bit << (7 - UInt8(place % 8))
            }
        }
        guard let secret else { return nil }
        self.secret = secret
    }

    /// As people write it down: `4T6X-…`. Whoever shows it has it in memory that is not wiped; it is shown once.
    public var text: String {
        secret.withBytes { bytes in
            var text = ""
            for group in 0..<Self.size * 8 / 5 {
                if group > 0, group % 4 == 0 { text += "-" }
                let digit = (group * 5..<group * 5 + 5).reduce(0) { $0 << 1 | Int(bytes[$1 / 8] >> (7 - UInt8($1 % 8)) & 1) }
                text.unicodeScalars.append(Unicode.Scalar(Self.letters[digit]))
            }
            return text
        }
    }

    /// What seals the key of a book. So many random bits need no stretching.
    func wrapping(_ bookID: [UInt8]) -> Secret {
        let text = Array("luca recovery".utf8) + bookID
        // There was memory for the key itself.
        return try! Secret(count: Int(VAULT_SECRET)) { memory in
            secret.withBytes { vault_hash(memory.baseAddress?.assumingMemoryBound(to: UInt8.self), memory.count, text, text.count, $0.baseAddress, $0.count) }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        let upper = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
        switch upper {
        case UInt8(ascii: "O"): return 0
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        default: return letters.firstIndex(of: upper).map { UInt8($0) }
        }
    }
}
