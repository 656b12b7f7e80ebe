import Values

/// A sign before or behind an amount of a sentence: that of a currency, or the `p` of pence, `85.5p`.
struct MoneySign: Sendable {
    /// As it is written.
    let text: String
    /// The currency's; nil for pence.
    private let sign: CurrencySign?

    /// The sign that a word is, whole.
    init?(_ word: String) {
        guard let sign = Self.all.first(where: { $0.text == word }) else { return nil }
        self = sign
    }

    private init(text: String, sign: CurrencySign?) { (self.text, self.sign) = (text, sign) }

    /// The code that it stands for; nil where several currencies share it.
    var code: String? { sign.map { $0.currency?.code } ?? "GBX" }

    /// The number of a word such as `€500`, `-$5` or `85.5p`, and its sign; nil where it is none, or has no sign.
    static func split(_ word: String) -> (number: String, sign: MoneySign)? {
        let minus = word.hasPrefix("-") ? "-" : "", bare = String(word.dropFirst(minus.count))
        for sign in all {
            let number: String
            if bare.hasPrefix(sign.text), sign.sign != nil {
                number = String(bare.dropFirst(sign.text.count))
            } else if bare.hasSuffix(sign.text) {
                number = String(bare.dropLast(sign.text.count))
            } else {
                continue
            }
            // The minus stands before the sign or behind it: `-€5`, `€-5`.
            let bare = minus.isEmpty && number.hasPrefix("-") ? number.dropFirst() : Substring(number)
            guard let first = bare.first, first.isNumber || first == ".", (try? FixedDecimal(number)) != nil else { continue }
            return (minus + number, sign)
        }
        return nil
    }

    /// Whether figures in a currency, or a part of one, may bear it.
    func fits(_ code: String) -> Bool {
        if let own = self.code { return own == code }
        guard let sign, let currency = try? Currency(code) else { return true }
        return sign.fits(currency)
    }

    /// Codes that it may stand for, as examples.
    var examples: String { sign.map { $0.examples.joined(separator: ", ") } ?? "GBX" }

    private static let all = CurrencySign.all.map { MoneySign(text: $0.text, sign: $0) } + [MoneySign(text: "p", sign: nil)]
}
