public import Values

/// Why the ledger refuses something.
///
/// The values are those that the sentence needs, as names and numbers, so that an error can be shown long after the ledger has
/// moved on. `ErrorMessages.swift` makes all sentences. Indirect, so that a list of verdicts on a million rows is small.
public indirect enum LedgerError: Error, Hashable, Sendable {
    // Names
    /// No account of that name is defined; the nearest name there is, and the currency that an account of it would be in.
    case unknownAccount(name: String, nearest: String?, currency: String?)
    /// No instrument of that symbol is defined; the nearest there is, and the currency that it would be in.
    case unknownSymbol(symbol: String, nearest: String?, currency: String?)
    /// A currency code that is no currency of the book.
    case unknownCurrency(CurrencyError)
    /// No kind of activity goes by that name.
    case unknownType(name: String, nearest: String?)
    /// No finer sense of an activity goes by that name.
    case unknownSubtype(name: String, nearest: String?)
    /// No status of an activity goes by that name.
    case unknownStatus(name: String, nearest: String?)
    /// No setting goes by that key.
    case unknownSetting(key: String, nearest: String?)
    /// Another account has that name.
    case duplicateAccount(name: String)
    /// Another instrument has that symbol.
    case duplicateSymbol(symbol: String)
    /// An account without a name.
    case emptyAccountName
    /// An instrument without a symbol.
    case emptySymbol
    /// A new name that breaks the rule for names: `what` it is of, and the field that it was given in.
    case badName(what: String, name: String, field: String, fault: NameRule.Fault)

    // Fields of an activity
    /// An activity lacks a field that its kind needs; the alternative is another field that would do.
    case missingField(kind: ActivityKind?, field: ActivityField, alternative: ActivityField?)
    /// An activity has a field that its kind does not take.
    case superfluousField(kind: ActivityKind, field: ActivityField)
    /// A finer sense that the kind of activity cannot have.
    case wrongSubtype(kind: ActivityKind, subtype: ActivitySubtype)
    /// A figure that is zero where zero means nothing.
    case zeroValue(kind: ActivityKind, field: ActivityField)
    /// A figure below zero; `opposite` is the kind of activity to record instead.
    case negativeValue(kind: ActivityKind, field: ActivityField, value: FixedDecimal, opposite: ActivityKind?)
    /// The amount told is another than quantity times price and multiplier.
    case amountsDisagree(
        quantity: FixedDecimal, price: FixedDecimal, multiplier: FixedDecimal, product: FixedDecimal, amount: FixedDecimal, currency: Currency)
    /// A figure beyond the largest that is taken in; `what` names it: `the price of a buy of ORCL`.
    case beyondBound(what: String, field: String, value: FixedDecimal, bound: Bound)
    /// A part of the cost that is below nothing or above all of it.
    case badShare(FixedDecimal)
    /// Units that were acquired after the day on which they came in.
    case badOpened(opened: Day, date: Day)
    /// Units that would become units of the same instrument.
    case intoItself(act: String, symbol: String)
    /// An option's end, said of something else.
    case notAnOption(symbol: String)
    /// An option whose underlying, strike and right nobody told.
    case noOptionTerms(symbol: String)
    /// An option that was exercised or assigned, and is to be something else.
    case usedOption(symbol: String, use: String)
    /// Figures in another currency than the one in which the instrument is priced.
    case currencyMismatch(symbol: String, priced: Currency, given: Currency, account: String)
    /// Units that would become, or bring, those of an instrument in another currency, whose cost nothing converts. The remedy is what can be recorded instead.
    case otherCurrency(act: String, symbol: String, priced: Currency, into: String, intoPriced: Currency, remedy: String)
    /// Cash that is to move in another currency than the activity's and the account's.
    case wrongSettlement(given: String, own: Currency, account: Currency)
    /// Cash that is to move in the account's currency, and nobody told the rate.
    case settlementWithoutRate(kind: ActivityKind, own: Currency, settles: Currency)

    /// Cash that would be below zero, where the book refuses that; `day` is nil for the present.
    case negativeCash(account: String, currency: Currency, balance: FixedDecimal, day: Day?)

    // Dates
    /// A posted activity of a day that has not come yet.
    case futureDate(date: Day, today: Day)
    /// An activity of a day before its account was opened.
    case beforeOpening(account: String, opened: Day, date: Day)
    /// An activity of a day after its account was closed.
    case afterClosing(account: String, closed: Day, date: Day)

    // Lots
    /// A sale of more than is held: `held` is what the account holds when the sale comes, `asked` what it sells.
    case oversold(account: String, symbol: String, date: Day, held: FixedDecimal, asked: FixedDecimal)
    /// The same of what is no sale: a transfer, the use of an option.
    case tooFew(act: String, account: String, symbol: String, date: Day, held: FixedDecimal, asked: FixedDecimal)
    /// A contract that is sold and not held, so that it has to be said that the sale opens a position.
    case unwritten(account: String, symbol: String, date: Day, held: FixedDecimal, asked: FixedDecimal)
    /// What is being done would leave too little for a sale or a transfer that stands already.
    case strands(
        act: String, event: String, account: String, symbol: String, date: Day, entry: EntryID, held: FixedDecimal, asked: FixedDecimal)
    /// What is being done would leave no units for an activity that stands already and needs some, such as an expiry.
    case strandsEvent(act: String, event: String, account: String, symbol: String, date: Day, entry: EntryID)

    /// An exercise of options that were sold, or an assignment of those that were bought.
    case wrongSide(act: String, account: String, symbol: String, isLong: Bool)
    /// Money of an act that is of every account.
    case moneyOfEveryAccount(act: String)
    /// A trade that closes, of more than is open.
    case closesTooMuch(account: String, symbol: String, date: Day, isSale: Bool, open: FixedDecimal, asked: FixedDecimal)
    /// A lot that a sale names is not open any more, or has less left than it names.
    case lotNotOpen(lot: EntryID, account: String, symbol: String, date: Day, left: FixedDecimal?)
    /// What is to be voided opened a lot that a later entry names.
    case lotIsNamed(lot: EntryID, by: EntryID)
    /// Something is said of units that are not held.
    case nothingHeld(act: String, account: String, symbol: String, date: Day)
    /// A question within a transaction whose entries rest on some that have not come yet: what is wrong as long as those lack.
    case unsettled(LedgerError)

    /// A premium a unit is told of an option whose contracts have been for other units than its multiplier since a split.
    case adjustedMultiplier(symbol: String, written: FixedDecimal, now: FixedDecimal)

    // Definitions and settings
    /// The days on which an account is to be open leave out an activity that stands; the entry is the activity's.
    case activityOutsideAccount(account: String, opened: Day?, closed: Day?, date: Day, entry: EntryID)
    /// An instrument that was traded is to be priced in another currency.
    case currencyInUse(symbol: String, from: Currency, to: Currency)
    /// A multiplier of zero or below.
    case badMultiplier(symbol: String, multiplier: FixedDecimal)
    /// Units or trades in an account whose owner tells only what it is worth.
    case trackedByValue(account: String)
    /// An account that holds units would be tracked by value, which takes none.
    case unitsInAccount(account: String, entry: EntryID)
    /// A worth told of an account that is not tracked by value.
    case notTrackedByValue(account: String, tracking: Account.Tracking)
    /// A position as it stands, told of an account whose trades are recorded.
    case notTrackedByHoldings(account: String, tracking: Account.Tracking)
    /// An account is to be closed before it is opened.
    case badDates(account: String, opened: Day, closed: Day)
    /// A value that the setting does not take; `allowed` says which it takes.
    case badSetting(key: String, value: String, allowed: String)

    // Plans
    /// A plan without a name.
    case unnamedPlan(kind: String)
    /// A tag without a letter.
    case emptyTag
    /// A day of a recurring rule is settled already.
    case alreadySettled(rule: String, day: Day, state: Occurrence.State)

    // Entries
    /// No entry of the book has that number.
    case unknownEntry(EntryID)
    /// The entry of that number is no activity.
    case notAnActivity(EntryID)
    /// The entry was voided before.
    case alreadyVoid(EntryID)
    /// Another activity stands in its place.
    case alreadyAmended(EntryID, by: EntryID)
    /// An entry's number is not above that of the entry before it, or a new definition does not have the next number.
    case misnumbered(what: String, number: Int, expected: Int)
    /// An entry points to something that is not defined.
    case undefined(what: String, number: Int)

    /// Whoever waited for what is computed from all activities did not want to wait any longer (`Ledger.replayWatch`).
    case interrupted
    /// A figure does not fit a decimal; `of` is the entry that it is computed for, where that is known.
    case arithmetic(DecimalError, of: String? = nil)
}

extension LedgerError {
    /// Runs a calculation; where a figure does not fit a decimal, that becomes an error of the ledger.
    @inline(__always)
    static func arithmetic<Result>(in calculation: () throws(DecimalError) -> Result) throws(LedgerError) -> Result {
        do throws(DecimalError) {
            return try calculation()
        } catch {
            throw .arithmetic(error)
        }
    }

    /// The error with the entry that a figure was computed for, where it is one of a figure and names none.
    func told(of entry: @autoclosure () -> String) -> LedgerError {
        guard case .arithmetic(let failure, of: .none) = self else { return self }
        return .arithmetic(failure, of: entry())
    }
}
