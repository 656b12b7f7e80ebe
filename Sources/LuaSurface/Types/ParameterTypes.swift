import LuaKit
import Values

/// Yearly rates of interest and growth, which scripts write with a percent sign: `"2.5%"`.
package enum YearlyRate {
    /// The highest rate, a hundredfold a year. What is above it is a slip, and would outgrow every amount within a few years.
    private static let most = FixedDecimal(100)

    /// The rate as a fraction: 0.025 for `"2.5%"`. A number without the sign is refused, since 2.5 and 0.025 may both be meant.
    ///
    /// - Throws: a misuse that names the field and shows how a rate is written.
    package static func read(_ value: LuaValue, _ what: String, field: String, in function: String) throws -> FixedDecimal {
        let text = PlainText.plain(value)
        if value.stringValue != nil, let rate = Percent.read(text) {
            guard rate.magnitude <= most else {
                throw LuaMisuse("\(function): \(what) is \(text) a year, and \(Percent.text(most)) is the most that is reckoned with", field: field)
            }
            return rate
        }
        let shown = value.stringValue.map { "\"\($0)\"" } ?? (try? Coercion.decimal(value)).flatMap { $0 }.map { "\($0)" } ?? PlainText.typeName(of: value)
        throw LuaMisuse(
            "\(function): \(what) must be a rate with its sign such as \"2.5%\", got \(shown)", field: field,
            hint: (try? FixedDecimal(text)).map { Percent.hint(for: $0) } ?? "a rate is of a year: \"2.5%\"")
    }
}

extension LuaCall {
    /// A yearly rate argument as a fraction; nil where it was left out.
    package func yearlyRate(_ name: String) throws -> FixedDecimal? {
        let value = try argument(name)
        return value.isNone ? nil : try YearlyRate.read(value, name, field: name, in: self.name)
    }
}

/// What the parameters of functions accept beyond what Lua itself has, with the words that messages use for each.
extension LuaParameterType {
    /// An exact number: a Lua number, a decimal, or its digits as text.
    package static let decimal = LuaParameterType("decimal", phrase: "a number", accepts: [.integer, .number, .boxed, .string])
    /// A rate of interest or growth a year, such as `"2.5%"`.
    package static let yearlyRate = LuaParameterType("rate", phrase: "a rate such as \"2.5%\"", accepts: [.string, .integer, .number, .boxed])
    /// A number of units, or `"all"` for all that are held.
    static let units = LuaParameterType("decimal", phrase: "a number or \"all\"", accepts: [.integer, .number, .boxed, .string])
    /// How many new units stand for how many old ones, such as `"4:1"`.
    static let ratio = LuaParameterType("ratio", phrase: "a ratio such as \"4:1\"", accepts: [.string, .integer, .number, .boxed])
    /// Money: an amount with its currency.
    static let money = LuaParameterType("money", phrase: "money such as money(5, \"EUR\")", accepts: .object)
    /// Money, or a number in a currency that is told elsewhere.
    package static let amount = LuaParameterType("amount", phrase: "money or a number", accepts: [.object, .integer, .number, .boxed, .string])
    /// A currency's code.
    package static let currency = LuaParameterType("currency", phrase: "a currency code such as \"EUR\"", accepts: .string)
    /// A date, or its ISO text.
    package static let date = LuaParameterType("date", phrase: "a date such as \"2014-03-03\"", accepts: [.string, .boxed])
    /// A date or a moment, or its ISO text.
    static let moment = LuaParameterType("moment", phrase: "a date or a moment such as \"2014-03-03T14:30:00Z\"", accepts: [.string, .boxed])
    /// The last day of an account, or false for an account that stays open.
    package static let closing = LuaParameterType("date", phrase: "a date such as \"2014-03-03\", or false", accepts: [.string, .boxed, .boolean])
    /// An account, or its name.
    package static let account = LuaParameterType("account", phrase: "the name of an account", accepts: [.string, .boxed])
    /// The owner of a portfolio, or a list of owners.
    package static let owners = LuaParameterType("owner", phrase: "a name or a list of names", accepts: [.string, .table])
    /// The symbol of an instrument, or the instrument.
    package static let symbol = LuaParameterType("symbol", phrase: "a symbol such as \"ORCL\"", accepts: [.string, .boxed])
    /// The lots that a sale or a transfer takes: an id, a list of ids, or a function that chooses from the open lots.
    static let lots = LuaParameterType("lots", phrase: "a lot's id, a list of them, or a function", accepts: [.integer, .table, .function])
    /// What `explain` explains: a row of a frame, or the id of an activity.
    package static let explained = LuaParameterType("row", phrase: "a row of a frame or the id of an activity", accepts: .all)
    /// A tag, or a list of tags.
    package static let tags = LuaParameterType("tag", phrase: "a tag or a list of tags", accepts: [.string, .table])
    /// The path of a file.
    package static let path = LuaParameterType("path", phrase: "the path of a file", accepts: .string)
    /// The name of a column.
    static let column = LuaParameterType("column", phrase: "the name of a column", accepts: .string)
}
