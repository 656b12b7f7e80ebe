/// The code of a currency: `USD`, `EUR`, `BTC`.
///
/// One to eight upper-case letters or digits, at least one of them a letter, kept in a machine word, so that a currency costs
/// nothing to copy, compare or hash. Currencies are ordered by code.
public struct Currency: Hashable, Comparable, Sendable {
    /// The ASCII bytes of the code, first letter in the highest byte.
    public let packed: UInt64

    /// A code as storage holds it, taken as it is.
    @inlinable public init(packed: UInt64) { self.packed = packed }
    /// Orders by code.
    @inlinable public static func < (a: Currency, b: Currency) -> Bool { a.packed < b.packed }
}

extension Currency: CustomStringConvertible {
    /// Reads a code. Case is not mended: `gbp` is refused, and so is `GBp`, which counts pence and not pounds (see `MinorUnit`).
    public init(_ code: some StringProtocol) throws(CurrencyError) {
        guard let packed = Self.pack(code.utf8) else { throw CurrencyError.explaining(String(code)) }
        self.init(packed: packed)
    }

    /// Reads a code from the bytes of its text, as `init(_:)` does.
    public init(utf8 bytes: UnsafeBufferPointer<UInt8>) throws(CurrencyError) {
        guard let packed = Self.pack(bytes) else { throw CurrencyError.explaining(String(decoding: bytes, as: UTF8.self)) }
        self.init(packed: packed)
    }

    /// The code as text.
    public var code: String {
        withUnsafeBytes(of: packed.bigEndian) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The code.
    public var description: String { code }

    /// Fractional digits of the currency by ISO 4217 or by custom for crypto coins; nil where neither knows the code.
    public var minorDigits: Int? { KnownCurrencies.digits[self] }

    /// The packed code, or nil where it is not one.
    private static func pack(_ bytes: some Collection<UInt8>) -> UInt64? {
        var (packed, count, hasLetter): (UInt64, Int, Bool) = (0, 0, false)
        for byte in bytes {
            let isLetter = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            guard isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), count < 8 else { return nil }
            hasLetter = hasLetter || isLetter
            packed |= UInt64(byte) << UInt64(56 - 8 * count)
            count += 1
        }
        return hasLetter ? packed : nil
    }

    /// A code known to be well formed.
    init(known code: StaticString) {
        precondition(code.utf8CodeUnitCount <= 8)
        var packed: UInt64 = 0
        for index in 0..<code.utf8CodeUnitCount {
            packed |= UInt64(code.utf8Start[index]) << UInt64(56 - 8 * index)
        }
        self.init(packed: packed)
    }
}

extension Currency {
    /// US dollar.
    public static let usd = Currency(known: "USD")
    /// Euro.
    public static let eur = Currency(known: "EUR")
    /// Pound sterling.
    public static let gbp = Currency(known: "GBP")
    /// Swiss franc.
    public static let chf = Currency(known: "CHF")
    /// Yen.
    public static let jpy = Currency(known: "JPY")
    /// Canadian dollar.
    public static let cad = Currency(known: "CAD")
    /// Australian dollar.
    public static let aud = Currency(known: "AUD")
    /// South African rand.
    public static let zar = Currency(known: "ZAR")
    /// Israeli shekel.
    public static let ils = Currency(known: "ILS")
    /// Kuwaiti dinar.
    public static let kwd = Currency(known: "KWD")
    /// Bitcoin.
    public static let btc = Currency(known: "BTC")
    /// Ether.
    public static let eth = Currency(known: "ETH")
    /// What ISO 4217 writes where no currency is involved.
    public static let none = Currency(known: "XXX")
}
