import Values

/// Why a frame cannot be computed or changed as asked: a kind for programs, a sentence and a hint for people.
public struct FrameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of mistake it is, for programs to test.
    public enum Kind: String, CaseIterable, Sendable {
        /// The frame has no column of that name.
        case unknownColumn = "unknown_column"
        /// A value or an operation does not suit the type of a column.
        case typeMismatch = "type_mismatch"
        /// Amounts in different currencies would have been added up.
        case mixedCurrencies = "mixed_currencies"
        /// A sum is beyond the largest number.
        case overflow
        /// Two columns would have the same name.
        case duplicateColumn = "duplicate_column"
        /// An argument is out of its range, such as a row that is not there.
        case badArgument = "bad_argument"
        /// The book that a column would be computed from is closed.
        case closed
    }

    /// What kind of mistake it is.
    public let kind: Kind
    /// What is wrong, as a sentence without a full stop.
    public let message: String
    /// What to do next; nil where the sentence says enough.
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
    /// The error for a name that none of `columns` has.
    static func unknownColumn(_ name: String, in frame: String, columns: [String]) -> FrameError {
        let all = columns.isEmpty ? "it has no columns" : "its columns are \(columns.joined(separator: ", "))"
        return FrameError(.unknownColumn, "\(frame) has no column \"\(name)\"", hint: Suggestion(for: name, in: columns)?.question ?? all)
    }

    /// The error for a value that a column of `type` cannot hold or be compared with.
    static func mismatch(_ value: FrameValue, column: String, type: ColumnType) -> FrameError {
        if value.type == type {
            // The least of its kind, which a column keeps for what is missing.
            let hint = type == .int ? "write it as a decimal, or leave it out: ints begin at -\(Int64.max)" : nil
            return FrameError(.typeMismatch, "column \"\(column)\" cannot hold \(shown(value)), which stands for a missing value", hint: hint)
        }
        let given = value.type.map { $0 == .text ? $0.name : article($0.name) } ?? "nil"
        return FrameError(.typeMismatch, "column \"\(column)\" holds \(type.plural), and \(shown(value)) is \(given)")
    }

    /// The error for something that only columns of numbers can do.
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
