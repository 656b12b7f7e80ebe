/// Why a text is not a currency, or a currency cannot be used.
public enum CurrencyError: Error, Hashable, Sendable {
    /// The text cannot be a code at all.
    case malformed(text: String, reason: String)
    /// The text is a code, but no such currency is known or declared; `nearest` is the known one most like it.
    case unknown(code: String, nearest: String?)
    /// The currency is declared already with another number of digits.
    case declaredOtherwise(code: String, digits: Int)
    /// A currency may have 0 to 18 fractional digits.
    case digitsOutOfRange(code: String, digits: Int)

    /// What is wrong with a text that is not a code.
    static func explaining(_ text: String) -> CurrencyError {
        if text.isEmpty { return .malformed(text: text, reason: "it is empty") }
        if let unit = MinorUnit.normalize(text) {
            return .malformed(text: text, reason: "it counts parts of \(unit.factor) \(unit.currency): convert the amount to \(unit.currency) first")
        }
        let upper = text.uppercased(), named = KnownCurrencies.named(text)
        if let first = named.first {
            let question = named.count == 1 ? "did you mean \"\(first)\"?" : "say which is meant: \(named.map { "\"\($0)\"" }.joined(separator: ", "))"
            return .malformed(text: text, reason: "it is the name of \(named.count == 1 ? "one" : "several"), and a code is wanted; \(question)")
        }
        if upper != text, (try? Currency(upper)) != nil {
            return .malformed(text: text, reason: "codes are in upper case; did you mean \"\(upper)\"?")
        }
        return .malformed(text: text, reason: "a code is 1 to 8 upper-case letters or digits with at least one letter, such as USD")
    }
}

extension CurrencyError: CustomStringConvertible {
    /// The reason as a sentence for the user.
    public var description: String {
        switch self {
        case .malformed(let text, let reason):
            "\(quoted(text)) is not a currency code: \(reason)"
        case .unknown(let code, let nearest):
            "no currency \(quoted(code)) is known\(nearest.map { "; did you mean \"\($0)\"?" } ?? ": declare it first")"
        case .declaredOtherwise(let code, let digits):
            "\(code) has \(digits) fractional digits already: a currency cannot change them"
        case .digitsOutOfRange(let code, let digits):
            "\(code) cannot have \(digits) fractional digits: 0 to \(FixedDecimal.scale) are possible"
        }
    }
}

extension CurrencyError {
    /// What to do about a currency that is not known; nil where the error is another.
    public var declaration: String? {
        guard case .unknown(let code, _) = self else { return nil }
        return "one of your own is declared with currency{code=\"\(code)\", name=\"…\", digits=2}"
    }
}
