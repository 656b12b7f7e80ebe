/// Something that was assumed or left out while a file was read, and that its owner should know.
public struct ImportNotice: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of notice. Scripts see the raw value.
    public enum Kind: String, CaseIterable, Sendable {
        // How the file is read.
        /// Which format the file was read in.
        case format
        /// The fields are parted by something else than commas.
        case delimiter
        /// The file is not in UTF-8.
        case encoding
        /// The order of day, month and year that the file's dates were found to have.
        case dateOrder = "date_order"
        /// The decimal mark is the comma.
        case decimalMark = "decimal_mark"
        /// Years of two digits are read as 1969 to 2068.
        case twoDigitYears = "two_digit_years"
        /// Times of day name no zone and are taken to be UTC.
        case timeZone = "time_zone"
        /// The file begins with the newest row and is read from its end.
        case newestFirst = "newest_first"
        /// The rows are sorted by their dates.
        case reordered
        /// A column is not used.
        case unusedColumn = "unused_column"
        /// The header stands below other lines, which are left out.
        case preamble
        /// The file has a header and no rows.
        case noRows = "no_rows"
        /// A document has a key that is not known.
        case unknownKey = "unknown_key"

        // What the book gets.
        /// An account is defined, or may go short.
        case newAccount = "new_account"
        /// Instruments are defined.
        case newInstrument = "new_instrument"
        /// A name is taken for one that differs in upper and lower case.
        case nameCase = "name_case"
        /// Something that the book has is changed, or is kept although the file says otherwise.
        case changed
        /// Rows are in the book already.
        case alreadyThere = "already_there"
        /// A row resembles an entry that the file lacks, and may be its correction.
        case nearlyThere = "nearly_there"
        /// Rows are like entries that somebody typed before, and are left out for that.
        case likeTyped = "like_typed"
        /// Rows or parts of them are left out.
        case leftOut = "left_out"

        // What was assumed.
        /// Rows without an account are of the only one, or of the one told.
        case assumedAccount = "assumed_account"
        /// The instrument was told by the file's name.
        case assumedSymbol = "assumed_symbol"
        /// The currency of rows that name none.
        case assumedCurrency = "assumed_currency"
        /// Amounts have no sign; the type tells whether cash comes or goes.
        case unsignedAmounts = "unsigned_amounts"
        /// Charges are written below zero and read as charges.
        case negativeCharges = "negative_charges"
        /// Amounts in pence and the like are brought to the currency that these are part of.
        case minorUnits = "minor_units"
        /// Charges of options are taken as money, not per share of the contract.
        case optionFees = "option_fees"

        // What is doubtful.
        /// Cash of an account goes below zero.
        case negativeCash = "negative_cash"
        /// Units come in, and nothing tells what they cost.
        case unknownCost = "unknown_cost"
        /// A row tells a rate of exchange though nothing is converted.
        case needlessRate = "needless_rate"
        /// Rows are posted on days still to come.
        case futureDate = "future_date"
        /// A trade is flagged as part of an assignment, and no other half is linked to it.
        case unlinkedAssignment = "unlinked_assignment"
    }

    /// What it is about.
    public var kind: Kind
    /// One sentence, without full stop.
    public var message: String
    /// The account and the currency of a `negativeCash` notice; else empty.
    public var subject: String

    /// Makes a notice; control characters in its message are replaced.
    public init(_ kind: Kind, _ message: String, about subject: String = "") {
        self.kind = kind
        self.message = MessageText.clean(message)
        self.subject = subject
    }

    public var description: String { message }
}
