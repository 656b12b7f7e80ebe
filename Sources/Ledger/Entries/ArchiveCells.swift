import Values

/// The file of a kind of entry in an archive: one line an entry.
package struct ArchiveForm: Sendable {
    /// The name of the file without `.csv`.
    package let name: String
    /// The headings, behind those of the entry's number and its act.
    package let columns: [String]
    /// Columns that only books with such entries write.
    package let optional: Set<String>
    /// Columns that archives of earlier versions do without.
    package let later: Set<String>
    /// Whether archives of earlier versions do without the file.
    package let isLater: Bool
    /// The names that its lines give, to which later files refer.
    package let names: Naming?

    /// What the lines of a file name.
    package enum Naming: Sendable {
        /// Accounts, in the column `name`.
        case accounts
        /// Instruments, in the column `symbol`. A line may refer to one that stands behind it.
        case instruments
    }

    package init(
        _ name: String, _ columns: [String], optional: Set<String> = [], later: Set<String> = [], isLater: Bool = false, names: Naming? = nil
    ) {
        (self.name, self.columns, self.optional, self.later, self.isLater, self.names) = (name, columns, optional, later, isLater, names)
    }
}

/// What accounts and instruments were called when the next entry of an archive was recorded.
package struct ArchiveNames {
    private var accounts: [String] = []
    private var symbols: [String] = []

    /// Nothing has a name.
    package init() {}

    /// Notes what an account is called from here on.
    mutating func put(_ name: String, _ account: AccountID) { Self.put(name, at: Int(account.rawValue), in: &accounts) }

    /// Notes what an instrument is called from here on.
    mutating func put(_ symbol: String, _ instrument: InstrumentID) { Self.put(symbol, at: Int(instrument.rawValue), in: &symbols) }

    /// The name of an account; its number behind a # where it was not defined yet.
    package func name(_ account: AccountID) -> String { Self.name(Int(account.rawValue), in: accounts) }

    /// The symbol of an instrument; its number behind a # where it was not defined yet.
    package func name(_ instrument: InstrumentID) -> String { Self.name(Int(instrument.rawValue), in: symbols) }

    private static func name(_ number: Int, in names: [String]) -> String {
        names.indices.contains(number - 1) ? names[number - 1] : "#\(number)"
    }

    private static func put(_ name: String, at number: Int, in names: inout [String]) {
        if number == names.count + 1 { names.append(name) } else if names.indices.contains(number - 1) { names[number - 1] = name }
    }
}

/// What is wrong with a cell of an archive.
package struct ArchiveFault: Error {
    /// The kinds of mistake.
    package enum Kind: Sendable {
        /// The cell holds no number.
        case number
        /// The cell holds no day.
        case date
        /// The cell holds no moment.
        case time
        /// The cell holds no currency.
        case currency
        /// The word is none of those that the column may hold.
        case word
        /// No account was called so.
        case account
        /// No instrument was called so.
        case symbol
    }

    /// What kind of mistake it is.
    package let kind: Kind
    /// The column of the cell.
    package let column: String
    /// What is wrong: one sentence without place, column and full stop.
    package let message: String
    /// What to do about it; empty where that is plain.
    package let hint: String

    package init(_ kind: Kind, _ column: String, _ message: String, hint: String = "") {
        (self.kind, self.column, self.message, self.hint) = (kind, column, message, hint)
    }
}

/// A line of an archive's file. Each cell is read with a fault for what is wrong with it.
package struct ArchiveCells {
    private let cells: [String: String]
    private let accounts: (_ column: String) throws(ArchiveFault) -> AccountID
    private let instruments: (_ column: String) throws(ArchiveFault) -> InstrumentID

    /// - Parameters:
    ///   - cells: by heading.
    ///   - accounts: the account whose name stood in a column, by the names that there were at this entry.
    ///   - instruments: the instrument whose symbol stood in a column, by the symbols that there were at this entry.
    package init(
        _ cells: [String: String], accounts: @escaping (_ column: String) throws(ArchiveFault) -> AccountID,
        instruments: @escaping (_ column: String) throws(ArchiveFault) -> InstrumentID
    ) {
        (self.cells, self.accounts, self.instruments) = (cells, accounts, instruments)
    }

    /// The text of a cell; empty where the file has no such column.
    package func text(_ column: String) -> String { cells[column] ?? "" }

    /// Whether a cell is empty.
    package func isEmpty(_ column: String) -> Bool { text(column).isEmpty }

    /// The beginning of a cell's text in quotes, for a message.
    package func quote(_ column: String) -> String { "\"\(SafeText.beginning(of: text(column)))\"" }

    /// The account of the name in a cell.
    package func account(_ column: String) throws(ArchiveFault) -> AccountID { try accounts(column) }

    /// The instrument of the symbol in a cell.
    package func instrument(_ column: String) throws(ArchiveFault) -> InstrumentID { try instruments(column) }

    /// A whole number above zero.
    package func number(_ column: String) throws(ArchiveFault) -> Int {
        guard let number = Int(text(column)), number > 0 else { throw ArchiveFault(.number, column, "\(quote(column)) is no number of an entry") }
        return number
    }

    /// The number of an account or instrument.
    package func id(_ column: String) throws(ArchiveFault) -> Int32 {
        guard let id = Int32(exactly: try number(column)) else { throw ArchiveFault(.number, column, "\(quote(column)) is too large a number") }
        return id
    }

    /// The number of an entry, or nil where the cell is empty.
    package func optionalEntry(_ column: String) throws(ArchiveFault) -> EntryID? { isEmpty(column) ? nil : EntryID(try number(column)) }

    /// The decimal in a cell.
    package func decimal(_ column: String) throws(ArchiveFault) -> FixedDecimal {
        do { return try FixedDecimal(text(column)) } catch { throw ArchiveFault(.number, column, error.description) }
    }

    /// The decimal in a cell, or nil where it is empty.
    package func optionalDecimal(_ column: String) throws(ArchiveFault) -> FixedDecimal? { isEmpty(column) ? nil : try decimal(column) }

    /// The day in a cell.
    package func day(_ column: String) throws(ArchiveFault) -> Day {
        do { return try Day(text(column)) } catch { throw ArchiveFault(.date, column, error.description) }
    }

    /// The day in a cell, or nil where it is empty.
    package func optionalDay(_ column: String) throws(ArchiveFault) -> Day? { isEmpty(column) ? nil : try day(column) }

    /// The moment in a cell.
    package func instant(_ column: String) throws(ArchiveFault) -> Instant {
        do { return try Instant(iso8601: text(column)) } catch { throw ArchiveFault(.time, column, error.description) }
    }

    /// The moment in a cell, or nil where it is empty.
    package func optionalInstant(_ column: String) throws(ArchiveFault) -> Instant? { isEmpty(column) ? nil : try instant(column) }

    /// The currency whose code a cell holds.
    package func currency(_ column: String) throws(ArchiveFault) -> Currency {
        do { return try Currency(text(column)) } catch { throw ArchiveFault(.currency, column, error.description) }
    }

    /// The case of an enum whose raw value a cell holds.
    package func word<Value: RawRepresentable<String> & CaseIterable>(_ column: String) throws(ArchiveFault) -> Value {
        if let value = Value(rawValue: text(column)) { return value }
        let names = Value.allCases.map(\.rawValue)
        throw ArchiveFault(
            .word, column, "\(quote(column)) is none",
            hint: Suggestion(for: text(column), in: names)?.question ?? "it is one of \(names.joined(separator: ", "))")
    }

    /// `true` or `false`.
    package func flag(_ column: String) throws(ArchiveFault) -> Bool {
        guard let flag = Bool(text(column)) else { throw ArchiveFault(.word, column, "it is neither true nor false") }
        return flag
    }
}

extension FixedDecimal? {
    /// The decimal as a cell; empty for none.
    var cell: String { map(\.description) ?? "" }
}

extension Day? {
    /// The day as a cell; empty for none.
    var cell: String { map(\.description) ?? "" }
}
