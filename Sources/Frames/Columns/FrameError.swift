import Values

/// What a frame could not do, in a sentence, with the next step where there is one.
public struct FrameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, for programs to test.
    public enum Kind: String, CaseIterable, Sendable {
        /// A column name that the frame does not have.
        case unknownColumn = "unknown_column"
        /// A value or an operation that does not suit a column's type.
        case typeMismatch = "type_mismatch"
        /// Amounts of different currencies that would have been added up.
        case mixedCurrencies = "mixed_currencies"
        /// A result too large to hold.
        case overflow
        /// Two columns of one name.
        case duplicateColumn = "duplicate_column"
        /// An argument that makes no sense here.
        case badArgument = "bad_argument"
        /// A column could not be computed.
        case computation
        /// What a column would be computed from is gone.
        case closed
    }

    /// What went wrong.
    public let kind: Kind
    /// The sentence.
    public let message: String
    /// What to do next.
    public let hint: String?

    /// An error of `kind`; `message` is a sentence without a full stop at its end.
    public init(_ kind: Kind, _ message: String, hint: String? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
    }

    /// The sentence, with the hint behind it.
    public var description: String { hint.map { "\(message); \($0)" } ?? message }
}

extension FrameError {
    /// A name that is none of `columns`.
    static func unknownColumn(_ name: String, in frame: String, columns: [String]) -> FrameError {
        let all = columns.isEmpty ? "it has no columns" : "its columns are \(columns.joined(separator: ", "))"
        return FrameError(.unknownColumn, "\(frame) has no column \"\(name)\"", hint: Suggestion(for: name, in: columns)?.question ?? all)
    }

    /// A value that a column of `type` cannot hold or be compared with.
    static func mismatch(_ value: FrameValue, column: String, type: ColumnType) -> FrameError {
        let given = value.type.map { $0 == .text ? $0.name : article($0.name) } ?? "nil"
        return FrameError(.typeMismatch, "column \"\(column)\" holds \(type.plural), and \(shown(value)) is \(given)")
    }

    /// Something that only numbers can do.
    static func notNumeric(_ action: String, column: String, type: ColumnType) -> FrameError {
        FrameError(.typeMismatch, "cannot \(action) column \"\(column)\": it holds \(type.plural)", hint: "only numbers can be added up")
    }

    /// A value as a message shows it: texts in quotes.
    private static func shown(_ value: FrameValue) -> String {
        if case .text(let text) = value { quoted(text) } else { value.description }
    }
}

extension ColumnType {
    /// What a column of it holds, in a sentence.
    var plural: String {
        switch self {
        case .int: "ints"
        case .decimal: "decimals"
        case .text: "text"
        case .day: "days"
        case .instant: "instants"
        case .bool: "true or false"
        }
    }
}
