import LuaKit
import Values

/// Rates of interest and growth of a year as scripts write them: `"2.5%"`, and nothing else.
enum YearlyRate {
    /// A hundredfold a year: what is above it is a slip, and would go beyond every amount in a few years.
    private static let most = FixedDecimal(100)

    /// The rate as a part of one. A number alone is refused, since it may mean either hundredths or a part of one.
    static func read(_ value: LuaValue, _ what: String, field: String, in function: String) throws -> FixedDecimal {
        let text = PlainText.plain(value)
        if value.stringValue != nil, let rate = Percent.read(text) {
            guard rate.magnitude <= most else { throw LuaMisuse("\(function): \(what) is \(text) a year, and \(Percent.text(most)) is the most that is reckoned with", field: field) }
            return rate
        }
        let shown = value.stringValue.map { "\"\($0)\"" } ?? (try? Coercion.decimal(value)).flatMap { $0 }.map { "\($0)" } ?? PlainText.typeName(of: value)
        throw LuaMisuse(
            "\(function): \(what) must be a rate with its sign such as \"2.5%\", got \(shown)", field: field,
            hint: (try? FixedDecimal(text)).map { Percent.hint(for: $0) } ?? "a rate is of a year: \"2.5%\"")
    }
}

extension LuaCall {
    /// A rate of a year as a part of one; nil where it was left out.
    func yearlyRate(_ name: String) throws -> FixedDecimal? {
        let value = try argument(name)
        return value.isNone ? nil : try YearlyRate.read(value, name, field: name, in: self.name)
    }
}

extension LuaParameterType {
    /// A rate of interest or growth.
    static let yearlyRate = LuaParameterType("rate", phrase: "a rate such as \"2.5%\"", accepts: [.string, .integer, .number, .boxed])
}
