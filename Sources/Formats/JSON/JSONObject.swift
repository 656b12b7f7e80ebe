import JSON
import Values

/// An object of a document and where it stands, so that each of its members is read with a sentence for what is wrong with it.
struct JSONObject {
    let value: JSONValue
    /// Such as `transactions[3]`.
    let path: String

    init(_ value: JSONValue, path: String) {
        (self.value, self.path) = (value, path)
    }

    func issue(_ kind: ImportIssue.Kind, _ key: String, _ message: String, hint: String = "") -> ImportIssue {
        ImportIssue(kind, column: "\(path).\(key)", message: message, hint: hint)
    }

    func text(_ key: String) throws(ImportIssue) -> String {
        guard let text = try optionalText(key) else { throw missing(key) }
        return text
    }

    func optionalText(_ key: String) throws(ImportIssue) -> String? {
        guard let member = value[key] else { return nil }
        guard let text = member.text else { throw issue(.badWord, key, "it is \(member.noun), not a text") }
        return text
    }

    func texts(_ key: String) throws(ImportIssue) -> [String] {
        guard let member = value[key] else { return [] }
        guard let items = member.items else { throw issue(.badWord, key, "it is \(member.noun), not a list") }
        var texts: [String] = []
        for item in items {
            guard let text = item.text else { throw issue(.badWord, key, "it holds \(item.noun), not texts only") }
            texts.append(text)
        }
        return texts
    }

    func decimal(_ key: String) throws(ImportIssue) -> FixedDecimal {
        guard let decimal = try optionalDecimal(key) else { throw missing(key) }
        return decimal
    }

    func optionalDecimal(_ key: String) throws(ImportIssue) -> FixedDecimal? {
        guard let member = value[key] else { return nil }
        guard case .number(let digits) = member else { throw issue(.badNumber, key, "it is \(member.noun), not a number") }
        do { return try FixedDecimal(digits) } catch { throw issue(.badNumber, key, error.description) }
    }

    /// A number that another program kept as a binary float, whose last digits may be finer than a decimal's.
    func optionalFloat(_ key: String) throws(ImportIssue) -> FixedDecimal? {
        if let digits = value[key]?.digits, (try? FixedDecimal(digits)) == nil, let float = Double(digits), let rounded = try? FixedDecimal(rounding: float) { return rounded }
        return try optionalDecimal(key)
    }

    func instant(_ key: String) throws(ImportIssue) -> Instant {
        let text = try text(key)
        do { return try Instant(iso8601: text) } catch { throw issue(.badDate, key, error.description, hint: "write it as 2026-02-03T15:30:00Z") }
    }

    /// A currency that is known, and how it was written: a code such as `GBp` is of its hundredth part.
    func currency(_ key: String, _ known: CurrencyTable) throws(ImportIssue) -> (currency: Currency, code: String)? {
        guard let code = try optionalText(key), !code.isEmpty else { return nil }
        if let unit = MinorUnit.normalize(code) { return (unit.currency, code) }
        do { return (try known.currency(code), code) } catch { throw issue(.badCurrency, key, error.description, hint: error.declaration ?? "") }
    }

    func missing(_ key: String) -> ImportIssue {
        let near = (value.members ?? []).map(\.key)
        return issue(.missingValue, key, "it is missing", hint: nearestName(to: key, in: near).map { "did you mean \"\($0)\"?" } ?? "")
    }
}
