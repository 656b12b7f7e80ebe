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

/// A code under which an exchange quotes a part of a currency: London's `GBp` is a hundredth of a pound.
///
/// Case tells them apart (`GBp` are pence, `GBP` pounds), so prices and amounts are brought to the currency itself where they
/// enter, and nothing inside knows of minor units.
public enum MinorUnit {
    /// The currency that a code counts parts of, and how much of it one is; nil for every other code. Case-sensitive.
    ///
    ///     MinorUnit.normalize("GBp")   // (GBP, 0.01)
    public static func normalize(_ code: some StringProtocol) -> (currency: Currency, factor: FixedDecimal)? {
        switch code {
        case "GBp", "GBX": (.gbp, hundredth)
        case "ZAc", "ZAC": (.zar, hundredth)
        case "ILA": (.ils, hundredth)
        case "USX": (.usd, hundredth)
        case "KWF": (.kwd, thousandth)
        default: nil
        }
    }

    private static let hundredth = FixedDecimal(units: FixedDecimal.unitsPerOne / 100)
    private static let thousandth = FixedDecimal(units: FixedDecimal.unitsPerOne / 1000)
}

/// A currency sign as it stands beside a figure: `€500`, `US$100`, `100 kr`.
///
/// Some signs stand for one currency. Others, such as `$`, are shared by several: they do not say which is meant, but rule out all others.
public struct CurrencySign: Hashable, Sendable {
    /// The place of the sign in `table`.
    private let place: UInt8

    /// Every sign, the longer ones first, since `US$` ends as `$` does.
    public static let all: [CurrencySign] = table.indices.map { CurrencySign(place: UInt8($0)) }

    /// The sign that a text is, whole; nil where it is none.
    public init?(_ text: String) {
        guard let sign = Self.all.first(where: { $0.text == text }) else { return nil }
        self = sign
    }

    private init(place: UInt8) { self.place = place }

    /// The sign as it is written.
    public var text: String { Self.table[Int(place)].text }

    /// The currency that the sign stands for; nil where several share it.
    public var currency: Currency? { isShared ? nil : sharers.first }

    /// Whether several currencies share the sign, so that it does not say which is meant.
    public var isShared: Bool { sharers.count > 1 }

    /// Up to three codes that the sign may stand for, the best known first; for messages.
    public var examples: [String] { sharers.prefix(3).map(\.code) }

    /// Whether figures in a currency may have the sign. A currency that a book declares may have any shared sign.
    public func fits(_ currency: Currency) -> Bool {
        if sharers.contains(currency) { return true }
        return isShared && KnownCurrencies.digits[currency] == nil && !KnownCurrencies.all.contains(currency)
    }

    private var sharers: [Currency] { Self.table[Int(place)].currencies }

    private static let table: [(text: String, currencies: [Currency])] =
        written
        .map { (text: $0.0, currencies: KnownCurrencies.currencies($0.1)) }
        .sorted { ($1.text.count, $0.text) < ($0.text.count, $1.text) }

    /// By sign the codes that it stands for, the best known first.
    ///
    /// The dollar's bar is also that of pesos and others, withdrawn ones among them, and of coins that stand for a dollar.
    private static let written: [(String, String)] = [
        ("€", "EUR"), ("£", "GBP"), ("₹", "INR"), ("₩", "KRW"), ("₪", "ILS"), ("₺", "TRY"), ("₽", "RUB"), ("₴", "UAH"), ("₫", "VND"), ("฿", "THB"), ("₦", "NGN"),
        ("₱", "PHP"), ("₿", "BTC"), ("zł", "PLN"), ("Kč", "CZK"), ("Ft", "HUF"), ("US$", "USD"), ("CA$", "CAD"), ("C$", "CAD"), ("AU$", "AUD"), ("A$", "AUD"),
        ("NZ$", "NZD"), ("HK$", "HKD"), ("S$", "SGD"), ("NT$", "TWD"), ("R$", "BRL"), ("MX$", "MXN"),
        (
            "$",
            """
            USD CAD AUD NZD HKD SGD TWD BBD BMD BND BSD BZD FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD USN ZWL ZWG ARS CLP COP CUC CUP DOP MXN UYU BRL MOP NIO \
            TOP WST CVE USDC USDT DAI
            """
        ),
        ("¥", "JPY CNY"), ("￥", "JPY CNY"), ("kr", "SEK NOK DKK ISK EEK"), ("kr.", "SEK NOK DKK ISK EEK"),
    ]
}
