/// Something that was assumed or left out while a file was read, and that its owner should know.
public struct ImportNotice: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of notice; the raw value is the name that scripts see.
    public enum Kind: String, CaseIterable, Sendable {
        case format, delimiter, encoding, dateOrder = "date_order", decimalMark = "decimal_mark", twoDigitYears = "two_digit_years"
        case timeZone = "time_zone", newestFirst = "newest_first", reordered, unusedColumn = "unused_column", preamble
        case newAccount = "new_account", newInstrument = "new_instrument", nameCase = "name_case"
        case assumedAccount = "assumed_account", assumedSymbol = "assumed_symbol", assumedCurrency = "assumed_currency"
        case unsignedAmounts = "unsigned_amounts", leftOut = "left_out"
        case negativeCharges = "negative_charges", minorUnits = "minor_units", alreadyThere = "already_there", nearlyThere = "nearly_there", noRows = "no_rows"
        case changed, unknownKey = "unknown_key", optionFees = "option_fees", negativeCash = "negative_cash"
        case unknownCost = "unknown_cost", needlessRate = "needless_rate", futureDate = "future_date", unlinkedAssignment = "unlinked_assignment"
    }

    /// What it is about.
    public var kind: Kind
    /// One sentence, without full stop.
    public var message: String
    /// What it tells of, where notices of the kind tell of several things: the account and the currency of cash below zero; else empty.
    public var subject: String

    public init(_ kind: Kind, _ message: String, about subject: String = "") {
        self.kind = kind
        self.message = ShownText.clean(message)
        self.subject = subject
    }

    public var description: String { message }
}
