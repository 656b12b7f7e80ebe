public import Values

/// A function and the arguments that it is called with, checked and typed: what a sentence of the prompt says.
///
/// `buy 10 ORCL @ 31.20` is the call of `buy` with the decimals 10 and 31.20 and the text `ORCL`. Whoever carries it out takes the values as they
/// are; how the same call is written in Lua is told by `lua`, for people to read.
public struct Call: Sendable, Equatable {
    /// The dotted name of the function: `buy`, `report.run`.
    public let function: String
    /// What it is called with.
    public let arguments: Arguments

    /// A call of a function.
    public init(_ function: String, _ arguments: Arguments) {
        (self.function, self.arguments) = (function, arguments)
    }

    /// The two ways in which functions take arguments.
    public enum Arguments: Sendable, Equatable {
        /// One table of named fields: `buy{quantity=D"10", symbol="ORCL"}`.
        case named([Field])
        /// Values by their place: `run("due.lua", "--year", "2014")`.
        case positional([Value])
    }

    /// A value that stands under a name, or, without one, in the next place of a table.
    public struct Field: Sendable, Equatable {
        /// The name of the parameter or column; nil for a value that is told by its place alone.
        public let name: String?
        /// What was given.
        public internal(set) var value: Value

        /// A value and its name.
        public init(_ name: String?, _ value: Value) {
            (self.name, self.value) = (name, value)
        }
    }

    /// A typed argument.
    public enum Value: Sendable, Equatable {
        /// Nothing: a place that was left out before one that was given.
        case nothing
        /// A text: a symbol, the name of an account, a note, a path.
        case text(String)
        /// A whole number: an id, a year, a count.
        case integer(Int)
        /// An exact decimal, and the digits as they were typed, which keep their zeros where the call is shown: `31.20`.
        case decimal(FixedDecimal, written: String)
        /// A day; functions take it as its ISO text.
        case date(Day)
        /// A switch such as `detail`, which is true where it is said.
        case boolean(Bool)
        /// Texts in order, each an argument of its own where the call has places: the words behind `run FILE`.
        case list([String])
        /// A table: what stands by its place first, then what is named.
        case table([Field])
        /// Lua source as somebody wrote it, in the sentence or in the template of its command. It has no value before Lua has run it.
        case code(String)

        /// A decimal that was calculated rather than typed.
        static func calculated(_ number: FixedDecimal) -> Value { .decimal(number, written: number.description) }

        /// The text that it is; nil for all else.
        var text: String? { if case .text(let text) = self { text } else { nil } }

        /// The number that it is, with its digits; nil for all else.
        var number: (value: FixedDecimal, written: String)? { if case .decimal(let value, let written) = self { (value, written) } else { nil } }

        /// Whether it is Lua source, or holds some.
        public var holdsCode: Bool {
            switch self {
            case .code: true
            case .table(let fields): fields.contains(where: \.value.holdsCode)
            case .nothing, .text, .integer, .decimal, .date, .boolean, .list: false
            }
        }
    }

    /// Whether an argument is Lua source, so that the call can be made by running its Lua form alone.
    public var holdsCode: Bool {
        switch arguments {
        case .named(let fields): fields.contains(where: \.value.holdsCode)
        case .positional(let values): values.contains(where: \.holdsCode)
        }
    }
}
