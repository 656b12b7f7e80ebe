/// What is wrong with a file or with one of its rows, told so that it can be mended.
///
/// Printed, it reads `book.csv:12: price: "12,5" is no number … (hint)`.
public struct ImportIssue: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of mistake, for tests and scripts; the raw value is the name they see.
    public enum Kind: String, CaseIterable, Sendable {
        // Of the file as a whole.
        case unreadableFile = "unreadable_file"
        case emptyFile = "empty_file"
        case binaryFile = "binary_file"
        case noHeader = "no_header"
        case unknownFormat = "unknown_format"
        case duplicateColumn = "duplicate_column"
        case missingColumn = "missing_column"
        case unterminatedQuote = "unterminated_quote"
        case ambiguousDates = "ambiguous_dates"
        case ambiguousNumbers = "ambiguous_numbers"
        case cancelled
        case badJSON = "bad_json"
        case missingFile = "missing_file"
        case notEmpty = "not_empty"
        case brokenSequence = "broken_sequence"
        // Of one row.
        case fieldCount = "field_count"
        case strayText = "stray_text"
        case badDate = "bad_date"
        case badTime = "bad_time"
        case badNumber = "bad_number"
        case badCurrency = "bad_currency"
        case badName = "bad_name"
        case unknownType = "unknown_type"
        case missingValue = "missing_value"
        case unknownStatus = "unknown_status"
        case unknownAccount = "unknown_account"
        case unknownSymbol = "unknown_symbol"
        case outOfRange = "out_of_range"
        case beyondBound = "beyond_bound"
        case wrongSign = "wrong_sign"
        case sumMismatch = "sum_mismatch"
        case futureDate = "future_date"
        case oversold
        case badWord = "bad_word"
        case definedTwice = "defined_twice"
        case changedRow = "changed_row"
        case script
        case ledgerRule = "ledger_rule"
        case negativeCash = "negative_cash"
        // Of a row that is skipped rather than refused.
        case notPosted = "not_posted"
        case leftOut = "left_out"
        case repeatedHeader = "repeated_header"

        /// Whether it leaves a row out without refusing it.
        var skips: Bool { self == .notPosted || self == .leftOut || self == .repeatedHeader }
    }

    /// What kind of mistake it is.
    public var kind: Kind
    /// The file's name as it was told, empty for none.
    public var file: String
    /// The line on which the row begins, counted from 1; nil where the issue is of no line.
    public var line: Int?
    /// The column's name as the file has it; empty where the issue is of no column.
    public var column: String
    /// The text of the cell at fault.
    public var text: String
    /// One sentence without place, column and full stop.
    public var message: String
    /// What to do about it; empty where that is plain.
    public var hint: String

    /// An issue that a row or a file has. Long texts are cut, and characters that a terminal would obey are replaced.
    public init(_ kind: Kind, file: String = "", line: Int? = nil, column: String = "", text: String = "", message: String, hint: String = "") {
        self.kind = kind
        self.file = file
        self.line = line
        self.column = ShownText.cut(column)
        self.text = ShownText.cut(text)
        self.message = ShownText.clean(message)
        self.hint = ShownText.clean(hint)
    }

    public var description: String {
        var place = file
        if let line { place += place.isEmpty ? "line \(line)" : ":\(line)" }
        if !place.isEmpty { place += ": " }
        return place + (column.isEmpty ? "" : "\(column): ") + message + (hint.isEmpty ? "" : " (\(hint))")
    }
}
