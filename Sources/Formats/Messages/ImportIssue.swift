import Ledger
import Values

/// What is wrong with a file or with one of its rows, and what to do about it.
///
/// Printed, it reads `book.csv:12: price: "12,5" is no number … (hint)`.
public struct ImportIssue: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of mistake. Scripts see the raw value.
    public enum Kind: String, CaseIterable, Sendable {
        // Of the file as a whole.
        /// The file has no line.
        case emptyFile = "empty_file"
        /// The file is no text: compressed, a workbook, a database.
        case binaryFile = "binary_file"
        /// The first lines are data: no line names the columns.
        case noHeader = "no_header"
        /// No format has such a header or document, or there is no format of the name asked for.
        case unknownFormat = "unknown_format"
        /// Two columns have the same heading, or are said to be the same field.
        case duplicateColumn = "duplicate_column"
        /// The file lacks a column that it needs, or that the user named.
        case missingColumn = "missing_column"
        /// A quoted field is still open at the end of the file.
        case unterminatedQuote = "unterminated_quote"
        /// Nothing tells whether `3/5/2014` is in March or in May.
        case ambiguousDates = "ambiguous_dates"
        /// Nothing tells whether `1,234` has thousands or decimals.
        case ambiguousNumbers = "ambiguous_numbers"
        /// The caller ended the import.
        case cancelled
        /// The file is no well-formed JSON.
        case badJSON = "bad_json"
        /// The file is no well-formed XML, or goes beyond what is read of it.
        case badXML = "bad_xml"
        /// A file that belongs beside the imported one is not there.
        case missingFile = "missing_file"
        /// Entries or acts of a book's folder are not numbered 1, 2, 3 … without gaps.
        case brokenSequence = "broken_sequence"
        // Of one row.
        /// The row has more or fewer fields than the header.
        case fieldCount = "field_count"
        /// Text follows a closing quote.
        case strayText = "stray_text"
        /// The cell holds no date, or one that the calendar does not have.
        case badDate = "bad_date"
        /// The cell holds no time of day.
        case badTime = "bad_time"
        /// The cell holds no number, ratio or lot, or one with too many digits.
        case badNumber = "bad_number"
        /// The currency is unknown, missing, or contradicts another cell.
        case badCurrency = "bad_currency"
        /// The text may not be the name of something new.
        case badName = "bad_name"
        /// The word names no type of activity.
        case unknownType = "unknown_type"
        /// A cell that the row needs is empty.
        case missingValue = "missing_value"
        /// The word names no status.
        case unknownStatus = "unknown_status"
        /// The book has no such account, and none may be defined.
        case unknownAccount = "unknown_account"
        /// The book has no such instrument, and none may be defined.
        case unknownSymbol = "unknown_symbol"
        /// A figure is zero, negative or too large where it may not be.
        case outOfRange = "out_of_range"
        /// A price or a rate is beyond what the book takes (`Bound`).
        case beyondBound = "beyond_bound"
        /// A figure has the sign of the opposite activity.
        case wrongSign = "wrong_sign"
        /// Quantity, price, charges and amount of the row do not agree.
        case sumMismatch = "sum_mismatch"
        /// The row is posted on a day after today.
        case futureDate = "future_date"
        /// The row is like an entry that was typed on a day which the file does not reach.
        case maybeTyped = "maybe_typed"
        /// The row sells more than the account holds.
        case oversold
        /// The word is none of those that the column may hold.
        case badWord = "bad_word"
        /// Two rows define or number the same thing, with different contents.
        case definedTwice = "defined_twice"
        /// The book has this row with other figures or notes.
        case changedRow = "changed_row"
        /// A script's importer raised an error.
        case script
        /// The ledger refuses the activity by one of its other rules.
        case ledgerRule = "ledger_rule"
        /// The row takes the account's cash below zero.
        case negativeCash = "negative_cash"
        // Of a row that is skipped rather than refused.
        /// What the row tells did not happen, or it has no figure for its day.
        case notPosted = "not_posted"
        /// The user, a script or the format leaves such rows out.
        case leftOut = "left_out"
        /// The row is the header again, as where files were joined.
        case repeatedHeader = "repeated_header"

        /// Whether a row with it is skipped rather than refused.
        var skips: Bool { self == .notPosted || self == .leftOut || self == .repeatedHeader }
    }

    /// What kind of mistake it is.
    public var kind: Kind
    /// The file's name without folders; empty where the issue is of no file.
    public var file: String
    /// The line on which the row begins, counted from 1; nil where the issue is of no line.
    public var line: Int?
    /// The column's name as the file has it; empty where the issue is of no column.
    public var column: String
    /// The text of the cell at fault, cut short.
    public var text: String
    /// What is wrong: one sentence without place, column and full stop.
    public var message: String
    /// What to do about it; empty where that is plain.
    public var hint: String

    /// Makes an issue. Long texts are cut, and control characters, which a terminal would obey, are replaced.
    public init(_ kind: Kind, file: String = "", line: Int? = nil, column: String = "", text: String = "", message: String, hint: String = "") {
        self.kind = kind
        self.file = file
        self.line = line
        self.column = MessageText.cut(column)
        self.text = MessageText.cut(text)
        self.message = MessageText.clean(message)
        self.hint = MessageText.clean(hint)
    }

    public var description: String {
        var place = file
        if let line { place += place.isEmpty ? "line \(line)" : ":\(line)" }
        if !place.isEmpty { place += ": " }
        return place + (column.isEmpty ? "" : "\(column): ") + message + (hint.isEmpty ? "" : " (\(hint))")
    }
}

/// Text of a file made fit for a message: short, and without characters that could move a terminal's cursor or change its colours.
enum MessageText {
    /// How much of a cell a message repeats.
    private static let limit = 60

    /// The beginning of a cell.
    static func cell(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard bytes.count > limit else { return clean(String(decoding: bytes, as: UTF8.self)) }
        return cut(String(decoding: bytes.prefix(limit * 4), as: UTF8.self))
    }

    /// The beginning of a text.
    static func cut(_ text: String) -> String { SafeText.beginning(of: text) }

    /// The text with control characters replaced.
    static func clean(_ text: String) -> String { SafeText.cleaned(text) }

    /// Names beside one another, the first of them and how many more there are: `A, B and 4 more`.
    static func list(_ names: some Collection<String>, most: Int = 5) -> String {
        names.prefix(most).joined(separator: ", ") + (names.count > most ? " and \(names.count - most) more" : "")
    }

    /// A number of things: `1 query`, `2 queries`, `3 comments on a posting`, `4 lines of a time clock`, `5 gains that luca computes itself`.
    static func counted(_ count: Int, _ noun: String) -> String {
        if count == 1 { return "1 \(noun)" }
        let end = [" on ", " of ", " without ", " that "].compactMap { noun.firstRange(of: $0)?.lowerBound }.min() ?? noun.endIndex, word = noun[..<end], rest = noun[end...]
        return "\(count) " + (word.hasSuffix("y") ? "\(word.dropLast())ies" : word.hasSuffix("s") ? "\(word)es" : "\(word)s") + rest
    }

    /// Entries by their numbers: `entry 4`, `entries 4, 5 and 9 more`.
    static func named(_ entries: [EntryID]) -> String { "\(entries.count == 1 ? "entry" : "entries") \(list(entries.map { "\($0.rawValue)" }, most: 8))" }

    /// The calls that take entries back: `void(4) void(5)`.
    static func voids(_ entries: [EntryID]) -> String { entries.map { "void(\($0.rawValue))" }.joined(separator: " ") }

    /// What takes entries out that a file has no more: `void(4) takes it out`.
    static func takingOut(_ entries: [EntryID]) -> String {
        entries.count > 8 ? "void(id) takes one out" : "\(voids(entries)) \(entries.count == 1 ? "takes it" : "takes them") out"
    }

    /// What a name is, in the words of a refusal.
    static let nameRule = "a name has at most \(NameRule.longest) letters, and no line ends, control characters or marks that turn the direction of writing"

    /// Whether a cell may be the name of something new.
    static func isName(_ text: String) -> Bool { NameRule.fault(in: text) == nil }
}

/// A hint for a name that is unknown: the nearest known one, else another hint.
///
///     nearestHint(for: "quantitty", in: ["quantity", "price"])   // did you mean "quantity"?
func nearestHint(for name: some StringProtocol, in known: some Sequence<String>, otherwise: @autoclosure () -> String = "") -> String {
    Suggestion(for: name, in: known)?.question ?? otherwise()
}
