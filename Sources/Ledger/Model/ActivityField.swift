/// A field of an activity, under the name that people type.
public enum ActivityField: String, CaseIterable, Sendable {
    case date, time, type, subtype, status, account, symbol, quantity, price, amount, fee, tax, currency, fxRate = "fx_rate", settle
    case ratio, into, group, lots, opened, share, notes
}

/// A set of the fields that some kinds of activity use and others do not.
public struct ActivityFields: OptionSet, Hashable, Sendable {
    /// The number itself.
    public let rawValue: UInt32
    /// A set by its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// What it is traded as.
    public static let symbol = ActivityFields(.symbol)
    /// Units.
    public static let quantity = ActivityFields(.quantity)
    /// Money for one unit.
    public static let price = ActivityFields(.price)
    /// Money.
    public static let amount = ActivityFields(.amount)
    /// What was charged for it.
    public static let fee = ActivityFields(.fee)
    /// What was withheld or charged as tax.
    public static let tax = ActivityFields(.tax)
    /// Units of the account's currency for one of these.
    public static let fxRate = ActivityFields(.fxRate)
    /// The currency in which the cash moves.
    public static let settle = ActivityFields(.settle)
    /// What has to do with money of another currency.
    static let exchange: ActivityFields = [.fxRate, .settle]

    /// How many units become how many.
    public static let ratio = ActivityFields(.ratio)
    /// What units become.
    public static let into = ActivityFields(.into)
    /// What ties activities together.
    public static let group = ActivityFields(.group)
    /// Lots named by number.
    public static let lots = ActivityFields(.lots)
    /// When units from outside were acquired.
    public static let opened = ActivityFields(.opened)
    /// A part of the cost.
    public static let share = ActivityFields(.share)

    /// The set of one field.
    public init(_ field: ActivityField) {
        rawValue = 1 << UInt32(ActivityField.allCases.firstIndex(of: field)!)
    }

    /// The first field of the set, in the order of `ActivityField`.
    var first: ActivityField? { isEmpty ? nil : ActivityField.allCases[rawValue.trailingZeroBitCount] }

    /// The fields of the set, in the order of `ActivityField`.
    public var fields: [ActivityField] {
        ActivityField.allCases.filter { contains(ActivityFields($0)) }
    }
}
