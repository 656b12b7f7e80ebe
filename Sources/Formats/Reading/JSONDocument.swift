import JSON
import Values

/// A file that is one JSON document, and the format that knows it.
struct JSONDocument {
    private let value: JSONValue
    private let formats: [any DocumentFormat]

    /// Reads the document; nil where the file begins like none, or where the user asked for the format of a table.
    ///
    /// - Parameter formats: the formats that it may be of.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ options: ImportOptions, formats: [any DocumentFormat]) throws(ImportIssue) {
        self.formats = formats
        let isAsked = options.format.map { name in formats.contains { $0.name == name } }
        let first = bytes.first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
        guard isAsked ?? (first == UInt8(ascii: "{") || first == UInt8(ascii: "[")) else { return nil }
        do { value = try JSONReader.read(bytes, takesNUL: false) } catch { throw Self.issue(error, in: bytes) }
    }

    private static func issue(_ fault: JSONReader.Fault, in bytes: UnsafeBufferPointer<UInt8>) -> ImportIssue {
        let before = bytes[..<min(fault.position, bytes.count)]
        let column = fault.position - (before.lastIndex(of: lineFeed).map { $0 + 1 } ?? 0) + 1
        return ImportIssue(
            .badJSON, line: 1 + before.count { $0 == lineFeed }, message: "it is no JSON: \(fault.message), at column \(column)",
            hint: fault.position < bytes.count ? "" : "it may have been cut off when it was copied")
    }

    /// The plan of importing the document.
    func plan(_ options: ImportOptions, _ context: ImportContext) throws(ImportIssue) -> ImportPlan {
        guard let format = formats.first(where: { options.format == $0.name || (options.format == nil && $0.fits(value)) }) else {
            let keys = value.members.map { $0.map(\.key).joined(separator: ", ") } ?? value.noun
            throw ImportIssue(
                .unknownFormat, line: 1, text: keys, message: "no format is known for a JSON document of \(MessageText.cut(keys))",
                hint: "the formats are \(formats.map(\.name).joined(separator: ", "))")
        }
        if let heading = options.columns.keys.min() {
            throw ImportIssue(.missingColumn, column: heading, message: "a JSON document has no columns", hint: "leave out columns={…}, which is for tables")
        }
        var builder = PlanBuilder(context: context, options: options, format: format.name)
        let completion = try format.read(value, into: &builder)
        return builder.finish(completion)
    }
}

/// An object of a document and its place there. Each of its members is read with an issue for what is wrong with it.
struct JSONObject {
    let value: JSONValue
    /// The place in the document, such as `transactions[3]`.
    let path: String

    init(_ value: JSONValue, path: String) {
        (self.value, self.path) = (value, path)
    }

    /// An issue of a member.
    func issue(_ kind: ImportIssue.Kind, _ key: String, _ message: String, hint: String = "") -> ImportIssue {
        ImportIssue(kind, column: "\(path).\(key)", message: message, hint: hint)
    }

    /// The text of a member.
    ///
    /// - Throws: `missingValue` where there is none.
    func text(_ key: String) throws(ImportIssue) -> String {
        guard let text = try optionalText(key) else { throw missing(key) }
        return text
    }

    /// The text of a member; nil where there is none.
    func optionalText(_ key: String) throws(ImportIssue) -> String? {
        guard let member = value[key] else { return nil }
        guard let text = member.text else { throw issue(.badWord, key, "it is \(member.noun), not a text") }
        return text
    }

    /// The texts of a list; empty where there is none.
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

    /// The decimal of a member.
    ///
    /// - Throws: `missingValue` where there is none.
    func decimal(_ key: String) throws(ImportIssue) -> FixedDecimal {
        guard let decimal = try optionalDecimal(key) else { throw missing(key) }
        return decimal
    }

    /// The decimal of a member; nil where there is none.
    func optionalDecimal(_ key: String) throws(ImportIssue) -> FixedDecimal? {
        guard let member = value[key] else { return nil }
        guard case .number(let digits) = member else { throw issue(.badNumber, key, "it is \(member.noun), not a number") }
        do { return try FixedDecimal(digits) } catch { throw issue(.badNumber, key, error.description) }
    }

    /// A number that another program kept as a binary float, whose last digits may be finer than a decimal's.
    func optionalFloat(_ key: String) throws(ImportIssue) -> FixedDecimal? {
        if let digits = value[key]?.digits, (try? FixedDecimal(digits)) == nil, let float = Double(digits), let rounded = try? FixedDecimal(rounding: float) {
            return rounded
        }
        return try optionalDecimal(key)
    }

    /// The moment of a member, as `2026-02-03T15:30:00Z`.
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

    /// The issue of a member that is missing, with a key that is there and near.
    func missing(_ key: String) -> ImportIssue {
        let near = (value.members ?? []).map(\.key)
        return issue(.missingValue, key, "it is missing", hint: nearestHint(for: key, in: near))
    }
}
